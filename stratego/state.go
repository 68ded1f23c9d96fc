package stratego

import (
	"fmt"

	"marengo/game"
)

// State is the referee's truth: every piece with its rank, and the path to here.
// It satisfies game.State; First is red. A State is not safe for use by
// several goroutines at once.
type State struct {
	board
	world uint64 // of the ranks of all pieces, for Key
}

var _ game.State = (*State)(nil)

// NewState starts a game from two setups, red to move.
func NewState(r Rules, red, blue Setup) (*State, error) {
	s := new(State)
	return s, s.Reset(r, red, blue)
}

// Reset starts another game in s, keeping its memory.
func (s *State) Reset(r Rules, red, blue Setup) error {
	if err := r.Check(); err != nil {
		return err
	}
	if err := red.Check(r.Variant); err != nil {
		return fmt.Errorf("red's %w", err)
	}
	if err := blue.Check(r.Variant); err != nil {
		return fmt.Errorf("blue's %w", err)
	}
	s.clearBoard(r, Red)
	for i := range side {
		if red[i] < NoRank {
			s.place(uint8(i), red[i], SetupSquare(Red, i))
		}
		if blue[i] < NoRank {
			s.place(uint8(side+i), blue[i], SetupSquare(Blue, i))
		}
	}
	s.nameWorld()
	s.judge()
	return nil
}

// Placement is one piece of a free position.
type Placement struct {
	Square Square
	Color  Color
	Rank   Rank
	Moved  bool // it has moved
	Known  bool // the opponent has seen its rank
}

// NewPosition starts a game from any legal placement: at most the variant's
// number of each rank, no piece in a lake, no two on a square, and no bomb or
// flag that has moved. The armies are as placed; both players know their counts.
func NewPosition(r Rules, toMove Color, pieces []Placement) (*State, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if toMove > Blue {
		return nil, fmt.Errorf("no side to move, expected red or blue")
	}
	s := new(State)
	s.clearBoard(r, toMove)
	var bySquare [Squares]*Placement
	for i, p := range pieces {
		if err := checkPlacement(p); err != nil {
			return nil, err
		}
		if bySquare[p.Square] != nil {
			return nil, fmt.Errorf("two pieces on %v", p.Square)
		}
		bySquare[p.Square] = &pieces[i]
	}
	limit := r.Variant.Counts()
	var next [2]uint8
	for i := Square(0); i < Squares; i++ {
		for c := Red; c <= Blue; c++ {
			p := bySquare[i.From(c)]
			if p == nil || p.Color != c {
				continue
			}
			if s.army[c][p.Rank] == limit[p.Rank] {
				return nil, fmt.Errorf("%v has more than %d of rank %c (%v)", c, limit[p.Rank], p.Rank.Letter(), p.Rank)
			}
			id := uint8(c)*side + next[c]
			next[c]++
			s.place(id, p.Rank, p.Square)
			if p.Moved {
				s.flags[id] |= hasMoved
			}
			if p.Known {
				s.flags[id] |= isKnown
			}
		}
	}
	s.nameWorld()
	s.judge()
	return s, nil
}

func checkPlacement(p Placement) error {
	switch {
	case p.Square >= Squares:
		return fmt.Errorf("a piece stands off the board")
	case p.Square.Lake():
		return fmt.Errorf("a piece stands in the lake on %v", p.Square)
	case p.Color > Blue:
		return fmt.Errorf("the piece on %v has no colour", p.Square)
	case p.Rank >= NoRank:
		return fmt.Errorf("the piece on %v has no rank", p.Square)
	case p.Moved && !p.Rank.Movable():
		return fmt.Errorf("the %v on %v cannot have moved", p.Rank, p.Square)
	}
	return nil
}

// copiedPlies is how much of its path a copy keeps at least: what the learner's
// observation shows (docs/features.md).
const copiedPlies = 32

// CopyTo makes into a copy of s that shares no memory with it. The copy keeps the
// last plies of the path, as many as the rules and observations look back on;
// Undo and Events go no further back.
func (s *State) CopyTo(into *State) {
	s.copyTo(&into.board, copiedPlies)
	into.world = s.world
}

// Clone returns a copy with the whole path.
func (s *State) Clone() *State {
	c := &State{world: s.world}
	s.copyTo(&c.board, len(s.hist))
	return c
}

// ToMove returns whose turn it is: First is red.
func (s *State) ToMove() game.Player {
	if s.result.Over() {
		return game.Nobody
	}
	return game.Player(s.toMove)
}

// Moves appends the legal moves of the side to move, in a fixed order.
func (s *State) Moves(buf []Move) []Move { return s.legal(buf) }

// Outcomes appends nothing: to the referee no rank is hidden.
func (s *State) Outcomes(buf []game.Outcome) []game.Outcome { return buf }

// Do plays a legal move. It trusts its caller; Play checks.
func (s *State) Do(m Move) {
	d := s.at[To(m)]
	if d == noPiece {
		s.apply(m, NoBattle)
		s.judge()
		return
	}
	c := s.toMove
	captured := s.rank[d]
	s.apply(m, battles[s.rank[s.at[From(m)]]][captured])
	if captured == Flag {
		s.result = Result{Winner: c, Reason: FlagCaptured}
		return
	}
	s.judge()
}

// Play plays a move if it is legal, and says why if it is not.
func (s *State) Play(m Move) error {
	if why := s.Why(m); !why.OK() {
		return fmt.Errorf("%v cannot play %s: %v", s.toMove, FormatMove(m), why)
	}
	s.Do(m)
	return nil
}

// Undo takes the last Do back. It must not go further back than the path.
func (s *State) Undo() { s.undo() }

// Value returns 1, 0 or -1 for a win of red, a draw, a win of blue.
func (s *State) Value() game.Score {
	switch s.result.Winner {
	case Red:
		return 1
	case Blue:
		return -1
	}
	return 0
}

// judge ends the game where the board itself ends it: the side to move cannot
// move, or a limit is reached.
func (s *State) judge() {
	c := s.toMove
	switch {
	case !s.canMove(c) || s.allForbidden():
		s.result = Result{Winner: c ^ 1, Reason: NoMoves}
		if !s.canMove(c ^ 1) {
			s.result = Result{Winner: NoColor, Reason: BothImmobile}
		}
	case s.rules.QuietLimit != 0 && int(s.quiet) >= s.rules.QuietLimit:
		s.result = Result{Winner: NoColor, Reason: QuietLimit}
	case s.rules.PlyLimit != 0 && int(s.ply) >= s.rules.PlyLimit:
		s.result = Result{Winner: NoColor, Reason: PlyLimit}
	}
}

// allForbidden says whether the repetition rules leave the side to move without
// a move.
func (b *board) allForbidden() bool {
	if !b.mayForbid() {
		return false
	}
	var out moveBuffer
	return b.dropForbidden(&out, b.movements(b.toMove, &out)) == 0
}

// StuckByRepetition says whether the game ended because the repetition rules
// forbade every move that was left.
func (s *State) StuckByRepetition() bool {
	return (s.result.Reason == NoMoves || s.result.Reason == BothImmobile) && s.canMove(s.toMove)
}

// ForbiddenMoves appends the moves that movement permits and a repetition rule
// forbids the side to move, for each of the two rules. Both may forbid a move.
func (s *State) ForbiddenMoves(two, more []Move) (t, m []Move) {
	if s.result.Reason == FlagCaptured {
		return two, more
	}
	var out moveBuffer
	x, ok := s.twoSquares()
	for _, mv := range out[:s.movements(s.toMove, &out)] {
		if ok && x.forbids(mv) {
			two = append(two, mv)
		}
		if _, bad := s.chaseBrings(mv); bad {
			more = append(more, mv)
		}
	}
	return two, more
}
