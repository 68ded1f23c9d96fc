package main

import (
	"context"
	"fmt"

	"marengo/experiment"
)

// measureSearch adds the search's figures: the nodes of a fixed list of positions
// at a fixed depth, which are the signature that commits state, and the speed.
func (f *benchFigures) measureSearch(ctx context.Context) (err error) {
	if f.SearchNodes, f.SearchNodesPerSecond, err = experiment.SearchBench(ctx); err != nil {
		return fmt.Errorf("search bench: %w", err)
	}
	return nil
}
