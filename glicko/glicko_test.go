package glicko

import (
	"fmt"
	"math"
	"testing"
)

// Example is the paper's own: a player of 1500 wins one game and loses two. The paper
// rounds its steps and arrives at 1464.06, 151.52 and 0.05999.
func Example() {
	player := Rating{1500, 200, 0.06}
	after := player.After([]Game{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	})
	fmt.Printf("%.2f %.2f %.5f\n", after.Mean, after.Deviation, after.Volatility)
	// Output: 1464.05 151.52 0.06000
}

func TestWithoutGames(t *testing.T) {
	r := Rating{1600, 50, 0.06}
	if idle := r.After(nil); idle.Mean != r.Mean || idle.Volatility != r.Volatility || idle.Deviation <= r.Deviation || idle != r.Idle(1) {
		t.Errorf("a period without games gives %+v", idle)
	}
	if d := r.Idle(1e9).Deviation; d != maxDeviation {
		t.Errorf("after ages the deviation is %g", d)
	}
	if r.Idle(-3) != r {
		t.Error("time that runs backwards changes a rating")
	}
}

// TestFair: equals who draw stay where they are, what one wins the other loses, and a
// great surprise ends the iteration too.
func TestFair(t *testing.T) {
	a, b := New(), New()
	if drawn := a.After([]Game{{b, 0.5}}); math.Abs(drawn.Mean-a.Mean) > 1e-9 || drawn.Deviation >= a.Deviation {
		t.Errorf("a draw of equals gives %+v", drawn)
	}
	won, lost := a.After([]Game{{b, 1}}), b.After([]Game{{a, 0}})
	if math.Abs(won.Mean+lost.Mean-2*New().Mean) > 1e-9 || won.Mean <= lost.Mean {
		t.Errorf("a game of equals gives %+v and %+v", won, lost)
	}
	weak, strong := Rating{800, 30, 0.06}, Rating{2800, 30, 0.06}
	if r := weak.After([]Game{{strong, 1}, {strong, 1}, {strong, 1}}); !(r.Mean > weak.Mean && r.Volatility > weak.Volatility) || math.IsNaN(r.Mean) {
		t.Errorf("three great surprises give %+v", r)
	}
}
