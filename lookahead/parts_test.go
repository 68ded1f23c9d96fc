package lookahead

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/belief"
	"marengo/nn/features"
	"marengo/stratego"
)

// TestForcedRanks checks that an exchange leaves a possible world with the rank asked for,
// and that averaging over ranks by their chance gives back the chances of all pieces.
func TestForcedRanks(t *testing.T) {
	_, v := position(t, 8, 50)
	enemy := v.Color().Other()
	estimator := &belief.Exact{Estimator: &belief.Counting{}}
	estimator.Update(v)
	w := worlds{estimator: estimator}
	w.reset(v, rand.New(rand.NewPCG(1, 2)))
	m := estimator.Matrix()
	attacked := -1
	for id := range belief.Pieces {
		if p := v.Piece(enemy, id); p.Alive() && !p.Known && !p.Moved {
			attacked = id
		}
	}
	const n = 4000
	var seen, want belief.Matrix
	for i := range n {
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			if m[attacked][r] == 0 {
				continue
			}
			world := *w.world(i)
			if !w.force(&world, attacked, r) {
				continue
			}
			if world[attacked] != r {
				t.Fatalf("asked for a %v, got a %v", r, world[attacked])
			}
			if _, err := v.Guess(world[:]); err != nil {
				t.Fatal(err)
			}
			for id, rank := range world {
				if rank < stratego.NoRank {
					seen[id][rank] += m[attacked][r] / n
				}
			}
		}
		for id, rank := range *w.world(i) {
			if rank < stratego.NoRank {
				want[id][rank] += 1.0 / n
			}
		}
	}
	for id := range want {
		for r := range want[id] {
			if off := math.Abs(seen[id][r] - want[id][r]); off > 0.04 {
				t.Errorf("piece %d is a %v with %.3f after exchanges, %.3f without", id, stratego.Rank(r), seen[id][r], want[id][r])
			}
		}
	}
}

// TestRanksOfAnAttack compares an attack that goes through the defender's ranks with the
// plain mean over worlds.
func TestRanksOfAnAttack(t *testing.T) {
	o := options()
	o.Doubt, o.Rare, o.Most, o.Worlds = 1e9, 0, 30, 400
	checked := 0
	for seed := uint64(1); checked < 3; seed++ {
		_, v := position(t, seed, 40)
		th := thinker(t, &material{}, o)
		think(t, th, v, Limit{Evaluations: 2000}, seed)
		for i := range th.candidates {
			c := &th.candidates[i]
			if len(c.strata) < 2 {
				continue
			}
			checked++
			through, _ := th.estimate(c)
			const n = 300
			th.samples = th.samples[:0]
			for k := range n {
				th.samples = append(th.samples, sample{candidate: i, world: k, ranks: *th.worlds.world(k)})
			}
			*c = Candidate{Move: c.Move, strata: []stratum{{rank: stratego.NoRank, weight: 1}}}
			th.limit = 10 * MaxEvaluations
			if _, err := th.try(t.Context()); err != nil {
				t.Fatal(err)
			}
			plain, variance := th.estimate(c)
			if off := math.Abs(through - plain); off > 4*math.Sqrt(variance)+0.01 {
				t.Errorf("seed %d, %s: %.4f through the ranks, %.4f±%.4f over worlds", seed, stratego.FormatMove(c.Move), through, plain, math.Sqrt(variance))
			}
		}
	}
}

func TestContempt(t *testing.T) {
	ahead, level, behind := contemptFor(0.1, 0.5, 0), contemptFor(0.1, 0, 0), contemptFor(0.1, -0.8, 0)
	if !(ahead > level && level > 0 && behind < 0) {
		t.Errorf("contempt ahead %g, level %g, behind %g", ahead, level, behind)
	}
	if late := contemptFor(0.1, 0.5, 0.9); late <= ahead {
		t.Errorf("contempt %g late on the quiet clock, %g at its start", late, ahead)
	}
	if late := contemptFor(0.1, -0.8, 0.9); late >= behind {
		t.Errorf("contempt %g behind and late on the quiet clock, %g at its start", late, behind)
	}
}

// TestChoice weighs three candidates whose scores are given: chances follow the formula,
// and a certain leader is always played.
func TestChoice(t *testing.T) {
	_, v := position(t, 2, 30)
	o := options()
	o.Temperature, o.Eta, o.Noise = 1, 10, 0
	th := thinker(t, &material{}, o)
	make3 := func(scores ...float64) {
		th.view, th.candidates = v, nil
		for i, s := range scores {
			c := Candidate{Move: v.Moves(nil)[i], Prior: 1.0 / 3, strata: []stratum{{rank: stratego.NoRank, weight: 1}}}
			for k := range 16 {
				x := s + 0.04*(float64(k%2)-0.5)*float64(i) // so that differences vary
				c.strata[0].add(x)
				c.values = append(c.values, x)
				c.Samples++
			}
			th.candidates = append(th.candidates, c)
		}
	}
	rng := rand.New(rand.NewPCG(6, 6))
	make3(0, 0, 0.001)
	var counts [3]float64
	const n = 20000
	for range n {
		counts[th.choose(rng)]++
	}
	for i := range counts {
		if off := math.Abs(counts[i]/n - th.candidates[i].Share); off > 0.015 {
			t.Errorf("candidate %d played %.3f of the time, its chance is %.3f", i, counts[i]/n, th.candidates[i].Share)
		}
	}
	d, err := th.compare(&th.candidates[2], &th.candidates[0])
	want := math.Exp(o.Eta * th.shrink(d, err))
	if got := th.candidates[2].Share / th.candidates[0].Share; math.Abs(got-want) > 1e-9 {
		t.Errorf("odds of %g, expected %g", got, want)
	}
	make3(0, 0.1, 0.5)
	for range 1000 {
		if th.choose(rng) != 2 {
			t.Fatal("a candidate that is better beyond doubt was not played")
		}
	}
}

// TestRepeatingCosts plays to and fro: ahead, the way back costs.
func TestRepeatingCosts(t *testing.T) {
	_, v := position(t, 5, 0)
	s, err := v.Guess(func() []stratego.Rank {
		e := &belief.Counting{}
		e.Update(v)
		return e.Sample(rand.New(rand.NewPCG(1, 1)))
	}())
	if err != nil {
		t.Fatal(err)
	}
	there := [2]stratego.Move{}
	for c := range there {
		for _, m := range s.MovesOf(stratego.Color(c), nil) {
			if _, taken := s.At(stratego.To(m)); !taken && stratego.Distance(stratego.From(m), stratego.To(m)) == 1 {
				there[c] = m
				break
			}
		}
	}
	back := func(m stratego.Move) stratego.Move { return stratego.NewMove(stratego.To(m), stratego.From(m)) }
	for _, m := range []stratego.Move{there[0], there[1], back(there[0]), back(there[1])} {
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	var after stratego.View
	s.View(s.Turn(), &after)
	th := thinker(t, &material{}, Defaults())
	th.view, th.value.Win = &after, 0.8
	th.enter(&after, &belief.Matrix{}, there[0], 0.5)
	if c := &th.candidates[0]; c.offset >= 0 {
		t.Errorf("a position for the second time costs %g", c.offset)
	}
	// It is not played for want of another.
	th.moves = []stratego.Move{there[0], back(there[0])}
	for _, m := range after.Moves(nil) {
		if m != there[0] && after.Repeats(m) == 0 {
			th.moves[1] = m
		}
	}
	th.policy = []float32{0.99, 0.01}
	if th.propose(&after, &belief.Matrix{}); len(th.candidates) != 2 {
		t.Errorf("%d candidates where the likeliest move repeats, expected 2", len(th.candidates))
	}
	th.candidates = th.candidates[:1]
	th.value.Win, th.value.Loss = 0.1, 0.7
	th.enter(&after, &belief.Matrix{}, there[0], 0.5)
	if c := &th.candidates[1]; c.offset != 0 {
		t.Errorf("a position for the second time costs %g when behind", c.offset)
	}
}

func TestLeavesAreAskedOnce(t *testing.T) {
	var l leaves
	l.reset()
	record := func(i int) *features.Record { return &features.Record{byte(i), byte(i >> 8)} }
	for range 2 {
		for i := range 1000 {
			if k, ok := l.ask(record(i), 1000); !ok || k != i {
				t.Fatalf("record %d is question %d (%t)", i, k, ok)
			}
		}
	}
	if _, ok := l.ask(record(1000), 1000); ok {
		t.Error("a question beyond the room was taken")
	}
	l.reset()
	if k, ok := l.ask(record(7), 1); !ok || k != 0 {
		t.Errorf("after a reset the first question is %d", k)
	}
}

// TestAttacksCanBeCorrected: what attacks on unknown pieces are overrated by is taken off them, and of
// nothing else.
func TestAttacksCanBeCorrected(t *testing.T) {
	const correction = 0.05
	o := options()
	o.Attack = correction
	th := thinker(t, &material{}, o)
	seen := map[bool]int{}
	for seed := range uint64(20) {
		_, v := position(t, seed, 120)
		think(t, th, v, Limit{Evaluations: 1}, 1)
		th.candidates = th.candidates[:0]
		for i, m := range th.moves {
			th.enter(v, th.worlds.estimator.Matrix(), m, 0.1)
			d, attacks := v.At(stratego.To(m))
			unknown := attacks && !d.Known
			want := 0.0
			if unknown {
				want = -correction
			}
			seen[unknown]++
			if c := &th.candidates[i]; th.lead() <= 0 && c.offset != want {
				t.Errorf("seed %d: %s is corrected by %g, expected %g", seed, stratego.FormatMove(m), c.offset, want)
			}
		}
	}
	if seen[true] < 10 || seen[false] < 10 {
		t.Errorf("%d attacks on unknown pieces and %d other moves were looked at", seen[true], seen[false])
	}
}
