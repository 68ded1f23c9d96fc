package search_test

import (
	"context"
	"fmt"
	"log"

	"marengo/games/dice"
	"marengo/search"
)

// Searching a position takes an evaluator, the techniques to use and a limit.
func Example() {
	s, err := dice.New(3, 0)
	if err != nil {
		log.Fatal(err)
	}
	s.Do(s.Outcomes(nil)[1].Move) // the die names the middle column

	o := search.Options{AlphaBeta: true, ChancePly: true, Star1: true, Star2: 1}
	r, err := search.New[*dice.State](&dice.Evaluator{}, o).Search(context.Background(), s, search.Limits{Depth: 5})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("square %d is best, worth %.2f at depth %d\n", r.Move, r.Score, r.Depth)
	// Output: square 5 is best, worth 1.16 at depth 5
}
