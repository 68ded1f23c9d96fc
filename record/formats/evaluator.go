package formats

import (
	"bytes"
	"fmt"
	"strings"

	"marengo/protocol/notation"
	"marengo/record"
	"marengo/stratego"
)

// The log of the Stratego AI Evaluator.

const (
	logBlue  = "BLU" // before a move; BLUE elsewhere
	logSetup = "SETUP"

	// Outcomes that end a game.
	logFlag      = "VICTORY_FLAG"
	logAttrition = "VICTORY_ATTRITION"
	logOK        = "OK"
)

// encodeLog writes the evaluator's log.
func encodeLog(g *record.Game) ([]byte, error) {
	if g.Position != nil || g.Rules.Variant != stratego.Classic {
		return nil, fmt.Errorf("the evaluator's log holds only classic games that begin with two setups")
	}
	if !g.Result.Over() {
		return nil, fmt.Errorf("the evaluator's log holds only games that have ended, and this one has not")
	}
	s, err := g.Begin()
	if err != nil {
		return nil, err
	}
	if _, err := g.Replay(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for c := stratego.Red; c <= stratego.Blue; c++ {
		rows := notation.FormatSetup(c, g.Setups[c])
		fmt.Fprintf(&b, "%s %s %s\n%s\n", nameWord(g, c), notation.Color(c), logSetup, strings.Join(rows[:], "\n"))
	}
	for i, m := range g.Moves {
		outcome := ""
		if target, battle := s.At(stratego.To(m)); battle && target.Rank == stratego.Flag {
			outcome = logFlag
		}
		s.Do(m)
		if outcome == "" {
			outcome = notation.FormatOutcome(s.LastEvents(nil, 1)[0])
		}
		fmt.Fprintf(&b, "%d %s: %s %s\n", i/2+1, logLabel(i), notation.FormatMove(m), outcome)
	}
	writeLogResult(&b, g, s)
	return b.Bytes(), nil
}

// logLabel returns the word for the side whose ply, counted from 0, it is.
func logLabel(ply int) string {
	if ply%2 == 1 {
		return logBlue
	}
	return notation.Color(stratego.Red)
}

// writeLogResult writes "name COLOUR RESULT turn redvalue bluevalue".
func writeLogResult(b *bytes.Buffer, g *record.Game, s *stratego.State) {
	who, word, turn := notation.End(g.Result.Winner, g.Result.Reason.String(), s.Ply())
	if word == notation.Surrender && who == s.Turn() {
		fmt.Fprintf(b, "%d %s: %s %s\n", turn, logLabel(s.Ply()), word, logOK)
	}
	fmt.Fprintf(b, "%s %s %s %d %d %d\n", nameWord(g, who), notation.Color(who), word, turn,
		logValue(s, stratego.Red), logValue(s, stratego.Blue))
}

// logValue adds up the ranks of a side's living pieces.
func logValue(s *stratego.State, c stratego.Color) (sum int) {
	for id := range stratego.SetupSquares {
		if p := s.Piece(c, id); p.Alive() {
			sum += notation.RankValue(p.Rank)
		}
	}
	return sum
}
