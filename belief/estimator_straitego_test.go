package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/stratego"
)

// permits says what is wrong with a world of one side's pieces, or nothing.
func permits(t *testing.T, v *stratego.View, c stratego.Color, world []stratego.Rank) {
	t.Helper()
	left := v.Hidden(c)
	for id, r := range world {
		p := v.Piece(c, id)
		switch {
		case !p.Alive():
			if r != stratego.NoRank {
				t.Fatalf("captured piece %d is a %v", id, r)
			}
		case p.Known:
			if r != p.Rank {
				t.Fatalf("piece %d is a %v, not a %v", id, p.Rank, r)
			}
		default:
			if r >= stratego.NoRank || left[r] == 0 || p.Moved && !r.Movable() {
				t.Fatalf("piece %d cannot be a %v", id, r)
			}
			left[r]--
		}
	}
	if left.Total() != 0 {
		t.Fatalf("%d ranks are left over", left.Total())
	}
}

// shuffledList returns n random setups.
func shuffledList(n int, rng *rand.Rand) (list []stratego.Setup) {
	for range n {
		list = append(list, stratego.ShuffledSetup(stratego.Classic, rng))
	}
	return list
}

func TestEstimatesAreValid(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	estimators := map[string]Estimator{
		"scattered": &Scattered{},
		"database":  &Database{Setups: shuffledList(50, rng)},
		"empty":     &Database{},
		"exact":     &Exact{Estimator: &Counting{}},
	}
	for _, plies := range []int{60, 200, 400, 700} {
		v := playedView(t, uint64(plies), plies)
		for name, e := range estimators {
			e.Update(v)
			for range 20 {
				t.Log(name)
				permits(t, v, stratego.Blue, e.Sample(rng))
			}
		}
	}
}

// TestScatteredIsUniform: dealing the immovable ranks first makes every valid
// assignment equally likely.
func TestScatteredIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	v := playedView(t, 8, 150)
	var e Scattered
	e.Update(v)
	const draws = 4000
	var got Matrix
	for range draws {
		for id, r := range e.Sample(rng) {
			if r < stratego.NoRank {
				got[id][r]++
			}
		}
	}
	for id := range got {
		for r := range got[id] {
			p := e.Matrix()[id][r]
			if d := math.Abs(got[id][r]/draws - p); d > 6*math.Sqrt(p*(1-p)/draws)+1e-9 {
				t.Errorf("piece %d is a %v in %v of the worlds, want %v", id, stratego.Rank(r), got[id][r]/draws, p)
			}
		}
	}
}

func TestDatabaseFindsTheSetup(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	list := shuffledList(200, rng)
	const hers = 137
	s, err := stratego.NewState(stratego.DefaultRules, stratego.ShuffledSetup(stratego.Classic, rng), list[hers])
	if err != nil {
		t.Fatal(err)
	}
	warm := &Database{Setups: list}
	var v stratego.View
	var buf []stratego.Move
	for s.Ply() < 200 && !s.Result().Over() {
		buf = s.Moves(buf[:0])
		s.Do(buf[rng.IntN(len(buf))])
		s.View(stratego.Red, &v)
		warm.Update(&v)
		cold := &Database{Setups: list}
		cold.Update(&v)
		if warm.world != cold.world {
			t.Fatalf("ply %d: an estimator with memory answers otherwise than one without", s.Ply())
		}
		permits(t, &v, stratego.Blue, warm.Sample(rng))
	}
	if !warm.Exact() || warm.next != hers {
		t.Errorf("after %d plies the estimate is setup %d, the enemy has %d", s.Ply(), warm.next, hers)
	}
	truth := &Omniscient{Truth: func() *stratego.State { return s }}
	truth.Update(&v)
	if truth.world != warm.world {
		t.Error("the right setup does not give the true ranks")
	}
}

// TestDatabaseRepairs: a setup with two pieces exchanged is repaired at the pieces
// that are known to be wrong, at the cost of one or two others.
func TestDatabaseRepairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	list := shuffledList(20, rng)
	hers := list[11]
	a, b := 0, 39
	for hers[b] == hers[a] || !hers[b].Movable() {
		b--
	}
	hers[a], hers[b] = hers[b], hers[a]
	s, err := stratego.NewState(stratego.DefaultRules, stratego.ShuffledSetup(stratego.Classic, rng), hers)
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	var buf []stratego.Move
	e := &Database{Setups: list}
	for s.Ply() < 300 && !s.Result().Over() {
		buf = s.Moves(buf[:0])
		s.Do(buf[rng.IntN(len(buf))])
	}
	s.View(stratego.Red, &v)
	e.Update(&v)
	permits(t, &v, stratego.Blue, e.Sample(rng))
	if e.Exact() {
		t.Skip("the pieces that differ were not shown")
	}
	wrong := 0
	for id, r := range e.Sample(rng) {
		if r != stratego.NoRank && r != s.Piece(stratego.Blue, id).Rank {
			wrong++
		}
	}
	if wrong > 3 {
		t.Errorf("%d pieces are wrong after a repair, expected at most 3", wrong)
	}
}

// TestHungarian holds the matching against all permutations.
func TestHungarian(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 200 {
		n := 1 + rng.IntN(6)
		var cost [Pieces][Pieces]float64
		for i := range n {
			for j := range n {
				cost[i][j] = float64(rng.IntN(20))
			}
		}
		column := hungarian(&cost, n)
		got, seen := 0.0, map[int]bool{}
		for i := range n {
			got += cost[i][column[i]]
			seen[column[i]] = true
		}
		if best := cheapest(&cost, n, 0, 0); len(seen) != n || got != best {
			t.Fatalf("the matching costs %v, the best %v", got, best)
		}
	}
}

func cheapest(cost *[Pieces][Pieces]float64, n, row int, taken uint) float64 {
	if row == n {
		return 0
	}
	best := math.Inf(1)
	for j := range n {
		if taken>>j&1 == 0 {
			best = min(best, cost[row][j]+cheapest(cost, n, row+1, taken|1<<j))
		}
	}
	return best
}

func BenchmarkDatabase(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 1))
	list := shuffledList(20000, rng)
	v := playedView(b, 3, 150)
	for b.Loop() {
		e := &Database{Setups: list}
		e.Update(v)
	}
}
