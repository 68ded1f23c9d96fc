// Package gametest is the conformance kit that every game.State passes.
//
// Run plays seeded random games and checks on the way what searches rely on:
// Undo restores everything, moves come in a fixed order, chances sum to 1, and
// positions with equal keys play alike. Meet looks for such positions in games that
// repeat themselves, where the path matters.
package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/game"
)

// Options scale the kit; the zero value is meant for ordinary tests.
type Options struct {
	Games int    // random games, 10 by default
	Plies int    // longest game in moves and chance events, 300 by default
	Seed  uint64 // of the games' random choices

	// Describe, where given, writes a position out in full with all that can
	// change how it plays. States with equal descriptions must have equal keys.
	Describe func(game.State) string

	// MayAllocate turns off the check that doing, undoing and generating moves
	// allocate nothing.
	MayAllocate bool
}

// keyDepths is how many depths of Key are compared.
const keyDepths = 6

// sumTolerance is how far the chances of a node may be from 1.
const sumTolerance = 1e-9

// nodeBudget bounds the subtrees that are walked to see whether positions with
// equal keys play alike.
const nodeBudget = 500

// Run checks the game whose starts newState makes. newState must return equal
// states for equal random numbers.
func Run(t *testing.T, newState func(rng *rand.Rand) game.State, o Options) {
	t.Helper()
	if o.Games == 0 {
		o.Games = 10
	}
	if o.Plies == 0 {
		o.Plies = 300
	}
	k := &kit{opts: o, played: map[subtreeKey]uint64{}, described: map[string][keyDepths]uint64{}}
	for g := range o.Games {
		rng := rand.New(rand.NewPCG(o.Seed, uint64(g)))
		start := rng.Uint64()
		fresh := func() game.State { return newState(rand.New(rand.NewPCG(start, 0))) }
		if err := k.playGame(fresh, rng); err != nil {
			t.Fatalf("game %d (seed %d): %v", g, o.Seed, err)
		}
	}
	if !o.MayAllocate {
		checkAllocations(t, newState(rand.New(rand.NewPCG(o.Seed, 0))), rand.New(rand.NewPCG(o.Seed, 1)))
	}
}

// kit remembers what was seen in all games, so that equal keys meet.
type kit struct {
	opts      Options
	played    map[subtreeKey]uint64
	described map[string][keyDepths]uint64
}

// subtreeKey is a position's key for a depth.
type subtreeKey struct {
	key   uint64
	depth int
}

// playGame plays one random game forwards on two states, one of which also
// tries every move at each position, and then takes it all back.
func (k *kit) playGame(fresh func() game.State, rng *rand.Rand) error {
	s, twin := fresh(), fresh()
	var path []snapshot
	var moves []game.Move
	for len(moves) < k.opts.Plies {
		before := take(s)
		if err := before.check(s); err != nil {
			return fmt.Errorf("after %v: %w", moves, err)
		}
		if diff := before.differs(take(twin)); diff != "" {
			return fmt.Errorf("after %v: the same moves led to states that differ in %s", moves, diff)
		}
		if before.toMove == game.Nobody {
			break
		}
		if err := tryAll(s, before); err != nil {
			return fmt.Errorf("after %v: %w", moves, err)
		}
		if err := k.checkKeys(s, before); err != nil {
			return fmt.Errorf("after %v: %w", moves, err)
		}
		m := before.pick(rng)
		path, moves = append(path, before), append(moves, m)
		s.Do(m)
		twin.Do(m)
	}
	for i := len(path) - 1; i >= 0; i-- {
		s.Undo()
		if diff := path[i].differs(take(s)); diff != "" {
			return fmt.Errorf("taking %d moves back after %v did not restore %s", len(path)-i, moves, diff)
		}
	}
	return nil
}

// tryAll does and undoes every move or event, and a pass where the game has one.
func tryAll(s game.State, before snapshot) error {
	for _, m := range before.choices() {
		s.Do(m)
		s.Undo()
		if diff := before.differs(take(s)); diff != "" {
			return fmt.Errorf("doing and undoing %#x changed %s", m, diff)
		}
	}
	p, ok := s.(game.Passer)
	if !ok || before.toMove > game.Second || !p.CanPass() {
		return nil
	}
	p.Pass()
	if got := s.ToMove(); got != before.toMove.Other() && got != game.Chance && got != game.Nobody {
		return fmt.Errorf("%v is to move after %v passed", got, before.toMove)
	}
	s.Undo()
	if diff := before.differs(take(s)); diff != "" {
		return fmt.Errorf("passing and undoing changed %s", diff)
	}
	return nil
}

// checkKeys holds the position against all those seen with an equal key or an
// equal description.
func (k *kit) checkKeys(s game.State, at snapshot) error {
	for depth := range 3 {
		budget := nodeBudget
		h, complete := subtree(s, depth, &budget)
		if !complete {
			break
		}
		id := subtreeKey{at.keys[depth], depth}
		if seen, ok := k.played[id]; ok && seen != h {
			return fmt.Errorf("key %#x is shared by positions that do not play alike for %d plies", id.key, depth)
		}
		k.played[id] = h
	}
	if k.opts.Describe == nil {
		return nil
	}
	text := k.opts.Describe(s)
	if keys, ok := k.described[text]; ok && keys != at.keys {
		return fmt.Errorf("equal positions have different keys %x and %x:\n%s", keys, at.keys, text)
	}
	k.described[text] = at.keys
	return nil
}

// subtree digests how a position plays for depth plies: who moves, the moves and
// chances, results. Chance events are no ply. It gives up once the budget is spent.
func subtree(s game.State, depth int, budget *int) (hash uint64, complete bool) {
	if *budget--; *budget < 0 {
		return 0, false
	}
	p := s.ToMove()
	hash = mix(0, uint64(p))
	switch {
	case p == game.Nobody:
		return mix(hash, math.Float64bits(float64(s.Value()))), true
	case p == game.Chance:
		for _, o := range s.Outcomes(nil) {
			s.Do(o.Move)
			h, ok := subtree(s, depth, budget)
			s.Undo()
			if !ok {
				return 0, false
			}
			// Chances may differ in their last bits between paths.
			hash = mix(mix(mix(hash, uint64(o.Move)), uint64(math.Round(o.P*1e9))), h)
		}
		return hash, true
	case depth == 0:
		return hash, true
	}
	for _, m := range s.Moves(nil) {
		s.Do(m)
		h, ok := subtree(s, depth-1, budget)
		s.Undo()
		if !ok {
			return 0, false
		}
		hash = mix(mix(hash, uint64(m)), h)
	}
	return hash, true
}

// mix folds x into a running hash.
func mix(hash, x uint64) uint64 { return game.Mix(hash + x + game.Golden) }

// checkAllocations plays a few moves and measures what one more costs.
func checkAllocations(t *testing.T, s game.State, rng *rand.Rand) {
	t.Helper()
	const warmUp = 40
	moves := make([]game.Move, 0, 1024)
	events := make([]game.Outcome, 0, 1024)
	step := func() {
		moves, events = s.Moves(moves[:0]), s.Outcomes(events[:0])
		if s.ToMove() == game.Chance {
			s.Do(events[0].Move)
		} else {
			s.Do(moves[0])
		}
		s.Key(3)
		s.Undo()
	}
	for range warmUp {
		if s.ToMove() == game.Nobody {
			return
		}
		step()
		if n := testing.AllocsPerRun(5, step); n != 0 {
			t.Fatalf("a move costs %v allocations", n)
		}
		s.Do(take(s).pick(rng))
	}
}

// snapshot is everything that can be asked of a state.
type snapshot struct {
	toMove   game.Player
	keys     [keyDepths]uint64
	moves    []game.Move
	outcomes []game.Outcome
	value    game.Score
	noisy    []game.Move
	classes  []int
}

func take(s game.State) (x snapshot) {
	x.toMove = s.ToMove()
	for d := range x.keys {
		x.keys[d] = s.Key(d)
	}
	switch x.toMove {
	case game.Nobody:
		x.value = s.Value()
		return x
	case game.Chance:
		x.outcomes = s.Outcomes(nil)
		return x
	}
	x.moves = s.Moves(nil)
	if n, ok := s.(game.Noisy); ok {
		x.noisy = n.NoisyMoves(nil)
	}
	if o, ok := s.(game.Orderer); ok {
		for _, m := range x.moves {
			x.classes = append(x.classes, o.Class(m))
		}
	}
	return x
}

// choices returns the moves or the events.
func (x snapshot) choices() []game.Move {
	if x.toMove != game.Chance {
		return x.moves
	}
	events := make([]game.Move, len(x.outcomes))
	for i, o := range x.outcomes {
		events[i] = o.Move
	}
	return events
}

// pick draws a move uniformly, or an event by its chance.
func (x snapshot) pick(rng *rand.Rand) game.Move {
	if x.toMove != game.Chance {
		return x.moves[rng.IntN(len(x.moves))]
	}
	left := rng.Float64()
	for _, o := range x.outcomes {
		if left -= o.P; left < 0 {
			return o.Move
		}
	}
	return x.outcomes[len(x.outcomes)-1].Move
}

// differs names the first thing in which two snapshots differ, or nothing.
func (x snapshot) differs(y snapshot) string {
	switch {
	case x.toMove != y.toMove:
		return fmt.Sprintf("whose turn it is: %v, %v", x.toMove, y.toMove)
	case x.keys != y.keys:
		return fmt.Sprintf("keys: %x, %x", x.keys, y.keys)
	case !slices.Equal(x.moves, y.moves):
		return fmt.Sprintf("moves: %x, %x", x.moves, y.moves)
	case !slices.Equal(x.outcomes, y.outcomes):
		return fmt.Sprintf("chance events: %v, %v", x.outcomes, y.outcomes)
	case !slices.Equal(x.noisy, y.noisy):
		return fmt.Sprintf("tactical moves: %x, %x", x.noisy, y.noisy)
	case !slices.Equal(x.classes, y.classes):
		return fmt.Sprintf("classes of moves: %v, %v", x.classes, y.classes)
	case x.value != y.value:
		return fmt.Sprintf("value: %v, %v", x.value, y.value)
	}
	return ""
}

// check holds one position against the contract.
func (x snapshot) check(s game.State) error {
	switch x.toMove {
	case game.First, game.Second:
		return x.checkMoves(s)
	case game.Chance:
		return x.checkOutcomes(s)
	case game.Nobody:
		if v := float64(x.value); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the game ended with value %v", v)
		}
		return nil
	}
	return fmt.Errorf("player %d is to move", x.toMove)
}

func (x snapshot) checkMoves(s game.State) error {
	if len(x.moves) == 0 {
		return fmt.Errorf("%v is to move and has no move", x.toMove)
	}
	if err := checkDistinct(x.moves); err != nil {
		return err
	}
	const marker game.Move = 0xabcd
	if got := s.Moves([]game.Move{marker}); got[0] != marker || !slices.Equal(got[1:], x.moves) {
		return fmt.Errorf("the moves appended were %x to %x, and %x to nothing", got, marker, x.moves)
	}
	for _, m := range x.noisy {
		if !slices.Contains(x.moves, m) {
			return fmt.Errorf("tactical move %#x is not legal", m)
		}
	}
	for i, c := range x.classes {
		if c < 0 {
			return fmt.Errorf("move %#x has class %d", x.moves[i], c)
		}
	}
	return nil
}

func (x snapshot) checkOutcomes(s game.State) error {
	sum := 0.0
	for _, o := range x.outcomes {
		if !(o.P > 0 && o.P <= 1+sumTolerance) {
			return fmt.Errorf("event %#x has chance %v", o.Move, o.P)
		}
		sum += o.P
	}
	if math.Abs(sum-1) > sumTolerance {
		return fmt.Errorf("the chances of %v sum to %v", x.outcomes, sum)
	}
	marker := game.Outcome{Move: 0xabcd, P: 2}
	if got := s.Outcomes([]game.Outcome{marker}); got[0] != marker || !slices.Equal(got[1:], x.outcomes) {
		return fmt.Errorf("the events appended were %v to %v, and %v to nothing", got, marker, x.outcomes)
	}
	return checkDistinct(x.choices())
}

func checkDistinct(moves []game.Move) error {
	sorted := slices.Sorted(slices.Values(moves))
	for i, m := range sorted {
		if m == 0 {
			return fmt.Errorf("the zero move is among %x", moves)
		}
		if i > 0 && m == sorted[i-1] {
			return fmt.Errorf("move %#x comes twice in %x", m, moves)
		}
	}
	return nil
}
