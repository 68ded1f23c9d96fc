package roster

import (
	"cmp"
	"slices"

	"marengo/agents"
	"marengo/web/wire"
)

// Ladder lists the players on offer that one tournament has rated, at every level that
// played in it, the weakest first.
func Ladder(c Catalogue) []wire.Rung {
	rungs := []wire.Rung{}
	for _, a := range c.List() {
		for level := 1; level <= agents.Levels; level++ {
			if x, ok := measured()[agents.AtLevel(a.Name, level)]; ok {
				rungs = append(rungs, wire.Rung{Agent: a.Name, Level: level, Rating: x.Elo, Error: x.Error, Games: x.Games})
			}
		}
	}
	slices.SortFunc(rungs, func(a, b wire.Rung) int { return cmp.Compare(a.Rating, b.Rating) })
	return rungs
}
