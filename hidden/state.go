// Package hidden is Stratego as one player sees it: a game.State in which a
// battle with an unknown piece is a chance node whose events are the ranks it can
// still have.
//
// There are two types. A State is built from a View and a belief matrix and is
// stepped by a search; Options say which moves unknown pieces are given. The
// board, its moves and its repetition rules are stratego's own (stratego.Field):
// this package adds what is not known.
//
// # What the enemy's unknown pieces do
//
// They move one square, or with Options.LongScouts as far as a scout, which shows
// that they are scouts. They attack, and then chance says what they are. One that
// moves in the tree is no bomb or flag from then on. Once as many unknown pieces
// have moved as there are unknown movable ranks, the others cannot move.
//
// # Chances
//
// They are a closed function of the matrix at the root and of the facts on the path,
// whatever their order. Piece i, of rank r with probability w at the root, has it
// in proportion to
//
//	w · left[r]/left₀[r] · f
//
// where left counts the unknown pieces of a rank, now and at the root, and f is 1 but
// for movable ranks of a piece that has not moved: there it is (1 − m/M) / (1 −
// m₀/M₀), m of the unknown pieces having moved and M of them being movable. Ranks
// that cannot move drop out for pieces that have. With the counting matrix at
// the root this is the exact posterior of counting.
//
// # The past
//
// Key folds in, beside the pieces' squares, every fact that chances, moves and
// values depend on: which ranks were shown, which unknown pieces have moved, which own
// pieces the enemy has seen, and on request the quiet counter. What the
// repetition rules and draw limits need of the path within the depth is
// folded in by the board's own key.
package hidden

import (
	"fmt"

	"marengo/belief"
	"marengo/game"
	"marengo/stratego"
)

// eventBit marks the moves that are chance events; the rank is in the low byte.
const eventBit game.Move = 1 << 16

// Options say how the hidden game is played.
type Options struct {
	LongScouts bool // unknown pieces may go as far as scouts
	KeyQuiet   bool // fold the quiet counter into the key, for evaluations that use it
	// BattlesByHistory orders attacks with an open outcome among the quiet moves, by what the
	// search has learned, and first where it has learned nothing: only a capture that is
	// ensured outranks history (Arts 4.9). Each is a chance node with up to twelve
	// events, and most are bad.
	BattlesByHistory bool
	// Bombs and Flags weigh the chance that an unknown piece which never moved is a bomb, or the
	// flag; 0 is 1. A search attacks where its guesses are too hopeful, so what it finds there is worse than
	// what they said.
	Bombs, Flags float64
}

// pieces is the number of ids: forty a side.
const pieces = 2 * stratego.SetupSquares

// State is a position as one player sees it. First is red, whoever that player
// is. It is not safe for use by several goroutines at once.
type State struct {
	opts  Options
	field stratego.Field
	color stratego.Color // whose view it is
	enemy stratego.Color

	// Beliefs.
	odds    [stratego.SetupSquares][stratego.Ranks]float64 // w / left₀ of the enemy's pieces by id
	share   float64                                        // 1 / (1 − m₀/M₀)
	counted bool                                           // the odds come from counting
	left    stratego.Counts                                // unknown pieces by rank
	movable int8                                           // M
	moved   int8                                           // m
	facts   uint64                                         // identifies left and moved

	// What both sides have.
	alive, known [2]stratego.Counts

	pending  game.Move // the attack that waits for a rank, 0 for none
	attacked uint8     // the unknown piece in it
	key      uint64    // of all that the board's key leaves out
	sums     sums
	terms    Terms
	undo     []undo
}

// undo is what a ply changes and cannot be worked out backwards.
type undo struct {
	key, facts uint64
	sums       sums
	pending    game.Move
	attacked   uint8
	shown      uint8    // the unknown piece that was shown, noID for none
	seen       uint8    // the piece that became known to both, noID for none
	lost       [2]uint8 // the pieces that died, noID for none
	lostKnown  [2]bool
	lostRank   [2]stratego.Rank
	rank       stratego.Rank // of the shown piece
	seenRank   stratego.Rank
	moved      int8
	movable    int8
	still      stratego.Square // the square an unmoved piece left or was shown on
	board      bool            // the board was stepped
}

const noID = stratego.NoID

// New returns the position of a View, chances coming from a matrix of the enemy's
// pieces; without one, from counting.
func New(v *stratego.View, m *belief.Matrix, o Options) (*State, error) {
	s := new(State)
	return s, s.Reset(v, m, o)
}

// Reset makes s the position of a View, keeping its memory.
func (s *State) Reset(v *stratego.View, m *belief.Matrix, o Options) error {
	log := s.undo[:0]
	if cap(log) == 0 {
		log = make([]undo, 0, 256)
	}
	field := s.field
	*s = State{opts: o, field: field, color: v.Color(), enemy: v.Color().Other(), undo: log}
	v.Field(&s.field)
	s.left = v.Hidden(s.enemy)
	moved, unmoved := v.HiddenMoved(s.enemy)
	s.moved, s.movable = int8(moved), int8(s.left.Movable())
	if s.left.Total() != moved+unmoved || int(s.movable) < moved {
		return fmt.Errorf("impossible position: %d hidden pieces for %d hidden ranks, %d of them moved and %d movable",
			moved+unmoved, s.left.Total(), moved, s.movable)
	}
	s.readBelief(v, m)
	s.readCounts(v)
	s.field.Hold(s.moved == s.movable)
	return nil
}

// readBelief turns the root's matrix into odds.
func (s *State) readBelief(v *stratego.View, m *belief.Matrix) {
	s.share, s.counted = 1, m == nil
	if s.moved < s.movable {
		s.share = 1 / (1 - float64(s.moved)/float64(s.movable))
	}
	for id := range s.odds {
		for r, n := range s.left {
			if n == 0 {
				continue
			}
			w := v.Chance(s.enemy, id, stratego.Rank(r))
			if m != nil {
				w = m[id][r]
			}
			s.odds[id][r] = w / float64(n) * s.opts.caution(stratego.Rank(r))
		}
	}
	for r, n := range s.left {
		s.facts += uint64(n) * factKeys[r]
	}
	s.facts += uint64(s.moved) * factKeys[stratego.Ranks]
}

// caution is what a rank's chances are weighed with.
func (o *Options) caution(r stratego.Rank) float64 {
	switch {
	case r == stratego.Bomb && o.Bombs > 0:
		return o.Bombs
	case r == stratego.Flag && o.Flags > 0:
		return o.Flags
	}
	return 1
}

// readCounts counts living and known pieces and starts the key.
func (s *State) readCounts(v *stratego.View) {
	for c := range s.alive {
		s.alive[c] = v.Hidden(stratego.Color(c))
		for i := range stratego.SetupSquares {
			p := v.Piece(stratego.Color(c), i)
			id := uint8(c*stratego.SetupSquares + i)
			switch {
			case !p.Alive():
			case p.Known:
				s.alive[c][p.Rank]++
				s.known[c][p.Rank]++
				s.key ^= knownKeys[id]
			case p.Moved && p.Rank == stratego.NoRank:
				s.key ^= movedKeys[id]
			}
		}
	}
}

// Color returns whose view it is.
func (s *State) Color() stratego.Color { return s.color }

// Field returns the board, to be read only.
func (s *State) Field() *stratego.Field { return &s.field }

// Alive returns the living pieces of a side by rank: captured pieces were all
// shown, so both sides' are known.
func (s *State) Alive(c stratego.Color) *stratego.Counts { return &s.alive[c] }

// Known returns a side's living pieces whose rank both players know.
func (s *State) Known(c stratego.Color) *stratego.Counts { return &s.known[c] }

// Options returns how the game is played.
func (s *State) Options() Options { return s.opts }

// Hidden returns the enemy's unknown pieces by rank, how many of them have moved, and
// whether their chances come from counting alone.
func (s *State) Hidden() (left *stratego.Counts, moved int, counted bool) {
	return &s.left, int(s.moved), s.counted
}

// Facts identifies what Chances depends on beside the piece.
func (s *State) Facts() uint64 { return s.facts }

// ToMove returns Chance while an attack waits for a rank.
func (s *State) ToMove() game.Player {
	switch {
	case s.pending != 0:
		return game.Chance
	case s.field.Result().Over():
		return game.Nobody
	}
	return game.Player(s.field.Turn())
}

// Moves appends the legal moves in a fixed order.
func (s *State) Moves(buf []game.Move) []game.Move {
	if s.pending != 0 {
		return buf
	}
	if s.opts.LongScouts && s.field.Turn() == s.enemy && s.left[stratego.Scout] > 0 {
		return s.field.LongMoves(buf)
	}
	return s.field.Moves(buf)
}

// Value returns 1, 0 or -1 for a win of red, a draw, a win of blue.
func (s *State) Value() game.Score {
	switch s.field.Result().Winner {
	case stratego.Red:
		return 1
	case stratego.Blue:
		return -1
	}
	return 0
}

// CanPass says whether a player is to move.
func (s *State) CanPass() bool { return s.pending == 0 && !s.field.Result().Over() }

// Pass hands the turn over.
func (s *State) Pass() {
	s.push()
	s.undo[len(s.undo)-1].board = true
	s.field.Pass()
}

// Key identifies the position. An attack that waits for a rank is a ply that the
// board has not seen.
func (s *State) Key(depth int) uint64 {
	if s.pending != 0 {
		depth++
	}
	k := s.field.Key(depth) ^ s.key
	if s.opts.KeyQuiet {
		k ^= quietKeys[s.field.Quiet()&(len(quietKeys)-1)]
	}
	if s.pending != 0 {
		k = (k ^ uint64(s.pending)) * 0xff51afd7ed558ccd
		k ^= k >> 32
	}
	return k
}
