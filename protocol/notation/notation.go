// Package notation is how the Stratego AI Evaluator of 2012 writes ranks, squares,
// moves, outcomes and results, in its lines to bots and in its logs.
//
// (0,0) is the top left corner and red sits at the top: our board turned around.
// Ranks are American, 1 being the marshal. A turn is a ply of red and one of blue.
package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"marengo/stratego"
)

// Size is the width and the height of the board.
const Size = stratego.Files

// rankLetters are the ranks in the order of stratego's.
const rankLetters = "Fs987654321B"

// Letter returns the letter of a rank.
func Letter(r stratego.Rank) byte { return rankLetters[r] }

// ParseRank reads a rank's letter.
func ParseRank(text string) (stratego.Rank, error) {
	if len(text) == 1 {
		if i := strings.IndexByte(rankLetters, text[0]); i >= 0 {
			return stratego.Rank(i), nil
		}
	}
	return stratego.NoRank, fmt.Errorf("unknown rank %q, expected one of 1–9, s, B, F", text)
}

// Color returns RED or BLUE.
func Color(c stratego.Color) string { return strings.ToUpper(c.String()) }

// At returns the square at x and y: files count backwards, and rows from red's side
// in both.
func At(x, y int) stratego.Square { return stratego.At(Size-1-x, y) }

// xy returns the coordinates of a square.
func xy(s stratego.Square) (x, y int) { return Size - 1 - s.File(), s.Row() }

func inside(x, y int) bool { return x >= 0 && x < Size && y >= 0 && y < Size }

// SetupRows is how many lines a setup takes.
const SetupRows = stratego.SetupSquares / Size

// SetupSquare returns the square at column x of a setup's line, the top of the board
// first: red's home row, blue's front row.
func SetupSquare(c stratego.Color, line, x int) stratego.Square {
	if c == stratego.Blue {
		return At(x, Size-SetupRows+line)
	}
	return At(x, line)
}

// FormatSetup writes a setup as its four lines.
func FormatSetup(c stratego.Color, s stratego.Setup) (rows [SetupRows]string) {
	for line := range rows {
		var row [Size]byte
		for x := range row {
			row[x] = Letter(s[SetupSquare(c, line, x).From(c)])
		}
		rows[line] = string(row[:])
	}
	return rows
}

// directions are the words for a step, with what it adds to x and y.
var directions = [...]struct {
	word   string
	dx, dy int
}{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}

// NewMove returns the move from x and y some squares in a direction. It checks the
// board's edges, not whether the move is legal.
func NewMove(x, y int, direction string, squares int) (stratego.Move, error) {
	for _, d := range directions {
		if d.word != direction {
			continue
		}
		if squares < 1 || squares >= Size || !inside(x, y) || !inside(x+squares*d.dx, y+squares*d.dy) {
			return 0, errors.New("the move leaves the board")
		}
		return stratego.NewMove(At(x, y), At(x+squares*d.dx, y+squares*d.dy)), nil
	}
	return 0, fmt.Errorf("bad direction %q, expected UP, DOWN, LEFT or RIGHT", direction)
}

// errNoMove is the error of a line that is no move, whatever the position.
var errNoMove = errors.New("expected X Y DIRECTION [DISTANCE] or " + Surrender)

// ParseMove reads "X Y DIRECTION [N]", as NewMove does.
func ParseMove(text string) (stratego.Move, error) {
	words := strings.Fields(text)
	if len(words) < 3 || len(words) > 4 {
		return 0, errNoMove
	}
	x, errX := strconv.Atoi(words[0])
	y, errY := strconv.Atoi(words[1])
	n := 1
	var errN error
	if len(words) == 4 {
		n, errN = strconv.Atoi(words[3])
	}
	if errX != nil || errY != nil || errN != nil {
		return 0, errNoMove
	}
	return NewMove(x, y, words[2], n)
}

// FormatMove writes a move, with its distance where that is more than one.
func FormatMove(m stratego.Move) string {
	x, y := xy(stratego.From(m))
	toX, toY := xy(stratego.To(m))
	dx, dy := toX-x, toY-y
	n := max(dx, -dx, dy, -dy)
	for _, d := range directions {
		if n > 0 && d.dx*n == dx && d.dy*n == dy {
			line := fmt.Sprintf("%d %d %s", x, y, d.word)
			if n > 1 {
				line += " " + strconv.Itoa(n)
			}
			return line
		}
	}
	return "NO_MOVE" // no straight line: such a move is illegal everywhere
}

// outcomes are the words for what a move came to.
var outcomes = [...]string{stratego.NoBattle: "OK", stratego.Win: "KILLS", stratego.Lose: "DIES", stratego.Tie: "BOTHDIE"}

// ParseOutcome reads the word for what a move came to.
func ParseOutcome(word string) (b stratego.Battle, ok bool) {
	for b, name := range outcomes {
		if name == word {
			return stratego.Battle(b), true
		}
	}
	return stratego.NoBattle, false
}

// FormatOutcome writes what a move came to, the attacker's rank first.
func FormatOutcome(e stratego.Event) string {
	if e.Battle == stratego.NoBattle {
		return outcomes[stratego.NoBattle]
	}
	return fmt.Sprintf("%s %c %c", outcomes[e.Battle], Letter(e.Attacker), Letter(e.Defender))
}

// RankValue is a piece's worth in the manager's figures: spy 1 to marshal 10, and
// nothing for bombs and flag.
func RankValue(r stratego.Rank) int {
	if !r.Movable() {
		return 0
	}
	return int(r)
}
