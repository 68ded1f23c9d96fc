package belief

import (
	"math"

	"marengo/stratego"
)

// The shape of the happiness field: how fast the effect of a known piece falls
// with each step, and what is left of it off its row and file. A piece in one
// line with its hunter is the likelier to meet it (two-squares rule).
const (
	happinessDecay = 0.75
	offLine        = 0.7
)

// behaviour compares how happy each rank would be where a hidden piece came from
// and where it went, and takes the happier for the likelier (De Boer 6.3.3).
func (g *Guesser) behaviour(mover int, e stratego.Event) {
	t := &g.track
	if t.rank[mover] != stratego.NoRank || stratego.Distance(e.From, e.To) > 1 {
		return
	}
	var gain [stratego.Ranks]float64
	enemy := g.color.Other()
	for id := range Pieces {
		n := number(enemy, id)
		k, at := t.rank[n], t.square[n]
		if k == stratego.NoRank || at == stratego.NoSquare {
			continue
		}
		d := nearness(e.To, at) - nearness(e.From, at)
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			gain[r] += d * g.profit(r, k)
		}
	}
	for r := range gain {
		gain[r] = math.Exp(behaviourStrength * gain[r])
	}
	g.multiply(mover%Pieces, &gain, 1)
}

// nearness is the weight of a known piece's effect on a square.
func nearness(s, known stratego.Square) float64 {
	x := decay[stratego.Distance(s, known)]
	if s.File() != known.File() && s.Row() != known.Row() {
		x *= offLine
	}
	return x
}

// decay holds the powers of happinessDecay by distance.
var decay = func() (d [2 * stratego.Files]float64) {
	for i := range d {
		d[i] = math.Pow(happinessDecay, float64(i-1))
	}
	return d
}()
