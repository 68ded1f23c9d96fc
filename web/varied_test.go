package web

import (
	"math/rand/v2"
	"testing"

	"marengo/setup"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

// TestMachinesDrawVariedSetups: whoever knows a player's habit of setting up knows
// nothing here. What a host asks for by name is played as asked.
func TestMachinesDrawVariedSetups(t *testing.T) {
	const games = 12
	named := "lewis:setup=named:lewis/1"
	s, h := startServer(t, Options{Catalogue: roster.Agents(parsed(t, named)), Setups: setup.Default()})
	for _, x := range []struct {
		opponent, variant string
		different         int
	}{{"lewis", "classic", games}, {"lewis", "barrage", games - 3}, {"random", "classic", games}, {named, "classic", 1}} {
		seen := make(map[string]bool)
		for range games {
			c := newClient(t, h)
			v, err := stratego.ParseVariant(x.variant)
			if err != nil {
				t.Fatal(err)
			}
			own := stratego.ShuffledSetup(v, rand.New(rand.NewPCG(1, 2)))
			status, data := c.do("POST", "/api/games", wire.NewGame{Rules: "match", Variant: x.variant, Red: "me", Blue: x.opponent, Setup: own.String(), Level: 5, Counts: true})
			if status != 200 {
				t.Fatalf("%s: status %d: %s", x.opponent, status, data)
			}
			theirs, err := stratego.ParseSetup(setupOf(truth(t, s, decode[wire.GameMeta](t, data).ID), stratego.Blue))
			if err != nil {
				t.Fatal(err)
			}
			if err := theirs.Check(v); err != nil {
				t.Error(err)
			}
			// A mirror image is the same knowledge.
			seen[min(theirs.String(), theirs.Mirror().String())] = true
		}
		if len(seen) < x.different || x.different == 1 && len(seen) != 1 {
			t.Errorf("%s, %s: %d different setups in %d games, expected %d", x.opponent, x.variant, len(seen), games, x.different)
		}
	}
}
