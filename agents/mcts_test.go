package agents

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/setup"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// fast keeps these tests quick: no setups need to be generated for it.
const fast = "mcts:n=150,guess=random"

func TestMCTSBadOptions(t *testing.T) {
	broken := t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, stateWeights), []byte("MARENGO\x00 and then nothing of use, but long enough to be a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"mcts:select=best":      "option select is \"best\", expected one of epsilon, ucb, puct",
		"mcts:guess=oracle":     "expected one of counting, boer, model, opponent, habits, network, random, database, rvh, direct, exact",
		"mcts:guess=omniscient": "only experiments",
		"mcts:evaluate=good":    "expected one of nuc, rollout, mets, mets-sum, flat, noflag, nuvc, worth, gain, nn, double, doublenuc",
		"mcts:select=ucb,c=-1":  "option c is \"-1\", expected a number from 0",
		"mcts:n=-1":             "option n is \"-1\", expected a whole number from 0",
		"mcts:worlds=two":       "expected one of one, many",
		"mcts:depth=4":          "unknown option \"depth\", expected one of guess, database, weights, kernel, select, c,",
		"mcts:guess=database,database=/no/such/file": "/no/such/file",
		"mcts:evaluate=nn,weights=" + broken:         stateWeights,
		"mcts:select=puct,weights=/no/such/folder":   moveWeights,
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := Parse("lewis"); err != nil {
		t.Errorf("bad weights keep lewis from playing: %v", err)
	}
}

// playOn plays an agent against random moves and returns what it played.
func playOn(t *testing.T, a agent.Agent, seed uint64, plies int) (played []stratego.Move) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var setups [2]stratego.Setup
	for c := range setups {
		var err error
		if setups[c], err = (setup.SemiRandom{}).Setup(stratego.DefaultRules, rng); err != nil {
			t.Fatal(err)
		}
	}
	s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	return playAsRed(t, a, s, plies, rng)
}

// playAsRed lets an agent play on in red against random moves, until so many plies
// are played, and returns its moves.
func playAsRed(t *testing.T, a agent.Agent, s *stratego.State, plies int, rng *rand.Rand) (played []stratego.Move) {
	t.Helper()
	var v stratego.View
	var buf []stratego.Move
	for s.Ply() < plies && !s.Result().Over() {
		if s.Turn() == stratego.Blue {
			buf = s.Moves(buf[:0])
			s.Do(buf[rng.IntN(len(buf))])
			continue
		}
		s.View(stratego.Red, &v)
		action, err := a.Move(context.Background(), &v, agent.Budget{Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(action.Move); err != nil {
			t.Fatal(err)
		}
		played = append(played, action.Move)
	}
	return played
}

// TestMCTSParts plays a few moves with every part, and twice the same.
func TestMCTSParts(t *testing.T) {
	list := filepath.Join(t.TempDir(), "setups.txt")
	var lines strings.Builder
	rng := rand.New(rand.NewPCG(2, 2))
	for range 20 {
		lines.WriteString(stratego.ShuffledSetup(stratego.Classic, rng).String() + "\n")
	}
	if err := os.WriteFile(list, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	texts := []string{fast + ",select=epsilon", fast + ",worlds=many", fast + ",threads=2", fast + ",reuse=on", fast + ",worlds=many,reuse=on",
		fast + ",select=epsilon,draw=all", fast + ",worlds=many,select=epsilon,draw=all", fast + ",near=3,reuse=on",
		fast + ",worlds=many,threads=2,select=epsilon", "mcts:n=150,guess=database,database=" + list}
	for _, e := range evaluatorNames {
		texts = append(texts, "mcts:n=20,guess=random,evaluate="+e)
	}
	for _, text := range append(texts, "mcts:n=20,guess=direct", "mcts:n=20,guess=rvh", "mcts:n=50,select=puct,guess=random",
		"mcts:n=50,select=puct,guess=random,worlds=many") {
		one, two := playOn(t, newPlayer(t, text), 3, 24), playOn(t, newPlayer(t, text), 3, 24)
		for i := range one {
			if one[i] != two[i] {
				t.Errorf("%s: equal seeds play %v and %v", text, stratego.FormatMove(one[i]), stratego.FormatMove(two[i]))
			}
		}
	}
}

func TestMCTSThoughts(t *testing.T) {
	v, err := stratego.NewView(stratego.DefaultRules, stratego.Red, stratego.ShuffledSetup(stratego.Classic, rand.New(rand.NewPCG(1, 1))))
	if err != nil {
		t.Fatal(err)
	}
	var got agent.Thoughts
	_, err = newPlayer(t, "mcts:guess=random").Move(context.Background(), v, agent.Budget{Evaluations: 2000, Report: func(th agent.Thoughts) { got = th }})
	if err != nil {
		t.Fatal(err)
	}
	if got.Evaluations != 2000 || len(got.Candidates) == 0 || len(got.Belief) != 40 || !got.Valued || got.Depth < 2 || len(got.Candidates[0].Line) == 0 {
		t.Errorf("thoughts %+v", got)
	}
}

// TestMCTSTakesWhatItKnows: a marshal next to a known miner takes it, and flees
// from nothing.
func TestMCTSTakesWhatItKnows(t *testing.T) {
	piece := func(sq string, c stratego.Color, r stratego.Rank) stratego.Placement {
		s, err := stratego.ParseSquare(sq)
		if err != nil {
			t.Fatal(err)
		}
		return stratego.Placement{Square: s, Color: c, Rank: r, Known: r.Movable(), Moved: r.Movable()}
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, []stratego.Placement{
		piece("a1", stratego.Red, stratego.Flag), piece("e4", stratego.Red, stratego.Marshal), piece("b2", stratego.Red, stratego.Captain),
		piece("k0", stratego.Blue, stratego.Flag), piece("e5", stratego.Blue, stratego.Miner), piece("h8", stratego.Blue, stratego.Major),
	})
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	s.View(stratego.Red, &v)
	for _, text := range []string{"mcts:n=2000,guess=random", "mcts:n=2000,guess=random,select=epsilon", "mcts:n=2000,guess=random,worlds=many"} {
		action, err := newPlayer(t, text).Move(context.Background(), &v, agent.Budget{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if got := stratego.FormatMove(action.Move); got != "e4-e5" {
			t.Errorf("%s plays %s, want e4-e5", text, got)
		}
	}
}

func TestExperimentalOpensTheDoor(t *testing.T) {
	factory, err := ParseExperimental("mcts:n=50,guess=omniscient")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	a, err := factory.New()
	if err != nil {
		t.Fatal(err)
	}
	a.(Omniscient).SeeTruth(func() *stratego.State { return s })
	var v stratego.View
	s.View(stratego.Red, &v)
	var got agent.Thoughts
	if _, err := a.Move(context.Background(), &v, agent.Budget{Report: func(th agent.Thoughts) { got = th }}); err != nil {
		t.Fatal(err)
	}
	for id, row := range got.Belief {
		if r := s.Piece(stratego.Blue, id).Rank; row.P[r] != 1 {
			t.Fatalf("the omniscient estimator is not sure of piece %d", id)
		}
	}
}
