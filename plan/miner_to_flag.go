package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// minerToFlag leads miners, and where no bomb bars the way any piece, towards the
// squares where the enemy's flag may be (2.2.3: an open path from a miner to a
// possible flag). What counts is the chance that the target is the flag or a
// bomb before it, and whether the way is open against pieces that would stop the
// miner, enemies moving first. Where it is not, the miner still sets out, with less
// zeal: a lone defender counts as being everywhere there, and is not. In the opening
// the miners wait: they are worth most in the end (H7).
//
// It decides one move in twenty-five. Over a hundred games its absence cost 3 points in
// a hundred against itself and none against lewis, within chance. It stays because
// nothing else sends miners at a flag behind bombs.
type minerToFlag struct{}

type minerFigures struct {
	Flag  float64 `figure:"60 0 200 5"`      // what a certain flag one step away is worth
	Bomb  float64 `figure:"0.35 0 1 0.05"`   // a bomb, of its value
	Decay float64 `figure:"0.97 0.8 1 0.01"` // the fall with each step
	Step  float64 `figure:"0.08 0 0.5 0.01"` // what a step towards the target is worth of its pull
	Risky float64 `figure:"0.6 0 1 0.1"`     // of that, where the way is not open
	Wait  float64 `figure:"24 8 40 2"`       // the living enemy pieces from which on miners wait
}

// leastFlag is the least chance that a target is the flag or a bomb beside it,
// threatenedBy how likely an enemy must beat a piece to be in its way.
const (
	leastFlag    = 0.04
	threatenedBy = 0.5
)

// Name implements Plan.
func (minerToFlag) Name() string { return "MFlag" }

// Score implements Plan.
func (minerToFlag) Score(s *Situation, scores []float64) {
	if float64(s.Values.Living[s.Foe].Total()) > s.f.Miner.Wait {
		return
	}
	for own := range pieces {
		p := &s.Own[own]
		if !p.Alive() || !p.Rank.Movable() {
			continue
		}
		var pull [stratego.Squares]float64
		if !s.pulls(own, &pull) {
			continue
		}
		var field value.Field
		s.openWay(own, &field)
		if s.scorePull(own, &pull, &field, 1, scores) {
			continue
		}
		blocked := s.Board.blocked()
		field.Distances([]stratego.Square{p.Square}, &blocked)
		s.scorePull(own, &pull, &field, s.f.Miner.Risky, scores)
	}
}

// pulls fills in what each enemy square would be worth to a piece that got there.
func (s *Situation) pulls(own int, pull *[stratego.Squares]float64) (any bool) {
	miner := s.Own[own].Rank == stratego.Miner
	for f := range pieces {
		at := s.Board.enemy[f]
		if at == stratego.NoSquare || s.Enemy[f].Moved {
			continue
		}
		x := 0.0
		if p := s.Belief[f][stratego.Flag]; p >= leastFlag {
			x += p * s.f.Miner.Flag
		}
		if p := s.Belief[f][stratego.Bomb]; miner && p > threatenedBy {
			x += p * (s.f.Miner.Bomb*s.Values.Piece[s.Foe][stratego.Bomb] + s.f.Miner.Flag*s.flagBeside(at))
		}
		if s.profit(own, f) <= 0 {
			x = 0
		}
		pull[at] = x
		any = any || x > 0
	}
	return any
}

// flagBeside is the chance that the enemy's flag stands beside a square.
func (s *Situation) flagBeside(at stratego.Square) (p float64) {
	for _, n := range at.Neighbours() {
		if f := s.Board.enemyAt(n); f >= 0 && !s.Enemy[f].Moved {
			p += s.Belief[f][stratego.Flag]
		}
	}
	return p
}

// openWay fills in the steps of a piece to every square that the enemies which
// beat it do not reach first.
func (s *Situation) openWay(own int, friend *value.Field) {
	var hunters []stratego.Square
	r := s.Own[own].Rank
	for f := range pieces {
		if at := s.Board.enemy[f]; at != stratego.NoSquare && s.Enemy[f].Moved && s.beats[f][r] > threatenedBy {
			hunters = append(hunters, at)
		}
	}
	blocked := s.Board.blocked()
	var enemy value.Field
	value.Race([]stratego.Square{s.Board.own[own]}, hunters, &blocked, &blocked, friend, &enemy)
}

// scorePull gives the moves of one piece what they bring it nearer to its best
// target; false where it reaches none.
func (s *Situation) scorePull(own int, pull *[stratego.Squares]float64, field *value.Field, zeal float64, scores []float64) bool {
	best, target := 0.0, stratego.NoSquare
	for at, x := range pull {
		if d := field[at]; x > 0 && d != value.Far && d > 0 {
			if y := x * pow(s.f.Miner.Decay, int(d)-1); y > best {
				best, target = y, stratego.Square(at)
			}
		}
	}
	if target == stratego.NoSquare || field[target] <= 1 {
		return target != stratego.NoSquare
	}
	blocked := s.Board.blocked()
	var back value.Field
	back.Distances([]stratego.Square{target}, &blocked)
	from := back[s.Board.own[own]]
	for i, m := range s.Moves {
		if b := s.after(i); b.mover != own || b.target >= 0 {
			continue
		}
		if back[stratego.To(m)] < from {
			scores[i] += zeal * s.f.Miner.Step * best
		} else {
			scores[i] -= zeal * s.f.Miner.Step * best
		}
	}
	return true
}
