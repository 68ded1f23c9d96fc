package teach

import (
	"math"
	"testing"

	"marengo/web/wire"
)

// TestTheLadderAdapts: wins lift, losses lower, draws against a rung hold it there, and
// many games outweigh where one began.
func TestTheLadderAdapts(t *testing.T) {
	rungs := []wire.Rung{{Rating: -500}, {Rating: -200}, {Rating: 0}, {Rating: 300}, {Rating: 600}}
	start := beginner(rungs)
	if start != -250 || nearest(rungs, start) != 1 {
		t.Fatalf("a beginner is at %v, rung %d", start, nearest(rungs, start))
	}
	many := func(n int, rating, score float64) (list []bout) {
		for range n {
			list = append(list, bout{rating, score})
		}
		return list
	}
	if x := estimate(nil, start); x != start {
		t.Errorf("nobody's games give %v", x)
	}
	if x := estimate(many(1, -200, 1), start); x <= start || x > start+200 {
		t.Errorf("one win gives %v", x)
	}
	if x := estimate(many(3, -200, 0), start); x >= start {
		t.Errorf("three losses give %v", x)
	}
	if x := estimate(many(30, 300, 0.5), start); math.Abs(x-300) > 150 {
		t.Errorf("thirty draws against 300 give %v", x)
	}
	played := many(8, -200, 1)
	if up, down := estimate(played, start), estimate(append(played, many(8, 0, 0)...), start); down >= up {
		t.Errorf("losses after wins lead from %v to %v", up, down)
	}
}
