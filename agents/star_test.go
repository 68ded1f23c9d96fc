package agents

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// starView returns the mover's view after random moves from a seed.
func starView(t *testing.T, plies int, seed uint64) *stratego.View {
	t.Helper()
	return strategotest.Seen(strategotest.Midgame(t, stratego.DefaultRules, plies, rand.New(rand.NewPCG(seed, 3))))
}

func TestStarPlaysEqually(t *testing.T) {
	for _, text := range []string{"star", "star:schadd", "star:schadd,guess=boer", "star:multicut=8/3/2,features=25", "star:eval=schadd,quiescence=1,scouts=long"} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			v := starView(t, 80, seed)
			var moves [2]stratego.Move
			for i := range moves {
				a, err := f.New()
				if err != nil {
					t.Fatal(err)
				}
				action, err := a.Move(context.Background(), v, agent.Budget{Nodes: 2000, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if why := v.Why(action.Move); !why.OK() {
					t.Fatalf("%s plays %s: %v", text, stratego.FormatMove(action.Move), why)
				}
				moves[i] = action.Move
			}
			if moves[0] != moves[1] {
				t.Fatalf("%s plays %s, then %s", text, stratego.FormatMove(moves[0]), stratego.FormatMove(moves[1]))
			}
		}
	}
}

func TestStarExplains(t *testing.T) {
	f, err := Parse("star:schadd")
	if err != nil {
		t.Fatal(err)
	}
	a, err := f.New()
	if err != nil {
		t.Fatal(err)
	}
	var last agent.Thoughts
	action, err := a.Move(context.Background(), starView(t, 120, 4), agent.Budget{Nodes: 5000, Report: func(x agent.Thoughts) { last = x }})
	if err != nil {
		t.Fatal(err)
	}
	if last.Depth < 1 || last.Nodes < 1 || len(last.Candidates) == 0 || len(last.Log) != 2 || len(last.Tables) != 1 || len(last.Belief) == 0 {
		t.Fatalf("thoughts %+v", last)
	}
	best := last.Candidates[0]
	if best.Move != stratego.FormatMove(action.Move) || len(best.Line) == 0 || best.Line[0] != best.Move {
		t.Fatalf("plays %s, thinks of %+v", stratego.FormatMove(action.Move), best)
	}
}

func TestStarRefuses(t *testing.T) {
	for _, bad := range []string{"star:none=1", "star:depth=x", "star:depth=-1", "star:schadd,schadd", "star:ebqs=1", "star:features=9", "star:multicut=2/3/1",
		"star:replace=best", "star:quiescence=-1", "star:cpc=1", "star:schadd,ebqs=0", "star:schadd,depths=3+x", "star:schadd,depths=12",
		"star:schadd,model=" + filepath.Join(t.TempDir(), "missing.json"), "star:etc=on,table=0", "star:null=-1", "star:null=2/x", "star:null=2/2/2", "star:guess=omniscient", "star:schadd,importance=flat"} {
		_, err := Parse(bad)
		if err == nil {
			t.Errorf("%s was accepted", bad)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error has several lines: %v", bad, err)
		}
	}
}
