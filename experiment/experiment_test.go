package experiment

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"marengo/eval"
	"marengo/game"
	"marengo/hidden"
	"marengo/search"
)

func TestStoredGamesFillTheSets(t *testing.T) {
	for _, from := range []struct {
		archive
		set [len(phases)]int
	}{{schaddGames, artsSet}, {schaddGames, schaddSet}, {starbotGames, artsSet}} {
		set := from.set
		n := set[0] + set[1] + set[2]
		list, err := from.positions(set, n)
		if err != nil {
			t.Fatal(err)
		}
		var got [len(phases)]int
		for _, p := range list {
			got[p.phase]++
			if p.view.Ply() != phases[p.phase].plies {
				t.Fatalf("a position of the %s after %d plies", phases[p.phase].name, p.view.Ply())
			}
		}
		if got != set {
			t.Errorf("%v positions, expected %v", got, set)
		}
	}
	_, err := schaddGames.positions(artsSet, 301)
	var bad BadInput
	if !errors.As(err, &bad) {
		t.Errorf("301 of 300 positions: error %v", err)
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] || e.Short == "" || e.Run == nil {
			t.Errorf("experiment %q is listed twice or not described", e.Name)
		}
		seen[e.Name] = true
	}
	for _, name := range []string{"arts-6.1", "arts-6.9", "arts-6.15", "schadd-5.2", "schadd-5.11", "quiescence-2", "quiescence-5", "complexity"} {
		if !seen[name] {
			t.Errorf("experiment %s is missing", name)
		}
	}
}

func TestCalibrate(t *testing.T) {
	for game, depths := range map[string][]int{"stratego": {2, 3}, "dice": {5}, "breakthrough": {3}} {
		o := &Options{Positions: 12, Nodes: 200_000, Plot: filepath.Join(t.TempDir(), "plot.svg")}
		fitted, err := Calibrate(context.Background(), Calibration{Game: game, Depths: depths, R: 2}, o)
		if err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		m := fitted.Plain
		if m.Game != game || len(m.Pairs) != len(depths) {
			t.Errorf("model %+v", m)
		}
		if plot, err := os.ReadFile(o.Plot); err != nil || !bytes.Contains(plot, []byte("<circle")) {
			t.Errorf("%s: no plot of the pairs, error %v", game, err)
		}
	}
	for _, bad := range []Calibration{{Game: "chess"}, {Game: "dice", Depths: []int{0}}, {Game: "dice", Depths: []int{3}, R: -1}} {
		var input BadInput
		if _, err := Calibrate(context.Background(), bad, &Options{Positions: 3}); !errors.As(err, &input) {
			t.Errorf("%+v: error %v", bad, err)
		}
	}
}

// TestArrangements holds addRank against counting by hand: two alike and one
// other piece can stand in a row of up to three in 1 + 2 + 3 + 3 ways.
func TestArrangements(t *testing.T) {
	ways := addRank(addRank([]*big.Int{big.NewInt(1)}, 2), 1)
	want := []int64{1, 2, 3, 3}
	for k, n := range ways {
		if n.Int64() != want[k] {
			t.Errorf("%v arrangements of %d pieces, expected %d", n, k, want[k])
		}
	}
}

func TestFormulas(t *testing.T) {
	if got := scientific(setupCount()); got != "1.4·10^33" {
		t.Errorf("formula 3.1 is %s", got)
	}
	if got := scientific(stateSpace()); got != "4.8·10^101" {
		t.Errorf("formula 3.3 is %s", got)
	}
}

// TestEventBoundsChangeNothing searches where Starbot stands among unknown pieces: what
// the evaluation knows of a battle's outcome must not change a value.
func TestEventBoundsChangeNothing(t *testing.T) {
	states, err := artsStates(60)
	if err != nil {
		t.Fatal(err)
	}
	plain := search.New[*hidden.State](&eval.Arts{}, search.Options{AlphaBeta: true, Static: true, History: true})
	star := search.New[*hidden.State](&eval.Arts{}, search.Options{AlphaBeta: true, Static: true, History: true, Star1: true, Star2: 1})
	for i, s := range states {
		for depth := 1; depth <= 4; depth++ {
			want := mustSearch(t, plain, s, depth)
			if got := mustSearch(t, star, s, depth); math.Abs(float64(got-want)) > 1e-9 {
				t.Fatalf("position %d, depth %d: value %v with bounds, %v without", i, depth, got, want)
			}
		}
	}
}

func mustSearch(t *testing.T, searcher *search.Searcher[*hidden.State], s *hidden.State, depth int) game.Score {
	t.Helper()
	r, err := searcher.Search(context.Background(), s, search.Limits{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return r.Score
}
