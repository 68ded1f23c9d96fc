package agents

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// tinyNetwork is the small network that nn is tested with: it knows nothing, fast.
const tinyNetwork = "../nn/testdata/transformer-f16.weights"

// TestMarengoThinks plays a game cold and with memory, on one thread and on two: the same
// budget of evaluations gives the same move.
func TestMarengoThinks(t *testing.T) {
	const player = "marengo:think=on,weights=" + tinyNetwork
	a := newPlayer(t, player)
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	var v stratego.View
	for ply := 0; ply < 40 && !s.Result().Over(); ply++ {
		s.View(s.Turn(), &v)
		var last agent.Thoughts
		b := agent.Budget{Seed: uint64(ply), Evaluations: 30, Report: func(x agent.Thoughts) { last = x }}
		act, err := a.Move(context.Background(), &v, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(last.Candidates) == 0 || last.Evaluations > b.Evaluations+explainEvaluations || last.Evaluations < 1 {
			t.Fatalf("ply %d: thoughts %+v", ply, last)
		}
		b.Report, b.Threads = nil, 2
		if again, err := newPlayer(t, player).Move(context.Background(), &v, b); err != nil || again != act {
			t.Fatalf("ply %d: %v with memory, %v cold (%v)", ply, act, again, err)
		}
		if err := s.Play(act.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMarengoRefusesEvaluators(t *testing.T) {
	for text, reason := range map[string]string{
		"marengo:evaluator=gpu": "here or shm:SOCKET",
		"marengo:evaluator=shm:" + filepath.Join(t.TempDir(), "none"): "no evaluator answers",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, expected %q", text, err, reason)
		}
	}
}

func TestClock(t *testing.T) {
	const each = 100 * time.Millisecond
	var c clock
	if got := c.allow(each); got > each {
		t.Errorf("with nothing saved a move may take %v", got)
	}
	total := time.Duration(0)
	rng := rand.New(rand.NewPCG(3, 3))
	for move := 1; move <= 1000; move++ {
		took := time.Millisecond
		if rng.IntN(2) == 0 {
			took = c.allow(each)
		}
		if took > 2*each {
			t.Fatalf("move %d may take %v", move, took)
		}
		c.spend(each, took)
		if total += took; total > time.Duration(move)*each {
			t.Fatalf("%v for %d moves", total, move)
		}
	}
}

// TestMarengoIsToldTheTruthInExperimentsOnly checks the door to the omniscient estimator.
func TestMarengoIsToldTheTruthInExperimentsOnly(t *testing.T) {
	const player = "marengo:think=on,guess=omniscient,weights=" + tinyNetwork
	if _, err := Parse(player); err == nil || !strings.Contains(err.Error(), "only experiments") {
		t.Errorf("an agent string opened the door: %v", err)
	}
	factory, err := ParseExperimental(player)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	a, err := factory.New()
	if err != nil {
		t.Fatal(err)
	}
	a.(Omniscient).SeeTruth(func() *stratego.State { return s })
	var v stratego.View
	s.View(stratego.Red, &v)
	if _, err := a.Move(context.Background(), &v, agent.Budget{Evaluations: 30}); err != nil {
		t.Fatal(err)
	}
	for id, row := range a.(*marengo).belief.Matrix() {
		if r := s.Piece(stratego.Blue, id).Rank; row[r] != 1 {
			t.Fatalf("it is not sure of piece %d", id)
		}
	}
}
