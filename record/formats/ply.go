package formats

import (
	"fmt"

	"marengo/record"
	"marengo/stratego"
)

// ply is a move as a file gives it, with what the file says of it beside.
type ply struct {
	move stratego.Move
	at   spot
	says claim
}

// claim is what a file says of a ply: that it was a battle, between which ranks,
// with which outcome. A zero field says nothing.
type claim struct {
	attack             bool
	battle             stratego.Battle
	attacker, defender ranked
}

// ranked is a rank that may be missing; the zero value is.
type ranked struct {
	rank  stratego.Rank
	given bool
}

// check compares a claim with the position before the ply.
func (c claim) check(s *stratego.State, m stratego.Move) error {
	from, to := stratego.From(m), stratego.To(m)
	mover, _ := s.At(from)
	target, battle := s.At(to)
	switch {
	case (c.attack || c.battle != stratego.NoBattle || c.defender.given) && !battle:
		return fmt.Errorf("an attack on %v, but nobody stands there", to)
	case c.attacker.given && c.attacker.rank != mover.Rank:
		return fmt.Errorf("the piece on %v is called a %v, but it is a %v", from, c.attacker.rank, mover.Rank)
	case c.defender.given && c.defender.rank != target.Rank:
		return fmt.Errorf("the piece on %v is called a %v, but it is a %v", to, c.defender.rank, target.Rank)
	case c.battle != stratego.NoBattle && c.battle != stratego.Fight(mover.Rank, target.Rank):
		return fmt.Errorf("the attacker's outcome is called %q, but it is %q", c.battle, stratego.Fight(mover.Rank, target.Rank))
	}
	return nil
}

// playAll plays a file's plies from the game's beginning and enters them into the
// game. begins is where an error about the first position belongs.
func playAll(g *record.Game, src *source, begins spot, plies []ply) (*stratego.State, error) {
	s, err := g.Begin()
	if err != nil {
		return nil, src.errorf(begins, "%w", err)
	}
	g.Moves = make([]stratego.Move, 0, len(plies))
	for _, p := range plies {
		why := s.Why(p.move)
		if !why.OK() {
			return nil, src.errorf(p.at, "%w", &record.IllegalMove{Ply: s.Ply() + 1, Color: s.Turn(), Move: p.move, Why: why})
		}
		if err := p.says.check(s, p.move); err != nil {
			return nil, src.errorf(p.at, "ply %d: %w", s.Ply()+1, err)
		}
		s.Do(p.move)
		g.Moves = append(g.Moves, p.move)
	}
	if len(g.Moves) == 0 {
		g.Moves = nil
	}
	return s, nil
}

// settle makes a foreign referee's result fit the last position and says what
// had to be changed. Where the board has ended the game, its word holds. What it
// does not confirm was decided outside it.
func settle(s *stratego.State, r stratego.Result) (settled stratego.Result, repair string) {
	board := s.Result()
	if board.Over() {
		if r.Winner == board.Winner && r.Over() {
			return board, ""
		}
		return board, fmt.Sprintf("the file's result is %v, the board's %v: kept the board's", r, board)
	}
	if record.CheckResult(s, r) == nil {
		return r, ""
	}
	settled = stratego.Result{Winner: r.Winner, Reason: stratego.Forfeit}
	if r.Winner == stratego.NoColor {
		settled.Reason = stratego.AgreedDraw
	}
	return settled, fmt.Sprintf("the file's result is %v, but the board goes on: kept as %v", r, settled)
}
