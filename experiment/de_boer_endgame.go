package experiment

import (
	"context"
	"fmt"
	"io"
	"slices"

	"marengo/agent"
	"marengo/stratego"
)

// figure23 is the endgame of De Boer's figure 2.3, put together from his words (2.1.5), since the
// figure is a picture: red is to move and wins in at most a hundred moves. It
// has to trap the blue miner, which would reach the red flag first; to drive the general from
// the flag that it guards with the marshal; and to lead its miner there. All ranks are known. The
// rules are those of 2007, by which a piece may be threatened five times, with limits that end
// a game in which nothing happens.
const figure23 = `marengo position 1
rules: two=5,scout=true,more=true,quiet=1000,plies=4000
red pieces: k1#F! j1#B! k2#B! j6#M*! d3#3*!
blue pieces: a0#F! b0#B! a9#B! j0#B! j9#B! j8#B! k0#3*! b8#9*! d1#2*!
to move: red
`

// De Boer's figures for it: 28 moves if blue lets it happen, a hundred if blue threatens the miner as often
// as the rules allow.
const figure23Plies = 200

// endgamePairs are who plays the side that wins and who the other.
var endgamePairs = [][2]string{
	{"invincible", "invincible"}, {"invincible", "lewis"}, {"invincible", "careful"}, {"invincible", "star"}, {"invincible", "star:schadd"},
	{"invincible:paper", "invincible"}, {"lewis", "invincible"}, {"star", "invincible"}, {"star:schadd", "invincible"},
}

// endgame plays figure 2.3 to its end, with either colour on the winning side.
func endgame(ctx context.Context, o *Options, w io.Writer) error {
	games := o.games(10)
	t := Table{Title: "De Boer, figure 2.3: the endgame that plans solve, played to its end",
		Columns: []string{"by", "against", "won", "drawn", "lost", "plies: least", "median", "most", "within 200", "miner taken first"}}
	budget := agent.Budget{Nodes: o.nodes(20000), Evaluations: orElse(o.Evaluations, 2000)}
	for _, pair := range endgamePairs {
		played, err := gather(ctx, o, games, pair[0]+" against "+pair[1], func() func(int) (endgameResult, error) {
			return func(g int) (endgameResult, error) { return playEndgame(ctx, pair, budget, o.Seed, g) }
		})
		if err != nil {
			return err
		}
		t.Add(endgameRow(pair, played)...)
	}
	t.Note("%d games each, the colours of the two sides exchanged in every other one, %s nodes a move for searches, seed %d.", games, thousands(budget.Nodes), o.Seed)
	t.Note("The position is put together from the text (2.1.5); De Boer gives 28 moves, and at most a hundred.")
	return t.Write(w, o)
}

// endgameResult is one game: 1 for a win, and in how many plies.
type endgameResult struct {
	Score float64
	Plies int
	Trap  bool // the enemy's miner fell before his flag
}

func playEndgame(ctx context.Context, pair [2]string, b agent.Budget, seed uint64, g int) (r endgameResult, err error) {
	s, err := freePosition("figure 2.3", figure23)
	if err != nil {
		return r, err
	}
	players, side := pair, stratego.Red
	if g%2 == 1 {
		if s, err = turnedRound(s); err != nil {
			return r, err
		}
		players, side = [2]string{pair[1], pair[0]}, stratego.Blue
	}
	p, err := playOutFrom(ctx, s, players, b, seed<<32|uint64(g))
	if err != nil {
		return r, err
	}
	r.Plies = p.plies
	switch p.winner {
	case side:
		r.Score = 1
	case stratego.NoColor:
		r.Score = 0.5
	}
	for _, e := range p.events {
		r.Trap = r.Trap || e.Battle == stratego.Win && e.Attacker == stratego.Marshal && e.Defender == stratego.Miner
	}
	return r, nil
}

func endgameRow(pair [2]string, played []endgameResult) []any {
	won, drawn, within, trapped := 0, 0, 0, 0
	var plies []int64
	for _, p := range played {
		plies = append(plies, int64(p.Plies))
		switch p.Score {
		case 1:
			won++
			if p.Plies <= figure23Plies {
				within++
			}
		case 0.5:
			drawn++
		}
		if p.Trap {
			trapped++
		}
	}
	return []any{pair[0], pair[1], won, drawn, len(played) - won - drawn, slices.Min(plies), fmt.Sprintf("%.0f", median(plies)), slices.Max(plies), within, trapped}
}
