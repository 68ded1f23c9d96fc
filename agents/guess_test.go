package agents

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestGuessers: every guesser serves every player that guesses, in the games it is for.
func TestGuessers(t *testing.T) {
	v := starView(t, 120, 6)
	barrage := stratego.DefaultRules
	barrage.Variant = stratego.Barrage
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, barrage, rng)
	small := new(stratego.View)
	s.View(stratego.Red, small)
	budget := agent.Budget{Nodes: 200, Evaluations: 20}
	for _, g := range guessers {
		for _, player := range []string{"star:schadd,", "invincible:", "mcts:"} {
			text := player + "guess=" + g.name
			a := newAgent(t, text)
			if _, err := a.Move(context.Background(), v, budget); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			if player == "mcts:" {
				continue // it plays classic games only
			}
			if _, err := a.Move(context.Background(), small, budget); g.classic == (err == nil) {
				t.Errorf("%s in a barrage game: %v", text, err)
			}
		}
	}
}

// TestOldSpellings: what an earlier version wrote names the same player.
func TestOldSpellings(t *testing.T) {
	for _, c := range []struct{ old, now string }{
		{"star:belief=count,depth=2", "star:guess=counting,depth=2"},
		{"star:schadd,belief=opponent", "star:schadd,guess=opponent"},
		{"star:cpc=off,depths=6,late=off", "star:cpc=off,cpcdepths=6,byhistory=off"},
		{"invincible:guess=counting", "invincible:guess=counting"},
		{"mcts:estimate=rvh", "mcts:guess=rvh"},
		{"mcts:estimate=database,database=generated", "mcts:guess=database"},
	} {
		old, now := newAgent(t, c.old), newAgent(t, c.now)
		playPlies(t, 3, 30, func(v *stratego.View, b agent.Budget) {
			x, err1 := old.Move(context.Background(), v, b)
			y, err2 := now.Move(context.Background(), v, b)
			if err1 != nil || err2 != nil || x != y {
				t.Fatalf("at ply %d %s plays %v (%v), %s %v (%v)", v.Ply(), c.old, x, err1, c.now, y, err2)
			}
		})
		f, err := Parse(c.old)
		if err != nil || f.String() != c.old {
			t.Errorf("%s is called %v (%v)", c.old, f, err)
		}
	}
	for _, twice := range []string{"star:belief=count,guess=model", "mcts:guess=exact,estimate=exact"} {
		if _, err := Parse(twice); err == nil || !strings.Contains(err.Error(), "option guess is given twice") {
			t.Errorf("%s: %v", twice, err)
		}
	}
}

// TestImportedSetups: players use the setups they are handed, and no others.
func TestImportedSetups(t *testing.T) {
	if _, err := Parse("random:setup=imported"); err == nil || !strings.Contains(err.Error(), "holds no setups") {
		t.Errorf("without imported setups: %v", err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	list := make([]stratego.Setup, 2*fewImported)
	for i := range list {
		list[i] = stratego.ShuffledSetup(stratego.Classic, rng)
	}
	asked := 0
	l := Loader{Imported: func() ([]stratego.Setup, error) { asked++; return list, nil }}
	for text, want := range map[string]int{"random": 0, "mcts": 0, "random:setup=imported": 1, "mcts:guess=database,database=imported": 1} {
		asked = 0
		f, err := l.Parse(text)
		if err != nil || asked != want || strings.Contains(f.Files(), "imported setups=sha256:") != (want > 0) {
			t.Errorf("%s asked %d times for imported setups, files %q, %v", text, asked, f.Files(), err)
		}
	}
	f, err := l.Parse("random:setup=imported")
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.New()
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Setup(context.Background(), agent.Game{Rules: stratego.DefaultRules, Seed: 1})
	known := false
	for _, s := range list {
		known = known || s == got
	}
	if err != nil || !known {
		t.Errorf("random:setup=imported sets up %v, %v", got, err)
	}
	l.Imported = func() ([]stratego.Setup, error) { return nil, errors.New("no such file") }
	if _, err := l.Parse("star:guess=database,database=imported"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("setups that cannot be read: %v", err)
	}
}
