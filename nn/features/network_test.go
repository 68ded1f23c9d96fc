package features

import (
	"testing"

	"marengo/nn"
	"marengo/stratego"
)

// TestValueAloneAgrees: the value is the same from a View and from a State, with the
// policy and without.
func TestValueAloneAgrees(t *testing.T) {
	file, err := nn.Open("../testdata/transformer-f16.weights")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := file.Transformer()
	if err != nil {
		t.Fatal(err)
	}
	net := NewNetwork(weights)
	const every = 97
	walk(t, 1, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%every != 0 {
			return
		}
		_, _, want, err := net.View(v)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := net.ViewValue(v); got != want || err != nil {
			t.Errorf("ply %d: the view's value alone is %v (%v), want %v", s.Ply(), got, err, want)
		}
		if got, err := net.StateValue(s); got != want || err != nil {
			t.Errorf("ply %d: the state's value alone is %v (%v), want %v", s.Ply(), got, err, want)
		}
	})
}

// TestBelief: guesses are distributions over what counting permits; without a head
// they are counting itself.
func TestBelief(t *testing.T) {
	with, err := nn.Open("../testdata/transformer-f16.weights")
	if err != nil {
		t.Fatal(err)
	}
	weights, err := LoadNetwork(with)
	if err != nil {
		t.Fatal(err)
	}
	net := NewNetwork(weights)
	if !weights.Believes() {
		t.Fatal("the network's head was not found")
	}
	const every = 97
	walk(t, 1, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%every != 0 {
			return
		}
		if _, _, _, err := net.View(v); err != nil {
			t.Fatal(err)
		}
		var b Belief
		net.Belief(&b)
		for id := range army {
			p := v.Piece(v.Color().Other(), id)
			if !p.Alive() {
				continue
			}
			total := float32(0)
			for r, chance := range b[TokenOf(p.Square, v.Color())] {
				total += chance
				if (chance > 0) != (!p.Known && v.Possible(p.Color, id).Has(stratego.Rank(r))) {
					t.Errorf("ply %d, %v: %v has chance %g", s.Ply(), p.Square, stratego.Rank(r), chance)
				}
			}
			if want := float32(1); !p.Known && (total < want-1e-5 || total > want+1e-5) {
				t.Errorf("ply %d, %v: chances add up to %g", s.Ply(), p.Square, total)
			}
		}
	})
	chances := [stratego.Ranks]float32{1: 0.25, 2: 0.75}
	var p, zero [stratego.Ranks]float32
	if weigh(&p, &chances, &zero); p != chances {
		t.Errorf("without logits %v, counting gives %v", p, chances)
	}
}
