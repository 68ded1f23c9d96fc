package features

import (
	"testing"

	"marengo/stratego"
)

// TestSlides: every move has a number of its own, and there are as many as the paper
// counts.
func TestSlides(t *testing.T) {
	seen := map[int]bool{}
	for a := range stratego.Square(stratego.Squares) {
		for b := range stratego.Square(stratego.Squares) {
			if a.Lake() || b.Lake() {
				continue
			}
			if n := Slide(stratego.NewMove(a, b), stratego.Red); n >= 0 {
				if seen[n] {
					t.Fatalf("number %d is taken twice", n)
				}
				seen[n] = true
				if Slide(stratego.NewMove(a.Rotate(), b.Rotate()), stratego.Blue) != n {
					t.Fatalf("%v-%v has another number from the other side", a, b)
				}
			}
		}
	}
	if len(seen) != Slides {
		t.Errorf("%d moves, want %d", len(seen), Slides)
	}
}
