package mcts

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"marengo/game"
)

// coin is a game with something hidden: First bets high, low or nothing, and
// the hidden side decides. After a bet Second may answer in some worlds only.
type coin struct {
	high bool
	path []game.Move
}

const (
	betHigh game.Move = iota + 1
	betLow
	pass
	answer // Second's, possible where the coin is low
	accept // Second's, always possible
)

func (c *coin) ToMove() game.Player {
	if len(c.path) == 2 {
		return game.Nobody
	}
	return game.Player(len(c.path))
}

func (c *coin) Moves(buf []game.Move) []game.Move {
	if len(c.path) == 0 {
		return append(buf, betHigh, betLow, pass)
	}
	if !c.high {
		buf = append(buf, answer)
	}
	return append(buf, accept)
}

func (c *coin) Outcomes(buf []game.Outcome) []game.Outcome { return buf }
func (c *coin) Do(m game.Move)                             { c.path = append(c.path, m) }
func (c *coin) Undo()                                      { c.path = c.path[:len(c.path)-1] }
func (c *coin) Key(int) uint64                             { return 0 }
func (c *coin) Value() game.Score                          { return 0 }

// coinEvaluator pays a right bet 1, a wrong one 0 and a pass ½ whatever follows.
type coinEvaluator struct{}

func (coinEvaluator) Evaluate(c *coin, _ game.Player) float64 {
	switch {
	case len(c.path) == 0 || c.path[0] == pass:
		return 0.5
	case (c.path[0] == betHigh) == c.high:
		return 1
	}
	return 0
}

// tosses makes worlds in which the coin is high with a probability.
type tosses struct {
	p float64
	c coin
}

func (w *tosses) World(rng *rand.Rand) (*coin, error) {
	w.c.high = rng.Float64() < w.p
	w.c.path = w.c.path[:0]
	return &w.c, nil
}

// bet shows both players whether a bet was right.
func bet(c *coin) uint32 {
	if c.path[0] != pass && (c.path[0] == betHigh) == c.high {
		return 1
	}
	return 0
}

func TestWorldsAverageTheOutcomes(t *testing.T) {
	for name, sel := range selectors() {
		s, err := New(Options[*coin]{Selector: sel, Evaluator: coinEvaluator{}, Predictor: evenCoin{}, Seen: bet}, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.SearchWorlds(context.Background(), &tosses{p: 0.7}, Limits{Evaluations: 20000})
		if err != nil {
			t.Fatal(err)
		}
		if r.Move != betHigh {
			t.Errorf("%s plays %d, want the likelier bet", name, r.Move)
		}
		for _, c := range r.Moves {
			want := map[game.Move]float64{betHigh: 0.7, betLow: 0.3, pass: 0.5}[c.Move]
			if math.Abs(c.Value-want) > 6*0.5/math.Sqrt(float64(c.Visits)) {
				t.Errorf("%s: move %d is worth %v after %d visits, want %v", name, c.Move, c.Value, c.Visits, want)
			}
		}
		checkTree(t, &s.tree)
	}
}

type evenCoin struct{}

func (evenCoin) Predict(_ *coin, moves []game.Move, p []float32) error {
	for i := range p {
		p[i] = 1 / float32(len(moves))
	}
	return nil
}

// After a pass both kinds of world look alike, so they share a node in which one
// move is available in some worlds only.
func TestAvailability(t *testing.T) {
	s, err := New(Options[*coin]{Selector: &UCB{5}, Evaluator: coinEvaluator{}, Seen: bet}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.SearchWorlds(context.Background(), &tosses{p: 0.75}, Limits{Evaluations: 20000}); err != nil {
		t.Fatal(err)
	}
	tr := &s.tree
	i, _ := tr.find(&tr.nodes[0], pass)
	nd := &tr.nodes[tr.child(i, 0)]
	rare, _ := tr.find(nd, answer)
	always, _ := tr.find(nd, accept)
	share := float64(tr.avail[rare]) / float64(tr.avail[always])
	if math.Abs(share-0.25) > 0.05 {
		t.Errorf("the move of a quarter of the worlds was available in %v of them", share)
	}
	if tr.cold[rare].visits == 0 || tr.cold[rare].visits > tr.avail[rare] {
		t.Errorf("%d visits of a move available %d times", tr.cold[rare].visits, tr.avail[rare])
	}
	high, _ := tr.find(&tr.nodes[0], betHigh)
	right, wrong := tr.child(high, 1), tr.child(high, 0)
	if right == none || wrong == none || right == wrong {
		t.Error("a bet does not branch on what is seen of it")
	}
	if !s.Advance(Step{Move: betHigh, Seen: 1}) {
		t.Error("nothing is known after a right bet")
	}
	checkTree(t, &s.tree)
}

// acceptPays makes accepting Second's mistake.
type acceptPays struct{}

func (acceptPays) Evaluate(c *coin, _ game.Player) float64 {
	if len(c.path) == 2 && c.path[1] == accept {
		return 1
	}
	return 0
}

// An opponent that errs half of the time draws half of its moves, and the searching player none.
func TestOpponentErrs(t *testing.T) {
	for errs, share := range map[float64]float64{0: 0, 0.5: 0.25, 1: 0.5} {
		o := Options[*coin]{Selector: &UCB{0.1}, Evaluator: acceptPays{}, Seen: bet, Errs: errs}
		s, err := New(o, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.SearchWorlds(context.Background(), &tosses{p: 0}, Limits{Evaluations: 30000})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Moves {
			if c.Visits > 1000 && math.Abs(c.Value-share) > 0.04 {
				t.Errorf("an opponent that errs %v of the time leaves move %d worth %v, want %v", errs, c.Move, c.Value, share)
			}
		}
	}
}
