package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"marengo/agents"
	"marengo/record"
	"marengo/store"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// played returns a random game of some plies that the side to move, or the other, gave up.
func played(t testing.TB, rules stratego.Rules, seed uint64, plies int, bySideToMove bool) *record.Game {
	t.Helper()
	s := strategotest.Midgame(t, rules, plies, rand.New(rand.NewPCG(seed, 1)))
	g, err := record.FromState(s)
	if err != nil {
		t.Fatal(err)
	}
	g.Result = stratego.Result{Winner: s.Turn().Other(), Reason: stratego.Resigned}
	if !bySideToMove {
		g.Result.Winner = s.Turn()
	}
	return g
}

// sums says by how much an account fails to add up.
func sums(a Account) float64 { return math.Abs(a.Start + a.Skill() + a.Luck() - a.Result) }

// TestLuckAndSkillAddUp draws any plies at all: whatever the figures are, what a side expected
// at first, its skill and its luck are the result, and one side's skill is the other's lack of it.
func TestLuckAndSkillAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		plies := make([]Ply, n%40)
		for i := range plies {
			plies[i] = Ply{Move: "a4-a5", After: rng.Float64(), Met: rng.Float64(), Loss: rng.Float64() / 4, Error: rng.Float64() / 8}
		}
		for _, r := range []stratego.Result{
			{Winner: stratego.Red, Reason: stratego.FlagCaptured}, {Winner: stratego.Blue, Reason: stratego.Resigned},
			{Winner: stratego.Red, Reason: stratego.Forfeit}, {Winner: stratego.NoColor, Reason: stratego.QuietLimit},
		} {
			for _, first := range []stratego.Color{stratego.Red, stratego.Blue} {
				list := plies
				if gaveUp(r) && moverAt(first, n%40) != r.Winner {
					list = append(slices.Clone(plies), Ply{Loss: rng.Float64()})
				}
				red, blue := AccountOf(list, first, r, stratego.Red), AccountOf(list, first, r, stratego.Blue)
				if sums(red) > 1e-9 || sums(blue) > 1e-9 {
					t.Fatalf("%d plies, %v: %+v and %+v do not add up", len(list), r, red, blue)
				}
				if math.Abs(red.Skill()+blue.Skill()) > 1e-9 || red.Result+blue.Result != 1 {
					t.Fatalf("%d plies, %v: skill %+v and %+v", len(list), r, red, blue)
				}
			}
		}
	}
}

// TestWhatIsNotCertainIsNotSaid grades losses by their size, and only beyond two errors.
func TestWhatIsNotCertainIsNotSaid(t *testing.T) {
	for _, c := range []struct {
		loss, err float64
		want      Grade
		lost      float64
	}{
		{0.04, 0.01, Fine, 0.04}, {0.05, 0.02, Inaccuracy, 0.05}, {0.10, 0.04, Mistake, 0.10}, {0.20, 0.09, Blunder, 0.20},
		{0.20, 0.10, Fine, 0}, {0.30, 0.16, Fine, 0}, {0.04, 0.03, Fine, 0},
	} {
		p := Ply{After: 0.5, Loss: c.loss, Error: c.err}
		if p.Grade() != c.want || p.Lost() != c.lost || p.Value() != 0.5+c.lost {
			t.Errorf("%.2f±%.2f: %q, %.2f counted", c.loss, c.err, p.Grade(), p.Lost())
		}
	}
}

// TestAnalysing runs the champion over a short game: the accounts add up, every ply has a
// belief, and the same comes out again.
func TestAnalysing(t *testing.T) {
	a, err := New(stratego.Classic)
	if err != nil {
		t.Fatal(err)
	}
	a.Evaluations = 24
	for _, bySideToMove := range []bool{true, false} {
		g := played(t, stratego.DefaultRules, 5, 30, bySideToMove)
		n, err := Plies(g)
		if err != nil || n < 30 || (n == 31) != bySideToMove {
			t.Fatalf("%d plies, %v", n, err)
		}
		var plies []Ply
		for i := range n {
			p, err := a.Ply(t.Context(), g, i)
			if err != nil {
				t.Fatal(err)
			}
			plies = append(plies, p)
		}
		r, err := ReportOf(g, a.By, true, plies)
		if err != nil {
			t.Fatal(err)
		}
		if sums(r.Red) > 1e-9 || sums(r.Blue) > 1e-9 || len(r.Secrets) != 80 || len(r.Plies) != n {
			t.Errorf("%d plies and %d secrets; %+v and %+v", len(r.Plies), len(r.Secrets), r.Red, r.Blue)
		}
		for i, p := range plies {
			if p.After < 0 || p.After > 1 || p.Met < 0 || p.Met > 1 || p.Loss < 0 || len(p.Known) != 40 || len(p.Held) != 40 {
				t.Errorf("ply %d: %+v", i, p)
			}
		}
		again, err := a.Ply(t.Context(), g, 7)
		if err != nil || !reflect.DeepEqual(again, plies[7]) {
			t.Errorf("again, ply 7 is %+v, was %+v, %v", again, plies[7], err)
		}
	}
}

// TestMoments tells the plies that brought the winner most, in the order of the game.
func TestMoments(t *testing.T) {
	g := played(t, stratego.DefaultRules, 5, 30, true)
	winner := g.Result.Winner
	plies := make([]Ply, 31)
	for i := range plies[:30] {
		plies[i] = Ply{Move: stratego.FormatMove(g.Moves[i]), After: 0.5, Met: 0.5}
	}
	loser := 0
	if winner == stratego.Red {
		loser = 1
	}
	plies[loser+2].Loss, plies[loser+2].Best = 0.25, "a4-a5"
	plies[loser+4].Loss, plies[loser+4].Error = 0.5, 0.3    // not certain
	plies[loser+7].Loss, plies[loser+7].Best = 0.3, "a4-a5" // the winner's own
	plies[loser+8].Loss, plies[loser+8].Best = 0.07, "a4-a5"
	plies[30].Loss = 0.4
	got, err := momentsOf(g, plies)
	if err != nil || len(got) != 3 || got[0].Ply != loser+3 || got[1].Ply != loser+9 || got[2].Ply != 30 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []string{"gave away 25 points: a4–a5 was worth 75 of 100", "gave away 7 points", "gave the game up with 40 points"} {
		if !strings.Contains(got[i].Text, want) {
			t.Errorf("%q, expected %q", got[i].Text, want)
		}
	}
}

// TestSecrets follows what could be believed of single pieces.
func TestSecrets(t *testing.T) {
	for _, c := range []struct {
		known []int
		want  string
	}{
		{nil, "never seen by the enemy"},
		{[]int{10, 30, 20}, "at most 30% known, at move 2"},
		{[]int{10, 90, 20, 85, 82}, "from move 4 at least 80% known"},
		{[]int{10, 20, 100, 100}, "known from move 3"},
	} {
		s := Secret{Known: c.known}
		for i := range c.known {
			s.Plies = append(s.Plies, 2*i+1)
		}
		if got := s.words(); got != c.want {
			t.Errorf("%v: %q, expected %q", c.known, got, c.want)
		}
	}
}

// TestKept stops an analysis and goes on with it from the database. Barrage, which the
// champion does not know, is told beliefs only.
func TestKept(t *testing.T) {
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "kept.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	rules := stratego.DefaultRules
	rules.Variant = stratego.Barrage
	g, err := store.FromRecord(played(t, rules, 3, 12, true))
	if err != nil {
		t.Fatal(err)
	}
	if g.ID, err = db.SaveGame(ctx, g); err != nil {
		t.Fatal(err)
	}
	a, err := New(stratego.Barrage)
	if err != nil {
		t.Fatal(err)
	}
	for done := range 13 {
		k, err := Load(ctx, db, g)
		if err != nil || len(k.Plies) != done || k.All != 13 || k.Done() {
			t.Fatalf("%d of %d plies are kept, expected %d; %v", len(k.Plies), k.All, done, err)
		}
		if err := k.Continue(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	k, err := Load(ctx, db, g)
	if err != nil || !k.Done() {
		t.Fatalf("%d of %d, %v", len(k.Plies), k.All, err)
	}
	r, err := k.Report()
	if err != nil || r.Valued || len(r.Secrets) != 16 || len(r.Moments) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	g.Reason = "unfinished"
	if _, err := Load(ctx, db, g); !errors.Is(err, ErrUnfinished) {
		t.Errorf("an unfinished game gave %v", err)
	}
}

// TestSignature: another option makes another analyst.
func TestSignature(t *testing.T) {
	signed := make(map[string]string)
	for _, options := range []string{impartial, impartial + ",weights=small", "worst=0"} {
		f, err := agents.Parse("marengo:" + options)
		if err != nil {
			t.Fatal(err)
		}
		by := signature(f)
		if other, there := signed[by]; there {
			t.Errorf("%s and %s are both %s", options, other, by)
		}
		signed[by] = options
	}
}
