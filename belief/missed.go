package belief

import (
	"math"

	"marengo/stratego"
	"marengo/value"
)

// missedOpportunities makes ranks unlikely that would have taken a known piece
// and did not (De Boer 6.3.2). Only unforced moves tell: a battle elsewhere or
// a piece of his own in danger is a reason to let a chance pass.
func (g *Guesser) missedOpportunities(e stratego.Event) {
	if e.Battle != stratego.NoBattle || g.inDanger() {
		return
	}
	t := &g.track
	for id := range Pieces {
		n := number(g.color, id)
		if t.square[n] == stratego.NoSquare || t.rank[n] != stratego.NoRank {
			continue
		}
		for _, s := range t.square[n].Neighbours() {
			prey := t.at[s]
			if prey == noPiece || stratego.ColorOf(prey) == g.color || t.rank[prey] == stratego.NoRank {
				continue
			}
			var factor [stratego.Ranks]float64
			for r := range factor {
				factor[r] = 1
				if profit := g.profit(stratego.Rank(r), t.rank[prey]); stratego.Rank(r).Movable() && profit > 0 {
					factor[r] = math.Exp(-missedStrength * profit)
				}
			}
			g.multiply(id, &factor, 1)
		}
	}
}

// inDanger says whether a piece whose rank both players know stands beside a
// known enemy that takes it: then the move may be forced.
func (g *Guesser) inDanger() bool {
	t := &g.track
	for id := range Pieces {
		n := number(g.color, id)
		if t.square[n] == stratego.NoSquare || t.rank[n] == stratego.NoRank {
			continue
		}
		for _, s := range t.square[n].Neighbours() {
			if p := t.at[s]; p != noPiece && stratego.ColorOf(p) != g.color && t.rank[p] != stratego.NoRank &&
				stratego.Fight(t.rank[p], t.rank[n]) == stratego.Win {
				return true
			}
		}
	}
	return false
}

// profit is what meeting a known piece of rank k is worth to a hidden one of rank
// r, in shares of the highest piece: what it takes less what it shows, or what it
// stands to lose.
func (g *Guesser) profit(r, k stratego.Rank) float64 {
	v := &g.track.values
	own, enemy := &v.Piece[g.color], &v.Piece[g.color.Other()]
	switch {
	case stratego.Fight(r, k) == stratego.Win:
		return (enemy[k] - v.Reveal[g.color]*own[r]) / value.Scale
	case stratego.Fight(k, r) == stratego.Win, stratego.Fight(r, k) == stratego.Lose:
		return -own[r] / value.Scale
	case r == k:
		return (enemy[k] - own[r]) / value.Scale
	}
	return 0
}
