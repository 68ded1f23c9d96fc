package fair_test

import (
	"context"
	"fmt"
	"time"

	"marengo/web/fair"
)

// A place in the queue is taken and given back; how often one may ask is limited.
func Example() {
	queue := fair.NewQueue(1, 1)
	release, err := queue.Acquire(context.Background(), fair.Asker{Visitor: "ann", Urgency: fair.AtOnce})
	if err != nil {
		fmt.Println(err)
		return
	}
	release()
	now := time.Now()
	rates := fair.NewRates(0.01, 2, 10) // one every hundred seconds, two at once, ten times that for all
	fmt.Println(rates.Take("ann", now), rates.Take("ann", now), rates.Take("ann", now), rates.Take("bob", now))
	// Output: true true false true
}
