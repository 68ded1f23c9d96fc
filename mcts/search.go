package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"marengo/game"
)

// Evaluator judges positions: the paper's simulation method.
type Evaluator[S game.State] interface {
	// Evaluate returns how good s is for the player me, from 0 for a defeat to 1
	// for a victory; s may be over. It leaves s as it was.
	Evaluate(s S, me game.Player) float64
}

// Rooted is an Evaluator that holds positions against the one that the search begins with. All
// worlds of a search are the same to it.
type Rooted[S game.State] interface {
	SetRoot(root S, me game.Player)
}

// Options say how a Searcher searches.
type Options[S game.State] struct {
	Selector  Selector
	Evaluator Evaluator[S]

	// Predictor gives the priors that PUCT needs; the other selectors need none.
	Predictor Predictor[S]

	// Keep, where given, returns those of a position's moves that are worth a look, at
	// least one, in their order; it may use their memory. It is asked below the root only, so
	// that Advance keeps nothing: the next root would lack moves.
	Keep func(s S, moves []game.Move) []game.Move

	// Seen returns what both players saw of the last move beyond the move itself,
	// such as the ranks of a battle. Only SearchWorlds needs it.
	Seen func(S) uint32

	// Errs is the share of the opponent's moves in the tree that are drawn at random. The tree is
	// grown with the searching player's own secrets, so an opponent that follows the selector plays as if it
	// knew them, the more so the longer the search. Only SearchWorlds asks.
	Errs float64

	// MaxBytes bounds the tree, 0 meaning DefaultMaxBytes: once it is full the
	// search goes on without adding nodes.
	MaxBytes int64
}

// DefaultMaxBytes holds some ten million evaluations.
const DefaultMaxBytes = 1 << 30

// Limits end a search; the first that is reached does. Without any, a search goes on
// until its context ends.
type Limits struct {
	Evaluations int64
	Time        time.Duration
}

// Searcher grows one tree. It is not safe for use by several goroutines at once;
// see Pool.
type Searcher[S game.State] struct {
	o    Options[S]
	tree tree
	rng  *rand.Rand

	me     game.Player
	path   []step
	buf    []game.Move
	open   []uint32 // the moves that the present world permits
	shares []float32
	full   bool // the tree has reached its bound
	kept   bool // Advance has left something to build upon

	evaluations int64
	depths      int64 // summed over the evaluations
	deepest     int
	spare       tree // where reuse copies what it keeps
}

// step is one move of a descent: the node it left and the move it took.
type step struct{ node, move uint32 }

// New returns a Searcher that draws its random choices from rng.
func New[S game.State](o Options[S], rng *rand.Rand) (*Searcher[S], error) {
	if o.Selector == nil || o.Evaluator == nil {
		return nil, errors.New("a search needs a selector and an evaluator")
	}
	s := &Searcher[S]{o: o, rng: rng, buf: make([]game.Move, 0, bufferedMoves)}
	predicted := o.Selector.predicted()
	if predicted && o.Predictor == nil {
		return nil, errors.New("pUCT needs a predictor")
	}
	if s.o.MaxBytes == 0 {
		s.o.MaxBytes = DefaultMaxBytes
	}
	s.tree.predicted, s.spare.predicted = predicted, predicted
	return s, nil
}

// bufferedMoves lets Stratego write a position's moves without making room.
const bufferedMoves = 512

// Reseed replaces the source of random choices.
func (s *Searcher[S]) Reseed(rng *rand.Rand) { s.rng = rng }

// Search explores one world from root, which it leaves as it was. The tree of an
// Advance before it is built upon; otherwise it starts empty.
func (s *Searcher[S]) Search(ctx context.Context, root S, l Limits) (Result, error) {
	if err := s.begin(root, false); err != nil {
		return Result{}, err
	}
	var failed error
	s.run(ctx, l, func() bool {
		failed = s.descend(root)
		return failed == nil
	})
	if failed != nil {
		return Result{}, failed
	}
	return s.result(), nil
}

// begin prepares the root.
func (s *Searcher[S]) begin(root S, worlds bool) error {
	s.evaluations, s.depths, s.deepest = 0, 0, 0
	s.full = false
	s.me = root.ToMove()
	if s.me != game.First && s.me != game.Second {
		return fmt.Errorf("nothing to search: %v is to move", s.me)
	}
	kept := s.kept
	s.kept = false
	if kept && s.tree.worlds == worlds && s.tree.nodes[0].mover == s.me {
		return nil // and values held against the root before, as those in the tree
	}
	if e, ok := s.o.Evaluator.(Rooted[S]); ok {
		e.SetRoot(root, s.me)
	}
	s.tree.reset()
	s.tree.worlds, s.spare.worlds = worlds, worlds
	_, err := s.expand(root, 0)
	return err
}

// clockInterval is how many iterations pass between looks at clock and context.
const clockInterval = 64

// run iterates until a limit is reached, the context ends or next says stop.
func (s *Searcher[S]) run(ctx context.Context, l Limits, next func() bool) {
	start := time.Now()
	for i := int64(0); ; i++ {
		if l.Evaluations > 0 && i >= l.Evaluations {
			return
		}
		if i > 0 && i%clockInterval == 0 {
			if ctx.Err() != nil || l.Time > 0 && time.Since(start) >= l.Time {
				return
			}
		}
		if !next() {
			return
		}
	}
}

// descend is one iteration: the paper's four steps (6.2).
func (s *Searcher[S]) descend(state S) error {
	t := &s.tree
	s.path = s.path[:0]
	played := 0
	value := 0.0
	var err error
	for n := uint32(0); ; {
		// 1. Selection: an untried move, or the selector's.
		i := s.selectMove(n, state)
		s.path = append(s.path, step{n, i})
		c := &t.cold[i]
		if c.child == over {
			value = s.forMe(t.nodes[n].mover, c.sum/float64(c.visits))
			break
		}
		state.Do(c.move)
		played++
		// 2. Expansion: a position becomes a node when it is reached again.
		if c.visits > 0 && c.child == none && !s.full {
			if c.child, err = s.expand(state, 0); err != nil {
				break
			}
		}
		if n = c.child; n == none || n == over {
			// 3. Simulation.
			value = s.o.Evaluator.Evaluate(state, s.me)
			break
		}
	}
	if err == nil {
		s.backpropagate(value)
	}
	for range played {
		state.Undo()
	}
	return err
}

// selectMove returns the move to follow from node n in its only world.
func (s *Searcher[S]) selectMove(n uint32, state S) uint32 {
	nd := &s.tree.nodes[n]
	if untried := int(nd.moves - nd.tried); untried > 0 && (!s.full || nd.tried == 0) && s.o.Selector.tries(int(nd.tried), untried, s.rng) {
		s.buf = s.moves(n == 0, state, s.buf[:0])
		return s.tree.enter(n, s.buf[nd.nth(nd.tried)])
	}
	return s.o.Selector.pick(&s.tree, nd, s.rng)
}

// moves appends the moves of a position that the search looks at.
func (s *Searcher[S]) moves(root bool, state S, buf []game.Move) []game.Move {
	have := len(buf)
	buf = state.Moves(buf)
	if s.o.Keep != nil && !root {
		buf = append(buf[:have], s.o.Keep(state, buf[have:])...)
	}
	return buf
}

// forMe turns a value for a mover into one for the searching player, and back.
func (s *Searcher[S]) forMe(mover game.Player, value float64) float64 {
	if mover == s.me {
		return value
	}
	return 1 - value
}

// expand adds a node for the state, or returns over where the game has ended. With
// a predictor all its moves are entered at once, since each has a prior.
func (s *Searcher[S]) expand(state S, seen uint32) (uint32, error) {
	mover := state.ToMove()
	if mover == game.Nobody {
		return over, nil
	}
	t := &s.tree
	s.buf = s.moves(len(t.nodes) == 0, state, s.buf[:0])
	n := t.add(mover, len(s.buf), seen, s.rng.Uint32())
	s.full = t.bytes() >= s.o.MaxBytes
	if !t.predicted {
		return n, nil
	}
	return n, s.predict(n, state, s.buf)
}

// predict enters moves of node n with their priors.
func (s *Searcher[S]) predict(n uint32, state S, moves []game.Move) error {
	s.shares = extend(s.shares[:0], len(moves))
	if err := s.o.Predictor.Predict(state, moves, s.shares); err != nil {
		return fmt.Errorf("predicting moves: %w", err)
	}
	for k, m := range moves {
		i := s.tree.enter(n, m)
		s.tree.prior[i] = s.shares[k]
	}
	return nil
}

// backpropagate is step 4: it adds the value to every move of the path.
func (s *Searcher[S]) backpropagate(value float64) {
	t := &s.tree
	for _, p := range s.path {
		nd := &t.nodes[p.node]
		nd.visits++
		t.record(p.move, s.forMe(nd.mover, value))
	}
	s.evaluations++
	s.depths += int64(len(s.path))
	s.deepest = max(s.deepest, len(s.path))
}
