package plan

import "marengo/stratego"

// hideHighPieces keeps the high pieces and the spy out of the open while much is
// still hidden (4.2.3; appendix C, game 1, where an early marshal was found by the
// first scout). A first quiet move of such a piece costs by its rank; so does one
// that puts a hidden one where a scout could run into it. The cost falls with the enemy's hidden
// pieces.
//
// It decides one move in thirty-five. Over a hundred games its absence cost 3 points
// in a hundred against itself and gained 5 against lewis, both within chance. It stays for
// opponents that scout for the high pieces and remember them, as people do.
type hideHighPieces struct{}

// hideFigures are the costs by rank in the opening, and of standing in a scout's line.
type hideFigures struct {
	Marshal float64 `figure:"6 0 20 1"`
	General float64 `figure:"5 0 20 1"`
	Colonel float64 `figure:"2 0 10 0.5"`
	Spy     float64 `figure:"5 0 20 1"`
	Line    float64 `figure:"0.3 0 1 0.1"` // of the above
}

// Name implements Plan.
func (hideHighPieces) Name() string { return "Hide" }

// Score implements Plan.
func (hideHighPieces) Score(s *Situation, scores []float64) {
	phase := float64(s.View.Hidden(s.Foe).Total()) / pieces
	for i := range s.Moves {
		b := s.after(i)
		p := &s.Own[b.mover]
		cost := s.hideCost(p.Rank) * phase
		if cost == 0 || b.target >= 0 || p.Known {
			continue
		}
		if !p.Moved {
			scores[i] -= cost
		}
		if s.scoutReaches(b.own[b.mover], b) && !s.scoutReaches(p.Square, &s.Board) {
			scores[i] -= cost * s.f.Hide.Line
		}
	}
}

func (s *Situation) hideCost(r stratego.Rank) float64 {
	switch r {
	case stratego.Marshal:
		return s.f.Hide.Marshal
	case stratego.General:
		return s.f.Hide.General
	case stratego.Colonel:
		return s.f.Hide.Colonel
	case stratego.Spy:
		if s.Values.Living[s.Foe][stratego.Marshal] > 0 {
			return s.f.Hide.Spy
		}
	}
	return 0
}

// scoutReaches says whether an enemy that may be a scout has an open line to a
// square.
func (s *Situation) scoutReaches(at stratego.Square, b *board) bool {
	for f := range pieces {
		if from := b.enemy[f]; from != stratego.NoSquare && s.Belief[f][stratego.Scout] > 0 && open(b, from, at) {
			return true
		}
	}
	return false
}
