package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"marengo/stratego"
)

// benchFigures are what `marengo bench --json` prints; the keys are stable.
type benchFigures struct {
	Cores                  int     `json:"cores"`
	RandomPliesPerSecond   float64 `json:"random_plies_per_second"`
	RandomPliesAllCores    float64 `json:"random_plies_per_second_all_cores"`
	PliesPerGame           float64 `json:"random_plies_per_game"`
	MovesPerPly            float64 `json:"random_moves_per_ply"`
	CopyNanoseconds        float64 `json:"copy_ns"`
	AllocationsPerThousand float64 `json:"allocations_per_thousand_plies"`
	SearchNodes            int64   `json:"search_nodes"`
	SearchNodesPerSecond   float64 `json:"search_nodes_per_second"`

	Networks []networkFigures `json:"networks"`
}

func newBench() *cobra.Command {
	var (
		asJSON bool
		runs   int
		each   time.Duration
		rules  string
	)
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast the engine plays",
		Long: "Plays random legal games to their end from uniformly shuffled setups: every ply writes its complete\n" +
			"list of legal moves and picks one uniformly, with all rules on. The best of several runs is reported.\n" +
			"Then evaluates a position with networks of the champion's sizes, on each kernel that this processor has,\n" +
			"and searches a fixed list of positions to a fixed depth: the nodes are a signature of the search.",
		Example: "  marengo bench --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := stratego.ParseRules(rules)
			if err != nil {
				return badInput{err}
			}
			if runs < 1 || each <= 0 {
				return badInputf("bench needs at least one run of some length, got %d of %v", runs, each)
			}
			f, err := measureRandom(cmd.Context(), r, runs, each)
			if err != nil {
				return err
			}
			if err := f.measureNetworks(cmd.Context(), runs, each/networkShare); err != nil {
				return err
			}
			if err := f.measureSearch(cmd.Context()); err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(f)
			}
			return f.print(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	cmd.Flags().IntVar(&runs, "runs", 5, "runs, the best of which counts")
	cmd.Flags().DurationVar(&each, "each", time.Second, "length of a run")
	cmd.Flags().StringVar(&rules, "rules", "match", "rules of the random games")
	return cmd
}

func (f benchFigures) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "random play, one core    %6.2f million plies/s\n"+
		"random play, %2d cores    %6.2f million plies/s (%.2f×)\n"+
		"plies a game             %6.0f\n"+
		"legal moves a ply        %6.1f\n"+
		"allocations a 1000 plies %6.2f\n"+
		"copy of a state          %6.0f ns\n"+
		"search                   %6.2f million nodes/s\n",
		f.RandomPliesPerSecond/1e6, f.Cores, f.RandomPliesAllCores/1e6, f.RandomPliesAllCores/f.RandomPliesPerSecond,
		f.PliesPerGame, f.MovesPerPly, f.AllocationsPerThousand, f.CopyNanoseconds, f.SearchNodesPerSecond/1e6)
	if err != nil {
		return err
	}
	if err := f.printNetworks(w); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "Bench: %d\n", f.SearchNodes)
	return err
}

// randomRun counts what one player of random games did.
type randomRun struct {
	plies, games, moves int
	elapsed             time.Duration
}

// measureRandom takes the best of several runs, one core and all cores in turn so
// that both see the same machine. It stops between runs when ctx ends.
func measureRandom(ctx context.Context, r stratego.Rules, runs int, each time.Duration) (benchFigures, error) {
	f := benchFigures{Cores: runtime.GOMAXPROCS(0)}
	for i := range runs {
		if err := ctx.Err(); err != nil {
			return f, err
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		one := playRandom(r, uint64(i), each)
		runtime.ReadMemStats(&after)
		if rate := float64(one.plies) / one.elapsed.Seconds(); rate > f.RandomPliesPerSecond {
			f.RandomPliesPerSecond = rate
			f.PliesPerGame = float64(one.plies) / float64(one.games)
			f.MovesPerPly = float64(one.moves) / float64(one.plies)
			f.AllocationsPerThousand = float64(after.Mallocs-before.Mallocs) / float64(one.plies) * 1000
		}
		f.RandomPliesAllCores = max(f.RandomPliesAllCores, playRandomOn(f.Cores, r, uint64(i), each))
	}
	f.CopyNanoseconds = measureCopy(r, runs)
	return f, nil
}

// playRandomOn plays on several cores at once and returns the plies a second of all.
func playRandomOn(cores int, r stratego.Rules, seed uint64, each time.Duration) float64 {
	rates := make([]float64, cores)
	var wg sync.WaitGroup
	for c := range cores {
		wg.Go(func() {
			run := playRandom(r, seed<<8|uint64(c), each)
			rates[c] = float64(run.plies) / run.elapsed.Seconds()
		})
	}
	wg.Wait()
	total := 0.0
	for _, x := range rates {
		total += x
	}
	return total
}

// playRandom plays whole games until the time is up.
func playRandom(r stratego.Rules, seed uint64, each time.Duration) (run randomRun) {
	rng := rand.New(rand.NewPCG(seed, 0x62656e6368))
	var s stratego.State
	buf := make([]stratego.Move, 0, 2*stratego.MaxMoves)
	for start := time.Now(); run.elapsed < each; run.elapsed = time.Since(start) {
		if err := s.Reset(r, stratego.ShuffledSetup(r.Variant, rng), stratego.ShuffledSetup(r.Variant, rng)); err != nil {
			panic(err) // shuffled setups are always right
		}
		run.games++
		for !s.Result().Over() {
			buf = s.Moves(buf[:0])
			run.plies++
			run.moves += len(buf)
			s.Do(buf[rng.Uint32N(uint32(len(buf)))])
		}
	}
	return run
}

// measureCopy times the copy of a State in the middle of a game.
func measureCopy(r stratego.Rules, runs int) float64 {
	const plies, copies = 100, 200_000
	rng := rand.New(rand.NewPCG(1, 0x62656e6368))
	var s, into stratego.State
	if err := s.Reset(r, stratego.ShuffledSetup(r.Variant, rng), stratego.ShuffledSetup(r.Variant, rng)); err != nil {
		panic(err) // shuffled setups are always right
	}
	for range plies {
		if m := s.Moves(nil); len(m) > 0 {
			s.Do(m[rng.IntN(len(m))])
		}
	}
	best := time.Duration(1 << 62)
	for range runs {
		start := time.Now()
		for range copies {
			s.CopyTo(&into)
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / copies
}
