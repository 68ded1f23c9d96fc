package setup

import (
	"math"
	"math/rand/v2"
	"sort"

	"marengo/stratego"
)

// SemiRandom places the pieces one by one on squares drawn by the statistics of
// human setups; each placed piece changes the chances of its neighbours
// (De Boer 4.3.2, figure 7.7). The relations are the model's Lift: with its
// Ratio, what P says of a square would count twice, and the setups would be
// more alike than human ones.
type SemiRandom struct {
	Model *Model // HumanModel if nil
}

// Setup implements Provider.
func (p SemiRandom) Setup(r stratego.Rules, rng *rand.Rand) (stratego.Setup, error) {
	m := p.Model
	if m == nil {
		m = HumanModel
	}
	var s stratego.Setup
	m.place(r.Variant, rng, &s)
	return s, nil
}

// placementOrder lists the ranks as they are placed: flag, bombs, marshal,
// general and spy (4.3.2), then the rest, those first whose relations to their
// neighbours deviate most from 1 (7.2.5).
var placementOrder = func() []stratego.Rank {
	order := []stratego.Rank{stratego.Flag, stratego.Bomb, stratego.Marshal, stratego.General, stratego.Spy}
	first := len(order)
	for r := stratego.Scout; r <= stratego.Colonel; r++ {
		order = append(order, r)
	}
	rest := order[first:]
	sort.SliceStable(rest, func(i, j int) bool {
		return HumanModel.deviation(rest[i]) > HumanModel.deviation(rest[j])
	})
	return order
}()

// deviation returns how far a rank's relations are from 1: the distance of their
// logarithms, summed over the other ranks.
func (m *Model) deviation(r stratego.Rank) (sum float64) {
	for k := range m.Ratio {
		for q, x := range m.Ratio[k][r] {
			if stratego.Rank(q) != r {
				sum += math.Abs(math.Log(x))
			}
		}
	}
	return sum
}

// place fills s with the variant's army.
func (m *Model) place(v stratego.Variant, rng *rand.Rand, s *stratego.Setup) {
	weights := m.P
	army := v.Counts()
	for i := range s {
		s[i] = stratego.NoRank
	}
	for _, r := range placementOrder {
		for range army[r] {
			at := draw(&weights, s, r, rng)
			s[at] = r
			for _, n := range setupNeighbours[at] {
				lift := &m.Lift[n.relation][r]
				for q := range lift {
					weights[n.index][q] *= lift[q]
				}
			}
		}
	}
}

// draw returns an empty square, each as likely as its weight for the rank. Where
// no empty square has any weight, all are alike.
func draw(weights *[stratego.SetupSquares][stratego.Ranks]float64, s *stratego.Setup, r stratego.Rank, rng *rand.Rand) int {
	total, empty := 0.0, 0
	for i := range weights {
		if s[i] == stratego.NoRank {
			total += weights[i][r]
			empty++
		}
	}
	x, k, last := rng.Float64()*total, 0, 0
	if total == 0 {
		k = rng.IntN(empty)
	}
	for i := range weights {
		if s[i] != stratego.NoRank {
			continue
		}
		last = i
		if x -= weights[i][r]; total > 0 && x < 0 || total == 0 && k == 0 {
			return i
		}
		k--
	}
	return last // rounding ate the last sliver of weight
}
