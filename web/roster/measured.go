package roster

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"marengo/store"
)

// measuredText has the ratings of a tournament played when this version was made:
// what the page shows until the user's own arena has measured something. Its first
// line has the command that made it.
//
//go:embed ratings.tsv
var measuredText string

// measured reads them: agent, Elo, error and games a line, and the revision of the
// agent's play where it was not the first.
var measured = sync.OnceValue(func() map[string]store.Rating {
	by := make(map[string]store.Rating)
	for line := range strings.Lines(measuredText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var r store.Rating
		if n, _ := fmt.Sscan(line, &r.Player.Name, &r.Elo, &r.Error, &r.Games, &r.Player.Revision); n >= 4 {
			by[r.Player.Name] = r
		}
	}
	return by
})
