package analysis

import (
	"fmt"

	"marengo/stratego"
)

// Secret is what the enemy could believe of one piece, turn by turn.
type Secret struct {
	Color string `json:"color"`
	Rank  string `json:"rank"`  // its letter
	Start int    `json:"start"` // the square it stood on at first

	// At each of the enemy's turns while it was on the board: the plies played before, the
	// percent that its rank was held for likely, and the letter of the likeliest.
	Plies []int  `json:"plies"`
	Known []int  `json:"known"`
	Held  string `json:"held"`

	Text string `json:"text"`
}

// knownFrom is the percent from which a rank is as good as known.
const knownFrom = 80

// secretsOf follows every piece through a game that began with a state.
func secretsOf(plies []Ply, s *stratego.State) (list []Secret) {
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			x := s.Piece(c, id)
			if !x.Alive() {
				continue
			}
			secret := Secret{Color: c.String(), Rank: string(x.Rank.Letter()), Start: int(x.Square), Plies: []int{}, Known: []int{}}
			for i := range plies {
				p := &plies[i]
				if moverAt(s.Turn(), i) == c || p.Known[id] == Gone {
					continue
				}
				secret.Plies = append(secret.Plies, i)
				secret.Known = append(secret.Known, int(p.Known[id]))
				secret.Held += p.Held[id : id+1]
			}
			secret.Text = secret.words()
			list = append(list, secret)
		}
	}
	return list
}

// words says from when on a piece was known, counting each side's moves.
func (s *Secret) words() string {
	known, most, at := len(s.Known), 0, 0
	for i, p := range s.Known {
		if p < knownFrom {
			known = len(s.Known)
		} else if known == len(s.Known) {
			known = i
		}
		if p > most {
			most, at = p, i
		}
	}
	move := func(i int) int { return s.Plies[i]/2 + 1 }
	switch {
	case len(s.Known) == 0:
		return "never seen by the enemy"
	case known < len(s.Known) && s.Known[known] == 100:
		return fmt.Sprintf("known from move %d", move(known))
	case known < len(s.Known):
		return fmt.Sprintf("from move %d at least %d%% known", move(known), knownFrom)
	}
	return fmt.Sprintf("at most %d%% known, at move %d", most, move(at))
}
