package gym

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// Config says what a Gym plays. The games of a group are of three kinds, in this
// order: Ahead that are nothing special, one for each guest, Endless ones,
// and the rest, which again is nothing special.
type Config struct {
	Games   int // in all
	Groups  int
	Threads int // 0: one for each processor
	Rules   stratego.Rules
	Setups  setup.Provider
	Seed    uint64

	Ahead   int
	Guests  []Guest
	Endless int     // games of a group that are played without limits
	Stored  float64 // share of games that begin from a stored position
}

// Gym is games stepped side by side. Its methods are called from one goroutine.
type Gym struct {
	cfg    Config
	memory *Memory
	groups [][]game
	crew   []worker
	stored shelf
}

// game is one board and what it takes to tell it again: the setups and the moves
// so far, as features numbers them for the player who made each.
type game struct {
	state stratego.State
	deeds features.Deeds
	opening
	rng *rand.Rand

	endless     bool // the game has no limits
	playEndless bool // and the next one will have none
	guest       seat
	offer       offer
}

// worker is what one goroutine needs to step games.
type worker struct {
	writer features.Writer
	view   stratego.View
}

// Games without limits are given up as drawn all the same, by figures that no player
// sees: two networks that make no progress would keep their board forever.
const (
	endlessQuiet = 400
	endlessPlies = 4000
)

// grain is how many games a worker takes at a time: enough that taking them
// costs nothing, few enough that the workers end together.
const grain = 16

// New starts the games over some memory, and writes their first records.
func New(cfg Config, memory *Memory) (*Gym, error) {
	if cfg.Games <= 0 || cfg.Groups <= 0 || cfg.Games%cfg.Groups != 0 {
		return nil, fmt.Errorf("%d games do not divide into %d groups", cfg.Games, cfg.Groups)
	}
	n := cfg.Games / cfg.Groups
	if memory.games != n || memory.groups != cfg.Groups {
		return nil, fmt.Errorf("memory is laid out for %d groups of %d games, expected %d of %d", memory.groups, memory.games, cfg.Groups, n)
	}
	if cfg.Threads <= 0 {
		cfg.Threads = runtime.GOMAXPROCS(0)
	}
	g := &Gym{cfg: cfg, memory: memory, groups: make([][]game, cfg.Groups), crew: make([]worker, cfg.Threads)}
	for k := range g.groups {
		g.groups[k] = make([]game, n)
		for i := range g.groups[k] {
			g.groups[k][i].rng = rand.New(rand.NewPCG(cfg.Seed, uint64(k*n+i)))
		}
		if err := g.assign(g.groups[k]); err != nil {
			return nil, err
		}
	}
	return g, g.each(g.restart)
}

// assign gives a group's games their kinds.
func (g *Gym) assign(games []game) error {
	first := g.cfg.Ahead + len(g.cfg.Guests)
	if g.cfg.Ahead < 0 || g.cfg.Endless < 0 || first+g.cfg.Endless > len(games) {
		return fmt.Errorf("a group of %d games has no room for %d ahead, %d guests and %d without limits",
			len(games), g.cfg.Ahead, len(g.cfg.Guests), g.cfg.Endless)
	}
	for i, invite := range g.cfg.Guests {
		player, err := invite()
		if err != nil {
			return fmt.Errorf("inviting a guest: %w", err)
		}
		games[g.cfg.Ahead+i].guest.player = player
	}
	for i := range games[first : first+g.cfg.Endless] {
		games[first+i].playEndless = true
	}
	return nil
}

// Warm plays a random number of random plies, up to a limit, in each game, so
// that the games are spread over all phases of play.
func (g *Gym) Warm(limit int) error {
	return g.each(func(w *worker, gm *game) error {
		for range gm.rng.IntN(limit + 1) {
			var rec features.Record
			w.writer.WriteDeeds(&gm.state, &gm.deeds, &rec)
			if _, err := g.play(w, gm, rec.Move(gm.rng.IntN(rec.Legal()))); err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls f for every game on all threads, and then writes all records.
func (g *Gym) each(f func(*worker, *game) error) error {
	for k := range g.groups {
		err := g.parallel(k, func(w *worker, i int) error {
			gm := &g.groups[k][i]
			if err := f(w, gm); err != nil {
				return err
			}
			g.show(w, gm, k, i)
			return nil
		})
		if err != nil {
			return err
		}
		g.collect(k)
	}
	return nil
}

// show writes the record and the labels of a game.
func (g *Gym) show(w *worker, gm *game, group, i int) {
	w.writer.WriteDeeds(&gm.state, &gm.deeds, g.memory.Record(group, i))
	g.memory.Labels(group, i).Write(&gm.state)
}

// Step plays the actions of a group and writes their reports and the next
// records.
func (g *Gym) Step(group int) error {
	defer g.collect(group)
	return g.parallel(group, func(w *worker, i int) error {
		gm, rec := &g.groups[group][i], g.memory.Record(group, i)
		a := g.memory.action(group, i)
		if a >= rec.Legal() {
			return fmt.Errorf("game %d of group %d has no legal move %d, only %d", i, group, a, rec.Legal())
		}
		report, err := g.play(w, gm, rec.Move(a))
		if err != nil {
			return fmt.Errorf("game %d of group %d: %w", i, group, err)
		}
		g.memory.setReport(group, i, report)
		g.show(w, gm, group, i)
		return nil
	})
}

// play makes a move and has a guest answer it, and starts another game where that ends
// one.
func (g *Gym) play(w *worker, gm *game, number uint16) (Report, error) {
	report := Report{Mover: gm.state.Turn()}
	gm.do(number)
	report.Battle = gm.state.Quiet() == 0
	if err := gm.answer(w); err != nil {
		return report, err
	}
	report.Result = gm.result()
	if !report.Result.Over() {
		return report, nil
	}
	report.Plies = gm.state.Ply()
	return report, g.restart(w, gm)
}

// result is how the game stands.
func (gm *game) result() stratego.Result {
	r := gm.state.Result()
	if gm.endless && !r.Over() && (gm.state.Quiet() >= endlessQuiet || gm.state.Ply() >= endlessPlies) {
		return stratego.Result{Winner: stratego.NoColor, Reason: stratego.QuietLimit}
	}
	return r
}

// restart begins a game, from fresh setups or a stored position.
func (g *Gym) restart(w *worker, gm *game) error {
	for {
		gm.endless = gm.playEndless
		if err := g.open(gm); err != nil {
			return err
		}
		if gm.guest.player != nil {
			gm.guest.color = stratego.Color(gm.rng.IntN(2))
		}
		if err := gm.answer(w); err != nil {
			return err
		}
		if !gm.result().Over() {
			return nil
		}
	}
}

// open sets a game up.
func (g *Gym) open(gm *game) error {
	if len(g.stored.openings) > 0 && gm.rng.Float64() < g.cfg.Stored {
		return gm.replay(g.cfg.Rules, g.stored.openings[gm.rng.IntN(len(g.stored.openings))])
	}
	for c := range gm.setups {
		s, err := g.cfg.Setups.Setup(g.cfg.Rules, gm.rng)
		if err != nil {
			return err
		}
		gm.setups[c] = s
	}
	gm.offer.open(gm.rng)
	return gm.begin(g.cfg.Rules)
}

// begin sets the pieces up.
func (gm *game) begin(r stratego.Rules) error {
	if gm.endless {
		r.QuietLimit, r.PlyLimit = 0, 0
	}
	gm.moves = gm.moves[:0]
	if err := gm.state.Reset(r, gm.setups[stratego.Red], gm.setups[stratego.Blue]); err != nil {
		return err
	}
	gm.deeds.Start(&gm.state)
	return nil
}

// do makes a legal move.
func (gm *game) do(number uint16) {
	gm.state.Do(features.TokenMove(number, gm.state.Turn()))
	var last [1]stratego.Event
	gm.deeds.Step(gm.state.LastEvents(last[:0], 1)[0])
	gm.moves = append(gm.moves, number)
	gm.offer.see(gm)
}

// parallel calls f for every game of a group, on all threads, and returns the
// first error.
func (g *Gym) parallel(group int, f func(w *worker, i int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	n := len(g.groups[group])
	work := func(w *worker) {
		for {
			first := int(next.Add(grain)) - grain
			if first >= n || failed.Load() != nil {
				return
			}
			for i := first; i < min(first+grain, n); i++ {
				if err := f(w, i); err != nil {
					failed.CompareAndSwap(nil, &err)
					return
				}
			}
		}
	}
	var wait sync.WaitGroup
	for k := 1; k < len(g.crew); k++ {
		wait.Go(func() { work(&g.crew[k]) })
	}
	work(&g.crew[0])
	wait.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}
