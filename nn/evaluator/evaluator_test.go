package evaluator

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
)

// ask returns questions about the positions of a random game.
func ask(t testing.TB, n int) []Question {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 3))
	s := new(stratego.State)
	var w features.Writer
	questions := make([]Question, n)
	for i := range questions {
		if i == 0 || s.Result().Over() {
			if err := s.Reset(stratego.DefaultRules, stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.WriteState(s, &questions[i].Record); err != nil {
			t.Fatal(err)
		}
		s.Do(w.Moves()[rng.IntN(len(w.Moves()))])
	}
	return questions
}

func weights(t testing.TB) *nn.TransformerWeights {
	t.Helper()
	f, err := nn.Open("../testdata/transformer-f16.weights")
	if err != nil {
		t.Fatal(err)
	}
	w, err := features.LoadNetwork(f)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestLocalAnswersAsTheNetwork(t *testing.T) {
	w := weights(t)
	for _, threads := range []int{1, 3} {
		questions := ask(t, 20)
		for i := range questions {
			questions[i].ValueOnly = i%3 == 0
			if i%3 == 1 {
				questions[i].Belief = new(features.Belief)
			}
		}
		l := NewLocal(w)
		l.SetThreads(threads)
		if n, err := l.Evaluate(context.Background(), questions); n != len(questions) || err != nil {
			t.Fatalf("%d threads: %d answers, %v", threads, n, err)
		}
		net := features.NewNetwork(w)
		for i := range questions {
			q := &questions[i]
			_, policy, value, err := net.Record(&q.Record)
			if err != nil {
				t.Fatal(err)
			}
			if q.Value != value {
				t.Errorf("%d threads, position %d: value %v, the network has %v", threads, i, q.Value, value)
			}
			for k, p := range q.Policy() {
				if p != policy[k] && !q.ValueOnly {
					t.Errorf("%d threads, position %d: move %d has %v, the network has %v", threads, i, k, p, policy[k])
				}
			}
			var belief features.Belief
			if net.Belief(&belief); q.Belief != nil && *q.Belief != belief {
				t.Errorf("%d threads, position %d: another belief than the network's", threads, i)
			}
		}
		if l.Cost() <= 0 {
			t.Error("evaluations that cost nothing")
		}
	}
}

// TestLocalStopsInTime gives less time than an evaluation is known to take.
func TestLocalStopsInTime(t *testing.T) {
	questions := ask(t, 4)
	l := NewLocal(weights(t))
	l.cost.Store(int64(time.Hour))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if n, err := l.Evaluate(ctx, questions); n != 0 || err != nil {
		t.Errorf("%d answers (%v) where none could be ready in time", n, err)
	}
	if n, err := l.Evaluate(context.Background(), questions); n != 4 || err != nil {
		t.Errorf("%d answers (%v) without a deadline", n, err)
	}
}
