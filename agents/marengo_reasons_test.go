package agents

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/lookahead"
	"marengo/setup"
	"marengo/stratego"
)

// positionsOf shows the mover's View at every so many plies of random games.
func positionsOf(t *testing.T, games, every int, see func(v *stratego.View)) {
	t.Helper()
	for g := range games {
		rng := rand.New(rand.NewPCG(uint64(g), 5))
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
		var v stratego.View
		for !s.Result().Over() && s.Ply() < 600 {
			if s.Ply()%every == every-1 {
				s.View(s.Turn(), &v)
				see(&v)
			}
			moves := s.Moves(nil)
			s.Do(moves[rng.IntN(len(moves))])
		}
	}
}

// TestThoughtsAgree holds the numbers of the thoughts against each other, thinking and not:
// one scale, the first number that of the move which is played, lines that begin with the
// own move, and words that say what the numbers say.
func TestThoughtsAgree(t *testing.T) {
	for _, think := range []string{"on", "off"} {
		a := newPlayer(t, "marengo:least=0,think="+think+",weights="+tinyNetwork)
		attacks := 0
		positionsOf(t, 2, 43, func(v *stratego.View) {
			var last agent.Thoughts
			asked := v.Moves(nil)[0]
			b := agent.Budget{Evaluations: 90, Seed: uint64(v.Ply()), Asked: []stratego.Move{asked}, Report: func(x agent.Thoughts) { last = x }}
			act, err := a.Move(context.Background(), v, b)
			if err != nil {
				t.Fatal(err)
			}
			checkThoughts(t, v, &last, act.Move)
			if _, _, ok := last.Compare(asked); !ok || !lists(&last, asked) {
				t.Errorf("think=%s, ply %d: %s was asked for and is not there", think, v.Ply(), stratego.FormatMove(asked))
			}
			if strings.Contains(last.Summary, ": ") {
				attacks++
			}
			b.Report, b.Asked = nil, nil
			if again, err := a.Move(context.Background(), v, b); err != nil || again != act {
				t.Errorf("think=%s, ply %d: %v with thoughts and a question, %v without (%v)", think, v.Ply(), act, again, err)
			}
		})
		if attacks == 0 {
			t.Errorf("think=%s: no attack on an unknown piece was explained", think)
		}
	}
}

func lists(t *agent.Thoughts, m stratego.Move) bool {
	for _, c := range t.Candidates {
		if c.Move == stratego.FormatMove(m) {
			return true
		}
	}
	return false
}

func checkThoughts(t *testing.T, v *stratego.View, x *agent.Thoughts, played stratego.Move) {
	t.Helper()
	bad := func(format string, args ...any) {
		t.Errorf("ply %d: %s\n%+v", v.Ply(), fmt.Sprintf(format, args...), x.Candidates)
	}
	first := x.Candidates[0]
	if first.Move != stratego.FormatMove(played) || x.Win != first.Win || x.Score != first.Score || !x.Valued {
		bad("plays %s, and the first number %v is not its own", stratego.FormatMove(played), x.Win)
	}
	if !strings.HasPrefix(x.Summary, first.Move+" ") {
		bad("the summary %q is not about %s", x.Summary, first.Move)
	}
	share := 0.0
	for _, c := range x.Candidates {
		share += c.P
		if math.Abs(c.Win-(1+c.Score)/2) > 1e-9 || c.Win < 0 || c.Win > 1 {
			bad("%s expects %v and scores %v", c.Move, c.Win, c.Score)
		}
		if len(c.Line) > 0 && !begins(c.Line[0], c.Move) {
			bad("the line of %s begins with %s", c.Move, c.Line[0])
		}
		if c.Note == "" {
			bad("nothing is said of %s", c.Move)
		}
	}
	if share > 1+1e-6 {
		bad("shares add up to %v", share)
	}
	if want := fmt.Sprintf("%.1f%%", 100*x.Win); !strings.Contains(x.Summary, want) && !strings.Contains(x.Summary, "by force") {
		bad("the summary %q does not say %s", x.Summary, want)
	}
	for _, table := range x.Tables {
		checkOutcomes(t, v, x, table)
	}
	hidden := v.Hidden(v.Color().Other())
	if len(x.Belief) != hidden.Total() {
		bad("%d pieces are guessed at, %d are hidden", len(x.Belief), hidden.Total())
	}
}

// begins says whether a line's first event is a move.
func begins(event, move string) bool {
	from, to, _ := strings.Cut(move, "-")
	return event == move || strings.HasPrefix(event, from+"#") && strings.Contains(event, "x"+to+"#")
}

// checkOutcomes compares the table of an attack with the belief and with what is expected of
// the attack in all.
func checkOutcomes(t *testing.T, v *stratego.View, x *agent.Thoughts, table agent.Table) {
	t.Helper()
	move, _, _ := strings.Cut(table.Name, " ")
	_, to, _ := strings.Cut(move, "-")
	total, sum := 0.0, 0.0
	for _, row := range table.Rows {
		total += row.Cells[0]
		sum += row.Cells[0] * row.Cells[1]
	}
	for _, c := range x.Candidates {
		if c.Move == move && math.Abs(sum/total-100*c.Win) > 1e-6 {
			t.Errorf("ply %d: ranks of %s expect %v, it expects %v", v.Ply(), move, sum/total, 100*c.Win)
		}
		if c.Move != move {
			continue
		}
		for _, b := range x.Belief {
			if b.Square == to && !strings.Contains(c.Note, fmt.Sprintf("%.0f%% bomb", 100*b.P[stratego.Bomb])) && b.P[stratego.Bomb] >= worthSaying {
				t.Errorf("ply %d: %q, and a bomb has %v", v.Ply(), c.Note, b.P[stratego.Bomb])
			}
		}
	}
}

// TestWhyNotTheSecond: a move that promises more and is not played has its reason told as it was.
func TestWhyNotTheSecond(t *testing.T) {
	played := lookahead.Candidate{Move: stratego.NewMove(30, 40), Samples: 12, Share: 0.9, Expected: 0.1, Chosen: 0.1}
	second := lookahead.Candidate{Move: stratego.NewMove(31, 41), Samples: 12, Share: 0.1, Expected: 0.4, Chosen: 0.4}
	for want, c := range map[string]lookahead.Candidate{
		"its worst reply, a draw or coming back": {Share: 0.1, Chosen: 0.4, Score: -0.2},
		"on too few worlds":                      {Share: 0.1, Chosen: 0.4, Score: 0.2},
		"looked no better when":                  {Share: 0.1, Chosen: 0, Score: -0.2},
		"played 30% of the time":                 {Share: 0.3, Chosen: 0.4, Score: 0.2},
	} {
		second.Share, second.Chosen, second.Score = c.Share, c.Chosen, c.Score
		if got := (teller{thought: &lookahead.Thought{}}).second([]*lookahead.Candidate{&played, &second}); !strings.Contains(got, want) {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// TestNoOtherMove: who has but one move, or none that does not lose, was not sure of it.
func TestNoOtherMove(t *testing.T) {
	played := []*lookahead.Candidate{{Move: stratego.NewMove(30, 40)}}
	two := []stratego.Move{played[0].Move, stratego.NewMove(31, 41)}
	for want, x := range map[string]lookahead.Thought{
		"There is no other move.": {Moves: two[:1]},
		"":                        {Moves: two, Lost: two[1:]},
		"It is so sure of it that it weighed no other.": {Moves: two},
	} {
		if got := (teller{thought: &x}).second(played); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
