package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// smallCase is a handful of hidden pieces with made-up weights.
type smallCase struct {
	name   string
	status []status
	left   map[stratego.Rank]uint8
}

var smallCases = []smallCase{
	{"two alike", []status{unmoved, unmoved}, map[stratego.Rank]uint8{stratego.Spy: 1, stratego.Miner: 1}},
	{"moved and not", []status{moved, unmoved, moved, unmoved},
		map[stratego.Rank]uint8{stratego.Marshal: 1, stratego.General: 1, stratego.Bomb: 1, stratego.Flag: 1}},
	{"several of a rank", []status{unmoved, moved, unmoved, unmoved, moved, unmoved, shown, gone},
		map[stratego.Rank]uint8{stratego.Scout: 3, stratego.Bomb: 2, stratego.Captain: 1}},
	{"one way only", []status{moved, moved, unmoved}, map[stratego.Rank]uint8{stratego.Scout: 2, stratego.Flag: 1}},
}

func (c *smallCase) build(rng *rand.Rand) (f facts, m Matrix) {
	for id := range f.rank {
		f.rank[id] = stratego.NoRank
	}
	copy(f.status[:], c.status)
	for id, s := range c.status {
		if s == shown {
			f.rank[id] = stratego.Colonel
		}
		for r := range m[id] {
			m[id][r] = 0.02 + rng.Float64()
		}
	}
	for r, n := range c.left {
		f.left[r] = n
	}
	return f, m
}

// enumerate returns the exact probability of every world.
func enumerate(f *facts, m *Matrix) map[[Pieces]stratego.Rank]float64 {
	worlds := map[[Pieces]stratego.Rank]float64{}
	left := f.left
	world := f.rank
	var place func(id int, p float64)
	place = func(id int, p float64) {
		if id == Pieces {
			worlds[world] += p
			return
		}
		if f.status[id] != moved && f.status[id] != unmoved {
			place(id+1, p)
			return
		}
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			if left[r] == 0 || f.status[id] == moved && !r.Movable() {
				continue
			}
			left[r]--
			world[id] = r
			place(id+1, p*m[id][r])
			world[id] = stratego.NoRank
			left[r]++
		}
	}
	place(0, 1)
	total := 0.0
	for _, p := range worlds {
		total += p
	}
	for w := range worlds {
		worlds[w] /= total
	}
	return worlds
}

// TestSamplerIsExact holds the drawn worlds of small cases against all worlds there
// are, by a chi-square test.
func TestSamplerIsExact(t *testing.T) {
	const draws, least = 60000, 1e-4
	rng := rand.New(rand.NewPCG(11, 1))
	for _, c := range smallCases {
		f, m := c.build(rng)
		want := enumerate(&f, &m)
		var s sampler
		s.reset(&f, &m)
		got := map[[Pieces]stratego.Rank]int{}
		var world [Pieces]stratego.Rank
		for range draws {
			s.Sample(rng, &world)
			got[world]++
		}
		for w := range got {
			if want[w] == 0 {
				t.Fatalf("%s: drew a world that cannot be: %v", c.name, w[:len(c.status)])
			}
		}
		chi := 0.0
		for w, p := range want {
			d := float64(got[w]) - p*draws
			chi += d * d / (p * draws)
		}
		if freedom := float64(len(want) - 1); freedom > 0 {
			if p := (distuv.ChiSquared{K: freedom}).Survival(chi); p < least {
				t.Errorf("%s: chi-square %.1f over %v degrees of freedom, which has probability %.2g", c.name, chi, freedom, p)
			}
		}
	}
}

// TestSamplerAgreesWithCounting: where all assignments are alike the marginals have a
// closed form.
func TestSamplerAgreesWithCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	v := playedView(t, 5, 120)
	var e Exact
	e.Estimator = &Counting{}
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

// playedView returns red's View after random plies from human-like setups.
func playedView(tb testing.TB, seed uint64, plies int) *stratego.View {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 9))
	s := strategotest.Shuffled(tb, stratego.DefaultRules, rng)
	strategotest.Wander(s, plies, rng)
	v := new(stratego.View)
	s.View(stratego.Red, v)
	return v
}

func benchmarkView(b *testing.B, plies int) (*stratego.View, *Matrix) {
	v := playedView(b, 1, plies)
	g := NewGuesser(Options{})
	g.Update(v)
	return v, g.Matrix()
}

func BenchmarkSampler(b *testing.B) {
	for name, plies := range map[string]int{"start": 0, "ply100": 100, "ply300": 300} {
		v, m := benchmarkView(b, plies)
		var s sampler
		b.Run("prepare/"+name, func(b *testing.B) {
			for b.Loop() {
				s.Reset(v, stratego.Blue, m)
			}
			b.ReportMetric(float64(len(s.ways)), "points")
		})
		b.Run("world/"+name, func(b *testing.B) {
			s.Reset(v, stratego.Blue, m)
			rng := rand.New(rand.NewPCG(1, 1))
			var world [Pieces]stratego.Rank
			for b.Loop() {
				s.Sample(rng, &world)
			}
		})
	}
}
