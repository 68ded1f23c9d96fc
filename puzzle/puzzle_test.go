package puzzle

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/record"
	"marengo/stratego"
)

// TestShippedPuzzlesAreSound: each can be read, its two moves are legal, its reason is
// the one that its position gives, none is there twice, and there are fifty.
func TestShippedPuzzlesAreSound(t *testing.T) {
	list, err := Shipped()
	if err != nil || len(list) < 50 {
		t.Fatalf("%d puzzles: %v", len(list), err)
	}
	seen := make(map[string]bool)
	for _, p := range list {
		v, err := p.View()
		if err != nil {
			t.Fatal(err)
		}
		moves := v.Moves(nil)
		for _, text := range []string{p.Best, p.Second} {
			if m, err := stratego.ParseMove(text); err != nil || !slices.Contains(moves, m) {
				t.Errorf("%s: %s cannot be played: %v", p.ID, text, err)
			}
		}
		best, err := stratego.ParseMove(p.Best)
		if err != nil {
			t.Fatal(err)
		}
		if kind, text := why(v, best); kind != p.Kind || text != p.Why || kind == "" {
			t.Errorf("%s: %s, %q; the position gives %s, %q", p.ID, p.Kind, p.Why, kind, text)
		}
		if seen[p.ID] || p.Gap <= 0 {
			t.Errorf("%s: twice, or with a gap of %v", p.ID, p.Gap)
		}
		seen[p.ID] = true
	}
	var b bytes.Buffer
	if err := Write(&b, list); err != nil || !bytes.Equal(b.Bytes(), shipped) {
		t.Errorf("the file is not as it would be written: %v", err)
	}
}

// grabber values taking what is known above all else.
type grabber struct{ agent.Agent }

func (grabber) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	moves := v.Moves(nil)
	t := agent.Thoughts{Valued: true}
	for _, m := range moves {
		win := 0.4
		if kind, _ := why(v, m); kind == Take {
			win = 0.7
		}
		t.Candidates = append(t.Candidates, agent.Candidate{Move: stratego.FormatMove(m), Win: win})
	}
	b.Report(t)
	return agent.Action{Move: moves[0]}, nil
}

// TestAMakerFindsWhatStandsOut in a game whose one known piece can be taken.
func TestAMakerFindsWhatStandsOut(t *testing.T) {
	rules, err := stratego.Preset("match")
	if err != nil {
		t.Fatal(err)
	}
	g := &record.Game{Rules: rules, Players: [2]string{"a", "b"}, Position: &record.Position{ToMove: stratego.Red}}
	for _, x := range []struct {
		piece string
		color stratego.Color
		known bool
	}{{"8e5", stratego.Red, false}, {"Fa1", stratego.Red, false}, {"4a4", stratego.Red, false}, {"7e6", stratego.Blue, true}, {"Fk0", stratego.Blue, false}, {"4k9", stratego.Blue, false}} {
		rank, _ := stratego.ParseRank(x.piece[0])
		square, err := stratego.ParseSquare(x.piece[1:])
		if err != nil {
			t.Fatal(err)
		}
		g.Position.Pieces = append(g.Position.Pieces, stratego.Placement{Square: square, Color: x.color, Rank: rank, Known: x.known})
	}
	state, err := g.Begin()
	if err != nil {
		t.Fatal(err)
	}
	m := Maker{Judge: grabber{}, Gap: 0.2, Step: 1}
	p, ok, err := m.at(t.Context(), state)
	if err != nil || !ok || p.Best != "e5-e6" || p.Kind != Take || !strings.Contains(p.Why, "colonel takes the major") {
		t.Fatalf("%v %v %+v", err, ok, p)
	}
	m.Gap = 0.5
	if _, ok, err := m.at(t.Context(), state); ok || err != nil {
		t.Errorf("a move that is not so far ahead makes a puzzle: %v", err)
	}
}
