package belief

import (
	"math/rand/v2"
	"slices"

	"marengo/setup"
	"marengo/stratego"
)

// Options say what a Guesser looks at. The zero value is De Boer's guesser of the
// enemy's pieces: starting position, neighbours, missed opportunities and behaviour.
type Options struct {
	Side  Side
	Model *setup.Model // where people put their pieces; setup.HumanModel if nil

	// Setups, if not nil, says what the starting position tells, in place of De
	// Boer's statistics of squares and neighbours.
	Setups *setup.Conditional

	NoStart      bool // leave out the starting position (6.3.1)
	NoNeighbours bool // leave out the neighbours of revealed pieces (6.3.1)
	NoMissed     bool // leave out missed opportunities (6.3.2)
	NoBehaviour  bool // leave out the behaviour towards known pieces (6.3.3)

	// Opponent, if not nil, replaces the behaviour towards known pieces by
	// Stankiewicz's opponent model.
	Opponent *Opponent

	// Habits, if not nil, replaces missed opportunities and behaviour by what pieces of
	// each rank were seen to do.
	Habits *Habits
}

// Guesser estimates hidden ranks as De Boer's Invincible does (chapter 6): every
// heuristic multiplies the weights of a piece's ranks, and the matrix is what
// the two-way normalisation makes of the weights.
type Guesser struct {
	options Options
	model   *setup.Model

	color  stratego.Color // whose pieces these are
	begun  bool
	origin origin
	events []stratego.Event // those taken into account
	buf    []stratego.Event
	track  track
	weight Matrix // never zero; only the ratios within a row mean anything
	bluff  bluffing
	// stepped are the sorts of steps that each piece has made.
	stepped [Pieces][stepSorts]bool
	facts   facts
	hidden  hidden
	matrix  Matrix
	logs    [Pieces][stratego.Ranks]float32
}

// origin tells games apart by where and with what they began.
type origin struct {
	rules stratego.Rules
	army  [2]stratego.Counts
	start [2 * Pieces]stratego.Square
}

// NewGuesser returns a Guesser that has seen nothing yet.
func NewGuesser(o Options) *Guesser {
	g := &Guesser{options: o, model: o.Model}
	if g.model == nil {
		g.model = setup.HumanModel
	}
	return g
}

// Update implements Estimator.
func (g *Guesser) Update(v *stratego.View) {
	g.buf = v.Events(g.buf[:0])
	if !g.continues(v) {
		g.restart(v)
	}
	if len(g.buf) == v.Ply() {
		for _, e := range g.buf[len(g.events):] {
			g.observe(e)
		}
	} else {
		g.catchUp(v)
	}
	g.events = append(g.events[:0], g.buf...)
	g.finish(v)
}

// Matrix implements Estimator.
func (g *Guesser) Matrix() *Matrix { return &g.matrix }

// Sample implements Estimator.
func (g *Guesser) Sample(rng *rand.Rand) []stratego.Rank { return g.facts.sample(&g.matrix, rng) }

// continues says whether the View is a later point of the game seen last.
func (g *Guesser) continues(v *stratego.View) bool {
	return g.begun && g.color == g.options.Side.color(v) &&
		len(g.buf) == v.Ply() && len(g.events) <= len(g.buf) &&
		slices.Equal(g.events, g.buf[:len(g.events)]) && g.origin == originOf(v)
}

func originOf(v *stratego.View) (o origin) {
	o.rules = v.Rules()
	for c := stratego.Red; c <= stratego.Blue; c++ {
		o.army[c] = v.Army(c)
		for id := range Pieces {
			o.start[number(c, id)] = v.Piece(c, id).Start
		}
	}
	return o
}

// restart forgets everything and puts the initial probabilities into the weights.
func (g *Guesser) restart(v *stratego.View) {
	g.begun = true
	g.color = g.options.Side.color(v)
	g.origin = originOf(v)
	g.events = g.events[:0]
	g.bluff = bluffing{}
	g.stepped = [Pieces][stepSorts]bool{}
	g.track.start(v, g.buf)
	for id := range g.weight {
		i := v.Piece(g.color, id).StartIndex()
		for r := range g.weight[id] {
			g.weight[id][r] = 1
			if i >= 0 && !g.options.NoStart && g.options.Setups == nil {
				g.weight[id][r] = g.model.P[i][r]
			}
		}
	}
	for id := range Pieces {
		if g.track.rank[number(g.color, id)] != stratego.NoRank {
			g.tellNeighbours(id)
		}
	}
}

// observe draws the conclusions from one ply and plays it.
func (g *Guesser) observe(e stratego.Event) {
	mover := g.track.at[e.From]
	if mover == noPiece {
		return
	}
	switch {
	case stratego.ColorOf(mover) != g.color:
	case g.options.Habits != nil:
		g.options.Habits.judge(g, int(mover), e)
	default:
		if !g.options.NoMissed {
			g.missedOpportunities(e)
		}
		if e.Battle == stratego.NoBattle {
			switch {
			case g.options.Opponent != nil:
				g.options.Opponent.judge(g, int(mover), e)
			case !g.options.NoBehaviour:
				g.behaviour(int(mover), e)
			}
		}
	}
	defender := g.track.at[e.To]
	wasHidden := [2]bool{g.hides(mover), g.hides(defender)}
	g.track.step(e)
	for i, p := range [2]int8{mover, defender} {
		if wasHidden[i] && !g.hides(p) {
			g.bluff.reveal(g, int(p)%Pieces)
			g.tellNeighbours(int(p) % Pieces)
		}
	}
}

// hides says whether a piece is one of those guessed at and not yet shown.
func (g *Guesser) hides(piece int8) bool {
	return piece != noPiece && stratego.ColorOf(piece) == g.color && g.track.rank[piece] == stratego.NoRank
}

// catchUp takes a View whose path does not begin at the first ply: what was done
// is unknown, what was shown is not.
func (g *Guesser) catchUp(v *stratego.View) {
	for id := range Pieces {
		p := v.Piece(g.color, id)
		if n := number(g.color, id); p.Known && g.track.rank[n] == stratego.NoRank {
			g.track.rank[n] = p.Rank
			g.tellNeighbours(id)
		}
	}
}

// tellNeighbours multiplies the weights of a revealed piece's first neighbours by how
// often ranks stand beside its rank (6.3.1).
func (g *Guesser) tellNeighbours(id int) {
	if g.options.NoNeighbours || g.options.Setups != nil {
		return
	}
	s := g.origin.start[number(g.color, id)].From(g.color)
	rank := g.track.rank[number(g.color, id)]
	if s >= stratego.SetupSquares {
		return
	}
	for other := range Pieces {
		o := g.origin.start[number(g.color, other)].From(g.color)
		if o >= stratego.SetupSquares || stratego.Distance(s, o) != 1 {
			continue
		}
		relation := setup.NextTo
		switch {
		case o.Row() > s.Row():
			relation = setup.InFront
		case o.Row() < s.Row():
			relation = setup.Behind
		}
		g.multiply(other, &g.model.Lift[relation][rank], neighbourStrength)
	}
}

// finish makes the matrix of the weights and what counting permits.
func (g *Guesser) finish(v *stratego.View) {
	g.facts.read(v, g.color)
	if g.options.Setups != nil {
		g.readSetup(v)
	}
	g.hidden.fill(&g.facts, &g.matrix, func(id int, row *[stratego.Ranks]float64) {
		*row = g.weight[id]
		if at := g.startIndex(id); g.options.Setups != nil && at >= 0 {
			spread(row, &g.logs[at])
		}
		possible := v.Possible(g.color, id)
		for r := range row {
			if !possible.Has(stratego.Rank(r)) {
				row[r] = 0
			}
		}
	})
}

func (g *Guesser) startIndex(id int) int {
	if s := g.origin.start[number(g.color, id)].From(g.color); s < stratego.SetupSquares {
		return int(s)
	}
	return -1
}
