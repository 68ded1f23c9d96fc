package agents

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func TestParse(t *testing.T) {
	for _, good := range []string{"random", "careful:setup=random", "lewis", "lewis:setup=named:lewis/1"} {
		f, err := Parse(good)
		if err != nil {
			t.Errorf("%s: %v", good, err)
			continue
		}
		if f.String() != good {
			t.Errorf("%s came back as %s", good, f)
		}
		if a, err := f.New(); err != nil || a.Close() != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, c := range []struct{ text, says string }{
		{"", "expected one of random, careful, lewis"},
		{"lewiss", "expected one of random, careful, lewis"},
		{"lewis:depth=4", "expected one of setup"},
		{"lewis:setup", "has no value"},
		{"lewis:setup=", "has no value"},
		{"marengo:forced", "option forced has no value, expected forced=0.3 or the like"},
		{"marengo:kernel=", "option kernel has no value, expected kernel=… (how networks are computed"},
		{"lewis:setup=random,setup=random", "twice"},
		{"lewis:setup=foo", "expected one of"},
		{"lewis:setup=file:/nowhere/at/all", "nowhere"},
		{"cmd:", "no program"},
		{`cmd:"a 'b"`, "not closed"},
		{"cmd:/nowhere/at/all", "nowhere"},
	} {
		_, err := Parse(c.text)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want one sentence with %q", c.text, err, c.says)
		}
	}
}

func TestTableIsInOrder(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range Table() {
		if e.Name == "" || e.Description == "" || len(e.Variants) == 0 || strings.ContainsAny(e.Name, ":,= ") || seen[e.Name] || (e.Play < 1) != e.Free {
			t.Errorf("entry %q: description %q, variants %v, revision %d", e.Name, e.Description, e.Variants, e.Play)
		}
		seen[e.Name] = true
		for _, o := range e.Options {
			if o.Name == "" || o.Help == "" || strings.ContainsAny(o.Name+o.Default, ",=") {
				t.Errorf("%s has the option %+v", e.Name, o)
			}
		}
	}
}

func TestFilesArePartOfTheIdentity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "setups.txt")
	line := stratego.ShuffledSetup(stratego.Classic, rand.New(rand.NewPCG(1, 1))).String()
	identity := func(text string) string {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Parse("random:setup=file:" + path)
		if err != nil {
			t.Fatal(err)
		}
		return f.Files()
	}
	a, b := identity(line+"\n"), identity(line+"\n\n")
	if a == b || !strings.Contains(a, "sha256:") || !strings.Contains(a, path) {
		t.Errorf("identities %q and %q", a, b)
	}
}

func TestSplitCommand(t *testing.T) {
	for text, want := range map[string][]string{
		`"./bot -x 1"`:    {"./bot", "-x", "1"},
		`./bot  -x`:       {"./bot", "-x"},
		`'my bot' "a b"`:  {"my bot", "a b"},
		`my\ bot ""`:      {"my bot", ""},
		`"my bot" -x`:     {"my bot", "-x"},
		`bot 'a\b' "c\"d`: nil,
		`bot "c\"d"`:      {"bot", `c"d`},
	} {
		got, err := splitCommand(text)
		if !reflect.DeepEqual(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}

// playPlies plays a game of two agents of the table and calls look before each move.
func playPlies(t *testing.T, seed uint64, plies int, look func(v *stratego.View, b agent.Budget)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	mover := newAgent(t, "lewis")
	for ply := 0; ply < plies && !s.Result().Over(); ply++ {
		var v stratego.View
		s.View(s.Turn(), &v)
		b := agent.Budget{Nodes: 50, Evaluations: 50, Seed: rng.Uint64()}
		look(&v, b)
		action, err := mover.Move(context.Background(), &v, b)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(action.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func newAgent(t *testing.T, name string) agent.Agent {
	t.Helper()
	f, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.New()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// An agent that has played the whole game and one handed the View cold choose alike,
// and neither changes the View. Only what plays by another process is exempt.
func TestColdAgentsChooseAlike(t *testing.T) {
	plies := map[string]int{"random": 200, "careful": 200, "lewis": 200}
	for _, e := range Table() {
		if e.OwnSetup {
			continue
		}
		f, err := Parse(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		warm, err := f.New()
		if err != nil {
			t.Logf("passed over: %v", err) // a build without its files
			continue
		}
		playPlies(t, 5, max(plies[e.Name], 24), func(v *stratego.View, b agent.Budget) {
			before := v.Clone()
			a, err1 := warm.Move(context.Background(), v, b)
			cold, err := f.New()
			if err != nil {
				t.Fatal(err)
			}
			c, err2 := cold.Move(context.Background(), v.Clone(), b)
			if err1 != nil || err2 != nil || a != c {
				t.Fatalf("%s at ply %d: warm %s (%v), cold %s (%v)", e.Name, v.Ply(), stratego.FormatMove(a.Move), err1, stratego.FormatMove(c.Move), err2)
			}
			if !reflect.DeepEqual(before, v.Clone()) {
				t.Fatalf("%s changed its View at ply %d", e.Name, v.Ply())
			}
		})
	}
}

func TestCarefulAvoidsSureLoss(t *testing.T) {
	a := newAgent(t, "careful")
	playPlies(t, 6, 300, func(v *stratego.View, b agent.Budget) {
		action, err := a.Move(context.Background(), v, b)
		if err != nil {
			t.Fatal(err)
		}
		sane := false
		for _, m := range v.Moves(nil) {
			sane = sane || !losesPiece(v, m)
		}
		if sane && losesPiece(v, action.Move) {
			t.Errorf("ply %d: %s loses the piece for certain", v.Ply(), stratego.FormatMove(action.Move))
		}
	})
}
