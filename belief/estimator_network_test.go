package belief

import (
	"context"
	"errors"
	"math"
	"testing"

	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// tinyHead is the small network that nn is tested with: its guesses are wild.
func tinyHead(t testing.TB) evaluator.Evaluator {
	t.Helper()
	f, err := nn.Open("../nn/testdata/transformer-f16.weights")
	if err != nil {
		t.Fatal(err)
	}
	w, err := features.LoadNetwork(f)
	if err != nil {
		t.Fatal(err)
	}
	return evaluator.NewLocal(w)
}

// TestNetworkMatrices follows a game: matrices are true, and following a game changes nothing.
func TestNetworkMatrices(t *testing.T) {
	warm := [2]*Network{NewNetwork(tinyHead(t), nil), NewNetwork(tinyHead(t), nil)}
	playout(t, stratego.DefaultRules, 2, 400, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%23 != 0 {
			return
		}
		e := warm[v.Color()]
		e.Update(v)
		check(t, "network", e.Matrix(), s, v, v.Color().Other())
		cold := NewNetwork(tinyHead(t), nil)
		cold.Update(v)
		if *cold.Matrix() != *e.Matrix() {
			t.Fatalf("ply %d: what was seen before changes the estimate", s.Ply())
		}
		a, b := e.Sample(newRand(3)), cold.Sample(newRand(3))
		for id := range a {
			if a[id] != b[id] {
				t.Fatalf("ply %d: what was seen before changes the worlds", s.Ply())
			}
		}
	})
}

// broken is an evaluator that gives no answers.
type broken struct{}

func (broken) Evaluate(context.Context, []evaluator.Question) (int, error) {
	return 0, errors.New("the line is dead")
}

// TestNetworkWithoutAnswers guesses by habits alone, where there is no network and where it fails.
func TestNetworkWithoutAnswers(t *testing.T) {
	habits := NewGuesser(Options{Setups: setup.HumanConditional, Habits: LearntHabits()})
	networks := []*Network{NewNetwork(nil, nil), NewNetwork(broken{}, nil)}
	playout(t, stratego.DefaultRules, 2, 120, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%40 != 0 {
			return
		}
		habits.Update(v)
		for _, silent := range networks {
			silent.Update(v)
			for id, row := range silent.Matrix() {
				for r, p := range row {
					if math.Abs(p-habits.Matrix()[id][r]) > 1e-5 {
						t.Fatalf("ply %d: %v for a %v, habits have %v", s.Ply(), p, stratego.Rank(r), habits.Matrix()[id][r])
					}
				}
			}
		}
	})
}

// TestGuessesFollowThePieces: what is guessed by the setup is about the piece that began at a place, wherever it is now, and
// what is seen about the piece that stands there.
func TestGuessesFollowThePieces(t *testing.T) {
	const sure = 0.999
	checked := map[bool]int{}
	playout(t, stratego.DefaultRules, 4, 120, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%20 != 19 {
			return
		}
		enemy := v.Color().Other()
		for id := range Pieces {
			p := v.Piece(enemy, id)
			if !p.Alive() || p.Known || !v.Possible(enemy, id).Has(stratego.Captain) {
				continue
			}
			for _, bySetup := range []bool{true, false} {
				var g Guess
				for other := range Pieces { // of the others it knows what counting tells
					if q := v.Piece(enemy, other); q.Alive() {
						for r := range stratego.Rank(stratego.Ranks) {
							chance := float32(v.Chance(enemy, other, r))
							g.Setup[features.StartToken(q.StartIndex())][r] = chance
							g.Seen[features.TokenOf(q.Square, v.Color())][r] = chance
						}
					}
				}
				row := &g.Seen[features.TokenOf(p.Square, v.Color())]
				tempering := Tempering{Seen: 1}
				if bySetup {
					row, tempering = &g.Setup[features.StartToken(p.StartIndex())], Tempering{Setup: 1}
				}
				*row = [stratego.Ranks]float32{}
				row[stratego.Captain] = sure
				e := NewNetwork(nil, nil)
				e.Temper([len(Phases)]Tempering{tempering, tempering, tempering})
				e.Hear(v, &g)
				if chance := e.Matrix()[id][stratego.Captain]; chance < 0.95 {
					t.Errorf("ply %d, by the setup %v: the piece on %v, moved %v, is a captain with %.3f", s.Ply(), bySetup, p.Square, p.Moved, chance)
				}
				checked[p.Moved]++
			}
		}
	})
	if checked[true] < 10 || checked[false] < 10 {
		t.Errorf("%d guesses about pieces that moved and %d about others", checked[true], checked[false])
	}
}

// TestWorldsMeetTheMatrix draws many worlds: each is possible, and ranks come as often as
// the matrix says, with the pairs of setups and without.
func TestWorldsMeetTheMatrix(t *testing.T) {
	const n = 20_000
	for _, strength := range []float64{0, 0.5} {
		for _, plies := range []int{2, 150, 400} {
			e := NewNetwork(tinyHead(t), nil)
			figures := strangers
			for i := range figures {
				figures[i].Pairs = strength
			}
			e.Temper(figures)
			var v stratego.View
			playout(t, stratego.DefaultRules, 3, plies, func(s *stratego.State, x *stratego.View) {
				if x.Color() == stratego.Red {
					x.CopyTo(&v)
				}
			})
			e.Update(&v)
			var seen Matrix
			var guessed stratego.State
			rng := newRand(1)
			for range n {
				world := e.Sample(rng)
				if err := v.GuessInto(world, &guessed); err != nil {
					t.Fatal(err)
				}
				for id, r := range world {
					if r < stratego.NoRank {
						seen[id][r] += 1.0 / n
					}
				}
			}
			worst, square, entries := 0.0, 0.0, 0
			for id, row := range e.Matrix() {
				for r, p := range row {
					off := math.Abs(seen[id][r] - p)
					worst, square, entries = max(worst, off), square+off*off, entries+1
				}
			}
			rms := math.Sqrt(square / float64(entries))
			t.Logf("strength %g, %d plies: off by %.4f at worst, %.4f rms", strength, plies, worst, rms)
			if worst > 0.005 || rms > 0.0005 {
				t.Errorf("strength %g, %d plies: worlds are off the matrix by %.4f at worst, %.4f rms", strength, plies, worst, rms)
			}
		}
	}
}

// TestFewHiddenPieces draws worlds where the guess is sure and few pieces are hidden: a chain of exchanges by the matrix's
// own entries alone is far off there.
func TestFewHiddenPieces(t *testing.T) {
	for _, hidden := range []string{"FB", "FBB", "FB3", "FBB35", "FBBB3579", "FBS3456789M", "FBBBBS234579M", "FBBBBBS223456789M"} {
		for _, sure := range []float32{0.7, 0.9, 0.9999} {
			for _, strength := range []float64{0, 0.5} {
				fewHidden(t, hidden, sure, strength)
			}
		}
	}
}

// fewHidden draws worlds of some hidden pieces, of each of which the head is as sure as said, and knows no better.
func fewHidden(t *testing.T, hidden string, sure float32, strength float64) {
	t.Helper()
	const n = 5_000
	pieces := []stratego.Placement{
		{Square: square(t, "a1"), Rank: stratego.Flag},
		{Square: square(t, "e4"), Rank: stratego.Miner, Moved: true, Known: true},
		{Square: square(t, "k5"), Color: stratego.Blue, Rank: stratego.Scout, Moved: true, Known: true},
	}
	var guess Guess
	for i := range len(hidden) {
		r, ok := stratego.ParseRank(hidden[i])
		if !ok {
			t.Fatalf("no rank %q", hidden[i])
		}
		at := stratego.Square(99 - i)
		pieces = append(pieces, stratego.Placement{Square: at, Color: stratego.Blue, Rank: r})
		row := &guess.Seen[features.TokenOf(at, stratego.Red)]
		for k := range row {
			row[k] = (1 - sure) / (stratego.Ranks - 1)
		}
		row[r] = sure
	}
	s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, pieces)
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	s.View(stratego.Red, &v)
	e := NewNetwork(nil, nil)
	e.Temper([len(Phases)]Tempering{{Seen: 1, Pairs: strength}, {Seen: 1, Pairs: strength}, {Seen: 1, Pairs: strength}})
	e.Hear(&v, &guess)
	var seen Matrix
	rng := newRand(1)
	for range n {
		for id, r := range e.Sample(rng) {
			if r < stratego.NoRank {
				seen[id][r] += 1.0 / n
			}
		}
	}
	worst := 0.0
	for id, row := range e.Matrix() {
		for r, p := range row {
			worst = max(worst, math.Abs(seen[id][r]-p))
		}
	}
	t.Logf("%s, %g sure, pairs %g: off by %.3f at worst", hidden, sure, strength, worst)
	if worst > 0.01 {
		t.Errorf("%s, %g sure, pairs %g: worlds are off the matrix by %.3f", hidden, sure, strength, worst)
	}
}

// TestSlowNormalisation scales weights that take more rounds than there are: two pieces all but sure of a rank each. The
// columns still sum to their pieces.
func TestSlowNormalisation(t *testing.T) {
	h := hidden{n: 2, id: [Pieces]uint8{0, 1}}
	h.want[stratego.Flag], h.want[stratego.Bomb] = 1, 1
	h.row[0][stratego.Flag], h.row[0][stratego.Bomb] = 1, 0.0007
	h.row[1][stratego.Flag], h.row[1][stratego.Bomb] = 0.00001, 1
	var m Matrix
	h.normalize(&m)
	for _, r := range []stratego.Rank{stratego.Flag, stratego.Bomb} {
		if sum := m[0][r] + m[1][r]; math.Abs(sum-1) > 1e-3 {
			t.Errorf("the column of the %v sums to %v", r, sum)
		}
	}
}

// TestSetupsGoTogether: with the pairs of setups a flag in a corner has bombs beside it more
// often than it has without.
func TestSetupsGoTogether(t *testing.T) {
	var v stratego.View
	playout(t, stratego.DefaultRules, 3, 2, func(s *stratego.State, x *stratego.View) {
		if x.Color() == stratego.Red {
			x.CopyTo(&v)
		}
	})
	beside := func(strength float64) float64 {
		e := NewNetwork(nil, nil)
		figures := strangers
		for i := range figures {
			figures[i].Pairs = strength
		}
		e.Temper(figures)
		e.Update(&v)
		rng := newRand(5)
		flags, bombs := 0, 0
		for range 2000 {
			world := e.Sample(rng)
			for id, r := range world {
				if r != stratego.Flag {
					continue
				}
				for other, q := range world {
					if stratego.Distance(v.Piece(stratego.Blue, id).Square, v.Piece(stratego.Blue, other).Square) == 1 {
						flags++
						if q == stratego.Bomb {
							bombs++
						}
					}
				}
			}
		}
		return float64(bombs) / float64(flags)
	}
	if with, without := beside(1), beside(0); with < without+0.1 {
		t.Errorf("beside the flag are bombs %.2f of the time with pairs, %.2f without", with, without)
	}
}

func BenchmarkNetworkWorlds(b *testing.B) {
	var v stratego.View
	playout(b, stratego.DefaultRules, 3, 60, func(s *stratego.State, x *stratego.View) {
		if x.Color() == stratego.Red {
			x.CopyTo(&v)
		}
	})
	e := NewNetwork(nil, nil)
	b.Run("prepare", func(b *testing.B) {
		for b.Loop() {
			e.Update(&v)
			e.Sample(newRand(1))
		}
	})
	b.Run("world", func(b *testing.B) {
		e.Update(&v)
		rng := newRand(1)
		for b.Loop() {
			e.Sample(rng)
		}
	})
}

// TestADozenWorlds holds the shares of ranks in a dozen worlds against the matrix: they are nearer to it than those of worlds drawn by
// themselves would be.
func TestADozenWorlds(t *testing.T) {
	const worlds, times = 12, 60
	e := NewNetwork(tinyHead(t), nil)
	for _, plies := range []int{2, 300, 900} {
		var v stratego.View
		playout(t, stratego.DefaultRules, 3, plies, func(_ *stratego.State, x *stratego.View) { x.CopyTo(&v) })
		square, alone := 0.0, 0.0
		rng := newRand(5)
		for range times {
			e.Update(&v)
			var seen Matrix
			for range worlds {
				for id, r := range e.Sample(rng) {
					if r < stratego.NoRank {
						seen[id][r] += 1.0 / worlds
					}
				}
			}
			for id, row := range e.Matrix() {
				for r, p := range row {
					square += (seen[id][r] - p) * (seen[id][r] - p)
					alone += p * (1 - p) / worlds
				}
			}
		}
		t.Logf("%d plies: %.2f of the variance of worlds drawn by themselves", plies, square/alone)
		if square > 0.7*alone {
			t.Errorf("%d plies: %.2f of the variance of worlds drawn by themselves", plies, square/alone)
		}
	}
}

// TestRestart draws the same worlds again from the same source of chance, with many pieces hidden and with few.
func TestRestart(t *testing.T) {
	for _, plies := range []int{150, 1500} {
		e := NewNetwork(tinyHead(t), nil)
		var v stratego.View
		playout(t, stratego.DefaultRules, 3, plies, func(_ *stratego.State, x *stratego.View) { x.CopyTo(&v) })
		e.Update(&v)
		var first, again [20][Pieces]stratego.Rank
		for _, worlds := range []*[20][Pieces]stratego.Rank{&first, &again} {
			e.Restart()
			rng := newRand(7)
			for i := range worlds {
				worlds[i] = [Pieces]stratego.Rank(e.Sample(rng))
			}
		}
		if first != again {
			t.Errorf("%d plies: worlds hang on those before the restart", plies)
		}
	}
}
