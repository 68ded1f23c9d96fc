package record

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"marengo/stratego"
)

// The log of the Stratego AI Evaluator. Its (0,0) is the top left corner, red sits
// at the top: our board turned around. Its ranks are American, 1 being the
// marshal. A turn is two plies.

const (
	logRed      = "RED"
	logBlue     = "BLU" // before a move; BLUE elsewhere
	logBlueFull = "BLUE"
	logSetup    = "SETUP"

	logGiveUp = "SURRENDER" // in a move's place

	// Outcomes of a move.
	logOK        = "OK"
	logKills     = "KILLS"
	logDies      = "DIES"
	logBothDie   = "BOTHDIE"
	logFlag      = "VICTORY_FLAG"
	logAttrition = "VICTORY_ATTRITION"
	logIllegal   = "ILLEGAL"

	// Results. All but victory and the draws name the loser.
	logVictory     = "VICTORY"
	logBadSetup    = "BAD_SETUP"
	logDraw        = "DRAW"
	logDrawDefault = "DRAW_DEFAULT"
	logInternal    = "INTERNAL_ERROR"
)

// logRanks are the evaluator's characters by rank.
const logRanks = "Fs987654321B"

func logRank(r stratego.Rank) byte { return logRanks[r] }

func parseLogRank(c byte) (stratego.Rank, bool) {
	i := strings.IndexByte(logRanks, c)
	if i < 0 {
		return stratego.NoRank, false
	}
	return stratego.Rank(i), true
}

// logSquare turns the evaluator's coordinates into a square, and back: the board
// turned around has its files reversed, and rows count from red's side in both.
func logSquare(x, y int) stratego.Square          { return stratego.At(stratego.Files-1-x, y) }
func logCoordinates(s stratego.Square) (x, y int) { return stratego.Files - 1 - s.File(), s.Row() }

// logDirections are the words for a step, with what it adds to x and y.
var logDirections = []struct {
	word   string
	dx, dy int
}{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}

// encodeLog writes the evaluator's log. Its line for the result needs a colour:
// the side that moved last, unless somebody lost otherwise.
func encodeLog(g *Game) ([]byte, error) {
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
		fmt.Fprintf(&b, "%s %s %s\n", nameWord(g, c), strings.ToUpper(c.String()), logSetup)
		for y := range 4 {
			b.WriteString(logRow(s, c, y) + "\n")
		}
	}
	for i, m := range g.Moves {
		fmt.Fprintf(&b, "%d %s: %s\n", i/2+1, logLabel(i), logMove(s, m))
		s.Do(m)
	}
	writeLogResult(&b, g, s)
	return b.Bytes(), nil
}

// logLabel returns the word for the side whose ply, counted from 0, it is.
func logLabel(ply int) string {
	if ply%2 == 1 {
		return logBlue
	}
	return logRed
}

// logRow writes row y of a setup, the top of the board first.
func logRow(s *stratego.State, c stratego.Color, y int) string {
	if c == stratego.Blue {
		y += 6
	}
	row := make([]byte, stratego.Files)
	for x := range row {
		p, _ := s.At(logSquare(x, y))
		row[x] = logRank(p.Rank)
	}
	return string(row)
}

// logMove writes a move that is about to be played, with its outcome.
func logMove(s *stratego.State, m stratego.Move) string {
	from, to := stratego.From(m), stratego.To(m)
	x, y := logCoordinates(from)
	tx, ty := logCoordinates(to)
	text := fmt.Sprintf("%d %d", x, y)
	for _, d := range logDirections {
		if d.dx == sign(tx-x) && d.dy == sign(ty-y) {
			text += " " + d.word
		}
	}
	if n := stratego.Distance(from, to); n > 1 {
		text += " " + strconv.Itoa(n)
	}
	mover, _ := s.At(from)
	target, battle := s.At(to)
	if !battle {
		return text + " " + logOK
	}
	if target.Rank == stratego.Flag {
		return text + " " + logFlag
	}
	word := map[stratego.Battle]string{stratego.Win: logKills, stratego.Lose: logDies, stratego.Tie: logBothDie}
	return fmt.Sprintf("%s %s %c %c", text, word[stratego.Fight(mover.Rank, target.Rank)], logRank(mover.Rank), logRank(target.Rank))
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// writeLogResult writes "name COLOUR RESULT turn redvalue bluevalue".
func writeLogResult(b *bytes.Buffer, g *Game, s *stratego.State) {
	r := g.Result
	who, word := s.Turn().Other(), logDrawDefault
	switch {
	case r.Reason == stratego.BothImmobile:
		word = logDraw
	case r.Winner == stratego.NoColor:
	case r.Reason == stratego.Resigned:
		who, word = r.Winner.Other(), logGiveUp
	case r.Reason == stratego.Forfeit:
		who, word = r.Winner.Other(), logIllegal
	default:
		who, word = r.Winner, logVictory
	}
	if word == logGiveUp && who == s.Turn() {
		fmt.Fprintf(b, "%d %s: %s %s\n", s.Ply()/2+1, logLabel(s.Ply()), logGiveUp, logOK)
	}
	fmt.Fprintf(b, "%s %s %s %d %d %d\n", nameWord(g, who), strings.ToUpper(who.String()), word,
		s.Ply()/2+1, logValue(s, stratego.Red), logValue(s, stratego.Blue))
}

// logValue adds up the ranks of a side's living pieces; bombs and flag are worth
// nothing there.
func logValue(s *stratego.State, c stratego.Color) (sum int) {
	for id := range stratego.SetupSquares {
		if p := s.Piece(c, id); p.Alive() && p.Rank.Movable() {
			sum += int(p.Rank)
		}
	}
	return sum
}
