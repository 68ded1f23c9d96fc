package eval

import (
	"math"
	"testing"

	"marengo/figure"
	"marengo/game"
	"marengo/stratego"
)

// TestWorth: even armies are worth half, both players' values add up to one, a marshal is worth
// more than a scout, and a piece that is known less than a hidden one.
func TestWorth(t *testing.T) {
	w := Worth{new(WorthFigures)}
	figure.Reset(w.Figures)
	value := func(pieces ...stratego.Placement) float64 {
		list := []stratego.Placement{
			{Square: 0, Color: stratego.Red, Rank: stratego.Flag}, {Square: 99, Color: stratego.Blue, Rank: stratego.Flag},
			{Square: 20, Color: stratego.Red, Rank: stratego.Major}, {Square: 70, Color: stratego.Blue, Rank: stratego.Major},
		}
		s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, append(list, pieces...))
		if err != nil {
			t.Fatal(err)
		}
		red, blue := w.Evaluate(s, game.First), w.Evaluate(s, game.Second)
		if math.Abs(red+blue-1) > 1e-12 {
			t.Errorf("%v and %v do not add up to 1", red, blue)
		}
		return red
	}
	piece := func(r stratego.Rank, known bool) stratego.Placement {
		return stratego.Placement{Square: 22, Color: stratego.Red, Rank: r, Moved: known, Known: known}
	}
	even, scout, marshal, known := value(), value(piece(stratego.Scout, false)), value(piece(stratego.Marshal, false)), value(piece(stratego.Marshal, true))
	if even != 0.5 || scout <= even || marshal <= known || known <= scout || marshal >= 1 {
		t.Errorf("even %v, a scout more %v, a known marshal %v, a hidden one %v", even, scout, known, marshal)
	}
}
