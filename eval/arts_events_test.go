package eval

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"marengo/belief"
	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

var (
	seed = flag.Uint64("seed", 21, "of the positions whose events are bounded")
)

// TestEventBoundsHold compares the bounds of every chance node on random ways through
// random positions with what expectimax finds behind each event.
func TestEventBoundsHold(t *testing.T) {
	for _, kind := range []struct {
		name        string
		place       func(testing.TB, *rand.Rand) *stratego.State
		quick, slow int // positions
	}{
		{"games", gamePosition, 300, 10000},
		{"few pieces", fewPieces, 300, 40000},
		{"duels", duel, 100, 4000},
		{"crowds", crowd, 100, 2000},
	} {
		t.Run(kind.name, func(t *testing.T) {
			n := kind.quick
			c := boundCheck{most: 10000}
			if strategotest.Slow() {
				n, c.most = kind.slow, 300000
			}
			rng := rand.New(rand.NewPCG(*seed, uint64(len(kind.name))))
			for i := range n {
				s := kind.place(t, rng)
				if s == nil || s.Result().Over() {
					continue
				}
				v := new(stratego.View)
				s.View(stratego.Color(rng.IntN(2)), v)
				c.walk(t, i, v, rng)
			}
			for depth, x := range c.counts {
				t.Logf("depth %d: %d events, %d bounded on both sides, %d on one, %d exactly", depth, x.events, x.both, x.one, x.exact)
			}
			if c.counts[2].events < n {
				t.Errorf("only %d events were met", c.counts[2].events)
			}
		})
	}
}

// TestEventBoundsInCorners looks at battles after which something else than captures
// at hand decides. Each position is red's view, with red's or blue's attack pending;
// some pieces on the back rows give both sides room to step.
func TestEventBoundsInCorners(t *testing.T) {
	room := "r4a1 r4c1 r4e1 r3g1 r3h1 rFk1 b4a0 b4c0 b4e0 b3g0 b3h0 bFk0 "
	for _, c := range []struct {
		name, pieces, attack string
		mover                stratego.Color
		options              hidden.Options
		skew                 bool
	}{
		{name: "neither side can move", pieces: "r6d9 bBc9 rBd8 rBa7 rFa8 bFf8", attack: "d9-c9"},
		{name: "a tie opens a line to the flag", pieces: room + "r2e4 rFe3 rBd3 rBf3 rBe2 b2e7 b2e8", attack: "e4-e7",
			options: hidden.Options{LongScouts: true}, skew: true},
		{name: "a scout beats the spy and goes on", pieces: room + "rSe4 rMe2 b2e5 b6b6", attack: "e5-e4", mover: stratego.Blue},
		{name: "a spy attacks a scout", pieces: room + "rSe4 rMb4 b2e5 b6f6", attack: "e4-e5"},
		{name: "the battle shows the marshal", pieces: room + "r6e4 rSe3 bMe5 b6f6", attack: "e4-e5"},
		{name: "the marshal walks away or comes closer", pieces: room + "r6e4 rSc4 rMk4 bMe5 b6f6 b6k6", attack: "e4-e5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(41, 42))
			s, err := stratego.NewPosition(stratego.Rules{TwoSquares: 3, MoreSquares: true}, c.mover, placements(t, c.pieces))
			if err != nil {
				t.Fatal(err)
			}
			v := new(stratego.View)
			s.View(stratego.Red, v)
			var m *belief.Matrix
			if c.skew {
				m = skewed(v, rng)
			}
			h, err := hidden.New(v, m, c.options)
			if err != nil {
				t.Fatal(err)
			}
			e := new(Arts)
			e.SetRoot(h)
			attack, err := stratego.ParseMove(c.attack)
			if err != nil {
				t.Fatal(err)
			}
			h.Do(attack)
			check := boundCheck{most: 400000}
			check.compare(t, 0, e, h, h.Outcomes(nil))
			if check.counts[1].events == 0 {
				t.Error("no event was met")
			}
		})
	}
}

// placements reads pieces such as "rFa1": side, rank and square.
func placements(t *testing.T, text string) (list []stratego.Placement) {
	t.Helper()
	seen := map[stratego.Square]bool{}
	flags := map[stratego.Color]int{}
	words := strings.Fields(text)
	slices.Reverse(words) // the later ones of a square or a flag count
	for _, w := range words {
		sq, err := stratego.ParseSquare(w[2:])
		if err != nil {
			t.Fatal(err)
		}
		r, ok := stratego.ParseRank(w[1])
		if !ok {
			t.Fatalf("%s has no rank", w)
		}
		c := stratego.Red
		if w[0] == 'b' {
			c = stratego.Blue
		}
		if r == stratego.Flag {
			flags[c]++
		}
		if seen[sq] || r == stratego.Flag && flags[c] > 1 {
			continue
		}
		seen[sq] = true
		list = append(list, stratego.Placement{Square: sq, Color: c, Rank: r})
	}
	return list
}

// boundCheck counts what was compared, by depth.
type boundCheck struct {
	counts [5]struct{ events, both, one, exact int }
	most   int // positions that one comparison may visit
	budget int // what is left of them
	moves  [8][]game.Move
	events [16][]game.Outcome
}

// walk plays random moves from what a view shows and checks the chance nodes it meets.
func (c *boundCheck) walk(t *testing.T, i int, v *stratego.View, rng *rand.Rand) {
	t.Helper()
	o := hidden.Options{LongScouts: rng.IntN(4) == 0}
	var m *belief.Matrix
	if rng.IntN(4) == 0 {
		m = skewed(v, rng)
	}
	h, err := hidden.New(v, m, o)
	if err != nil {
		t.Fatal(err)
	}
	e := new(Arts)
	e.SetRoot(h)
	var moves []game.Move
	for ply := 0; ply < 12 && h.ToMove() != game.Nobody; ply++ {
		if h.ToMove() == game.Chance {
			events := h.Outcomes(nil)
			c.compare(t, i, e, h, events)
			h.Do(events[rng.IntN(len(events))].Move)
			continue
		}
		moves = h.Moves(moves[:0])
		next := moves[rng.IntN(len(moves))]
		for _, k := range rng.Perm(len(moves)) {
			if h.Field().PieceOn(stratego.To(moves[k])) != stratego.NoID {
				next = moves[k] // an attack, most often
				break
			}
		}
		if rng.IntN(3) == 0 {
			next = moves[rng.IntN(len(moves))]
		}
		h.Do(next)
	}
}

// compare checks the events of a chance node at all depths that can be searched.
func (c *boundCheck) compare(t *testing.T, i int, e *Arts, h *hidden.State, events []game.Outcome) {
	t.Helper()
	const rounding = 1e-9
	var lo, hi [stratego.Ranks]game.Score
	for depth := range c.counts {
		e.BoundEvents(h, events, depth, lo[:], hi[:])
		for k, event := range events {
			c.budget = c.most
			h.Do(event.Move)
			v := c.value(e, h, depth, -2*ArtsFlag, 2*ArtsFlag, 0)
			h.Undo()
			if c.budget < 0 {
				return
			}
			c.count(depth, lo[k], hi[k])
			if v < lo[k]-rounding || v > hi[k]+rounding {
				attack, _ := h.Pending()
				t.Fatalf("position %d, depth %d, %v-%v, %v's view, %v's attack, event %v: value %v, bounds %v to %v\n%s", i, depth,
					stratego.From(attack), stratego.To(attack), h.Color(), h.Field().Turn(), hidden.Event(event.Move), v, lo[k], hi[k], show(h))
			}
		}
	}
}

func (c *boundCheck) count(depth int, lo, hi game.Score) {
	x := &c.counts[depth]
	x.events++
	switch {
	case lo == hi:
		x.exact++
	case lo > -ArtsFlag && hi < ArtsFlag:
		x.both++
	case lo > -ArtsFlag || hi < ArtsFlag:
		x.one++
	}
}

// value is expectimax for First, with a window between chance nodes; it gives up with
// the budget.
func (c *boundCheck) value(e *Arts, h *hidden.State, depth int, alpha, beta game.Score, ply int) (best game.Score) {
	c.budget--
	p := h.ToMove()
	switch {
	case c.budget < 0:
		return 0
	case p == game.Nobody:
		return e.Final(h)
	case p == game.Chance:
		c.events[ply] = h.Outcomes(c.events[ply][:0])
		for _, o := range c.events[ply] {
			h.Do(o.Move)
			best += game.Score(o.P) * c.value(e, h, depth, -2*ArtsFlag, 2*ArtsFlag, ply+1)
			h.Undo()
		}
		return best
	case depth == 0:
		return e.Evaluate(h)
	}
	c.moves[depth] = h.Moves(c.moves[depth][:0])
	first := p == game.First
	for i, m := range c.moves[depth] {
		h.Do(m)
		v := c.value(e, h, depth-1, alpha, beta, ply+1)
		h.Undo()
		switch {
		case i == 0:
			best = v
		case first:
			best = max(best, v)
		default:
			best = min(best, v)
		}
		if first {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
		if alpha >= beta {
			break
		}
	}
	return best
}

// show draws the board, the enemy's unknown pieces as ? or, unmoved, as !.
func show(h *hidden.State) string {
	f := h.Field()
	out := []byte{}
	for row := 9; row >= 0; row-- {
		for file := range 10 {
			sq := stratego.Square(row*10 + file)
			id := f.PieceOn(sq)
			switch {
			case sq.Lake():
				out = append(out, " ~ "...)
			case id == stratego.NoID:
				out = append(out, " . "...)
			case f.Rank(id) == stratego.NoRank && f.Moved(id):
				out = append(out, " ? "...)
			case f.Rank(id) == stratego.NoRank:
				out = append(out, " ! "...)
			default:
				side := byte('r')
				if stratego.ColorOf(id) == stratego.Blue {
					side = 'b'
				}
				out = append(out, ' ', side, f.Rank(id).String()[0])
			}
		}
		out = append(out, '\n')
	}
	return string(out)
}

// skewed returns a matrix that prefers some ranks to others for each piece.
func skewed(v *stratego.View, rng *rand.Rand) *belief.Matrix {
	var e belief.Counting
	e.Update(v)
	m := *e.Matrix()
	for id := range m {
		sum := 0.0
		for r := range m[id] {
			m[id][r] *= 0.1 + rng.Float64()
			sum += m[id][r]
		}
		for r := range m[id] {
			if sum > 0 {
				m[id][r] /= sum
			}
		}
	}
	return &m
}

// gamePosition is one of a random game full of attacks.
func gamePosition(t testing.TB, rng *rand.Rand) *stratego.State {
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	roam(s, rng.IntN(500), rng)
	return s
}

// fewPieces is a position with at most eight pieces a side, close together.
func fewPieces(t testing.TB, rng *rand.Rand) *stratego.State {
	return scatter(t, rng, 1+rng.IntN(8), 1+rng.IntN(8))
}

// crowd is a position with many pieces.
func crowd(t testing.TB, rng *rand.Rand) *stratego.State {
	return scatter(t, rng, 8+rng.IntN(20), 8+rng.IntN(20))
}

// duel is a position with room to step and few ranks, so that it can be searched deep.
func duel(t testing.TB, rng *rand.Rand) *stratego.State {
	ranks := []stratego.Rank{stratego.Spy, stratego.Scout, stratego.Miner, stratego.Marshal, stratego.Bomb, stratego.Captain}
	rng.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
	ranks = append(ranks[:2+rng.IntN(3)], stratego.Scout, stratego.Captain)
	return scatter(t, rng, 5+rng.IntN(6), 5+rng.IntN(6), ranks...)
}

// scatter puts pieces of both sides on a part of the board and plays some moves, so
// that some are known, some have moved, some go to and fro, and limits are near.
func scatter(t testing.TB, rng *rand.Rand, red, blue int, ranks ...stratego.Rank) *stratego.State {
	rules := stratego.Rules{TwoSquares: []int{0, 2, 3, 5}[rng.IntN(4)], ScoutClause: rng.IntN(2) == 0, MoreSquares: rng.IntN(2) == 0}
	if rng.IntN(3) == 0 {
		rules.QuietLimit = 4 + rng.IntN(20)
	}
	if rng.IntN(3) == 0 {
		rules.PlyLimit = 10 + rng.IntN(30)
	}
	rows := 2 + rng.IntN(9)
	first := rng.IntN(11 - rows)
	var squares []stratego.Square
	for sq := stratego.Square(first * 10); sq < stratego.Square((first+rows)*10); sq++ {
		if !sq.Lake() {
			squares = append(squares, sq)
		}
	}
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	var pieces []stratego.Placement
	for c, n := range []int{red, blue} {
		left := stratego.Classic.Counts()
		for range n {
			r := stratego.Rank(rng.IntN(int(stratego.Ranks)))
			if len(ranks) > 0 {
				r = ranks[rng.IntN(len(ranks))]
			}
			if len(pieces) == 0 || pieces[len(pieces)-1].Color != stratego.Color(c) {
				r = stratego.Flag
			}
			if left[r] == 0 || len(squares) == 0 {
				continue
			}
			left[r]--
			pieces = append(pieces, stratego.Placement{Square: squares[0], Color: stratego.Color(c), Rank: r})
			squares = squares[1:]
		}
	}
	s, err := stratego.NewPosition(rules, stratego.Color(rng.IntN(2)), pieces)
	if err != nil {
		t.Fatal(err)
	}
	roam(s, rng.IntN(12), rng)
	return s
}

// roam plays random moves, often back and forth, sometimes attacks.
func roam(s *stratego.State, plies int, rng *rand.Rand) {
	var moves []game.Move
	var last [2]game.Move
	for ; plies > 0 && !s.Result().Over(); plies-- {
		moves = s.Moves(moves[:0])
		m := moves[rng.IntN(len(moves))]
		switch rng.IntN(3) {
		case 0:
			for _, k := range rng.Perm(len(moves)) {
				if _, ok := s.At(stratego.To(moves[k])); ok {
					m = moves[k]
				}
			}
		case 1:
			back := stratego.NewMove(stratego.To(last[s.Turn()]), stratego.From(last[s.Turn()]))
			if s.Why(back).OK() {
				m = back
			}
		}
		last[s.Turn()] = m
		s.Do(m)
	}
}

// BenchmarkBoundEvents bounds the events of one battle amid many pieces.
func BenchmarkBoundEvents(b *testing.B) {
	rng := rand.New(rand.NewPCG(51, 52))
	for {
		v := new(stratego.View)
		s := gamePosition(b, rng)
		s.View(s.Turn(), v)
		h, err := hidden.New(v, nil, hidden.Options{})
		if err != nil {
			b.Fatal(err)
		}
		e := new(Arts)
		e.SetRoot(h)
		for _, m := range h.Moves(nil) {
			if h.Do(m); h.ToMove() != game.Chance {
				h.Undo()
				continue
			}
			events := h.Outcomes(nil)
			var lo, hi [stratego.Ranks]game.Score
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e.BoundEvents(h, events, i%5, lo[:], hi[:])
			}
			return
		}
	}
}
