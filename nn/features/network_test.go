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
	weights, err := LoadNetwork(file)
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
