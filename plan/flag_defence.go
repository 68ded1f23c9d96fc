package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// FlagDefence keeps enemies from the flag (3.4, 5.2.2), in even games as well as
// in won ones: game 1 of appendix C was lost by defending only when ahead, and
// game 5 by taking for granted that a piece was no miner. A raider counts by how soon it can be
// at the flag: over empty squares and over own pieces that it beats, over bombs if
// it may be a miner. It is stopped by taking it, by standing in its way, or by a
// stronger piece that is at the flag's side no later.
type FlagDefence struct{}

// The danger of a raider beside the flag, and how it falls with each further step;
// raiders further than raidReach are no business of this plan. leastMiner is how
// likely a piece must be a miner to pass bombs in these thoughts; a piece in the
// way costs the raider toll steps, for the risk it takes.
const (
	raidDanger = 300.0
	raidDecay  = 0.55
	raidReach  = 6
	leastMiner = 0.04
	toll       = 2
	coverShare = 0.25 // what is left of the danger where a guard stands ready
	guardReach = 2    // a guard this near the raider is ready
)

// Name implements Plan.
func (FlagDefence) Name() string { return "FDef" }

// Score implements Plan.
func (FlagDefence) Score(s *Situation, scores []float64) {
	if s.flag == stratego.NoSquare {
		return
	}
	before, raiders := s.raids(&s.Board)
	if before == 0 && !raiders {
		return
	}
	for i := range s.Moves {
		b := s.After(i)
		danger, _ := s.raids(b)
		gain := before - danger
		if b.target >= 0 {
			gain *= s.win[b.target][s.Own[b.mover].Rank]
		}
		scores[i] += gain
	}
}

// raids returns the worst danger to the flag on a board, and whether any enemy is
// near enough to matter.
func (s *Situation) raids(b *Board) (worst float64, near bool) {
	for f := range pieces {
		at := b.enemy[f]
		if at == stratego.NoSquare || s.mobile[f] < leastMiner || stratego.Distance(at, s.flag) > raidReach+1 {
			continue
		}
		near = true
		d := s.raidDistance(f, b)
		if d > raidReach {
			continue
		}
		x := raidDanger * s.mobile[f] * pow(raidDecay, d-1)
		if !s.Enemy[f].Known {
			x *= s.boldness(f)
		}
		if d > 1 && s.covered(f, d, b) {
			x *= coverShare
		}
		worst = max(worst, x)
	}
	return worst, near
}

// boldness is how likely a hidden piece is to be on its way to the flag at all.
func (s *Situation) boldness(f int) float64 {
	if s.Enemy[f].Moved {
		return 0.7
	}
	return 0
}

// raidDistance is the number of steps an enemy piece needs to the flag.
func (s *Situation) raidDistance(f int, b *Board) int {
	var cost [stratego.Squares]uint8
	for i := range cost {
		cost[i] = value.Far
	}
	var queue [4 * stratego.Squares]stratego.Square
	n := 1
	queue[0], cost[b.enemy[f]] = b.enemy[f], 0
	for i := 0; i < n; i++ {
		at := queue[i]
		for _, t := range at.Neighbours() {
			step, ok := s.raidStep(f, t, b)
			if c := int(cost[at]) + step; ok && c <= raidReach && c < int(cost[t]) && n < len(queue) {
				cost[t] = uint8(c)
				queue[n] = t
				n++
			}
		}
	}
	return int(cost[s.flag])
}

// raidStep is what a step onto a square costs a raider, and whether it can be made.
func (s *Situation) raidStep(f int, t stratego.Square, b *Board) (int, bool) {
	if t == s.flag || b.free(t) {
		return 1, true
	}
	own := b.ownAt(t)
	if own < 0 {
		return 0, false
	}
	if s.Own[own].Rank == stratego.Bomb {
		return 1, s.Belief[f][stratego.Miner] >= leastMiner
	}
	return 1 + toll, s.beats[f][s.Own[own].Rank] > likelyHunter
}

// covered says whether an own movable piece that beats the raider is beside it or
// at the flag no later than the raider, d steps from now.
func (s *Situation) covered(f, d int, b *Board) bool {
	for own := range pieces {
		p := &s.Own[own]
		if b.own[own] == stratego.NoSquare || !p.Rank.Movable() || s.win[f][p.Rank] < sureToWin {
			continue
		}
		if stratego.Distance(b.own[own], b.enemy[f]) <= guardReach || stratego.Distance(b.own[own], s.flag) <= d {
			return true
		}
	}
	return false
}
