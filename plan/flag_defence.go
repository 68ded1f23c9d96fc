package plan

import (
	"math"

	"marengo/stratego"
	"marengo/value"
)

// flagDefence keeps enemies from the flag (3.4, 5.2.2), in even games as well as
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
type flagDefence struct{}

type raidFigures struct {
	Beside float64 `figure:"300 100 600 20"`     // the danger of a raider beside the flag
	Decay  float64 `figure:"0.55 0.3 0.98 0.04"` // how it falls with each further step
	Cover  float64 `figure:"0.25 0 1 0.05"`      // what is left of it where a guard stands ready
	Late   float64 `figure:"4 1 8 0.5"`          // how many moves too late a guard is of no use
	Bold   float64 `figure:"0.7 0 1 0.1"`        // how likely a hidden piece that moves is on its way to the flag
	Tie    float64 `figure:"0 0 1 0.2"`          // how far a guard that would tie is one
	Lead   float64 `figure:"0 0 3 0.25"`         // by which power of the game state the danger grows: who is ahead has more to lose (3.3)
	Second float64 `figure:"0 0 1 0.1"`          // how much the raiders beside the worst add
	Run    float64 `figure:"7 1 12 1"`           // scouts that need more moves than this are no danger by running
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
func (flagDefence) Name() string { return "FDef" }

// Score implements Plan.
func (flagDefence) Score(s *Situation, scores []float64) {
	if s.flag == stratego.NoSquare || !s.findRaiders() {
		return
	}
	before := s.raids(&s.Board)
	for i := range s.Moves {
		b := s.after(i)
		gain := before - s.raids(b)
		if b.target >= 0 {
			r := s.Own[b.mover].Rank
			gain *= s.win[b.target][r] + s.tie[b.target][r]
		}
		scores[i] += gain
	}
}

// raider is an enemy that is near enough to the flag to matter, with its ways there on the
// board before the move.
type raider struct {
	f         int
	runs      bool // it may be a scout
	walk, run ways
}

// ways holds the moves that a raider needs to each square, Far where they are too many.
type ways [stratego.Squares]uint8

// findRaiders fills in the raiders, and says whether there are any.
func (s *Situation) findRaiders() bool {
	s.raiders = s.raiders[:0]
	for f := range pieces {
		at := s.Board.enemy[f]
		runs := s.Belief[f][stratego.Scout] >= leastScout
		if at == stratego.NoSquare || !s.isPrey(f) || s.mobile[f] < leastMiner ||
			!runs && stratego.Distance(at, s.flag) > s.raidReach() {
			continue
		}
		s.raiders = append(s.raiders, raider{f: f, runs: runs})
		r := &s.raiders[len(s.raiders)-1]
		s.raidWays(f, &s.Board, false, &r.walk)
		if runs {
			s.raidWays(f, &s.Board, true, &r.run)
		}
	}
	return len(s.raiders) > 0
}

// raids returns the danger to the flag on a board: that of the worst raider, and a part of
// the others'.
func (s *Situation) raids(b *board) float64 {
	var guards guardWays
	worst, sum := 0.0, 0.0
	for i := range s.raiders {
		r := &s.raiders[i]
		if b.enemy[r.f] == stratego.NoSquare {
			continue
		}
		x := s.raidDanger(r.f, s.raidDistance(r.f, b, false, &r.walk), b, &guards)
		if r.runs {
			x = max(x, s.Belief[r.f][stratego.Scout]*s.raidDanger(r.f, s.raidDistance(r.f, b, true, &r.run), b, &guards))
		}
		worst = max(worst, x)
		sum += x
	}
	return worst + s.f.Raid.Second*(sum-worst)
}

// raidReach is how many moves from the flag a raider counts.
func (s *Situation) raidReach() int { return int(s.f.Raid.Reach) }

// raidDanger is the danger of one raider that is d steps from the flag.
func (s *Situation) raidDanger(f, d int, b *board, guards *guardWays) float64 {
	if d > s.raidReach() {
		return 0
	}
	x := s.f.Raid.Beside * s.mobile[f] * pow(s.f.Raid.Decay, d-1) * math.Pow(s.Values.State[s.Me], s.f.Raid.Lead)
	if !s.Enemy[f].Known {
		x *= s.f.Raid.Bold
	}
	if d > 1 {
		x *= s.uncovered(f, d, b, guards)
	}
	return x
}

// raidDistance is the number of moves an enemy piece needs to the flag. A board that differs
// from the one before the move only where none of the piece's ways led leaves them as
// they were.
func (s *Situation) raidDistance(f int, b *board, runs bool, before *ways) int {
	if b.mover < 0 || !before.lead(s.Board.own[b.mover]) && !before.lead(b.own[b.mover]) {
		return int(before[s.flag])
	}
	var w ways
	s.raidWays(f, b, runs, &w)
	return int(w[s.flag])
}

// lead says whether ways lead onto a square or beside it.
func (w *ways) lead(at stratego.Square) bool {
	if w[at] != value.Far {
		return true
	}
	for _, n := range at.Neighbours() {
		if w[n] != value.Far {
			return true
		}
	}
	return false
}

// raidWays fills in the moves that an enemy piece needs to each square, as far as they may
// lead to the flag within raidReach; a scout may run along open lines.
func (s *Situation) raidWays(f int, b *board, runs bool, cost *ways) {
	for i := range cost {
		cost[i] = value.Far
	}
	var queue [4 * stratego.Squares]stratego.Square
	n := 1
	queue[0], cost[b.enemy[f]] = b.enemy[f], 0
	limit := s.raidReach()
	if runs {
		limit = min(limit, int(s.f.Raid.Run))
	}
	reach := func(t stratego.Square, c int) {
		if c >= int(cost[t]) || c > limit || !runs && c+stratego.Distance(t, s.flag) > limit {
			return
		}
		if n < len(queue) {
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
func (s *Situation) raidStep(f int, t stratego.Square, b *board) (int, bool) {
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

// guardWays are the steps from each square to the flag for those who guard it on one board.
type guardWays struct {
	filled bool
	field  value.Field
}

// fill works the steps out once for a board. Bombs are no obstacle: the raider may clear
// one, and the guard comes to its place.
func (g *guardWays) fill(s *Situation, b *board) {
	if g.filled {
		return
	}
	g.filled = true
	blocked := b.blocked()
	for own := range pieces {
		if at := b.own[own]; at != stratego.NoSquare && s.Own[own].Rank == stratego.Bomb {
			blocked[at] = false
		}
	}
	g.field.Distances([]stratego.Square{s.flag}, &blocked)
}

// uncovered is how much of a raider's danger is left by the best guard against it, a
// movable piece that beats it: the covered share for one that is beside the raider
// or has a way to the flag no longer than the raider's d moves, all of it for
// one that comes too late to be of use, and in between by its delay.
func (s *Situation) uncovered(f, d int, b *board, guards *guardWays) float64 {
	guards.fill(s, b)
	late := s.f.Raid.Late
	for own := range pieces {
		p := &s.Own[own]
		if b.own[own] == stratego.NoSquare || !p.Rank.Movable() || s.win[f][p.Rank]+s.f.Raid.Tie*s.tie[f][p.Rank] < sureToWin {
			continue
		}
		if stratego.Distance(b.own[own], b.enemy[f]) <= guardReach {
			return s.f.Raid.Cover
		}
		late = min(late, max(0, float64(int(guards.field[b.own[own]])-d)))
	}
	return s.f.Raid.Cover + (1-s.f.Raid.Cover)*late/s.f.Raid.Late
}
