package record

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"marengo/stratego"
)

// Game is one game as it is written down.
type Game struct {
	Rules   stratego.Rules
	Players [2]string // names by colour; "" where unknown
	Date    time.Time // to the second; zero where unknown

	// A game begins from two setups, or from a free position if there is one.
	Setups   [2]stratego.Setup
	Position *Position

	Moves  []stratego.Move
	Result stratego.Result
	Note   string // what exactly ended the game, in words
	Log    []LogLine

	// Repairs says what a tolerant reader mended or passed over. It is not part
	// of the game and never written.
	Repairs []string
}

// Position is a placement that no setup gives.
type Position struct {
	ToMove stratego.Color
	Pieces []stratego.Placement
}

// LogLine is a line that belongs to a ply, counted from 1; 0 is before the first.
type LogLine struct {
	Ply  int
	Text string
}

// Unfinished is the result of a game that goes on.
var Unfinished = stratego.Result{Winner: stratego.NoColor}

// New returns a game from two setups without a move.
func New(r stratego.Rules, red, blue stratego.Setup) *Game {
	return &Game{Rules: r, Setups: [2]stratego.Setup{red, blue}, Result: Unfinished}
}

// FromState returns the game that led to a state. The state must have its whole
// path: a copy made by CopyTo may not.
func FromState(s *stratego.State) (*Game, error) {
	events := s.Events(nil)
	if len(events) != s.Ply() {
		return nil, fmt.Errorf("the state has %d of its %d plies, expected the whole path", len(events), s.Ply())
	}
	g := &Game{Rules: s.Rules(), Result: s.Result()}
	for _, e := range events {
		g.Moves = append(g.Moves, e.Move())
	}
	first := s.Clone()
	for range events {
		first.Undo()
	}
	g.setStart(first)
	return g, nil
}

// setStart takes over a state's pieces as the game's beginning: as setups where
// they are such, as a free position otherwise.
func (g *Game) setStart(s *stratego.State) {
	p := PositionOf(s)
	setups, ok := p.Setups()
	if ok && p.ToMove == stratego.Red && setups[0].Check(g.Rules.Variant) == nil && setups[1].Check(g.Rules.Variant) == nil {
		g.Setups = setups
		return
	}
	g.Position = p
}

// PositionOf returns the pieces on a board.
func PositionOf(s *stratego.State) *Position {
	p := &Position{ToMove: s.Turn()}
	for q := stratego.Square(0); q < stratego.Squares; q++ {
		if x, ok := s.At(q); ok {
			p.Pieces = append(p.Pieces, stratego.Placement{Square: q, Color: x.Color, Rank: x.Rank, Moved: x.Moved, Known: x.Known})
		}
	}
	p.Sort()
	return p
}

// Sort orders the pieces red first, then by square.
func (p *Position) Sort() {
	slices.SortFunc(p.Pieces, func(a, b stratego.Placement) int {
		return cmp.Or(cmp.Compare(a.Color, b.Color), cmp.Compare(a.Square, b.Square))
	})
}

// ColorOn returns whose piece stands on a square, red for an empty one.
func (p *Position) ColorOn(s stratego.Square) stratego.Color {
	for _, x := range p.Pieces {
		if x.Square == s {
			return x.Color
		}
	}
	return stratego.Red
}

// Setups returns the placement as two setups; ok is false where a piece stands
// off its home rows, or has moved or shown its rank.
func (p *Position) Setups() (s [2]stratego.Setup, ok bool) {
	for c := range s {
		for i := range s[c] {
			s[c][i] = stratego.NoRank
		}
	}
	for _, x := range p.Pieces {
		i := x.Square.From(x.Color)
		if x.Moved || x.Known || i >= stratego.SetupSquares {
			return s, false
		}
		s[x.Color][i] = x.Rank
	}
	return s, true
}

// Begin returns the game's first position.
func (g *Game) Begin() (*stratego.State, error) {
	if g.Position != nil {
		return stratego.NewPosition(g.Rules, g.Position.ToMove, g.Position.Pieces)
	}
	s, err := stratego.NewState(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
	if err != nil {
		return nil, err
	}
	return s, nil
}

// IllegalMove is a move of a game that the rules refuse.
type IllegalMove struct {
	Ply   int // from 1
	Color stratego.Color
	Move  stratego.Move
	Why   stratego.Refusal
}

// Error names the ply, the move and the rule.
func (e *IllegalMove) Error() string {
	return fmt.Sprintf("ply %d: %v cannot play %s: %v", e.Ply, e.Color, stratego.FormatMove(e.Move), e.Why)
}

// At returns the position after a number of plies, with the path to it. A move
// that is not legal is an *IllegalMove.
func (g *Game) At(plies int) (*stratego.State, error) {
	if plies < 0 || plies > len(g.Moves) {
		return nil, fmt.Errorf("no ply %d, expected 0 to %d", plies, len(g.Moves))
	}
	s, err := g.Begin()
	if err != nil {
		return nil, err
	}
	for _, m := range g.Moves[:plies] {
		if err := play(s, m); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// play plays one move if the rules permit it.
func play(s *stratego.State, m stratego.Move) error {
	if why := s.Why(m); !why.OK() {
		return &IllegalMove{Ply: s.Ply() + 1, Color: s.Turn(), Move: m, Why: why}
	}
	s.Do(m)
	return nil
}

// Replay plays the whole game and returns its last position. Every move must be
// legal and the result must follow from that position.
func (g *Game) Replay() (*stratego.State, error) {
	s, err := g.At(len(g.Moves))
	if err != nil {
		return nil, err
	}
	if err := CheckResult(s, g.Result); err != nil {
		return nil, err
	}
	return s, nil
}

// CheckResult says why a result cannot stand under a last position. Where the
// board has ended the game, its word holds; otherwise players or a referee may
// have, or the loser has nothing left to move although it is not his turn.
func CheckResult(s *stratego.State, r stratego.Result) error {
	board := s.Result()
	bad := func(why string) error {
		return fmt.Errorf("the result is %v, but after ply %d %s", r, s.Ply(), why)
	}
	switch {
	case r.Winner > stratego.NoColor:
		return fmt.Errorf("the result has no such winner as %d", r.Winner)
	case board.Over() && r != board:
		return bad("the board says " + board.String())
	case board.Over():
		return nil
	}
	switch r.Reason {
	case stratego.Forfeit:
		return nil
	case stratego.Ongoing, stratego.AgreedDraw:
		if r.Winner != stratego.NoColor {
			return bad("nobody can have won so")
		}
		return nil
	case stratego.Resigned:
		if r.Winner == stratego.NoColor {
			return bad("a resignation needs a winner")
		}
		return nil
	case stratego.NoMoves:
		if r.Winner != stratego.NoColor && len(s.MovesOf(r.Winner.Other(), nil)) == 0 {
			return nil
		}
	}
	return bad("the board goes on")
}
