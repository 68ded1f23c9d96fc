package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"marengo/game"
)

// Worlds makes possible worlds: complete positions that agree with all that the
// searching player knows.
type Worlds[S game.State] interface {
	// World returns a fresh world. It may use the memory of the one before.
	World(rng *rand.Rand) (S, error)
}

// SearchWorlds explores a fresh world with each descent. All worlds must have the
// same player to move and show him the same.
func (s *Searcher[S]) SearchWorlds(ctx context.Context, w Worlds[S], l Limits) (Result, error) {
	if s.o.Seen == nil {
		return Result{}, errors.New("a search of many worlds needs to know what is seen")
	}
	world, err := w.World(s.rng)
	if err != nil {
		return Result{}, err
	}
	if err := s.begin(world, true); err != nil {
		return Result{}, err
	}
	var failed error
	s.run(ctx, l, func() bool {
		if failed = s.descendWorld(world); failed == nil {
			world, failed = w.World(s.rng)
		}
		return failed == nil
	})
	if failed != nil {
		return Result{}, failed
	}
	return s.result(), nil
}

// descendWorld is one iteration in a world that it may leave changed. Its steps are
// those of descend, but for two things: only the world's own moves are open,
// and what is seen of a move decides which of its nodes follows.
func (s *Searcher[S]) descendWorld(state S) error {
	t := &s.tree
	s.path = s.path[:0]
	for n := uint32(0); ; {
		if err := s.openMoves(n, state); err != nil {
			return err
		}
		i := s.pickOpen(n)
		s.path = append(s.path, step{n, i})
		state.Do(t.cold[i].move)
		if state.ToMove() == game.Nobody {
			break
		}
		seen := s.o.Seen(state)
		n = t.child(i, seen)
		if n == none {
			if t.cold[i].visits == 0 || s.full {
				break
			}
			// Reached again, or for the first time with this seen: both times
			// the position gets its moves and the descent ends here.
			child, err := s.expand(state, seen)
			if err != nil {
				return err
			}
			t.link(i, child)
			break
		}
	}
	s.backpropagate(s.o.Evaluator.Evaluate(state, s.me))
	return nil
}

// openMoves fills s.open with the indices of the node's tried moves that the world
// permits, counting them available, and leaves the untried ones in s.buf. With
// a predictor it enters the untried ones first.
func (s *Searcher[S]) openMoves(n uint32, state S) error {
	t := &s.tree
	s.buf = s.moves(n == 0, state, s.buf[:0])
	if s.sortOpen(n); len(s.buf) > 0 && t.predicted {
		// Priors are shares of all the world's moves, so all are predicted again.
		untried := len(s.buf)
		s.buf = s.moves(n == 0, state, s.buf)
		if err := s.predictUntried(n, state, untried); err != nil {
			return err
		}
		s.buf = append(s.buf[:0], s.buf[untried:]...)
		s.sortOpen(n)
	}
	for _, i := range s.open {
		t.avail[i]++
	}
	return nil
}

// sortOpen moves the tried moves of s.buf to s.open, as indices.
func (s *Searcher[S]) sortOpen(n uint32) {
	t := &s.tree
	s.open = s.open[:0]
	nd := &t.nodes[n]
	untried := 0
	for _, m := range s.buf {
		if i, ok := t.find(nd, m); ok {
			s.open = append(s.open, i)
		} else {
			s.buf[untried] = m
			untried++
		}
	}
	s.buf = s.buf[:untried]
}

// predictUntried enters the first untried moves of s.buf, the others being the
// world's whole list, with their priors.
func (s *Searcher[S]) predictUntried(n uint32, state S, untried int) error {
	all := s.buf[untried:]
	s.shares = extend(s.shares[:0], len(all))
	if err := s.o.Predictor.Predict(state, all, s.shares); err != nil {
		return fmt.Errorf("predicting moves: %w", err)
	}
	for _, m := range s.buf[:untried] {
		i := s.tree.enter(n, m)
		s.tree.prior[i] = s.shares[slices.Index(all, m)]
	}
	return nil
}

// pickOpen returns a random untried move, where there is one and the selector tries
// it, and the selector's choice among the open ones otherwise. An opponent may err.
func (s *Searcher[S]) pickOpen(n uint32) uint32 {
	t := &s.tree
	untried := len(s.buf)
	if untried > 0 && !t.predicted && (len(s.open) == 0 || !s.full && s.o.Selector.tries(len(s.open), untried, s.rng)) {
		i := t.enter(n, s.buf[s.rng.Uint32N(uint32(len(s.buf)))])
		t.avail[i] = 1
		return i
	}
	if s.o.Errs > 0 && t.nodes[n].mover != s.me && s.rng.Float64() < s.o.Errs {
		return s.open[s.rng.IntN(len(s.open))]
	}
	return s.o.Selector.pickAmong(t, &t.nodes[n], s.open, untried, s.rng)
}
