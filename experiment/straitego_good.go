package experiment

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"marengo/record"
	"marengo/setup"
	"marengo/stratego"
)

// setupJudges say how good a setup is, each on a scale of its own.
func setupJudges() (names []string, judges []func(*stratego.Setup) float64, err error) {
	for _, network := range []struct {
		name string
		read func() (*setup.ClassifierWeights, error)
	}{{"network of good setups", setup.DefaultGood}, {"network of human setups", setup.DefaultClassifier}} {
		w, err := network.read()
		if err != nil {
			return nil, nil, err
		}
		names, judges = append(names, network.name), append(judges, w.New().Sure)
	}
	names = append(names, "De Boer's points")
	judges = append(judges, func(s *stratego.Setup) float64 { return float64(setup.DeBoer.Score(*s)) })
	return names, judges, nil
}

// straitegoGood asks whether the better of two setups wins, in decided games of a player against itself: what the
// network that Schoenmakers suggests in chapter 12 says of games that it did not learn from.
func straitegoGood(ctx context.Context, o *Options, w io.Writer) error {
	names, judges, err := setupJudges()
	if err != nil {
		return err
	}
	x, err := readExamination(ctx, o)
	if err != nil {
		return err
	}
	by := make(map[string]byGame)
	var all byGame
	for _, g := range x.games {
		if !equalOpponents(g) || g.Result.Winner == stratego.NoColor {
			continue
		}
		m := marks{Examples: 1}
		for _, judge := range judges {
			m.Sums = append(m.Sums, betterWon(judge(&g.Setups[g.Result.Winner]), judge(&g.Setups[g.Result.Winner.Other()])))
		}
		by[g.Players[0]] = append(by[g.Players[0]], m)
		all = append(all, m)
	}
	t := &Table{Title: "Good setups (Schoenmakers 12): how often the better of two wins", Columns: append([]string{"player", "games"}, names...)}
	row := func(name string, list byGame) {
		cells := []any{name, len(list)}
		for i := range judges {
			cells = append(cells, list.text(asShare, nth(i)))
		}
		t.Add(cells...)
	}
	row("all players", all)
	for _, name := range slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(by[b]), len(by[a])), cmp.Compare(a, b))
	}) {
		row(name, by[name])
	}
	t.Note("Decided games of %s, those of a player against itself; a coin is right in half of them, and a judge who finds two setups equal is half right. ± is a standard error.", x.source)
	return t.Write(w, o)
}

// equalOpponents are a player against itself.
func equalOpponents(g *record.Game) bool { return g.Players[0] != "" && g.Players[0] == g.Players[1] }

// betterWon is how right a judge was who gave the winner and the loser so much.
func betterWon(winner, loser float64) float64 {
	switch {
	case winner > loser:
		return 1
	case winner < loser:
		return 0
	}
	return 0.5
}
