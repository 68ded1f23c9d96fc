package arena

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/store"
	"marengo/stratego"
)

func openDB(t testing.TB) *store.DB {
	t.Helper()
	d, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "m.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// newRun makes a match between named agents, some of which a test may bring along.
func newRun(t testing.TB, db *store.DB, spec Spec, own ...*scripted) *Run {
	t.Helper()
	r, err := parseRun(spec, own...)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Begin(context.Background(), db, "match"); err != nil {
		t.Fatal(err)
	}
	return r
}

func parseRun(spec Spec, own ...*scripted) (*Run, error) {
	spec.Rules = cmp.Or(spec.Rules, "match/barrage")
	spec.Setups = cmp.Or(spec.Setups, "random")
	return NewRun(spec, func(text string) (Contender, error) {
		for _, s := range own {
			if s.name == text {
				return s, nil
			}
		}
		return agents.Parse(text)
	})
}

func mustPlay(t testing.TB, r *Run) *Report {
	t.Helper()
	report, err := r.Play(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// fingerprint is all that must be equal between runs of one schedule.
func fingerprint(t testing.TB, r *Run) (games []string) {
	t.Helper()
	err := r.DB.EachGame(context.Background(), store.Filter{Match: r.ID}, func(g *store.Game) error {
		g.ID, g.Match, g.Finished, g.Times = 0, 0, time.Time{}, nil
		text, err := json.Marshal(g)
		games = append(games, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

func TestPairsChangeSeatsOnOneBoard(t *testing.T) {
	db := openDB(t)
	r := newRun(t, db, Spec{Agents: []string{"random", "careful"}, Games: 5, Seed: 3})
	report := mustPlay(t, r)
	var list []*store.Game
	if err := db.EachGame(context.Background(), store.Filter{Match: r.ID}, func(g *store.Game) error {
		list = append(list, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(list) != 5 || report.Meetings[0].Games != 5 {
		t.Fatalf("%d games stored, %d reported, want 5", len(list), report.Meetings[0].Games)
	}
	for i := 0; i+1 < len(list); i += 2 {
		first, second := list[i], list[i+1]
		if first.Setups != second.Setups || first.Red != second.Blue || first.Blue != second.Red || first.Seed == second.Seed {
			t.Errorf("games %d and %d are no pair", i, i+1)
		}
	}
	if list[0].Setups == list[2].Setups {
		t.Error("two pairs have one board")
	}
	m := report.Meetings[0]
	if m.A != "random" || m.Wins+m.Draws+m.Losses != 5 || m.OwnSetups {
		t.Errorf("report %+v", m)
	}
	if stored, err := db.Match(context.Background(), r.ID); err != nil || stored.Status != store.Finished || stored.Report == "" {
		t.Errorf("stored match %+v, %v", stored, err)
	}
}

func TestOwnSetupsAreReported(t *testing.T) {
	db := openDB(t)
	r := newRun(t, db, Spec{Agents: []string{"own", "random"}, Games: 2, Seed: 3}, &scripted{name: "own", own: true})
	report := mustPlay(t, r)
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if !report.Meetings[0].OwnSetups || !strings.Contains(b.String(), "only the seats changed") {
		t.Errorf("report does not say that the agents set up by themselves:\n%s", b.String())
	}
}

func TestFaultsAreReported(t *testing.T) {
	db := openDB(t)
	r := newRun(t, db, Spec{Agents: []string{"random", "bad"}, Games: 4, Seed: 3},
		&scripted{name: "bad", move: func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			return agent.Action{}, errors.New("lost the plot")
		}})
	m := mustPlay(t, r).Meetings[0]
	if m.Wins != 4 || m.Reasons["error"] != 4 || m.FaultsA != 0 || m.FaultsB != 4 || len(m.Faults) != 4 || m.Faults[0].Detail != "lost the plot" {
		t.Errorf("report %+v", m)
	}
}

// The same schedule gives the same games at any concurrency, and whenever it was
// broken off and continued.
func TestDeterminism(t *testing.T) {
	spec := Spec{Agents: []string{"random", "careful", "lewis"}, Games: 6, Seed: 11, Nodes: 100, Logs: true}
	whole := newRun(t, openDB(t), spec)
	want := mustPlay(t, whole)
	games := fingerprint(t, whole)

	parallel := newRun(t, openDB(t), spec)
	parallel.Concurrency = 4
	mustPlay(t, parallel)
	if got := fingerprint(t, parallel); !reflect.DeepEqual(got, games) {
		t.Error("four games at a time differ from one at a time")
	}

	broken := newRun(t, openDB(t), spec)
	rng := rand.New(rand.NewPCG(1, 1))
	var got *Report
	for tries := 0; ; tries++ {
		again := *broken
		again.Concurrency = 2
		ctx, cancel := context.WithCancel(context.Background())
		left := 1 + rng.IntN(4)
		again.Progress = func(*Standing) {
			if left--; left == 0 {
				cancel()
			}
		}
		report, err := again.Play(ctx)
		cancel()
		if err == nil {
			got = report
			break
		}
		if !errors.Is(err, context.Canceled) || tries > 100 {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(fingerprint(t, broken), games) {
		t.Error("a match broken off and continued differs from a whole one")
	}
	for i := range want.Meetings { // times differ
		want.Meetings[i].TimeA, want.Meetings[i].TimeB = got.Meetings[i].TimeA, got.Meetings[i].TimeB
	}
	got.Match = want.Match
	if !reflect.DeepEqual(got, want) {
		t.Errorf("report %+v\nwant %+v", got, want)
	}
}

// The test reads pairs in the order of the schedule: a loss that is slow to come
// still counts before later wins, and what was played past the decision is dropped.
func TestSPRTReadsInScheduleOrder(t *testing.T) {
	spec := Spec{Agents: []string{"a", "b"}, Games: 2000, Seed: 5, SPRT: "0,200", Rules: "match"}
	play := func(concurrency int) (*Report, []string) {
		// a loses one game in four, and takes longest to do so.
		a := &scripted{name: "a", move: func(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
			if v.Ply() < 2 && b.Seed%4 == 0 {
				time.Sleep(2 * time.Millisecond)
				return agent.Action{Resign: true}, nil
			}
			return agent.Action{Move: v.Moves(nil)[0]}, nil
		}}
		b := &scripted{name: "b", move: func(_ context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
			if v.Ply() >= 2 {
				return agent.Action{Resign: true}, nil
			}
			return agent.Action{Move: v.Moves(nil)[0]}, nil
		}}
		r := newRun(t, openDB(t), spec, a, b)
		r.Concurrency = concurrency
		return mustPlay(t, r), fingerprint(t, r)
	}
	one, games := play(1)
	test := one.Meetings[0].SPRT
	if test.Verdict != AcceptH1 || test.Pairs < 5 || 2*test.Pairs != one.Meetings[0].Games || len(games) != 2*test.Pairs {
		t.Fatalf("test %+v with %d games reported and %d stored", test, one.Meetings[0].Games, len(games))
	}
	many, same := play(8)
	if *many.Meetings[0].SPRT != *test || !reflect.DeepEqual(games, same) {
		t.Errorf("eight at a time: %+v and %d games, want %+v and %d", many.Meetings[0].SPRT, len(same), test, len(games))
	}
}

func TestTournament(t *testing.T) {
	db := openDB(t)
	r := newRun(t, db, Spec{Agents: []string{"random", "lewis", "careful"}, Games: 6, Seed: 2, Rules: "match"})
	r.Concurrency = 2
	report := mustPlay(t, r)
	if len(report.Meetings) != 3 || len(report.Players) != 3 || report.Players[0].Agent != "lewis" {
		t.Fatalf("report %+v", report)
	}
	for _, p := range report.Players {
		if p.Games != 12 {
			t.Errorf("%s has %d games, want 12", p.Agent, p.Games)
		}
	}
	stored, err := db.Ratings(context.Background(), r.ID)
	if err != nil || len(stored) != 3 || stored[0].Player.Name != "lewis" {
		t.Errorf("stored ratings %+v, %v", stored, err)
	}
	var text, table strings.Builder
	if err := errors.Join(report.WriteText(&text), report.WriteCSV(&table)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "lewis") || strings.Count(table.String(), "\n") != 4 {
		t.Errorf("text\n%s\ncsv\n%s", text.String(), table.String())
	}
}

// Over a hundred matches of an agent against itself the reported interval holds
// 0.5 about ninety-five times.
func TestSelfPlayInterval(t *testing.T) {
	db := openDB(t)
	inside := 0
	for seed := range 100 {
		r := newRun(t, db, Spec{Agents: []string{"random", "random"}, Games: 20, Seed: uint64(seed)})
		m := mustPlay(t, r).Meetings[0]
		if m.ScoreLow <= 0.5 && 0.5 <= m.ScoreHigh {
			inside++
		}
	}
	if inside < 90 || inside > 99 {
		t.Errorf("0.5 lies in %d of 100 intervals, want 90 to 99", inside)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		says string
	}{
		{Spec{Agents: []string{"random"}, Games: 2}, "at least 2"},
		{Spec{Agents: []string{"random", "random"}}, "at least 1"},
		{Spec{Agents: []string{"random", "random"}, Games: 2, Rules: "chess"}, "unknown rules"},
		{Spec{Agents: []string{"random", "random"}, Games: 2, SPRT: "5,0"}, "SPRT"},
		{Spec{Agents: []string{"random", "careful", "lewis"}, Games: 2, SPRT: "0,5"}, "sequential"},
		{Spec{Agents: []string{"random", "lewis", "random"}, Games: 2}, "named twice"},
		{Spec{Agents: []string{"random", "random"}, Games: 2, Setups: "named:lewis/1"}, "in barrage"},
	} {
		if _, err := parseRun(c.spec); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", c.spec, err, c.says)
		}
	}
}

func TestRulesSpeltOut(t *testing.T) {
	const rules = "two=3,scout=true,more=true,quiet=40,plies=90"
	r := newRun(t, openDB(t), Spec{Agents: []string{"random", "random"}, Games: 2, Rules: rules})
	if report := mustPlay(t, r); report.Rules != rules || report.Meetings[0].Plies.Max > 90 {
		t.Errorf("report %+v", report)
	}
}

func TestTiming(t *testing.T) {
	var x timing
	for us := 1; us <= 1000; us++ {
		x.add(time.Duration(us) * time.Microsecond)
	}
	if got := x.mean(); got != 500500*time.Nanosecond {
		t.Errorf("mean %v", got)
	}
	if got := x.quantile(0.99); got < 930*time.Microsecond || got > 1050*time.Microsecond {
		t.Errorf("p99 %v", got)
	}
	for _, d := range []time.Duration{0, time.Microsecond, 7, 8 * time.Microsecond, time.Second, 1000 * time.Hour} {
		mid := bucketTime(bucketOf(d))
		if us := d.Truncate(time.Microsecond); mid < us-us/8 || mid > us+us/8+1 {
			t.Errorf("%v lies in the bucket of %v", d, mid)
		}
	}
}

func ExampleTally_Interval() {
	t := Tally{Wins: 60, Losses: 40, Pairs: [5]int{10, 0, 20, 0, 20}}
	low, high := t.Interval()
	elo, plusMinus := t.Elo()
	fmt.Printf("score %.3f [%.3f, %.3f], Elo %+.0f ± %.0f\n", t.Score(), low, high, elo, plusMinus)
	// Output: score 0.600 [0.492, 0.699], Elo +70 ± 76
}

// BenchmarkGames plays random against random, each game stored: the referee's
// own cost.
func BenchmarkGames(b *testing.B) {
	db := openDB(b)
	r := newRun(b, db, Spec{Agents: []string{"random", "random"}, Games: max(2, b.N), Seed: 1, Rules: "match", Setups: "human-like"})
	b.ResetTimer()
	mustPlay(b, r)
	b.ReportMetric(60*float64(max(2, b.N))/b.Elapsed().Seconds(), "games/min")
}

// BenchmarkTwoAtOnce plays compute-bound agents one game at a time and two, and
// reports how much faster two are.
func BenchmarkTwoAtOnce(b *testing.B) {
	think := func(_ context.Context, v *stratego.View, budget agent.Budget) (agent.Action, error) {
		x := budget.Seed
		for range 100_000 {
			x = mix(x, 1)
		}
		moves := v.Moves(nil)
		return agent.Action{Move: moves[x%uint64(len(moves))], Resign: v.Ply() > 100}, nil
	}
	play := func(concurrency int) time.Duration {
		r := newRun(b, openDB(b), Spec{Agents: []string{"thinker", "thinker"}, Games: 40, Seed: 1, Rules: "match"}, &scripted{name: "thinker", move: think})
		r.Concurrency = concurrency
		began := time.Now()
		mustPlay(b, r)
		return time.Since(began)
	}
	var one, two time.Duration
	for b.Loop() {
		one += play(1)
		two += play(2)
	}
	b.ReportMetric(one.Seconds()/two.Seconds(), "speedup")
}
