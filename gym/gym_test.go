package gym

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func newGym(t testing.TB, games, groups, threads int, seed uint64) *Gym {
	t.Helper()
	return configured(t, Config{Games: games, Groups: groups, Threads: threads, Seed: seed})
}

func configured(t testing.TB, cfg Config) *Gym {
	t.Helper()
	n := cfg.Games / cfg.Groups
	memory, err := NewMemory(make([]byte, MemorySize(n, cfg.Groups)), n, cfg.Groups)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Rules, cfg.Setups = stratego.DefaultRules, setup.SemiRandom{}
	g, err := New(cfg, memory)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// replay is one game of the gym as the rules package tells it, from the setups
// and the moves alone, with checked moves and Views.
type replay struct {
	state *stratego.State
	view  stratego.View
}

func (r *replay) start(t *testing.T, gm *game) {
	t.Helper()
	s, err := stratego.NewState(stratego.DefaultRules, gm.setups[stratego.Red], gm.setups[stratego.Blue])
	if err != nil {
		t.Fatal(err)
	}
	r.state = s
}

// check compares the gym's record with the one of the player's View.
func (r *replay) check(t *testing.T, w *features.Writer, got *features.Record) {
	t.Helper()
	var want features.Record
	r.state.View(r.state.Turn(), &r.view)
	if err := w.Write(&r.view, &want); err != nil {
		t.Fatal(err)
	}
	if *got != want {
		t.Fatalf("ply %d: the gym's record differs from that of the player's View", r.state.Ply())
	}
}

// play makes the action's move, and checks the report of the gym against what
// the rules say.
func (r *replay) play(t *testing.T, rec *features.Record, a int) Report {
	t.Helper()
	mover := r.state.Turn()
	if err := r.state.Play(features.TokenMove(rec.Move(a), mover)); err != nil {
		t.Fatal(err)
	}
	events := r.state.LastEvents(nil, 1)
	report := Report{Mover: mover, Result: r.state.Result(), Battle: events[0].Battle != stratego.NoBattle}
	if report.Result.Over() {
		report.Plies = r.state.Ply()
	}
	return report
}

func TestGamesAgreeWithTheRules(t *testing.T) {
	const games, groups = 24, 2
	plies := 40_000
	if strategotest.Slow() {
		plies = 1_000_000
	}
	g := newGym(t, games, groups, 2, 3)
	rng := rand.New(rand.NewPCG(9, 9))
	var w features.Writer
	replays := make([]replay, games)
	n := games / groups
	for i := range replays {
		replays[i].start(t, &g.groups[i/n][i%n])
	}
	ended := map[byte]int{}
	for done := 0; done < plies; done += n {
		group := done / n % groups
		reports := make([]Report, n)
		for i := range n {
			r, rec := &replays[group*n+i], g.memory.Record(group, i)
			r.check(t, &w, rec)
			a := rng.IntN(rec.Legal())
			g.memory.SetAction(group, i, a)
			reports[i] = r.play(t, rec, a)
		}
		if err := g.Step(group); err != nil {
			t.Fatal(err)
		}
		for i, want := range reports {
			at := reportsAt(n) + reportSize*i
			got := [reportSize]byte(g.memory.block(group)[at : at+reportSize])
			battle := byte(0)
			if want.Battle {
				battle = 1
			}
			if exp := [reportSize]byte{want.code(), battle, byte(want.Plies), byte(want.Plies >> 8)}; got != exp {
				t.Fatalf("the gym reports %v, the rules say %v", got, exp)
			}
			if want.Result.Over() {
				ended[want.code()]++
				replays[group*n+i].start(t, &g.groups[group][i])
			}
		}
	}
	if ended[won] == 0 || ended[drew] == 0 {
		t.Fatalf("too few kinds of ends were seen: %v", ended)
	}
}

func randomActions(g *Gym, group int, rng *rand.Rand) {
	for i := range g.groups[group] {
		g.memory.SetAction(group, i, rng.IntN(g.memory.Record(group, i).Legal()))
	}
}

func TestThreadsChangeNothing(t *testing.T) {
	mixed := Config{Games: 64, Groups: 2, Threads: 1, Seed: 5, Ahead: 3, Guests: []Guest{anyone, anyone}, Endless: 4, Stored: 0.5}
	one := configured(t, mixed)
	mixed.Threads = 4
	four := configured(t, mixed)
	for _, g := range []*Gym{one, four} {
		if err := g.Warm(200); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for k := range 400 {
			randomActions(g, k%2, rng)
			if err := g.Step(k % 2); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !bytes.Equal(one.memory.bytes, four.memory.bytes) {
		t.Fatal("games differ between one thread and four")
	}
}

func TestSavedGamesGoOn(t *testing.T) {
	g := newGym(t, 32, 2, 2, 7)
	if err := g.Warm(300); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games")
	if err := g.Save(path); err != nil {
		t.Fatal(err)
	}
	other := newGym(t, 32, 2, 2, 8)
	if err := other.Load(path); err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		for i := range 16 {
			if *g.memory.Record(k, i) != *other.memory.Record(k, i) {
				t.Fatalf("game %d of group %d was not taken up", i, k)
			}
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw[:len(raw)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := other.Load(path); err == nil {
		t.Fatal("a truncated file was taken up")
	}
}

func TestServe(t *testing.T) {
	g := newGym(t, 8, 2, 1, 1)
	path := filepath.Join(t.TempDir(), "games")
	var answers bytes.Buffer
	if err := g.Serve(bytes.NewReader([]byte{0, 1, saveByte, 0}), &answers, path); err != nil {
		t.Fatal(err)
	}
	if want := []byte{readyByte, 0, 1, saveByte, 0}; !bytes.Equal(answers.Bytes(), want) {
		t.Fatalf("answers %v, expected %v", answers.Bytes(), want)
	}
	if err := g.Serve(bytes.NewReader([]byte{9}), io.Discard, path); err == nil {
		t.Fatal("group 9 of 2 was stepped")
	}
	g.memory.SetAction(0, 3, 999)
	err := g.Serve(bytes.NewReader([]byte{0}), io.Discard, path)
	if err == nil || !strings.Contains(err.Error(), "no legal move 999") {
		t.Fatalf("an action that does not exist gave %v", err)
	}
}

func TestMemoryMustFit(t *testing.T) {
	if _, err := NewMemory(make([]byte, 100), 4, 2); err == nil {
		t.Fatal("a memory of 100 bytes holds 8 games")
	}
}

func TestSourceNamesWhatIsWrong(t *testing.T) {
	if _, err := NewSource([]string{"no/such/file"}, "human-like", 0.3); err == nil {
		t.Fatal("a pool that does not exist was read")
	}
	if _, err := NewSource(nil, "human-like", 2); err == nil {
		t.Fatal("a share of 2 was accepted")
	}
}

func BenchmarkStep(b *testing.B) {
	g := newGym(b, 2048, 2, 0, 1)
	if err := g.Warm(100); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	rate, err := g.Bench(time.Duration(b.N) * time.Microsecond)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(rate, "steps/s")
}
