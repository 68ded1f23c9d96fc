package experiment

import (
	"context"
	"fmt"
	"io"
	"math"

	"marengo/games/dice"
)

// diceLine is the length of a winning line on the 11×11 board as inferDiceLine finds it. By
// Schadd's printed rule it would be 11 (5.5.2), but most such games are
// drawn, and they are more than a third longer than his.
const diceLine = 7

// Schadd's 1,000 games of 11×11 Dice (5.5.2), and what his tenth of a second a
// move amounts to at two million nodes a second (5.6.2).
const (
	paperDiceLength    = 78
	paperDiceBranching = 7
	paperDiceNodes     = 200_000
	shortestLine       = 4
)

// inferDiceLine plays Dice with lines of every length and holds the length of games
// and their branching against Schadd's. His scores of ChanceProbCut play no part in it.
func inferDiceLine(ctx context.Context, o *Options, w io.Writer) error {
	if o.Line != 0 && (o.Line < shortestLine || o.Line > dice.MaxSize) {
		return badInputf("lines of %d, expected %d to %d", o.Line, shortestLine, dice.MaxSize)
	}
	games, nodes := o.games(20), o.nodes(paperDiceNodes)
	t := Table{Title: "Dice on 11×11 squares by the length of a winning line",
		Columns: []string{"line", "plies", "± 95%", "branching", "game tree", "drawn", "off by"}}
	best, least := 0, math.Inf(1)
	for line := shortestLine; line <= dice.MaxSize; line++ {
		if o.Line != 0 && line != o.Line {
			continue
		}
		m, err := measureDice(ctx, o, line, games, nodes)
		if err != nil {
			return err
		}
		off := math.Abs(m.length/paperDiceLength-1) + math.Abs(m.branching/paperDiceBranching-1)
		if off < least {
			best, least = line, off
		}
		t.Add(line, fmt.Sprintf("%.1f", m.length), fmt.Sprintf("%.1f", m.lengthBound), fmt.Sprintf("%.2f", m.branching),
			power(m.length*math.Log10(m.branching)+m.chances*math.Log10(m.events)), percent(m.drawn), percent(off))
	}
	t.Add("Schadd", paperDiceLength, "-", paperDiceBranching, "10^147", "-", "-")
	t.Note("%d games each, %s nodes a move, seed %d. Off by: the relative differences of plies and branching, added up.", games, thousands(nodes), o.Seed)
	t.Note("Of these, lines of %d are nearest; the experiments take lines of %d on this board and of 5 on the 5×5 board, where none can be longer.", best, diceLine)
	return t.Write(w, o)
}
