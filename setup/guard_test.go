package setup

import (
	"math/rand/v2"
	"testing"

	"marengo/stratego"
)

func TestFlagsThatAreNotGuarded(t *testing.T) {
	for text, want := range map[string]string{
		"FB........2.........9.........M32S......": "",
		"FB..................9.........M322S.....": "open",
		"F2........B.........9.........M3S2......": "",
		"F2........2.........9.........M3SB......": "bomb",
		"2.........FB........9.........M32S......": "row",
	} {
		x, err := stratego.ParseSetup(text)
		if err == nil {
			err = x.Check(stratego.Barrage)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := FlagFault(x); got != want {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
}

// TestGuardedSetupsAreLegal in both variants, from a provider that never guards.
func TestGuardedSetupsAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range []stratego.Variant{stratego.Classic, stratego.Barrage} {
		rules := stratego.DefaultRules
		rules.Variant = v
		for range 50 {
			x, err := Guarded{Random{}}.Setup(rules, rng)
			if err == nil {
				err = x.Check(v)
			}
			if err != nil || FlagFault(x) != "" {
				t.Fatalf("%v: %v %s: %v", v, x, FlagFault(x), err)
			}
		}
	}
}

// TestBarrageFlagsAreGuarded: no player leaves its flag open to the first scout.
func TestBarrageFlagsAreGuarded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for range 50 {
		x, err := Default().Setup(barrage(), rng)
		if err == nil {
			err = x.Check(stratego.Barrage)
		}
		if err != nil || FlagFault(x) != "" {
			t.Fatalf("%v: %s: %v", x, FlagFault(x), err)
		}
	}
}
