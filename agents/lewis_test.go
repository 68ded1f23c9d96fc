package agents

import (
	"context"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/stratego"
)

// position places pieces such as "r9 e5!*": colour, rank, square, known, moved.
func position(t *testing.T, pieces ...string) *stratego.View {
	t.Helper()
	list := []stratego.Placement{
		{Square: stratego.At(0, 0), Color: stratego.Red, Rank: stratego.Flag},
		{Square: stratego.At(9, 9), Color: stratego.Blue, Rank: stratego.Flag},
	}
	for _, text := range pieces {
		p := stratego.Placement{Color: stratego.Red, Known: strings.Contains(text, "!"), Moved: strings.Contains(text, "*")}
		if text[0] == 'b' {
			p.Color = stratego.Blue
		}
		var ok bool
		if p.Rank, ok = stratego.ParseRank(text[1]); !ok {
			t.Fatalf("bad piece %q", text)
		}
		square, err := stratego.ParseSquare(text[3:5])
		if err != nil {
			t.Fatal(err)
		}
		p.Square = square
		list = append(list, p)
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, list)
	if err != nil {
		t.Fatal(err)
	}
	v := new(stratego.View)
	s.View(stratego.Red, v)
	return v
}

// Each of the heuristics, in a position in which it is the first that applies.
func TestLewisHeuristics(t *testing.T) {
	for _, c := range []struct {
		name, move string // the move, or the squares it may start with
		pieces     []string
	}{
		{"use spy", "e5-e6", []string{"rS e5", "bM e6!*", "b4 a9"}},
		{"defend against spy", "e5-e6", []string{"rM e5", "bS e6!*", "b4 a9"}},
		{"attack weaker", "e5-e6", []string{"r7 e5", "b6 e6!*", "b4 a9"}},
		{"explore attack", "e5-e6", []string{"r5 e5", "r7 a5", "b6 e6", "b4 a9"}},
		{"retreat", "e5-", []string{"r7 e5!*", "b9 e6!*", "b4 a9!"}},
		{"scout", "a4-a0", []string{"r2 a4", "b4 k9", "b5 k8"}},
		{"attack distant", "e2-", []string{"r7 e2", "b6 e8!*", "b4 a9"}},
		{"explore distant", "e2-", []string{"r5 e2", "b6 e8", "b4 a9"}},
		{"attack known with same distant", "e2-e3", []string{"r6 e2", "b6 e8!*", "bB j0!", "bB k9!"}},
		{"move forward", "e2-e3", []string{"r4 e2", "b6 a0!*", "bB j0!", "bB k9!"}},
	} {
		var thoughts agent.Thoughts
		v := position(t, c.pieces...)
		a, err := newAgent(t, "lewis").Move(context.Background(), v, agent.Budget{Report: func(x agent.Thoughts) { thoughts = x }})
		if err != nil {
			t.Fatal(err)
		}
		got := stratego.FormatMove(a.Move)
		if len(thoughts.Log) != 1 || !strings.Contains(thoughts.Log[0], " "+c.name+": ") || !strings.HasPrefix(got, c.move) {
			t.Errorf("%s: played %s, by %q, want %s", c.name, got, thoughts.Log, c.move)
		}
	}
}

// The way to a known piece leads around a lake and past a known stronger piece.
func TestLewisFindsTheWay(t *testing.T) {
	v := position(t, "r8 c4", "b7 c7!*", "bM e5!*", "b4 k8!")
	l := &lewis{}
	l.read(v)
	m, steps := l.way(int(l.ownAt[stratego.At(2, 3)]), stratego.At(2, 6))
	if stratego.FormatMove(m) != "c4-b4" || steps != 5 {
		t.Errorf("way begins with %s and takes %d moves, want c4-b4 and 5", stratego.FormatMove(m), steps)
	}
}
