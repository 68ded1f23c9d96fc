package agents

import (
	"math"
	"slices"

	"marengo/mcts"
	"marengo/stratego"
)

// The search judges by counting pieces, so that all moves are equal to it while no
// battle lies within its horizon: the weak endgame that Schoenmakers finds (9.4) and
// leaves to deeper search or a better evaluator. Under rules that draw a quiet game
// a side that is far ahead would then shuffle its pieces until the draw. Once a game
// has been quiet for some time, advance tells equal moves apart.

const (
	// equalShare is how far below the best average, as a part of it, an equal move's
	// may lie. A piece of a full army is ten times as much to the unit count.
	equalShare = 1.0 / 400

	// leastShare is the part of an even share of the visits that a move must have
	// had for its average to count.
	leastShare = 1.0 / 4

	// throughOwn is what a way costs more where an own piece must first step aside.
	throughOwn = 2
)

// preySteps holds the steps from each square to the nearest enemy that pieces of one rank
// can profitably attack; unreached where there is no way.
type preySteps [stratego.Squares]uint8

const unreached = math.MaxUint8

// advance makes the best move of a result that one among the equals which brings
// a piece nearest to an enemy it can take in the guessed world. Where none
// brings any nearer, the result stays as it is.
func advance(world *stratego.State, r *mcts.Result) {
	if len(r.Moves) == 0 {
		return
	}
	var prey [stratego.Ranks]*preySteps
	best, steps := -1, uint8(unreached)
	visits := float64(r.Evaluations) / float64(len(r.Moves)) * leastShare
	for i, c := range r.Moves {
		if c.Value < r.Value*(1-equalShare) || float64(c.Visits) < visits {
			continue
		}
		p, ok := world.At(stratego.From(c.Move))
		if !ok {
			continue
		}
		f := prey[p.Rank]
		if f == nil {
			f = measurePrey(world, p.Rank)
			prey[p.Rank] = f
		}
		if after := f[stratego.To(c.Move)]; after < f[p.Square] && after < steps {
			best, steps = i, after
		}
	}
	if best < 0 {
		return
	}
	chosen := r.Moves[best]
	r.Moves = slices.Insert(slices.Delete(r.Moves, best, best+1), 0, chosen)
	r.Move, r.Value = chosen.Move, chosen.Value
}

// measurePrey measures the ways of a rank of the side to move, backwards from its prey.
// Ways lead past no enemy and no own bomb or flag; own pieces that can move are in
// the way but can be waited for.
func measurePrey(world *stratego.State, rank stratego.Rank) *preySteps {
	var f preySteps
	for s := range f {
		f[s] = unreached
	}
	me := world.Turn()
	var queue []stratego.Square
	for id := range stratego.SetupSquares {
		if p := world.Piece(me.Other(), id); p.Alive() && profits(world, rank, p.Rank) {
			f[p.Square] = 0
			queue = append(queue, p.Square)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		steps := f[s] + 1
		if p, ok := world.At(s); ok && p.Color == me {
			steps += throughOwn
		}
		for _, n := range s.Neighbours() {
			if p, ok := world.At(n); ok && (p.Color != me || !p.Rank.Movable()) {
				continue
			}
			if steps < f[n] {
				f[n] = steps
				queue = append(queue, n)
			}
		}
	}
	return &f
}

// profits says whether an attack gains by the count of pieces: it wins, or it
// exchanges pieces while the attacker's side has more.
func profits(world *stratego.State, attacker, defender stratego.Rank) bool {
	switch stratego.Fight(attacker, defender) {
	case stratego.Win:
		return true
	case stratego.Tie:
		return world.Alive(world.Turn()) > world.Alive(world.Turn().Other())
	}
	return false
}
