package plan

import "marengo/stratego"

// freeMiner clears the way for a miner that stands behind its own pieces. A flag behind bombs
// takes a miner, and MinerToFlag sees none where every way out is taken: with eighteen
// pieces against eight, games were drawn over that. Of all the miners the one counts that
// needs the fewest pieces moved aside; once one has a way, the plan is silent.
type freeMiner struct{}

type freeFigures struct {
	Step float64 `figure:"0 0 10 0.5"` // what a piece that steps out of the miner's way is worth
}

// aside is how many steps of a detour a piece in the way is as good as.
const aside = 4

// Name implements Plan.
func (freeMiner) Name() string { return "Free" }

// Score implements Plan.
func (freeMiner) Score(s *Situation, scores []float64) {
	if s.f.Free.Step == 0 || float64(s.Values.Living[s.Foe].Total()) > s.f.Miner.Wait {
		return
	}
	before := s.boxed(&s.Board)
	if before == 0 || before == noWay {
		return
	}
	for i := range s.Moves {
		if b := s.after(i); b.target < 0 {
			if after := s.boxed(b); after != noWay {
				scores[i] += s.f.Free.Step * float64(before-after)
			} else {
				scores[i] -= s.f.Free.Step
			}
		}
	}
}

// noWay is the number of pieces in the way of a miner that no way leads out for.
const noWay = 1 << 10

// boxed returns how many own pieces must step aside before a miner reaches a piece that may
// be the flag or a bomb: the fewest over all miners, noWay where there is none.
func (s *Situation) boxed(b *board) int {
	fewest := noWay
	for own := range pieces {
		if s.Own[own].Rank == stratego.Miner && b.own[own] != stratego.NoSquare {
			fewest = min(fewest, s.inTheWay(b, b.own[own]))
		}
	}
	return fewest
}

// inTheWay returns how many own pieces stand in the shortest way from a square to a piece that
// may be the flag or a bomb, each of them counting as a detour.
func (s *Situation) inTheWay(b *board, from stratego.Square) int {
	var cost, taken [stratego.Squares]int
	for i := range cost {
		cost[i] = noWay
	}
	var queue [8 * stratego.Squares]stratego.Square
	n := 1
	queue[0], cost[from] = from, 0
	shortest, fewest := noWay, noWay
	for i := 0; i < n; i++ {
		at := queue[i]
		for _, t := range at.Neighbours() {
			c, k := cost[at]+1, taken[at]
			if b.at[t] == lake {
				continue
			}
			if own := b.ownAt(t); own >= 0 {
				if !s.Own[own].Rank.Movable() {
					continue
				}
				c, k = c+aside, k+1
			} else if f := b.enemyAt(t); f >= 0 {
				if c < shortest && (s.Belief[f][stratego.Flag] >= leastFlag || s.Belief[f][stratego.Bomb] > threatenedBy) {
					shortest, fewest = c, k
				}
				continue
			}
			if c < cost[t] && n < len(queue) {
				cost[t], taken[t] = c, k
				queue[n] = t
				n++
			}
		}
	}
	return fewest
}
