package stratego

import "fmt"

// View is what one player may know: its own pieces, the enemy's as far as they
// were shown, and the plies both players saw. It shares no memory with a State,
// and States that differ only in hidden enemy ranks give equal Views.
type View struct {
	board
	color Color
	infer [2]inference // what follows by counting about each side's hidden pieces
}

// View writes what a player may know into a View, keeping its memory.
func (s *State) View(c Color, into *View) {
	s.copyTo(&into.board, len(s.hist))
	into.color = c
	enemy := c ^ 1
	for id := uint8(enemy) * side; id < uint8(enemy+1)*side; id++ {
		if into.flags[id]&isKnown == 0 {
			into.rank[id] = NoRank
			if into.square[id] != NoSquare {
				into.setMobility(id)
			}
		}
	}
	into.count()
}

// NewView starts a View for a player who has nothing but a line to a referee: the
// enemy's forty pieces stand hidden on their squares.
func NewView(r Rules, c Color, own Setup) (*View, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if r.Variant != Classic {
		return nil, fmt.Errorf("cannot start a view in %v, where the enemy's squares are not known beforehand", r.Variant)
	}
	if err := own.Check(r.Variant); err != nil {
		return nil, err
	}
	if c > Blue {
		return nil, fmt.Errorf("no side to view from, expected red or blue")
	}
	v := &View{color: c}
	v.clearBoard(r, Red)
	for i := range side {
		v.place(uint8(c)*side+uint8(i), own[i], SetupSquare(c, i))
		v.place(uint8(c^1)*side+uint8(i), NoRank, SetupSquare(c^1, i))
	}
	v.army[c^1] = r.Variant.Counts()
	v.count()
	return v, nil
}

// Clone returns a copy that shares no memory with v.
func (v *View) Clone() *View {
	c := new(View)
	v.CopyTo(c)
	return c
}

// CopyTo makes into a copy of v, keeping into's memory.
func (v *View) CopyTo(into *View) {
	v.copyTo(&into.board, len(v.hist))
	into.color, into.infer = v.color, v.infer
}

// Color returns whose View this is.
func (v *View) Color() Color { return v.color }

// Moves appends the player's legal moves; none when it is not his turn.
func (v *View) Moves(buf []Move) []Move {
	if v.toMove != v.color {
		return buf
	}
	return v.legal(buf)
}

// Apply plays a ply that both players saw. An event that cannot have happened is
// an error and changes nothing. The View does not judge whether the game is
// over, which can depend on what it does not know: see End.
func (v *View) Apply(e Event) error {
	if err := v.checkEvent(e); err != nil {
		return fmt.Errorf("event %v at ply %d: %w", e, v.ply+1, err)
	}
	p := v.at[e.From]
	d := v.at[e.To]
	v.apply(e.Move(), e.Battle)
	if e.Battle != NoBattle {
		v.learn(p, e.Attacker)
		v.learn(d, e.Defender)
	} else if far(e.From, e.To) {
		v.learn(p, Scout)
	}
	v.count()
	return nil
}

// learn enters a rank that was shown.
func (v *View) learn(id uint8, r Rank) {
	v.rank[id] = r
	if v.square[id] != NoSquare {
		v.setMobility(id)
	}
}

func (v *View) checkEvent(e Event) error {
	if why := v.Why(e.Move()); !why.OK() {
		return fmt.Errorf("%v", why)
	}
	p, d := v.at[e.From], v.at[e.To]
	if far(e.From, e.To) && !v.possible(p).Has(Scout) {
		return fmt.Errorf("the piece on %v moves far but is no scout", e.From)
	}
	if d == noPiece {
		if e.Battle != NoBattle {
			return fmt.Errorf("a battle on the empty square %v", e.To)
		}
		if !far(e.From, e.To) && v.possible(p)&movableRank == 0 {
			return fmt.Errorf("the piece on %v cannot move", e.From)
		}
		return nil
	}
	if Fight(e.Attacker, e.Defender) != e.Battle || e.Battle == NoBattle {
		return fmt.Errorf("a %v attacking a %v does not end in %q", e.Attacker, e.Defender, e.Battle)
	}
	if far(e.From, e.To) && e.Attacker != Scout {
		return fmt.Errorf("a %v attacks from afar", e.Attacker)
	}
	if !v.possible(p).Has(e.Attacker) {
		return fmt.Errorf("the piece on %v cannot be a %v", e.From, e.Attacker)
	}
	if !v.possible(d).Has(e.Defender) {
		return fmt.Errorf("the piece on %v cannot be a %v", e.To, e.Defender)
	}
	return nil
}

// Guess returns one possible world: the ranks of the enemy's hidden pieces by
// their id, as the View and counting permit them. Entries of other pieces are
// passed over.
func (v *View) Guess(hidden []Rank) (*State, error) {
	s := new(State)
	return s, v.GuessInto(hidden, s)
}

// GuessInto is Guess into a State whose memory is kept. The State has the last
// plies of the path, as CopyTo has.
func (v *View) GuessInto(hidden []Rank, s *State) error {
	if len(hidden) != side {
		return fmt.Errorf("guess has %d ranks, expected %d", len(hidden), side)
	}
	v.copyTo(&s.board, copiedPlies)
	left := v.Hidden(v.color ^ 1)
	for i, r := range hidden {
		id := uint8(v.color^1)*side + uint8(i)
		if v.square[id] == NoSquare || v.flags[id]&isKnown != 0 {
			continue
		}
		if r >= NoRank || left[r] == 0 {
			return fmt.Errorf("guess has no %v left for piece %d", r, i)
		}
		if v.flags[id]&hasMoved != 0 && !r.Movable() {
			return fmt.Errorf("guess makes the piece that moved to %v a %v", v.square[id], r)
		}
		left[r]--
		s.rank[id] = r
		s.setMobility(id)
	}
	if left.Total() != 0 {
		return fmt.Errorf("guess leaves %d pieces over", left.Total())
	}
	s.nameWorld()
	return nil
}
