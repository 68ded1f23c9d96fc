package tune

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"marengo/figure"
	"marengo/game"
	"marengo/games/dice"
	"marengo/search"
)

// weighted is Dice's evaluation with a weight on the count of checkers, beside a random factor
// of one checker.
type weighted struct {
	dice.Evaluator
	weight float64
	seed   uint64
}

func (e *weighted) Evaluate(s *dice.State) game.Score {
	lo, hi := e.Bounds()
	return max(lo+1, min(hi-1, game.Score(e.weight)*e.Evaluator.Evaluate(s)+game.Score(game.Jitter(s.Key(0), e.seed))))
}

// diceObjective tunes the weight against a player with a good one.
func diceObjective(games int, seed uint64) *Small[*dice.State] {
	player := func(weight float64, seed uint64) *search.Searcher[*dice.State] {
		return search.New[*dice.State](&weighted{weight: weight, seed: seed}, search.Options{AlphaBeta: true, ChancePly: true})
	}
	return &Small[*dice.State]{
		Start:     func(*rand.Rand) (*dice.State, error) { return dice.New(3, 3) },
		Player:    func(values []float64) *search.Searcher[*dice.State] { return player(values[0], 1) },
		Opponents: []*search.Searcher[*dice.State]{player(4, 2), player(4, 3)},
		Games:     games, Limits: search.Limits{Depth: 1}, Seed: seed,
	}
}

// diceRun is a run that tunes the weight, begun at the wrong sign: there the player scores 28%
// of the points, from 2 on as many as it can get, 47%.
func diceRun(t *testing.T, method string, generations int, seed uint64, journal string) (*Run, *float64) {
	t.Helper()
	weight := -1.0
	v := figure.Vector{{Name: "weight", Value: &weight, Low: -4, High: 8, Step: 0.5}}
	spec := Spec{Agent: "dice", Opponents: []string{"dice", "dice"}, Figures: []string{"weight"}, From: v.Values(), Method: method,
		Generations: generations, Games: LeastGames, Seed: seed}
	j, err := CreateJournal(journal, spec)
	if err != nil {
		j, spec, err = OpenJournal(journal)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return &Run{Spec: spec, Figures: v, Objective: diceObjective(spec.Games, seed), Journal: j}, &weight
}

// TestDiceWeightIsFound: both methods bring a planted wrong weight to where it scores as
// well as it can, within 12,000 games.
func TestDiceWeightIsFound(t *testing.T) {
	const budget = 12_000
	for _, m := range Methods() {
		for seed := range uint64(2) {
			r, _ := diceRun(t, m.Name(), budget/LeastGames/m.Points(1), seed, filepath.Join(t.TempDir(), "journal"))
			c, err := r.Play(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if best, _ := c.Best(); best[0] < 2 {
				t.Errorf("%s, seed %d: the weight is %.2f after %v", m.Name(), seed, best[0], c.Values)
			}
		}
	}
}
