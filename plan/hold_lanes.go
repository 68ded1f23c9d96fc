package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// holdLanes keeps a piece that is hard to beat in the lanes between the lakes
// (3.4.1): one piece closes a lane, and it takes two stronger ones to drive it
// off. The lane before the flag counts double. Only pieces that are in the open
// anyway are used.
//
// Over six hundred games against itself its absence cost nothing measurable; it
// stays for endgames against more pieces, which the lanes alone can hold (figure
// 3.4) and which are too rare to show in a score.
type holdLanes struct{}

// laneValue is the worth of a held lane; a holder may be beaten by at most this
// share of the enemy's moving pieces.
const (
	laneValue  = 1.5
	holderRisk = 0.15
)

// Name implements Plan.
func (holdLanes) Name() string { return "Lanes" }

// Score implements Plan.
func (holdLanes) Score(s *Situation, scores []float64) {
	before := s.lanes(&s.Board)
	for i := range s.Moves {
		if b := s.after(i); b.target < 0 {
			scores[i] += s.lanes(b) - before
		}
	}
}

// lanes is the worth of the lanes that are held on a board.
func (s *Situation) lanes(b *board) (sum float64) {
	home := -1
	if s.flag != stratego.NoSquare {
		home = value.LaneBefore(s.flag)
	}
	for lane := range value.Lanes {
		for _, at := range value.LaneSquares(lane) {
			own := b.ownAt(at)
			if own < 0 || !s.inCare(own, b) || s.riskOf(s.Own[own].Rank) > holderRisk {
				continue
			}
			sum += laneValue
			if lane == home {
				sum += laneValue
			}
			break
		}
	}
	return sum
}

// riskOf is the share of the enemy's moving pieces that beat a rank.
func (s *Situation) riskOf(r stratego.Rank) float64 {
	living := &s.Values.Living[s.Foe]
	beat := 0
	for q := stratego.Spy; q <= stratego.Marshal; q++ {
		if stratego.Fight(q, r) == stratego.Win {
			beat += int(living[q])
		}
	}
	return float64(beat) / float64(max(1, living.Movable()))
}
