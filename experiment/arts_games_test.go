package experiment

import (
	"context"
	"errors"
	"io"
	"testing"
)

// TestArtsGamesEnd: Starbot plays a board the same way every time, so that no table of its games takes
// more of them than there are.
func TestArtsGamesEnd(t *testing.T) {
	_, n, err := artsBoards()
	if err != nil {
		t.Fatal(err)
	}
	if 2*n != artsGames {
		t.Errorf("%d boards, and tables of %d games", n, artsGames)
	}
	var bad BadInput
	if err := artsFeatureGames(context.Background(), &Options{Games: 2*n + 2, Nodes: 1}, io.Discard); !errors.As(err, &bad) {
		t.Errorf("more games than there are give %v", err)
	}
}
