package lookahead

import (
	"math/rand/v2"

	"marengo/belief"
	"marengo/stratego"
)

// ranks is one world: what the enemy's pieces are, by their id.
type ranks [belief.Pieces]stratego.Rank

// worlds are drawn from a belief as they are needed. All candidates are tried in the
// same ones.
type worlds struct {
	estimator belief.Estimator
	view      *stratego.View
	rng       *rand.Rand
	drawn     []ranks
}

// reset begins anew, with worlds that have nothing to do with those before.
func (w *worlds) reset(v *stratego.View, rng *rand.Rand) {
	if e, ok := w.estimator.(interface{ Restart() }); ok {
		e.Restart()
	}
	w.view, w.rng, w.drawn = v, rng, w.drawn[:0]
}

// world returns world i.
func (w *worlds) world(i int) *ranks {
	for len(w.drawn) <= i {
		w.drawn = append(w.drawn, ranks(w.estimator.Sample(w.rng)))
	}
	return &w.drawn[i]
}

// leastOdds keeps odds finite where a belief gives a rank no chance at all.
const leastOdds = 1e-6

// force makes a piece of a world a given rank, by an exchange with one that has it, each
// as likely as the belief finds the exchange. It says whether there is such a piece.
func (w *worlds) force(world *ranks, id int, r stratego.Rank) bool {
	has := world[id]
	if has == r {
		return true
	}
	m := w.estimator.Matrix()
	enemy := w.view.Color().Other()
	var weight [belief.Pieces]float64
	total := 0.0
	for other := range world {
		if world[other] != r {
			continue
		}
		if p := w.view.Piece(enemy, other); p.Alive() && !p.Known && (has.Movable() || !p.Moved) {
			weight[other] = (m[other][has] + leastOdds) / (m[other][r] + leastOdds)
			total += weight[other]
		}
	}
	if total == 0 {
		return false
	}
	partner, x := -1, w.rng.Float64()*total
	for other, p := range weight {
		if p > 0 {
			partner = other
			if x -= p; x < 0 {
				break
			}
		}
	}
	world[id], world[partner] = r, has
	return true
}
