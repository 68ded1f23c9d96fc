package stratego_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marengo/game"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

var update = flag.Bool("update", false, "write the counts anew")

// perftCase is a line of testdata/perft.txt.
type perftCase struct {
	file, rules string
	depth       int
	count       uint64
}

const perftList = "testdata/perft.txt"

func perftCases(t *testing.T) (cases []perftCase, comments []string) {
	t.Helper()
	data, err := os.ReadFile(perftList)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			comments = append(comments, line)
			continue
		}
		var c perftCase
		if _, err := fmt.Sscan(line, &c.file, &c.rules, &c.depth, &c.count); err != nil {
			t.Fatalf("%s: %q: %v", perftList, line, err)
		}
		cases = append(cases, c)
	}
	return cases, comments
}

// state sets a case's position up.
func (c perftCase) state(t *testing.T) *stratego.State {
	t.Helper()
	g, err := formats.Read(filepath.Join("testdata", "perft", c.file+".marengo"))
	if err != nil {
		t.Fatal(err)
	}
	variant := g.Rules.Variant
	if g.Rules, err = stratego.ParseRules(c.rules); err != nil {
		t.Fatal(err)
	}
	g.Rules.Variant = variant
	s, err := g.Begin()
	if err != nil {
		t.Fatalf("%s: %v", c.file, err)
	}
	return s
}

// twinBudget is how many nodes the twin counts outside the slow suite.
const twinBudget = 30_000

// The counts are frozen; the twin has confirmed every one of them.
func TestPerft(t *testing.T) {
	cases, comments := perftCases(t)
	for i, c := range cases {
		s := c.state(t)
		if *update {
			cases[i].count = stratego.Perft(s, c.depth)
			continue
		}
		if n := stratego.Perft(s, c.depth); n != c.count {
			t.Errorf("%s under %s: perft %d is %d, expected %d", c.file, c.rules, c.depth, n, c.count)
		}
		if c.count > twinBudget && !strategotest.Slow() {
			continue
		}
		if n := newTwin(s).perft(c.depth); n != c.count {
			t.Errorf("%s under %s: the twin's perft %d is %d, expected %d", c.file, c.rules, c.depth, n, c.count)
		}
	}
	if *update {
		writePerft(t, cases, comments)
	}
}

func writePerft(t *testing.T, cases []perftCase, comments []string) {
	var b strings.Builder
	b.WriteString(strings.Join(comments, ""))
	for _, c := range cases {
		fmt.Fprintf(&b, "%-20s %-28s %2d %d\n", c.file, c.rules, c.depth, c.count)
	}
	if err := os.WriteFile(perftList, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// In random games the engine and its twin have the same legal moves and the same
// result at every ply: full armies, Barrage, and endgames that repeat.
func TestRandomGamesAgreeWithTheTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 11))
	rules := []string{"match", "isf2007", "straitego", "evaluator", "two=2,scout=true,more=true,quiet=30,plies=0", "match/barrage"}
	games := 4
	if strategotest.Slow() {
		games = 100
	}
	var n twinCounts
	for _, name := range rules {
		r, err := stratego.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		for range games {
			n.play(t, strategotest.Shuffled(t, r, rng), rng, 600)
			for range 5 {
				if r.Variant == stratego.Classic {
					n.play(t, strategotest.Endgame(t, r, rng), rng, 300)
				}
			}
		}
	}
	t.Logf("%d plies agree; two squares forbade %d moves, more squares %d", n.plies, n.two, n.more)
	if n.two == 0 || n.more == 0 {
		t.Error("the repetition rules were never put to the test")
	}
}

// twinCounts is how much was compared.
type twinCounts struct{ plies, two, more int }

// play plays a random game that likes to go back and to chase, so that the
// repetition rules bite.
func (n *twinCounts) play(t *testing.T, s *stratego.State, rng *rand.Rand, most int) {
	t.Helper()
	tw := newTwin(s)
	hunter := game.Player(rng.IntN(2))
	var path []stratego.Move
	for range most {
		moves := s.Moves(nil)
		ours := make([]string, len(moves))
		for i, m := range moves {
			ours[i] = stratego.FormatMove(m)
		}
		slices.Sort(ours)
		if theirs := tw.words(); !slices.Equal(ours, theirs) {
			t.Fatalf("ply %d under %v:\nengine %v\ntwin   %v", s.Ply(), s.Rules(), ours, theirs)
		}
		if ours, theirs := s.Result(), tw.result(); ours != theirs {
			t.Fatalf("ply %d under %v: the engine's result is %v, the twin's %v", s.Ply(), s.Rules(), ours, theirs)
		}
		two, more := s.ForbiddenMoves(nil, nil)
		n.two += len(two)
		n.more += len(more)
		if len(moves) == 0 {
			return
		}
		n.plies++
		m := repeat(s, path, hunter, rng)
		path = append(path, m)
		s.Do(m)
		tw = tw.after([2]int{int(stratego.From(m)), int(stratego.To(m))})
	}
}
