package experiment

import (
	"context"
	_ "embed"
	"fmt"
	"io"

	"marengo/agent"
	"marengo/arena"
	"marengo/record"
	"marengo/store"
	"marengo/stratego"
)

// nineteenFile holds the beginnings of 200 games of invincible against lewis, as both were at
// commit e1c6a42, each up to its first position with 19 pieces against 9: `marengo match
// invincible lewis --nodes 1 --games 600` with the seed that a game's note names.
//
//go:embed selfplay/nineteen.marengo.gz
var nineteenFile []byte

var nineteenGames = archive(nineteenFile)

// nineteen prints how often invincible wins with 19 pieces against 9: against lewis, and against
// itself.
func nineteen(ctx context.Context, o *Options, w io.Writer) error {
	games, err := nineteenGames.games()
	if err != nil {
		return err
	}
	games = games[:min(len(games), o.positions(len(games)))]
	player := "invincible"
	if o.Player != "" {
		player += ":" + o.Player
	}
	t := Table{Title: "19 pieces against 9: what " + player + " makes of them", Columns: []string{"against", "won", "drawn", "lost", "share won (95%)"}}
	for _, other := range []string{"lewis", player} {
		var tally arena.Tally
		outcomes := make([]arena.Outcome, len(games))
		play := func(i int) (err error) {
			outcomes[i], err = finish(ctx, o, games[i], player, other, uint64(i))
			return err
		}
		if err := spread(ctx, o, len(games), "against "+other+", positions", func() func(int) error { return play }); err != nil {
			return err
		}
		for _, x := range outcomes {
			tally.Add(x)
		}
		share := float64(tally.Wins) / float64(len(games))
		low, high := proportion(share, len(games))
		t.Add(other, tally.Wins, tally.Draws, tally.Losses, fmt.Sprintf("%s (%s to %s)", percent(share), percent(low), percent(high)))
	}
	t.Note("%d positions out of games of invincible against lewis, rules match, seed %d.", len(games), o.Seed)
	return t.Write(w, o)
}

// finish plays the beginning of a game to its end, strong with the side that has more pieces,
// and returns its result for that side.
func finish(ctx context.Context, o *Options, g *record.Game, strong, weak string, n uint64) (arena.Outcome, error) {
	s, err := g.At(len(g.Moves))
	if err != nil {
		return 0, err
	}
	side := stratego.Red
	if s.Alive(stratego.Blue) > s.Alive(stratego.Red) {
		side = stratego.Blue
	}
	b := arena.Bout{Terms: arena.Terms{Rules: o.cut(g.Rules), Hard: patience}, Seed: o.Seed ^ n,
		Setups: [2]*stratego.Setup{&g.Setups[stratego.Red], &g.Setups[stratego.Blue]}}
	for c, name := range map[stratego.Color]string{side: strong, side.Other(): weak} {
		f, err := findPlayer(name)
		if err != nil {
			return 0, BadInput{err}
		}
		b.Players[c] = led{f, g.Moves}
	}
	played, err := playFair(ctx, b)
	if err != nil {
		return 0, err
	}
	return outcomeOf(played, side), nil
}

// outcomeOf is the result of a game for a side.
func outcomeOf(g *store.Game, c stratego.Color) arena.Outcome {
	switch g.Winner {
	case c:
		return arena.Win
	case c.Other():
		return arena.Loss
	}
	return arena.Draw
}

// led is a player whose first moves are given.
type led struct {
	arena.Contender
	moves []stratego.Move // of both sides
}

// New implements arena.Contender.
func (l led) New() (agent.Agent, error) {
	a, err := l.Contender.New()
	return ledAgent{a, l.moves}, err
}

type ledAgent struct {
	agent.Agent
	moves []stratego.Move
}

// Move implements agent.Agent.
func (l ledAgent) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if v.Ply() < len(l.moves) {
		return agent.Action{Move: l.moves[v.Ply()]}, nil
	}
	return l.Agent.Move(ctx, v, b)
}
