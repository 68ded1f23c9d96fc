package experiment

import (
	"context"
	"fmt"
	"io"

	"marengo/eval"
	"marengo/hidden"
	"marengo/search"
	"marengo/stratego"
)

// quiescenceExperiments lists the tables of Schadd & Winands.
func quiescenceExperiments() []Experiment {
	return []Experiment{
		{"quiescence-2", "Overhead of quiescence search", quiescenceOverhead},
		{"quiescence-3", "What quiescence search changes", quiescenceDifference},
		{"quiescence-4", "Quiescence search against none in self-play", quiescenceGames},
		{"quiescence-5", "Evaluation-based quiescence search in self-play", ebqsGames},
	}
}

// The scale that ends in minutes; the paper has 300 positions to 4 ply and 1,000 to
// 5,000 games at a second a move.
const (
	quiescencePositions = 60
	quiescenceDepth     = 4
	quiescencePlayed    = 40
	quiescenceNodes     = 5000
)

// plainSchadd is the evaluation without EBQS and random factor.
func plainSchadd() *eval.Schadd {
	e := eval.NewSchadd(0)
	e.Random, e.EBQS = 0, eval.NoEBQS
	return e
}

// quiescenceOverhead is table 2.
func quiescenceOverhead(ctx context.Context, o *Options, w io.Writer) error {
	d, err := strategoDomain(artsSet, o.positions(quiescencePositions))
	if err != nil {
		return err
	}
	paper := [][4]float64{{1, 13302.0 / 8413, 60944.0 / 8413, 434385.0 / 8413}, {1, 369279.0 / 231591, 955552.0 / 231591, 4602505.0 / 231591},
		{1, 3434674.0 / 2187222, 15506365.0 / 2187222, 101132268.0 / 2187222}, {1, 79610578.0 / 48610457, 156966429.0 / 48610457, 684607920.0 / 48610457}}
	depth := o.depth(quiescenceDepth)
	counts := make([]nodeCounts, 4)
	for i := range counts {
		s := setting{"normal", soundOptions(false)}
		if i > 0 {
			s = with(s, fmt.Sprintf("limit %d", i-1), func(o *search.Options) { o.Quiescence = search.Quiescence{On: true, Chance: i - 1} })
		}
		if counts[i], err = countNodes(ctx, func() search.Evaluator[*hidden.State] { return plainSchadd() }, s, d.positions, depth, o); err != nil {
			return err
		}
	}
	t := Table{Title: "Table 2: Quiescence search overhead",
		Columns: []string{"ply", "normal", "QS limit 0", "QS limit 1", "QS limit 2", "times", "95%", "paper: times"}}
	for ply := 1; ply <= depth; ply++ {
		row := []any{ply}
		ours, within, printed := "", "", "-"
		without := counts[0].at(ply)
		for i := range counts {
			nodes := counts[i].at(ply)
			row = append(row, thousands(total(nodes)))
			if i > 0 {
				times := func(sample []int) float64 { return 1 - reduction(without, nodes, sample) }
				lo, hi := bootstrap(len(nodes), o.Seed, times)
				ours += fmt.Sprintf(" %.1f", times(everyone(len(nodes))))
				within += fmt.Sprintf(", %.1f to %.1f", lo, hi)
			}
		}
		if ply <= len(paper) {
			printed = fmt.Sprintf("%.1f %.1f %.1f", paper[ply-1][1], paper[ply-1][2], paper[ply-1][3])
		}
		t.Add(append(row, ours[1:], within[2:], printed)...)
	}
	t.Note("%d positions; \"times\" is the nodes at limit 0, 1 and 2 over those without, its intervals bootstrapped over positions.", len(d.positions))
	return t.Write(w, o)
}

// quiescenceEngine is the paper's engine, without what needs a calibration of its own.
const quiescenceEngine = "star:schadd-paper,cpc=off,probcut=off,ebqs="

// quiescencePlain is the engine without any quiescence.
const quiescencePlain = quiescenceEngine + "off"

// quiescenceGames is table 4.
func quiescenceGames(ctx context.Context, o *Options, w io.Writer) error {
	t := Table{Title: "Table 4: Quiescence search against none", Columns: []string{"chance nodes", "wins", "draws", "losses", "score (95%)", "paper"}}
	var rows []pairing
	for _, row := range []struct{ limit, paper string }{
		{"0", "52.2%"}, {"1", "49.9%"}, {"2", "49.7%"}, {"3", "49.5%"}, {"10", "48.5%"}, {"all", "48.7%"},
	} {
		rows = append(rows, pairing{row.limit, quiescencePlain + ",quiescence=" + row.limit, quiescencePlain, row.paper})
	}
	return playPairings(ctx, o, w, &t, rows)
}

// ebqsGames is table 5, with the levels below and above the paper's.
func ebqsGames(ctx context.Context, o *Options, w io.Writer) error {
	t := Table{Title: "Table 5: Evaluation-based quiescence search", Columns: []string{"", "wins", "draws", "losses", "score (95%)", "paper"}}
	return playPairings(ctx, o, w, &t, []pairing{
		{"level 1 against none", quiescenceEngine + "1", quiescencePlain, "52.4%"},
		{"level 1 against QS limit 0", quiescenceEngine + "1", quiescencePlain + ",quiescence=0", "56.3%"},
		{"level 0 against none", quiescenceEngine + "0", quiescencePlain, "-"},
		{"level 2 against level 1", quiescenceEngine + "2", quiescenceEngine + "1", "-"},
		{"level 3 against level 1", quiescenceEngine + "3", quiescenceEngine + "1", "-"},
		{"level 3 against QS limit 0", quiescenceEngine + "3", quiescencePlain + ",quiescence=0", "-"},
	})
}

// pairing is a row of these tables: two players and the paper's score of the first.
type pairing struct{ name, a, b, paper string }

// playPairings plays the rows that are wanted on human-like boards and writes the table.
func playPairings(ctx context.Context, o *Options, w io.Writer, t *Table, rows []pairing) error {
	wanted, err := o.only(labels(rows))
	if err != nil {
		return err
	}
	on, err := providedBoards("human-like", o.Seed)
	if err != nil {
		return err
	}
	games, nodes := o.games(quiescencePlayed), o.nodes(quiescenceNodes)
	for i, row := range rows {
		if !wanted[i] {
			continue
		}
		tally, err := playMatch(ctx, o, row.a, row.b, stratego.DefaultRules, games, nodes, on)
		if err != nil {
			return err
		}
		t.Add(row.name, tally.Wins, tally.Draws, tally.Losses, interval(tally), row.paper)
	}
	t.Note("%d games each in pairs with the seats exchanged, %s nodes a move, human-like setups, seed %d.", 2*((games+1)/2), thousands(nodes), o.Seed)
	return t.Write(w, o)
}
