package hidden

import (
	"marengo/game"
	"marengo/stratego"
)

// Outcomes appends the ranks that the unknown piece of the pending attack can
// have.
func (s *State) Outcomes(buf []game.Outcome) []game.Outcome {
	if s.pending == 0 {
		return buf
	}
	var p [stratego.Ranks]float64
	attacks := s.field.PieceOn(stratego.From(s.pending)) == s.attacked
	s.Chances(s.attacked, attacks, &p)
	for r, x := range p {
		if x > 0 {
			buf = append(buf, game.Outcome{Move: eventBit | game.Move(r+1), P: x})
		}
	}
	return buf
}

// Event returns the rank of a chance event.
func Event(m game.Move) stratego.Rank { return stratego.Rank(m&0xff) - 1 }

// Chances writes the probability of each rank for an unknown enemy piece; moves
// says that it is just about to move. All are zero if it cannot.
func (s *State) Chances(id uint8, moves bool, p *[stratego.Ranks]float64) {
	odds := &s.odds[id%stratego.SetupSquares]
	movedNow := s.field.Moved(id) || moves
	factor := 1.0
	if !movedNow && s.movable > 0 {
		factor = s.share * (1 - float64(s.moved)/float64(s.movable))
	}
	sum := 0.0
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		x := odds[r] * float64(s.left[r]) * factor
		p[r] = x
		sum += x
	}
	p[stratego.Flag], p[stratego.Bomb] = 0, 0
	if !movedNow {
		p[stratego.Flag] = odds[stratego.Flag] * float64(s.left[stratego.Flag])
		p[stratego.Bomb] = odds[stratego.Bomb] * float64(s.left[stratego.Bomb])
		sum += p[stratego.Flag] + p[stratego.Bomb]
	}
	if sum <= 0 {
		s.countChances(movedNow, p)
		return
	}
	scale := 1 / sum
	for r := range p {
		p[r] *= scale
	}
}

// countChances stands in where the matrix leaves a piece no rank at all: it
// counts what is left.
func (s *State) countChances(moved bool, p *[stratego.Ranks]float64) {
	total := 0.0
	for r := range p {
		p[r] = 0
		if moved && !stratego.Rank(r).Movable() || !moved && s.moved == s.movable && stratego.Rank(r).Movable() {
			continue
		}
		p[r] = float64(s.left[r])
		total += p[r]
	}
	if total == 0 {
		return // a piece that cannot move was asked about as if it did
	}
	for r := range p {
		p[r] /= total
	}
}

// Pending returns the attack that waits for a rank, and the piece whose rank it is.
func (s *State) Pending() (attack game.Move, unknown uint8) { return s.pending, s.attacked }
