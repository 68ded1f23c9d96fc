package search_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"marengo/eval"
	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/hidden"
	"marengo/search"
)

// everything is every technique at once, sound or not.
func everything() search.Options {
	m := &search.Model{Game: "test", Pairs: []search.Pair{{Depth: 2, R: 2, A: 1, Sigma: 40}, {Depth: 3, R: 2, A: 1, Sigma: 40}, {Depth: 4, R: 2, A: 1, Sigma: 40}}}
	cut := search.ProbCut{Depths: []int{2, 3, 4}, R: 2, T: 0.5}
	return search.Options{AlphaBeta: true, PVS: true, Deepening: true, Static: true, History: true, Killers: true,
		Table: search.Table{Bits: 12}, Star1: true, EventBounds: true, Star2: 2, StarETC: true, NullMove: 2,
		MultiCut: search.MultiCut{M: 6, C: 2, R: 1}, ProbCut: cut, ChanceProbCut: cut, Model: m,
		Quiescence: search.Quiescence{On: true, Chance: 1}}
}

func TestSameNodesSameResult(t *testing.T) {
	states := strategoPositions(t, 6, hidden.Options{KeyQuiet: true})
	for i, s := range states {
		var results []search.Result
		for range 2 {
			r := mustSearch(t, search.New[*hidden.State](eval.NewSchadd(3), everything()), s, search.Limits{Nodes: 3000})
			if r.Nodes > 3000 {
				t.Fatalf("position %d: %d nodes, the limit was 3000", i, r.Nodes)
			}
			r.Time = 0
			results = append(results, r)
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Fatalf("position %d: %+v, then %+v", i, results[0], results[1])
		}
	}
}

// TestStopsAnywhere ends searches after every number of nodes: the state must be
// as before and the move legal.
func TestStopsAnywhere(t *testing.T) {
	s := strategoPositions(t, 1, hidden.Options{KeyQuiet: true})[0]
	searcher := search.New[*hidden.State](eval.NewSchadd(1), everything())
	before := fmt.Sprint(s.Key(3), s.Moves(nil), s.ToMove())
	for n := int64(1); n < 2000; n += 7 {
		r := mustSearch(t, searcher, s, search.Limits{Nodes: n})
		if after := fmt.Sprint(s.Key(3), s.Moves(nil), s.ToMove()); after != before {
			t.Fatalf("%d nodes changed the state from %s to %s", n, before, after)
		}
		legal := false
		for _, m := range s.Moves(nil) {
			legal = legal || m == r.Move
		}
		if !legal {
			t.Fatalf("%d nodes gave the move %#x", n, r.Move)
		}
	}
}

func TestDoneContextStillMoves(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := breakthrough.New()
	r, err := search.New[*breakthrough.State](&breakthrough.Evaluator{}, everything()).Search(ctx, s, search.Limits{Depth: 20})
	if err != nil || r.Move == 0 {
		t.Fatalf("move %#x, error %v", r.Move, err)
	}
}

func TestFindsAWin(t *testing.T) {
	for _, o := range []search.Options{{}, {AlphaBeta: true, Deepening: true}, everything()} {
		for i, s := range breakthroughPositions(60) {
			wins := map[game.Move]bool{}
			p := s.ToMove()
			for _, m := range s.Moves(nil) {
				s.Do(m)
				if s.ToMove() == game.Nobody && (s.Value() > 0) == (p == game.First) {
					wins[m] = true
				}
				s.Undo()
			}
			if len(wins) == 0 {
				continue
			}
			if r := mustSearch(t, search.New[*breakthrough.State](&breakthrough.Evaluator{}, o), s, search.Limits{Depth: 2}); !wins[r.Move] {
				t.Fatalf("position %d: %#x is played, %v win", i, r.Move, wins)
			}
		}
	}
}

// TestBoundlessPredictionsChangeNothing: with a huge t no prediction is certain.
func TestBoundlessPredictionsChangeNothing(t *testing.T) {
	sound := everything()
	sound.MultiCut, sound.NullMove, sound.Quiescence = search.MultiCut{}, 0, search.Quiescence{}
	sound.Table.EqualDepth = true
	sound.ProbCut.T, sound.ChanceProbCut.T = 1e9, 1e9
	d := strategoDomain(t, 20)
	s := search.New(d.eval, sound)
	for i, p := range d.positions {
		want := mustSearch(t, search.New(d.eval, search.Options{}), p, search.Limits{Depth: 2})
		if got := mustSearch(t, s, p, search.Limits{Depth: 2}); math.Abs(float64(got.Score-want.Score)) > tolerance {
			t.Fatalf("position %d: %v, expectimax %v", i, got.Score, want.Score)
		}
	}
}

func TestQuiescenceEqualsItsDefinition(t *testing.T) {
	o := search.Options{AlphaBeta: true, Static: true, Quiescence: search.Quiescence{On: true, Chance: 0}}
	e := &breakthrough.Evaluator{}
	s := search.New[*breakthrough.State](e, o)
	for i, p := range breakthroughPositions(60) {
		static, quiet, err := s.Quiesce(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		if want := quiesce(p, e); static != e.Evaluate(p) || math.Abs(float64(quiet-want)) > tolerance {
			t.Fatalf("position %d: %v and %v, expected %v and %v", i, static, quiet, e.Evaluate(p), want)
		}
	}
}

// quiesce is formula 2 of Schadd & Winands, for First.
func quiesce(s *breakthrough.State, e *breakthrough.Evaluator) game.Score {
	p := s.ToMove()
	if p == game.Nobody {
		return s.Value()
	}
	best := e.Evaluate(s)
	for _, m := range s.NoisyMoves(nil) {
		s.Do(m)
		v := quiesce(s, e)
		s.Undo()
		if p == game.First {
			best = max(best, v)
		} else {
			best = min(best, v)
		}
	}
	return best
}

func TestLineIsPlayable(t *testing.T) {
	for _, p := range dicePositions(t, 5, 20) {
		r := mustSearch(t, search.New[*dice.State](&dice.Evaluator{}, func() search.Options {
			o := everything()
			o.ChancePly = true
			return o
		}()), p, search.Limits{Depth: 5})
		for i, st := range r.Line {
			if p.ToMove() != st.Player {
				t.Fatalf("step %d: %v is to move, the line says %v", i, p.ToMove(), st.Player)
			}
			p.Do(st.Move)
		}
		for range r.Line {
			p.Undo()
		}
	}
}

func TestBadInput(t *testing.T) {
	s := breakthrough.New()
	try := func(o search.Options, l search.Limits) error {
		_, err := search.New[*breakthrough.State](&breakthrough.Evaluator{}, o).Search(context.Background(), s, l)
		return err
	}
	for name, err := range map[string]error{
		"no limit":              try(search.Options{}, search.Limits{}),
		"negative depth":        try(search.Options{}, search.Limits{Depth: -1}),
		"foreign move":          try(search.Options{}, search.Limits{Depth: 1, Moves: []game.Move{1}}),
		"StarETC without table": try(search.Options{StarETC: true}, search.Limits{Depth: 1}),
		"multi-cut":             try(search.Options{MultiCut: search.MultiCut{M: 2, C: 3, R: 1}}, search.Limits{Depth: 1}),
		"no model":              try(search.Options{ChanceProbCut: search.ProbCut{Depths: []int{4}, R: 2}}, search.Limits{Depth: 1}),
		"depth not calibrated": try(search.Options{Model: &search.Model{Pairs: []search.Pair{{Depth: 5, R: 2}}},
			ProbCut: search.ProbCut{Depths: []int{4}, R: 2}}, search.Limits{Depth: 1}),
	} {
		if err == nil {
			t.Errorf("%s was accepted", name)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error has several lines: %v", name, err)
		}
	}
}

func TestModelFiles(t *testing.T) {
	m := &search.Model{Game: "dice", Evaluation: "checkers", Pairs: []search.Pair{{Depth: 4, R: 2, A: 2, B: 1, Sigma: 3, N: 4}}}
	var buf bytes.Buffer
	if err := m.Write(&buf); err != nil {
		t.Fatal(err)
	}
	if got, err := search.ReadModel(&buf); err != nil || !reflect.DeepEqual(got, m) {
		t.Fatalf("%+v, error %v", got, err)
	}
	for name, text := range map[string]string{"no JSON": "x", "no pairs": "{}", "unknown field": `{"x": 1}`,
		"falling line": `{"pairs": [{"depth": 4, "r": 2, "a": -1, "sigma": 1}]}`} {
		if _, err := search.ReadModel(strings.NewReader(text)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// boundingEvaluator counts how often it is asked for bounds of events.
type boundingEvaluator struct {
	breakthrough.Evaluator
	asked int
}

func (e *boundingEvaluator) BoundEvents(s *breakthrough.State, events []game.Outcome, depth int, lo, hi []game.Score) {
	e.asked++
	e.Evaluator.BoundEvents(s, events, depth, lo, hi)
}

func TestBoundsOfEventsAreATechnique(t *testing.T) {
	root := breakthroughPositions(1)[0]
	for _, on := range []bool{false, true} {
		e := &boundingEvaluator{}
		s := search.New[*breakthrough.State](e, search.Options{AlphaBeta: true, Star1: true, EventBounds: on})
		mustSearch(t, s, root, search.Limits{Depth: 3})
		if (e.asked > 0) != on {
			t.Errorf("with bounds of events %t they were asked for %d times", on, e.asked)
		}
	}
	if err := (&search.Options{EventBounds: true}).Check(); err == nil {
		t.Error("bounds of events were accepted without Star1")
	}
}
