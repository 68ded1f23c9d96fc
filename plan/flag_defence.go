package plan

import (
	"math"

	"marengo/stratego"
	"marengo/value"
)

// FlagDefence keeps enemies from the flag (3.4, 5.2.2), in even games as well as
// in won ones: game 1 of appendix C was lost by defending only when ahead, and
// game 5 by taking for granted that a piece was no miner. A raider counts by how
// soon it can be at the flag: over empty squares and over own pieces that it
// beats, over bombs if it may be a miner, along open lines if it may be a scout.
// It is stopped by taking it, by standing in its way, or by a stronger piece that
// is at the flag no later.
//
// It decides one move in forty. Over a hundred games its absence cost 4.5 points in a
// hundred against itself and gained 6 against lewis, both within chance. It stays
// because what it prevents ends the game: no other plan weighs an enemy by its way to
// the flag.
type FlagDefence struct{}

type raidFigures struct {
	Beside float64 `figure:"300 100 600 20"`     // the danger of a raider beside the flag
	Decay  float64 `figure:"0.55 0.3 0.98 0.04"` // how it falls with each further step
	Cover  float64 `figure:"0.25 0 1 0.05"`      // what is left of it where a guard stands ready
	Late   float64 `figure:"4 1 8 0.5"`          // how many moves too late a guard is of no use
	Bold   float64 `figure:"0.7 0 1 0.1"`        // how likely a hidden piece that moves is on its way to the flag
	Tie    float64 `figure:"0 0 1 0.2"`          // how far a guard that would tie is one
	Lead   float64 `figure:"0 0 3 0.25"`         // by which power of the game state the danger grows: who is ahead has more to lose (3.3)
	Reach  float64 `figure:"7 4 12 1"`           // raiders further away are no business of this plan
}

// leastMiner is how likely a piece must be a miner to pass bombs in these thoughts,
// leastScout to run; a piece in the way costs the raider toll steps, for the risk it takes.
const (
	leastMiner = 0.04
	leastScout = 0.04
	toll       = 2
	guardReach = 2 // a guard this near the raider is ready
)

// Name implements Plan.
func (FlagDefence) Name() string { return "FDef" }

// Score implements Plan.
func (FlagDefence) Score(s *Situation, scores []float64) {
	if s.flag == stratego.NoSquare {
		return
	}
	before, near := s.raids(&s.Board)
	if !near {
		return
	}
	for i := range s.Moves {
		b := s.After(i)
		danger, _ := s.raids(b)
		gain := before - danger
		if b.target >= 0 {
			r := s.Own[b.mover].Rank
			gain *= s.win[b.target][r] + s.tie[b.target][r]
		}
		scores[i] += gain
	}
}

// raids returns the worst danger to the flag on a board, and whether any enemy is
// near enough to matter.
func (s *Situation) raids(b *Board) (worst float64, near bool) {
	for f := range pieces {
		at := b.enemy[f]
		runs := s.Belief[f][stratego.Scout] >= leastScout
		if at == stratego.NoSquare || !s.isPrey(f) || s.mobile[f] < leastMiner ||
			!runs && stratego.Distance(at, s.flag) > s.raidReach() {
			continue
		}
		near = true
		d := s.raidDistance(f, b, false)
		x := s.raidDanger(f, d, b)
		if runs {
			x = max(x, s.Belief[f][stratego.Scout]*s.raidDanger(f, s.raidDistance(f, b, true), b))
		}
		worst = max(worst, x)
	}
	return worst, near
}

// raidReach is how many moves from the flag a raider counts.
func (s *Situation) raidReach() int { return int(s.f.Raid.Reach) }

// raidDanger is the danger of one raider that is d steps from the flag.
func (s *Situation) raidDanger(f, d int, b *Board) float64 {
	if d > s.raidReach() {
		return 0
	}
	x := s.f.Raid.Beside * s.mobile[f] * pow(s.f.Raid.Decay, d-1) * math.Pow(s.Values.State[s.Me], s.f.Raid.Lead)
	if !s.Enemy[f].Known {
		x *= s.f.Raid.Bold
	}
	if d > 1 {
		x *= s.uncovered(f, d, b)
	}
	return x
}

// raidDistance is the number of moves an enemy piece needs to the flag; a scout
// may run along open lines.
func (s *Situation) raidDistance(f int, b *Board, runs bool) int {
	var cost [stratego.Squares]uint8
	for i := range cost {
		cost[i] = value.Far
	}
	var queue [4 * stratego.Squares]stratego.Square
	n := 1
	queue[0], cost[b.enemy[f]] = b.enemy[f], 0
	limit := s.raidReach()
	reach := func(t stratego.Square, c int) {
		if c <= limit && c < int(cost[t]) && n < len(queue) {
			cost[t] = uint8(c)
			queue[n] = t
			n++
		}
	}
	for i := 0; i < n; i++ {
		at := queue[i]
		for _, t := range at.Neighbours() {
			step, ok := s.raidStep(f, t, b)
			if !ok {
				continue
			}
			c := int(cost[at])
			reach(t, c+step)
			for dir := int(t) - int(at); runs && b.free(t); {
				next, ok := onward(t, dir)
				if !ok || b.at[next] == lake || b.ownAt(next) >= 0 && next != s.flag || b.enemyAt(next) >= 0 {
					break
				}
				t = next
				reach(t, c+1)
			}
		}
	}
	return int(cost[s.flag])
}

// onward returns the square one step further in a direction.
func onward(at stratego.Square, dir int) (stratego.Square, bool) {
	next := int(at) + dir
	if next < 0 || next >= stratego.Squares || stratego.Distance(at, stratego.Square(next)) != 1 {
		return 0, false
	}
	return stratego.Square(next), true
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

// uncovered is how much of a raider's danger is left by the best guard against it, a
// movable piece that beats it: the covered share for one that is beside the raider
// or has a way to the flag no longer than the raider's d moves, all of it for
// one that comes too late to be of use, and in between by its delay.
func (s *Situation) uncovered(f, d int, b *Board) float64 {
	var field value.Field
	blocked := b.blocked()
	for own := range pieces {
		if at := b.own[own]; at != stratego.NoSquare && s.Own[own].Rank == stratego.Bomb {
			blocked[at] = false // the raider may clear it, and the guard comes to its place
		}
	}
	field.Distances([]stratego.Square{s.flag}, &blocked)
	late := s.f.Raid.Late
	for own := range pieces {
		p := &s.Own[own]
		if b.own[own] == stratego.NoSquare || !p.Rank.Movable() || s.win[f][p.Rank]+s.f.Raid.Tie*s.tie[f][p.Rank] < sureToWin {
			continue
		}
		if stratego.Distance(b.own[own], b.enemy[f]) <= guardReach {
			return s.f.Raid.Cover
		}
		late = min(late, max(0, float64(int(field[b.own[own]])-d)))
	}
	return s.f.Raid.Cover + (1-s.f.Raid.Cover)*late/s.f.Raid.Late
}
