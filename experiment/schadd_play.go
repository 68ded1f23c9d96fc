package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/arena"
	"marengo/game"
	"marengo/games/breakthrough"
	"marengo/games/dice"
	"marengo/search"
	"marengo/stratego"
)

// The scale of the self-play tables that ends in minutes. Schadd gave a second, a
// tenth of a second and five seconds a move; nodes make games repeatable.
var playScales = map[string]struct {
	games int
	nodes int64
}{
	"stratego":     {40, 5000},
	"dice":         {20, 200_000},
	"breakthrough": {200, 5000},
}

// runPlay plays one of the self-play tables.
func runPlay(ctx context.Context, spec playSpec, o *Options, w io.Writer) error {
	scale := playScales[spec.game]
	games, nodes := o.games(scale.games), o.nodes(scale.nodes)
	if err := o.checkT(spec.name, spec.ts()); err != nil {
		return err
	}
	t := Table{Title: fmt.Sprintf("Table %s: ChanceProbCut in self-play of %s", spec.name, spec.game),
		Columns: []string{"t", "wins", "draws", "losses", "score (95%)", "Schadd"}}
	for _, row := range spec.rows {
		if !o.row(row.t) {
			continue
		}
		tally, err := playSetting(ctx, spec.game, row.t, games, nodes, o)
		if err != nil {
			return err
		}
		t.Add(row.t, tally.Wins, tally.Draws, tally.Losses, interval(tally), row.ratio)
		if level := tally.Pairs[len(tally.Pairs)/2]; 2*level == tally.Games() {
			t.Note("t = %v: the games of every pair ended alike, so that ChanceProbCut has decided none; with so few nodes it may never cut.", row.t)
		}
	}
	if spec.game == "dice" {
		t.Note("Lines of %d; %d is inferred from the length of his games and their branching: marengo experiment dice-line.", o.line(), diceLine)
	}
	t.Note("%d games for each t in pairs with the seats exchanged, %s nodes a move, seed %d.", 2*((games+1)/2), thousands(nodes), o.Seed)
	return t.Write(w, o)
}

// chanceProbCutEngine is the engine of 5.5.4, which has neither null move nor ProbCut.
const chanceProbCutEngine = "star:schadd-paper,null=0,probcut=off"

func playSetting(ctx context.Context, name string, t float64, games int, nodes int64, o *Options) (arena.Tally, error) {
	if name == "stratego" {
		on, err := providedBoards("human-like", o.Seed)
		if err != nil {
			return arena.Tally{}, err
		}
		return playMatch(ctx, o, fmt.Sprintf("%s,cpc=%v", chanceProbCutEngine, t), chanceProbCutEngine+",cpc=off", stratego.DefaultRules, games, nodes, on)
	}
	model, err := modelOf(name)
	if err != nil {
		return arena.Tally{}, err
	}
	if name == "dice" {
		newPlayer := func(cut bool, seed uint64) *search.Searcher[*dice.State] {
			o := smallOptions(name)
			if cut {
				o = chanceProbCut(o, name, model, t, nil)
			}
			return search.New[*dice.State](&dice.Evaluator{Random: 0.1, Seed: seed}, o)
		}
		start := func(*rand.Rand) (*dice.State, error) { return dice.New(dice.MaxSize, o.line()) }
		return playSmall(ctx, start, newPlayer, games, nodes, fmt.Sprintf("t = %v", t), o)
	}
	newPlayer := func(cut bool, seed uint64) *search.Searcher[*breakthrough.State] {
		o := smallOptions(name)
		if cut {
			o = chanceProbCut(o, name, model, t, nil)
		}
		return search.New[*breakthrough.State](&breakthrough.Evaluator{Random: 5, Seed: seed}, o)
	}
	start := func(rng *rand.Rand) (*breakthrough.State, error) {
		for {
			if s, ok := breakthrough.Random(randomMoves, rng); ok {
				return s, nil
			}
		}
	}
	return playSmall(ctx, start, newPlayer, games, nodes, fmt.Sprintf("t = %v", t), o)
}

// smallOptions are the regular ones with a table that is quick to make.
func smallOptions(name string) search.Options {
	o := regularOptions(name, name == "dice")
	o.Table.Bits = 16
	return o
}

// playSmall plays pairs of games of a small game, with ChanceProbCut in either
// seat of each pair. Both games of a pair start alike and see the same random
// numbers.
func playSmall[S game.State](ctx context.Context, start func(*rand.Rand) (S, error), player func(cut bool, seed uint64) *search.Searcher[S],
	games int, nodes int64, what string, o *Options) (t arena.Tally, err error) {
	play := func(pair int) (out [2]arena.Outcome, err error) {
		for i := range out {
			rng := rand.New(rand.NewPCG(o.Seed, uint64(pair)))
			s, err := start(rng)
			if err != nil {
				return out, err
			}
			seed := rng.Uint64()
			seats := [2]*search.Searcher[S]{player(i == 0, seed), player(i == 1, seed)}
			v, err := playOut(ctx, s, seats, nodes, rng)
			if err != nil {
				return out, err
			}
			if i == 1 {
				v = -v
			}
			switch {
			case v > 0:
				out[i] = arena.Win
			case v == 0:
				out[i] = arena.Draw
			}
		}
		return out, nil
	}
	outcomes, err := gather(ctx, o, (games+1)/2, what+", pairs of games", func() func(int) ([2]arena.Outcome, error) { return play })
	for _, x := range outcomes {
		t.AddPair(x[0], x[1])
	}
	return t, err
}

// playOut plays a game to its end and returns its value for First.
func playOut[S game.State](ctx context.Context, s S, seats [2]*search.Searcher[S], nodes int64, rng *rand.Rand) (game.Score, error) {
	for {
		switch p := s.ToMove(); p {
		case game.Nobody:
			return s.Value(), nil
		case game.Chance:
			s.Do(drawEvent(s.Outcomes(nil), rng))
		default:
			r, err := seats[p].Search(ctx, s, search.Limits{Nodes: nodes})
			if err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			s.Do(r.Move)
		}
	}
}
