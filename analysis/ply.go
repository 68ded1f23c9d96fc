package analysis

import (
	"context"
	"errors"
	"math"

	"marengo/belief"
	"marengo/lookahead"
	"marengo/record"
	"marengo/stratego"
)

// Ply is what is said of one move, in its player's View.
type Ply struct {
	Move string `json:"move"` // empty where the player left the game instead
	Best string `json:"best"` // a better move, where one was found

	After float64 `json:"after"` // expected score after the move, before it is seen what it meets
	Loss  float64 `json:"loss"`  // how much more Best was expected to bring
	Error float64 `json:"error"` // the standard error of Loss
	Met   float64 `json:"met"`   // expected score once it is seen what the move met
	// Chance is how likely the player held the rank that it met; 0 where it met no unknown one.
	Chance float64 `json:"chance"`

	// What the player could believe of the enemy's pieces, by their id: the percent of the
	// true rank, Gone for what is not on the board, and the letter of the likeliest.
	Known []byte `json:"known"`
	Held  string `json:"held"`
}

// Gone stands for a piece that is not on the board.
const Gone = 255

// sure is how many standard errors a loss must exceed to be counted.
const sure = 2

// Lost is the loss that counts: one that is not certain is taken for none.
func (p *Ply) Lost() float64 {
	if p.Loss > sure*p.Error {
		return p.Loss
	}
	return 0
}

// Value is what the player could expect before the move.
func (p *Ply) Value() float64 { return p.After + p.Lost() }

// Luck is what the move's battle brought beyond what was expected of it.
func (p *Ply) Luck() float64 { return p.Met - p.After }

// Grade is what a move is called that lost much.
type Grade string

// The grades, from 5, 10 and 20 points of a hundred.
const (
	Fine       Grade = ""
	Inaccuracy Grade = "inaccuracy"
	Mistake    Grade = "mistake"
	Blunder    Grade = "blunder"
)

// Grade says how bad the move was, nothing where that is not certain.
func (p *Ply) Grade() Grade {
	switch lost := p.Lost(); {
	case lost >= 0.20:
		return Blunder
	case lost >= 0.10:
		return Mistake
	case lost >= 0.05:
		return Inaccuracy
	}
	return Fine
}

// Analyst looks at the plies of finished games.
type Analyst struct {
	By string // who values, as an analysis names it

	// Thinker values moves. It should weigh them by nothing but what is expected.
	// Without one, only beliefs are told, those of the Guesser.
	Thinker     *lookahead.Thinker
	Guesser     belief.Estimator
	Evaluations int // of a move
}

// Plies returns how many plies an analysis of a game has: its moves, and one more where the
// side to move left it.
func Plies(g *record.Game) (int, error) {
	s, err := g.Replay()
	if err != nil {
		return 0, err
	}
	if leaves(s, g.Result) {
		return len(g.Moves) + 1, nil
	}
	return len(g.Moves), nil
}

// leaves says whether a game ended because the side to move gave it up.
func leaves(last *stratego.State, r stratego.Result) bool {
	return !last.Result().Over() && r.Winner == last.Turn().Other()
}

// ErrUnfinished refuses a game that is not over.
var ErrUnfinished = errors.New("the game is not over: only finished games are analysed")

// Ply looks at one ply of a finished game, counted from 0.
func (a *Analyst) Ply(ctx context.Context, g *record.Game, ply int) (Ply, error) {
	if !g.Result.Over() {
		return Ply{}, ErrUnfinished
	}
	s, err := g.At(ply)
	if err != nil {
		return Ply{}, err
	}
	if ply == len(g.Moves) {
		return a.leaving(ctx, s)
	}
	return a.move(ctx, s, g.Moves[ply])
}

// score turns win − loss into an expected score.
func score(expected float64) float64 { return (1 + expected) / 2 }

// move looks at one move.
func (a *Analyst) move(ctx context.Context, s *stratego.State, m stratego.Move) (Ply, error) {
	p := Ply{Move: stratego.FormatMove(m), After: 0.5, Met: 0.5}
	var v stratego.View
	s.View(s.Turn(), &v)
	if a.Thinker == nil {
		a.Guesser.Update(&v)
		p.guess(s, a.Guesser.Matrix())
		return p, ctx.Err()
	}
	met := stratego.NoRank
	d, attacks := v.At(stratego.To(m))
	if attacks && !d.Known {
		truth, _ := s.At(d.Square)
		met = truth.Rank
	}
	x, err := a.Thinker.Judge(ctx, &v, m, met, a.Evaluations, seedOf(s))
	if err != nil {
		return p, err
	}
	p.After, p.Met = score(x.Played.Expected), score(x.After)
	p.Loss, p.Error = x.Loss/2, x.Error/2
	if x.Best.Move != m {
		p.Best = stratego.FormatMove(x.Best.Move)
	}
	if met != stratego.NoRank {
		p.Chance = x.Belief[d.ID][met]
	}
	p.guess(s, x.Belief)
	return p, nil
}

// leaving looks at the position that a player gave up: all that was expected is lost.
func (a *Analyst) leaving(ctx context.Context, s *stratego.State) (p Ply, err error) {
	var v stratego.View
	s.View(s.Turn(), &v)
	if a.Thinker == nil {
		a.Guesser.Update(&v)
		p.guess(s, a.Guesser.Matrix())
		return p, ctx.Err()
	}
	t, err := a.Thinker.Think(ctx, &v, lookahead.Limit{Evaluations: a.Evaluations}, seedOf(s))
	if err != nil {
		return p, err
	}
	for _, c := range t.Candidates {
		if c.Move == t.Choice {
			p.Loss = score(c.Expected)
		}
	}
	p.guess(s, t.Belief)
	return p, ctx.Err()
}

// seedOf is the seed of a ply: an analysis comes out alike whenever it is made.
func seedOf(s *stratego.State) uint64 { return uint64(s.Ply()) + 1 }

// guess writes down what the side to move believes of the enemy's pieces.
func (p *Ply) guess(s *stratego.State, m *belief.Matrix) {
	enemy := s.Turn().Other()
	p.Known = make([]byte, stratego.SetupSquares)
	held := make([]byte, stratego.SetupSquares)
	for id := range p.Known {
		x := s.Piece(enemy, id)
		p.Known[id], held[id] = Gone, ' '
		if !x.Alive() {
			continue
		}
		p.Known[id], held[id] = 100, x.Rank.Letter()
		if x.Known {
			continue
		}
		likeliest := x.Rank
		for r, chance := range m[id] {
			if chance > m[id][likeliest] {
				likeliest = stratego.Rank(r)
			}
		}
		p.Known[id], held[id] = byte(math.Round(100*min(1, m[id][x.Rank]))), likeliest.Letter()
	}
	p.Held = string(held)
}
