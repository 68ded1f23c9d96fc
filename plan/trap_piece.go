package plan

import (
	"marengo/stratego"
	"marengo/value"
)

// trapPiece catches an enemy piece with two (5.5.3), seen from the prey. First
// its freedom is cut: the squares it reaches before any hunter does. Where no
// move makes that smaller the second hunter comes nearer. The last steps are left to
// TacticalAttack and ImmediateCapture, whose values are of a higher order.
//
// Over six hundred games against itself its absence cost two points in a hundred,
// within chance; without it only TacticalAttack would use two pieces, and by accident.
type trapPiece struct{}

type trapFigures struct {
	Cut   float64 `figure:"0.25 0 1 0.03"`   // what cutting all of the freedom counts of the profit
	Trust float64 `figure:"1 0 1 0.1"`       // the credit beyond which a hidden piece that may beat the prey hunts with the others
	Come  float64 `figure:"0.02 0 0.3 0.01"` // a step of the second hunter
}

// Profits below trapProfit are not worth the moves, nor are hunters further away than
// trapReach.
const (
	trapProfit = 4.0
	trapReach  = 12
)

// Name implements Plan.
func (trapPiece) Name() string { return "Trap" }

// Score implements Plan.
func (trapPiece) Score(s *Situation, scores []float64) {
	for f := range pieces {
		if s.Board.enemy[f] == stratego.NoSquare || !s.isPrey(f) || s.mobile[f] < sureToWin {
			continue
		}
		t := trap{s: s, prey: f}
		if !t.gather() {
			continue
		}
		t.score(scores)
	}
}

// trap is the hunt for one piece.
type trap struct {
	s       *Situation
	prey    int
	hunters [pieces]int
	n       int
	profit  float64
	second  int // the second nearest hunter
}

// gather finds the hunters near enough, and says whether there are two.
func (t *trap) gather() bool {
	s := t.s
	at := s.Board.enemy[t.prey]
	nearest, next := trapReach+1, trapReach+1
	first := -1
	for own := range pieces {
		p := &s.Own[own]
		if !p.Alive() || !p.Rank.Movable() || !p.Moved && !p.Known {
			continue
		}
		profit := s.profit(own, t.prey)
		if s.win[t.prey][p.Rank] < sureToWin {
			if !s.couldHunt(own, t.prey) {
				continue
			}
			profit = 0
		} else if profit < trapProfit {
			continue
		}
		t.hunters[t.n] = own
		t.n++
		t.profit = max(t.profit, profit)
		switch d := stratego.Distance(at, p.Square); {
		case d < nearest:
			first, nearest, t.second, next = own, d, first, nearest
		case d < next:
			t.second, next = own, d
		}
	}
	return t.n >= 2 && t.profit > 0 && next <= trapReach && nearest <= trapReach
}

// couldHunt says whether the owner of a known prey may believe that an own hidden piece beats
// it, so that it keeps away from it (5.5.3).
func (s *Situation) couldHunt(own, prey int) bool {
	return !s.Own[own].Known && s.Enemy[prey].Known && s.credit(own, s.Enemy[prey].Rank) > s.f.Trap.Trust
}

func (t *trap) score(scores []float64) {
	s := t.s
	before := t.freedom(&s.Board)
	at := s.Board.enemy[t.prey]
	for i, m := range s.Moves {
		b := s.after(i)
		if b.target >= 0 || !t.has(b.mover) {
			continue
		}
		cut := before - t.freedom(b)
		scores[i] += s.f.Trap.Cut * s.chase() * t.profit * float64(cut) / float64(before+1)
		if b.mover == t.second && cut >= 0 {
			closer := stratego.Distance(stratego.From(m), at) - stratego.Distance(stratego.To(m), at)
			scores[i] += s.f.Trap.Come * s.chase() * t.profit * float64(closer)
		}
	}
}

func (t *trap) has(own int) bool {
	for _, h := range t.hunters[:t.n] {
		if h == own {
			return true
		}
	}
	return false
}

// freedom counts the squares that the prey reaches sooner than any hunter.
func (t *trap) freedom(b *board) (n int) {
	var hunters [pieces]stratego.Square
	for i, h := range t.hunters[:t.n] {
		hunters[i] = b.own[h]
	}
	blocked := b.blocked()
	var prey, hunter value.Field
	value.Race([]stratego.Square{b.enemy[t.prey]}, hunters[:t.n], &blocked, &blocked, &prey, &hunter)
	for sq, d := range prey {
		if d != value.Far && d > 0 && b.free(stratego.Square(sq)) && hunter[sq] > d {
			n++
		}
	}
	return n
}
