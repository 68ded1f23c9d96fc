package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/game"
)

// Meetings says how games are played that meet again on other paths.
type Meetings struct {
	N    int    // meetings to compare at least, as many for each depth
	Seed uint64 // of all random choices

	// Start returns the first position of some games; equal random numbers give
	// equal positions.
	Start func(rng *rand.Rand) game.State
	// Choose returns a move to play after a path, preferably one that repeats;
	// hunter says which side is after the other.
	Choose func(s game.State, path []game.Move, hunter game.Player, rng *rand.Rand) game.Move
}

// Games that start from one position: most are short, some long enough to come
// near limits on the length of a game.
const (
	gamesEach  = 120
	shortGame  = 30
	longGame   = 230
	longEvery  = 10
	meetDepths = 6 // depths of Key that are held to their word, from 1 on
	meetWidth  = 3 // moves of each position that a comparison follows
)

// Meet plays games until as many as asked for have met: where two states that came
// different ways have equal keys for a depth, their moves, chances and results are
// equal to that depth, those after its last ply included.
func Meet(t *testing.T, o Meetings) {
	t.Helper()
	m := &meeting{Meetings: o, rng: rand.New(rand.NewPCG(o.Seed, 0))}
	m.each = (o.N + meetDepths - 1) / meetDepths
	for slices.Min(m.met[1:]) < m.each {
		if err := m.playGames(m.rng.Uint64()); err != nil {
			t.Fatalf("seed %d: %v", o.Seed, err)
		}
	}
}

// meeting remembers, by key, the path of the first state that had it.
type meeting struct {
	Meetings
	rng   *rand.Rand
	start uint64
	seen  map[subtreeKey][]game.Move
	met   [meetDepths + 1]int
	each  int // meetings at each depth
}

// playGames plays several games from one position.
func (m *meeting) playGames(start uint64) error {
	m.start, m.seen = start, map[subtreeKey][]game.Move{}
	for g := range gamesEach {
		s := m.replay(nil)
		hunter := game.Player(m.rng.IntN(2))
		plies := shortGame
		if g%longEvery == 0 {
			plies = longGame
		}
		var path []game.Move
		for len(path) < plies && s.ToMove() != game.Nobody {
			here := slices.Clone(path)
			for depth := 1; depth <= meetDepths; depth++ {
				if err := m.look(s, here, depth); err != nil {
					return fmt.Errorf("after %x, equal keys for depth %d: %w", path, depth, err)
				}
			}
			next := m.choose(s, path, hunter)
			s.Do(next)
			path = append(path, next)
		}
	}
	return nil
}

func (m *meeting) replay(path []game.Move) game.State {
	s := m.Start(rand.New(rand.NewPCG(m.start, 0)))
	for _, mv := range path {
		s.Do(mv)
	}
	return s
}

func (m *meeting) choose(s game.State, path []game.Move, hunter game.Player) game.Move {
	if s.ToMove() == game.Chance {
		return take(s).pick(m.rng)
	}
	return m.Choose(s, path, hunter, m.rng)
}

// look compares a state with the first one of an equal key, if there is one and
// it came another way.
func (m *meeting) look(s game.State, path []game.Move, depth int) error {
	if m.met[depth] == m.each {
		return nil
	}
	id := subtreeKey{s.Key(depth), depth}
	first, ok := m.seen[id]
	if !ok {
		m.seen[id] = path
		return nil
	}
	if slices.Equal(first, path) {
		return nil
	}
	m.met[depth]++
	if err := m.alike(m.replay(first), s, path, depth); err != nil {
		return fmt.Errorf("met %x: %w", first, err)
	}
	return nil
}

// alike compares two states ply by ply, to a depth. Chance events are no ply.
func (m *meeting) alike(a, b game.State, path []game.Move, depth int) error {
	x, y := take(a), take(b)
	x.keys, y.keys = [keyDepths]uint64{}, [keyDepths]uint64{}
	if len(x.outcomes) == len(y.outcomes) {
		for i := range x.outcomes { // chances may differ in their last bits between paths
			if math.Abs(x.outcomes[i].P-y.outcomes[i].P) < sumTolerance {
				y.outcomes[i].P = x.outcomes[i].P
			}
		}
	}
	if diff := x.differs(y); diff != "" {
		return fmt.Errorf("%s", diff)
	}
	below := depth - 1
	if x.toMove == game.Chance {
		below = depth
	}
	if below < 0 {
		return nil
	}
	for _, mv := range m.some(a, x, path) {
		a.Do(mv)
		b.Do(mv)
		err := m.alike(a, b, append(path, mv), below)
		a.Undo()
		b.Undo()
		if err != nil {
			return fmt.Errorf("%#x, %w", mv, err)
		}
	}
	return nil
}

// some returns a few of the moves, or events, that a game might play.
func (m *meeting) some(s game.State, at snapshot, path []game.Move) (few []game.Move) {
	all := at.choices()
	if len(all) <= meetWidth {
		return all
	}
	for range 2 * meetWidth {
		if next := m.choose(s, path, game.Player(m.rng.IntN(2))); len(few) < meetWidth && !slices.Contains(few, next) {
			few = append(few, next)
		}
	}
	return few
}
