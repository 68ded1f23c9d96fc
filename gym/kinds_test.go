package gym

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"marengo/agent"
	"marengo/nn/features"
	"marengo/stratego"
)

// passenger plays any legal move, and remembers whose Views it was shown.
type passenger struct {
	moves []stratego.Move
	asked int
	wrong int
}

func anyone() (agent.Agent, error) { return new(passenger), nil }

func (p *passenger) Setup(context.Context, agent.Game) (s stratego.Setup, err error) { return s, nil }
func (p *passenger) Close() error                                                    { return nil }
func (p *passenger) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	p.asked++
	if v.Turn() != v.Color() {
		p.wrong++
	}
	p.moves = v.Moves(p.moves[:0])
	return agent.Action{Move: p.moves[b.Rand().IntN(len(p.moves))]}, nil
}

// TestGuestsAnswer: where a guest sits, the learner sees the board at its own turns
// only, and results are told as the learner sees them.
func TestGuestsAnswer(t *testing.T) {
	g := configured(t, Config{Games: 8, Groups: 1, Threads: 2, Seed: 1, Ahead: 2, Guests: []Guest{anyone, anyone, anyone}})
	rng := rand.New(rand.NewPCG(1, 1))
	ended, colors := 0, map[stratego.Color]bool{}
	for range 3000 {
		turns := make([]stratego.Color, 8)
		for i := range turns {
			turns[i] = g.groups[0][i].state.Turn()
		}
		randomActions(g, 0, rng)
		if err := g.Step(0); err != nil {
			t.Fatal(err)
		}
		for i := range turns {
			gm := &g.groups[0][i]
			report := g.memory.block(0)[reportsAt(8)+reportSize*i]
			seated := i >= 2 && i < 5
			if seated != (gm.guest.player != nil) {
				t.Fatalf("game %d: guest %v", i, gm.guest.player)
			}
			if seated && gm.state.Turn() == gm.guest.color {
				t.Fatalf("game %d waits for its guest", i)
			}
			if report == goesOn && seated != (gm.state.Turn() == turns[i]) {
				t.Fatalf("game %d: %v moved, then %v", i, turns[i], gm.state.Turn())
			}
			if report != goesOn && seated {
				ended++
				colors[gm.guest.color] = true
			}
		}
	}
	for i := 2; i < 5; i++ {
		if p := g.groups[0][i].guest.player.(*passenger); p.asked < 1000 || p.wrong > 0 {
			t.Errorf("guest %d was asked %d times, %d of them at the wrong turn", i, p.asked, p.wrong)
		}
	}
	if ended < 5 || len(colors) != 2 {
		t.Errorf("%d games ended; guests sat at %v", ended, colors)
	}
}

// TestEndlessGames: their records say that there is no limit, and still they end.
func TestEndlessGames(t *testing.T) {
	g := configured(t, Config{Games: 4, Groups: 1, Threads: 1, Seed: 1, Ahead: 1, Guests: []Guest{anyone}, Endless: 1})
	for i, want := range []int{200, 200, 0, 200} {
		if got := g.groups[0][i].state.Rules().QuietLimit; got != want {
			t.Errorf("game %d has the quiet limit %d, expected %d", i, got, want)
		}
	}
	gm := &g.groups[0][2]
	longest, rng := 0, rand.New(rand.NewPCG(2, 2))
	for range 20_000 {
		randomActions(g, 0, rng)
		if err := g.Step(0); err != nil {
			t.Fatal(err)
		}
		longest = max(longest, gm.state.Quiet())
	}
	if longest <= stratego.DefaultRules.QuietLimit || longest >= endlessQuiet {
		t.Errorf("the longest quiet was %d plies", longest)
	}
}

// TestStoredPositions: some games begin with few pieces, where another was, and can be
// told from their setups and moves like all others.
func TestStoredPositions(t *testing.T) {
	g := configured(t, Config{Games: 64, Groups: 1, Threads: 2, Seed: 1, Stored: 0.5})
	rng := rand.New(rand.NewPCG(1, 1))
	began, few := 0, 0
	for range 4000 {
		randomActions(g, 0, rng)
		if err := g.Step(0); err != nil {
			t.Fatal(err)
		}
		for i := range g.groups[0] {
			if g.memory.block(0)[reportsAt(64)+reportSize*i] == goesOn || len(g.stored.openings) == 0 {
				continue
			}
			began++
			if gm := &g.groups[0][i]; len(gm.moves) > 0 {
				few++
				if n := gm.pieces(); n > fewPieces || n < 2 {
					t.Fatalf("a stored position has %d pieces", n)
				}
			}
		}
	}
	if share := float64(few) / float64(began); began < 50 || share < 0.35 || share > 0.65 {
		t.Errorf("%d of %d games began from stored positions", few, began)
	}
}

// TestAllKindsAreSaved: saved games go on as they were, those without limits too, in a
// gym that seats guests elsewhere.
func TestAllKindsAreSaved(t *testing.T) {
	g := configured(t, Config{Games: 16, Groups: 2, Threads: 2, Seed: 7, Endless: 4, Stored: 0.2})
	if err := g.Warm(900); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games")
	if err := g.Save(path); err != nil {
		t.Fatal(err)
	}
	other := configured(t, Config{Games: 16, Groups: 2, Threads: 1, Seed: 8, Ahead: 2, Guests: []Guest{anyone, anyone}, Stored: 0.2})
	if err := other.Load(path); err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		for i := range 8 {
			if *g.memory.Record(k, i) != *other.memory.Record(k, i) || g.groups[k][i].endless != other.groups[k][i].endless {
				t.Fatalf("game %d of group %d was not taken up", i, k)
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		randomActions(other, 0, rng)
		if err := other.Step(0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLabelsAreNotObserved exchanges two hidden pieces of blue's: red's record stays as it
// is, and the labels change.
func TestLabelsAreNotObserved(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	other := blue
	i, j := slices.Index(other[:], stratego.Marshal), slices.Index(other[:], stratego.Miner)
	other[i], other[j] = other[j], other[i]
	var records [2]features.Record
	var labels [2]features.Labels
	for k, s := range []stratego.Setup{blue, other} {
		g := newGym(t, 1, 1, 1, 1)
		gm := &g.groups[0][0]
		gm.setups = [2]stratego.Setup{red, s}
		if err := gm.begin(stratego.DefaultRules); err != nil {
			t.Fatal(err)
		}
		g.show(&g.crew[0], gm, 0, 0)
		records[k], labels[k] = *g.memory.Record(0, 0), *g.memory.Labels(0, 0)
	}
	if records[0] != records[1] {
		t.Error("the record tells hidden pieces apart")
	}
	differ := 0
	for token := range labels[0] {
		if labels[0][token] != labels[1][token] {
			differ++
		}
	}
	if differ != 2 {
		t.Errorf("%d labels differ, expected 2", differ)
	}
}
