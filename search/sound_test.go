package search_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"marengo/game"
	"marengo/search"
	"marengo/stratego/strategotest"
)

// soundPositions is how many positions each game is tested on.
const soundPositions = 200

// tolerance is how far rounding may carry a value.
const tolerance = 1e-9

// soundTechniques change how much is searched, never the value.
var soundTechniques = []struct {
	name  string
	apply func(*search.Options)
}{
	{"alphabeta", func(o *search.Options) { o.AlphaBeta = true }},
	{"table", func(o *search.Options) { o.Table.Bits = 12; o.Table.EqualDepth = true }},
	{"history", func(o *search.Options) { o.History = true }},
	{"killers", func(o *search.Options) { o.Killers = true }},
	{"star1", func(o *search.Options) { o.Star1 = true }},
	{"bounds", func(o *search.Options) { o.Star1, o.EventBounds = true, true }},
	{"star2", func(o *search.Options) { o.Star2 = 2 }},
	{"staretc", func(o *search.Options) { o.StarETC = true; o.Table.Bits = 12; o.Table.EqualDepth = true }},
	{"deepening", func(o *search.Options) { o.Deepening = true }},
	{"pvs", func(o *search.Options) { o.PVS = true; o.AlphaBeta = true }},
	{"static", func(o *search.Options) { o.Static = true }},
}

// options turns the techniques of a bit set on.
func options(set int, chancePly bool) (o search.Options, name string) {
	o.ChancePly = chancePly
	var names []string
	for i, t := range soundTechniques {
		if set>>i&1 != 0 {
			t.apply(&o)
			names = append(names, t.name)
		}
	}
	return o, strings.Join(names, "+")
}

// covering returns sets in which every two techniques occur on and off in all
// four combinations, or with MARENGO_SLOW=1 all sets.
func covering() (sets []int) {
	n := len(soundTechniques)
	if strategotest.Slow() {
		for set := range 1 << n {
			sets = append(sets, set)
		}
		return sets
	}
	type pair struct{ i, j, a, b int }
	left := map[pair]bool{}
	for i := range n {
		for j := i + 1; j < n; j++ {
			for _, v := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				left[pair{i, j, v[0], v[1]}] = true
			}
		}
	}
	for len(left) > 0 {
		best, bestCount := 0, 0
		for set := range 1 << n {
			count := 0
			for p := range left {
				if set>>p.i&1 == p.a && set>>p.j&1 == p.b {
					count++
				}
			}
			if count > bestCount {
				best, bestCount = set, count
			}
		}
		sets = append(sets, best)
		for p := range left {
			if best>>p.i&1 == p.a && best>>p.j&1 == p.b {
				delete(left, p)
			}
		}
	}
	return append(sets, 1<<n-1)
}

func testSound[S game.State](t *testing.T, d domain[S]) {
	want := make([][]float64, len(d.positions))
	for i, s := range d.positions {
		if r, ok := d.eval.(search.Rooted[S]); ok {
			r.SetRoot(s)
		}
		for _, depth := range d.depths {
			want[i] = append(want[i], expectimax(s, d.eval, depth, d.chancePly))
		}
	}
	for _, set := range covering() {
		o, name := options(set, d.chancePly)
		if name == "" {
			name = "plain"
		}
		t.Run(fmt.Sprint(d.name, "/", name), func(t *testing.T) {
			searcher := search.New(d.eval, o)
			for i, s := range d.positions {
				for k, depth := range d.depths {
					r := mustSearch(t, searcher, s, search.Limits{Depth: depth})
					if got := float64(r.Score); math.Abs(got-want[i][k]) > tolerance {
						t.Fatalf("position %d, depth %d: value %v, expectimax %v", i, depth, got, want[i][k])
					}
				}
			}
		})
	}
}

func TestSoundTechniquesChangeNothing(t *testing.T) {
	testSound(t, diceDomain(t, soundPositions))
	testSound(t, breakthroughDomain(soundPositions))
}
