package gym

import (
	"context"
	"errors"
	"fmt"

	"marengo/agent"
	"marengo/nn/features"
	"marengo/stratego"
)

// Guest makes a player who takes a seat in one of the games: the learner plays the
// other seat only, and each of its moves is answered before it sees the board again.
type Guest func() (agent.Agent, error)

// seat is a guest's place in a game; without a player it is empty. The player stays for
// one game after another, since it plays from any View handed to it.
type seat struct {
	player agent.Agent
	color  stratego.Color
}

// answer has the guest move where it is its turn.
func (gm *game) answer(w *worker) error {
	if gm.guest.player == nil || gm.state.Turn() != gm.guest.color || gm.result().Over() {
		return nil
	}
	gm.state.View(gm.guest.color, &w.view)
	action, err := gm.guest.player.Move(context.Background(), &w.view, agent.Budget{Seed: gm.rng.Uint64()})
	if err == nil && action.Resign {
		err = errors.New("it resigned, which no guest may")
	}
	if err != nil {
		return fmt.Errorf("asking the guest: %w", err)
	}
	if why := gm.state.Why(action.Move); !why.OK() {
		return fmt.Errorf("the guest's move %s: %v", stratego.FormatMove(action.Move), why)
	}
	gm.do(features.MoveToken(action.Move, gm.guest.color))
	return nil
}
