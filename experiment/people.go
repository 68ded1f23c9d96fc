package experiment

import (
	"context"
	"fmt"
	"io"

	"marengo/agent"
	"marengo/stratego"
)

// situation is a moment of a game between a person and a program, as far as the text of a
// thesis tells it. The pictures are lost, so only what the text names stands where
// it stood; the rest is as little as the moment needs.
type situation struct {
	name     string
	source   string
	happened string   // what was played, and what came of it
	played   string   // that move, where the text gives it
	better   []string // moves that the author would rather have seen
	position string   // after the first line and the rules
}

// situations are those of De Boer's appendix C (8.3) and Schoenmakers's chapter 9, the program
// to move in each.
var situations = []situation{
	{"a sergeant walks to the flag", "De Boer C, game 1, moves 303-314",
		"Invincible goes on attacking, and the flag falls", "", []string{"c3-b3", "c3-c2"},
		"red pieces: a1#F c3#8* h7#M*! h4#S\nblue pieces: a4#4*! k0#F h9#9*! j9#B e8#7*!\nto move: red\n"},
	{"between two weaker pieces", "De Boer C, game 2, move 147",
		"Invincible lets the moment pass", "", []string{"e3-e4"},
		"red pieces: a1#F e3#8* b2#B h2#2\nblue pieces: d4#7*! f4#6*! k0#F h9#M*! g8#9*!\nto move: red\n"},
	{"a scout looks for the spy", "De Boer C, game 4, moves 101-111",
		"a scout takes the spy, which never moved", "e3-e8", nil,
		"red pieces: a1#F e3#2 b2#B c2#M d2#9*! g2#8*!\nblue pieces: e8#S d9#4 k0#F j0#B k9#B g8#8 f7#8*! c8#5\nto move: red\n"},
	{"the last scout", "De Boer C, game 4, move 329",
		"Invincible's last scout attacks the last enemy piece from afar and wins", "j2-j8", []string{"j2-j8"},
		"red pieces: a1#F b1#B j2#2*! d9#8*! f7#M*!\nblue pieces: j8#2*! k0#F! j0#B! k9#B!\nto move: red\n"},
	{"a piece beside a known bomb", "De Boer C, game 5, moves 430-442",
		"Invincible lets the miner take the bomb and then the flag", "", []string{"g1-h1", "h3-h2"},
		"red pieces: k1#F j1#B! k2#B g1#8*! h3#7*! a4#2\nblue pieces: h1#3* k0#F b8#S* c9#7*! d8#6 e9#5\nto move: red\n"},
	{"a sacrifice before the flag", "Schoenmakers 9.2.1",
		"the lieutenant attacks the known general, to lead it away from the flag behind", "d9-d8", nil,
		"red pieces: k1#F k2#B j1#B d8#9*! f3#M e3#7*!\nblue pieces: d0#F c0#B e0#B d9#5 e8#2* f8#9 b9#6*! h9#4\nto move: blue\n"},
	{"an open file to the flag", "Schoenmakers 9.2.1, figure 9.5",
		"an unseen scout at the top of the board takes the flag", "k0-k1", []string{"k0-k1"},
		"red pieces: k1#F j1#B h7#8*! f3#M a2#4\nblue pieces: k0#2 d0#F c0#B e0#B b9#6*! h9#4 g8#7*!\nto move: blue\n"},
	{"two steps from the flag", "Schoenmakers 9.2.2, figure 9.9",
		"the marshal takes a captain, then runs into the bomb on d1", "c2-d2", []string{"c2-b2", "c2-c1"},
		"red pieces: b1#F d1#B d2#6*! a3#4 j9#M*! h4#8*!\nblue pieces: c2#M*! a0#F b0#B a9#B k8#8*! g7#6*!\nto move: blue\n"},
	{"miner or bomb", "Schoenmakers 9.2.2, figure 9.10",
		"the captain takes the bomb for the flag; taking the last miner would have made a draw", "c2-d2", []string{"c2-b2"},
		"red pieces: f1#F e1#B d2#B b2#3* k4#M*! j6#8*!\nblue pieces: c2#6*! a0#F b0#B a9#B f8#3*! g8#3*! h9#8*!\nto move: blue\n"},
	{"a colonel in a nook", "Schoenmakers 9.2.3, figure 9.14",
		"the colonel stays where it is, since nothing to take is within the horizon", "", []string{"e1-e2"},
		"red pieces: k1#F d1#B! f1#B! j2#4 h2#3 e8#8*! c8#8*!\nblue pieces: e1#8*! a0#F b9#B g9#8*! h8#7*! j9#5\nto move: blue\n"},
}

// peoplePlayers are ours, asked what they would do.
var peoplePlayers = []string{"lewis", "invincible:paper", "invincible", "star", "star:schadd", "mcts:paper,guess=exact", "marengo"}

// people prints what our players do in those moments.
func people(ctx context.Context, o *Options, w io.Writer) error {
	t := Table{Title: "Moments of games with people: what the program did, what the author would have done, what ours do",
		Columns: []string{"moment", "played", "better"}}
	t.Columns = append(t.Columns, peoplePlayers...)
	budget := agent.Budget{Nodes: o.nodes(20000), Evaluations: orElse(o.Evaluations, 10000), Seed: o.Seed}
	followed := make([]int, len(peoplePlayers))
	advised := 0
	for i, s := range situations {
		row := []any{s.name, orDash(s.played), advice(s.better)}
		if len(s.better) > 0 {
			advised++
		}
		for k, player := range peoplePlayers {
			o.progress(i*len(peoplePlayers)+k, len(situations)*len(peoplePlayers), "moments")
			move, err := answer(ctx, s, player, budget)
			if err != nil {
				return err
			}
			row = append(row, move)
			for _, m := range s.better {
				if m == move {
					followed[k]++
				}
			}
		}
		t.Add(row...)
	}
	row := []any{"as advised", "", ""}
	for k := range peoplePlayers {
		row = append(row, fmt.Sprintf("%d of %d", followed[k], advised))
	}
	t.Add(row...)
	for _, s := range situations {
		t.Note("%s (%s): %s.", s.name, s.source, s.happened)
	}
	t.Note("%s nodes or %s evaluations a move, seed %d. The positions hold what the texts tell; the pictures are lost.", thousands(budget.Nodes), thousands(budget.Evaluations), o.Seed)
	return t.Write(w, o)
}

// answer asks a player for its move.
func answer(ctx context.Context, s situation, player string, b agent.Budget) (string, error) {
	state, err := s.state()
	if err != nil {
		return "", err
	}
	f, err := findPlayer(player)
	if err != nil {
		return "", BadInput{err}
	}
	a, err := f.New()
	if err != nil {
		return "", err
	}
	defer a.Close() // asked once
	var v stratego.View
	state.View(state.Turn(), &v)
	action, err := a.Move(ctx, &v, b)
	if err != nil {
		return "", fmt.Errorf("%s, %s: %w", player, s.name, err)
	}
	if action.Resign {
		return "resigns", nil
	}
	return stratego.FormatMove(action.Move), nil
}

func (s situation) state() (*stratego.State, error) {
	return freePosition(s.name, "marengo position 1\nrules: match\n"+s.position)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func advice(moves []string) string {
	if len(moves) == 0 {
		return "-"
	}
	text := moves[0]
	for _, m := range moves[1:] {
		text += " or " + m
	}
	return text
}
