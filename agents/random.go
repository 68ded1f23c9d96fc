package agents

import (
	"context"
	"fmt"

	"marengo/agent"
	"marengo/stratego"
)

// errNoMoves is the answer to a View in which the player cannot move: the referee
// asks no such question.
var errNoMoves = fmt.Errorf("there is no legal move in this position")

var randomEntry = Entry{
	Name:        "random",
	Description: "plays any legal move, all equally likely",
	Paper:       "Schoenmakers (2021, 4.3)",
	Play:        1,
	Variants:    anyVariant,
	Options:     []Option{setupOption("human-like")},
	build: func(a *Args) Maker {
		p := placer{a.Provider("setup")}
		return func() (agent.Agent, error) { return &random{placer: p}, nil }
	},
}

// random is the weakest yardstick (Schoenmakers 4.3, Random Agent).
type random struct {
	placer
	moves []stratego.Move
}

func (r *random) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	r.moves = v.Moves(r.moves[:0])
	if len(r.moves) == 0 {
		return agent.Action{}, errNoMoves
	}
	report(b, fmt.Sprintf("Any of its %d legal moves would have done as well.", len(r.moves)))
	return agent.Action{Move: r.moves[b.Rand().IntN(len(r.moves))]}, nil
}

// report tells a sentence where thoughts are wanted.
func report(b agent.Budget, sentence string) {
	if b.Report != nil {
		b.Report(agent.Thoughts{Summary: sentence})
	}
}

var carefulEntry = Entry{
	Name:        "careful",
	Description: "plays any legal move that does not surely lose the piece it moves",
	Paper:       "Schoenmakers (2021, 4.3)",
	Play:        1,
	Variants:    anyVariant,
	Options:     []Option{setupOption("human-like")},
	build: func(a *Args) Maker {
		p := placer{a.Provider("setup")}
		return func() (agent.Agent, error) { return &careful{random{placer: p}}, nil }
	},
}

// careful is random without attacks that cost the attacker for certain
// (Schoenmakers 4.3, Random Agent that avoids piece loss).
type careful struct{ random }

func (c *careful) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	c.moves = v.Moves(c.moves[:0])
	if len(c.moves) == 0 {
		return agent.Action{}, errNoMoves
	}
	kept := 0
	for i, m := range c.moves {
		if !losesPiece(v, m) {
			c.moves[i], c.moves[kept] = c.moves[kept], m
			kept++
		}
	}
	if kept == 0 {
		kept = len(c.moves)
	}
	report(b, fmt.Sprintf("Any of the %d moves that do not surely lose a piece would have done as well, of %d legal ones.", kept, len(c.moves)))
	return agent.Action{Move: c.moves[b.Rand().IntN(kept)]}, nil
}

// losesPiece says whether a move is an attack that the attacker cannot survive,
// whichever of its possible ranks the defender has.
func losesPiece(v *stratego.View, m stratego.Move) bool {
	defender, ok := v.At(stratego.To(m))
	if !ok {
		return false
	}
	attacker, _ := v.At(stratego.From(m))
	possible := v.Possible(defender.Color, defender.ID)
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if possible.Has(r) && stratego.Fight(attacker.Rank, r) == stratego.Win {
			return false
		}
	}
	return true
}
