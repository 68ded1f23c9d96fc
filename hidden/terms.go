package hidden

import (
	"marengo/game"
	"marengo/stratego"
)

// Terms are the parts of an evaluation that a State keeps up to date while it is
// stepped, so that a leaf costs next to nothing.
type Terms struct {
	// Material returns what the pieces are worth for First. It is asked again
	// whenever a piece is captured or becomes known, and at no other time.
	Material func(*State) game.Score
	// Squares is what a movable piece of each side gains by standing on a square;
	// unknown pieces count as movable.
	Squares *[2][stratego.Squares]int32
}

// sums are the terms' present values.
type sums struct {
	material game.Score
	place    [2]int32
}

// Track starts to keep an evaluation's terms.
func (s *State) Track(t Terms) {
	s.terms, s.sums = t, sums{}
	if t.Squares != nil {
		for id := uint8(0); id < pieces; id++ {
			if at := s.field.SquareOf(id); at != stratego.NoSquare {
				s.sums.place[stratego.ColorOf(id)] += s.placeOf(id, at)
			}
		}
	}
	s.weigh()
}

// Material returns the tracked material for First.
func (s *State) Material() game.Score { return s.sums.material }

// Places returns the tracked worth of a side's squares.
func (s *State) Places(c stratego.Color) int32 { return s.sums.place[c] }

func (s *State) weigh() {
	if s.terms.Material != nil {
		s.sums.material = s.terms.Material(s)
	}
}

func (s *State) placeOf(id uint8, at stratego.Square) int32 {
	if r := s.field.Rank(id); r == stratego.Bomb || r == stratego.Flag {
		return 0
	}
	return s.terms.Squares[stratego.ColorOf(id)][at]
}

func (s *State) movePlace(id uint8, from, to stratego.Square) {
	if t := s.terms.Squares; t != nil {
		c := stratego.ColorOf(id)
		s.sums.place[c] += t[c][to] - t[c][from]
	}
}

func (s *State) removePlace(id uint8, at stratego.Square) {
	if s.terms.Squares != nil {
		s.sums.place[stratego.ColorOf(id)] -= s.placeOf(id, at)
	}
}

// unplace forgets the square of an unknown piece that turns out to be immovable.
func (s *State) unplace(id uint8, at stratego.Square) {
	if t := s.terms.Squares; t != nil {
		c := stratego.ColorOf(id)
		s.sums.place[c] -= t[c][at]
	}
}
