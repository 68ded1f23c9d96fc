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
	Bare   float64 `figure:"0.55 0.3 0.98 0.04"` // and where no guard comes in time
	Cover  float64 `figure:"0.25 0 1 0.05"`      // what is left of it where a guard stands ready
	Near   float64 `figure:"2 0 3 1"`            // a guard this near the raider is ready wherever the flag is
	Late   float64 `figure:"4 1 16 0.5"`         // how many moves too late a guard is of no use
	Meet   float64 `figure:"0 0 1 1"`            // whether a guard must come to where the raider will stand beside the flag, or only to the flag
	Cut    float64 `figure:"0 0 1 1"`            // whether a guard may as well cut the raider off on its way
	Slip   float64 `figure:"0 0 1 0.1"`          // what the first move too late counts of all of them
	Stand  float64 `figure:"0 0 1 0.1"`          // how far guards are called to a raider that stands beside the flag already
	Bold   float64 `figure:"0.7 0 1 0.1"`        // how likely a hidden piece that moves is on its way to the flag
	Sure   float64 `figure:"0.85 0.4 1 0.05"`    // how likely a guard must beat the raider
	Tie    float64 `figure:"0 0 1 0.2"`          // how far a guard that would tie is one
	Lead   float64 `figure:"0 0 3 0.25"`         // by which power of the game state the danger grows: who is ahead has more to lose (3.3)
	Second float64 `figure:"0 0 1 0.1"`          // how much the raiders beside the worst add
	Toll   float64 `figure:"2 0 4 1"`            // moves that a weaker piece in its way costs a raider, for the risk it takes
	Shown  float64 `figure:"2 0 4 1"`            // and one that the raider knows
	Run    float64 `figure:"7 1 12 1"`           // scouts that need more moves than this are no danger by running
	Reach  float64 `figure:"7 4 12 1"`           // raiders further away are no business of this plan
}

// leastMiner is how likely a piece must be a miner to pass bombs in these thoughts,
// leastScout to run.
const (
	leastMiner = 0.04
	leastScout = 0.04
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
		x := s.raidDanger(r.f, s.waysOn(r.f, b, false, &r.walk), b, &guards)
		if r.runs {
			x = max(x, s.Belief[r.f][stratego.Scout]*s.raidDanger(r.f, s.waysOn(r.f, b, true, &r.run), b, &guards))
		}
		worst = max(worst, x)
		sum += x
	}
	return worst + s.f.Raid.Second*(sum-worst)
}

// raidReach is how many moves from the flag a raider counts.
func (s *Situation) raidReach() int { return int(s.f.Raid.Reach) }

// raidDanger is the danger of one raider with its ways on a board.
func (s *Situation) raidDanger(f int, w *ways, b *board, guards *guardWays) float64 {
	d := int(w[s.flag])
	if d > s.raidReach() {
		return 0
	}
	x := s.f.Raid.Beside * s.mobile[f] * math.Pow(s.Values.State[s.Me], s.f.Raid.Lead)
	if !s.Enemy[f].Known {
		x *= s.f.Raid.Bold
	}
	cover := s.f.Raid.Cover
	if d == 1 {
		cover = 1 - s.f.Raid.Stand*(1-cover)
	}
	if d > 1 || cover < 1 {
		x *= cover*pow(s.f.Raid.Decay, d-1) + (1-cover)*s.bareness(f, w, b, guards)*pow(s.f.Raid.Bare, d-1)
	}
	return x
}

// waysOn returns the ways of an enemy piece on a board. One that differs from the board before
// the move only where none of the piece's ways led leaves them as they were.
func (s *Situation) waysOn(f int, b *board, runs bool, before *ways) *ways {
	if b.mover < 0 || !before.lead(s.Board.own[b.mover]) && !before.lead(b.own[b.mover]) {
		return before
	}
	s.raidWays(f, b, runs, &s.ways)
	return &s.ways
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
	toll := s.f.Raid.Toll
	if s.knownOn(own, b) {
		toll = s.f.Raid.Shown
	}
	return 1 + int(toll), s.beats[f][s.Own[own].Rank] > likelyHunter
}

// guardWays are the steps that guards need on one board: to the flag, and to the squares beside
// it in the order of its neighbours.
type guardWays struct {
	toFlag value.Field
	beside [4]value.Field
	filled [5]bool
}

// flagField returns the steps from each square to the flag. Bombs are no obstacle: the raider may
// clear one, and the guard comes to its place.
func (g *guardWays) flagField(s *Situation, b *board) *value.Field {
	if last := len(g.beside); !g.filled[last] {
		g.filled[last] = true
		blocked := b.blocked()
		for own := range pieces {
			if at := b.own[own]; at != stratego.NoSquare && s.Own[own].Rank == stratego.Bomb {
				blocked[at] = false
			}
		}
		g.toFlag.Distances([]stratego.Square{s.flag}, &blocked)
	}
	return &g.toFlag
}

// besideField returns the steps to a neighbour of the flag, its i-th.
func (g *guardWays) besideField(b *board, i int, at stratego.Square) *value.Field {
	if !g.filled[i] {
		g.filled[i] = true
		blocked := b.blocked()
		g.beside[i].Distances([]stratego.Square{at}, &blocked)
	}
	return &g.beside[i]
}

// bareness is how far the flag lies open to a raider, by the best guard against it, a
// movable piece that beats it: not at all for one that is near the raider or in time, wholly
// for one that comes too late to be of use, and in between by its delay, of which the first move
// decides most.
func (s *Situation) bareness(f int, w *ways, b *board, guards *guardWays) float64 {
	late := int(s.f.Raid.Late)
	var way raidWay
	cut := s.f.Raid.Cut > 0 && s.findWay(f, w, b, &way)
	for own := range pieces {
		p := &s.Own[own]
		if b.own[own] == stratego.NoSquare || !p.Rank.Movable() || s.win[f][p.Rank]+s.f.Raid.Tie*s.tie[f][p.Rank] < s.f.Raid.Sure {
			continue
		}
		if stratego.Distance(b.own[own], b.enemy[f]) <= int(s.f.Raid.Near) {
			return 0
		}
		if late = min(late, s.delay(b.own[own], w, b, guards)); cut && late > 0 {
			late = min(late, way.delay(b.own[own], b))
		}
	}
	if late == 0 {
		return 0
	}
	return s.f.Raid.Slip + (1-s.f.Raid.Slip)*float64(late)/s.f.Raid.Late
}

// delay is how many moves a guard comes too late: to the flag, or to meet the raider on the
// last square of its way. The raider moves first, and the guard has a move for each of its
// own before it takes the flag.
func (s *Situation) delay(guard stratego.Square, w *ways, b *board, guards *guardWays) (late int) {
	d := int(w[s.flag])
	meets := false
	if s.f.Raid.Meet > 0 {
		for i, n := range s.flag.Neighbours() {
			if int(w[n]) == d-1 {
				meets = true
				late = max(late, int(guards.besideField(b, i, n)[guard])-(d-1))
			}
		}
	}
	if !meets { // a scout may run past every square beside the flag
		return max(0, int(guards.flagField(s, b)[guard])-d)
	}
	return late
}
