package setup

import (
	"math/rand/v2"
	"testing"

	"marengo/stratego"
)

// TestFillKeepsWhatStands completes setups of every size, of both variants.
func TestFillKeepsWhatStands(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, v := range []stratego.Variant{stratego.Classic, stratego.Barrage} {
		for range 40 {
			kept := stratego.ShuffledSetup(v, rng)
			for i := range kept {
				if rng.IntN(3) > 0 {
					kept[i] = stratego.NoRank
				}
			}
			for _, p := range []Provider{Random{}, Default()} {
				filled, err := Fill(kept, v, p, rng)
				if err != nil {
					t.Fatal(err)
				}
				if err := filled.Check(v); err != nil {
					t.Fatal(err)
				}
				for i, r := range kept {
					if r < stratego.NoRank && filled[i] != r {
						t.Fatalf("the %v on %v became a %v", r, stratego.SetupSquare(stratego.Red, i), filled[i])
					}
				}
			}
		}
	}
	var flags stratego.Setup
	for i := range flags {
		flags[i] = stratego.NoRank
	}
	flags[0], flags[1] = stratego.Flag, stratego.Flag
	if _, err := Fill(flags, stratego.Classic, Random{}, rng); err == nil {
		t.Error("a second flag was accepted")
	}
}
