package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/setup"
	"marengo/stratego"
)

// Arts played each setting for a second a move; a node limit makes the games
// repeatable and the experiment end in minutes.
const (
	artsGames = 90
	artsNodes = 2000
)

// starbot is Arts's player. It has none of our bounds of events, which work only for the evaluation
// without features, so that a player with them would search fewer nodes for the same depth.
const starbot = "star:paper"

// artsNames are the setups of his appendix A that survive in the text: the first
// two figures do not.
var artsNames = [...]string{"3", "4", "5", "6", "7", "8", "9", "10", "11"}

func artsSetups() (list []stratego.Setup, err error) {
	for _, name := range artsNames {
		p, err := setup.Parse("named:arts/" + name)
		if err != nil {
			return nil, err
		}
		s, err := p.Setup(stratego.DefaultRules, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// artsBoards pairs the setups: every two of them, and each with itself. With the
// seats exchanged these are all 81 combinations, the nine equal ones twice.
func artsBoards() (boards, int, error) {
	setups, err := artsSetups()
	if err != nil {
		return nil, 0, err
	}
	var list [][2]stratego.Setup
	for i := range setups {
		for j := i; j < len(setups); j++ {
			list = append(list, [2]stratego.Setup{setups[i], setups[j]})
		}
	}
	return func(pair int) ([2]stratego.Setup, error) { return list[pair%len(list)], nil }, len(list), nil
}

// artsGame is a row of a self-play table.
type artsGame struct {
	name, agent string
	paper       string
}

func artsMatchTable(ctx context.Context, o *Options, w io.Writer, title string, rows []artsGame) error {
	wanted, err := o.only(labels(rows))
	if err != nil {
		return err
	}
	on, n, err := artsBoards()
	if err != nil {
		return err
	}
	rules, err := stratego.Preset("arts")
	if err != nil {
		return err
	}
	games, nodes := o.games(artsGames), o.nodes(artsNodes)
	if games > 2*n {
		return badInputf("--games %d, expected at most %d: Starbot has no random factor and would play the %d boards again as it did", games, 2*n, n)
	}
	t := Table{Title: title, Columns: []string{"", "win", "loss", "draw", "score (95%)", "Arts"}}
	for i, row := range rows {
		if !wanted[i] {
			continue
		}
		tally, err := playMatch(ctx, o, row.agent, starbot, rules, games, nodes, on)
		if err != nil {
			return err
		}
		share := func(k int) string { return percent(float64(k) / float64(tally.Games())) }
		t.Add(row.name, share(tally.Wins), share(tally.Losses), share(tally.Draws), interval(tally), row.paper)
	}
	t.Note("%d games each against the default player, %s nodes a move, rules \"arts\", seed %d; Arts had 121 games at a second a move.", 2*((games+1)/2), thousands(nodes), o.Seed)
	t.Note("%d boards from the nine setups that survive in the text, each played with the seats exchanged: %d games and no more, since Starbot has no random factor. Other nodes a move give other games.", n, 2*n)
	return t.Write(w, o)
}

// artsFeatureGames is table 6.14.
func artsFeatureGames(ctx context.Context, o *Options, w io.Writer) error {
	paper := []string{"45.84%", "55.55%", "44.45%", "37.50%", "43.06%", "36.11%"}
	var rows []artsGame
	for i, p := range paper {
		rows = append(rows, artsGame{fmt.Sprintf("feature %d", i+1), fmt.Sprintf("%s,features=%d", starbot, i+1), p})
	}
	return artsMatchTable(ctx, o, w, "Table 6.14: Evaluation features in self-play", rows)
}

// artsMultiCut is table 6.15.
func artsMultiCut(ctx context.Context, o *Options, w io.Writer) error {
	var rows []artsGame
	for _, r := range []struct {
		m, c, r int
		paper   string
	}{
		{8, 2, 2, "48.36%"}, {8, 3, 2, "52.48%"}, {8, 4, 2, "46.69%"},
		{10, 2, 2, "53.31%"}, {10, 3, 2, "52.89%"}, {10, 4, 2, "47.11%"},
		{12, 2, 2, "50.42%"}, {12, 3, 2, "52.07%"}, {12, 4, 2, "50.00%"},
		{8, 3, 3, "51.25%"}, {10, 3, 3, "47.11%"}, {12, 3, 3, "50.41%"},
	} {
		rows = append(rows, artsGame{fmt.Sprintf("M %d C %d R %d", r.m, r.c, r.r), fmt.Sprintf("%s,multicut=%d/%d/%d", starbot, r.m, r.c, r.r), r.paper})
	}
	return artsMatchTable(ctx, o, w, "Table 6.15: Multi-cut in self-play", rows)
}

// artsOrder plays Starbot without the seven classes of moves: with all other techniques on they
// cost nodes (table 6.12).
func artsOrder(ctx context.Context, o *Options, w io.Writer) error {
	return artsMatchTable(ctx, o, w, "Starbot without static ordering in self-play",
		[]artsGame{{"static ordering off", starbot + ",static=off", "-"}, {"bounds of events on", starbot + ",bounds=on", "-"}})
}
