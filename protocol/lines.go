package protocol

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"marengo/stratego"
)

// boardSize is the width and the height of the board.
const boardSize = stratego.Files

// Words of the protocol.
const (
	startWord     = "START"
	surrenderWord = "SURRENDER"
	quitWord      = "QUIT"
)

// rankLetters are the American ranks, in the order of stratego's.
const rankLetters = "Fs987654321B"

// letter returns the protocol's letter of a rank.
func letter(r stratego.Rank) byte { return rankLetters[r] }

// parseRank reads a rank's letter.
func parseRank(text string) (stratego.Rank, error) {
	if len(text) == 1 {
		if i := strings.IndexByte(rankLetters, text[0]); i >= 0 {
			return stratego.Rank(i), nil
		}
	}
	return stratego.NoRank, fmt.Errorf("bad rank %q, expected one of %s", text, rankLetters)
}

// colorWord returns RED or BLUE.
func colorWord(c stratego.Color) string { return strings.ToUpper(c.String()) }

// direction is a way to move.
type direction struct {
	word   string
	dx, dy int
}

var directions = [...]direction{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}

// errNoMove is the error of a line that is no move, whatever the position.
var errNoMove = errors.New("expected X Y DIRECTION [DISTANCE] or " + surrenderWord)

// parseMove reads "X Y DIRECTION [N]". It checks the form and the board's edges,
// not whether the move is legal.
func parseMove(text string) (stratego.Move, error) {
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
	for _, d := range directions {
		if d.word != words[2] {
			continue
		}
		if n < 1 || n >= boardSize || !inside(x, y) || !inside(x+n*d.dx, y+n*d.dy) {
			return 0, fmt.Errorf("the move leaves the board")
		}
		return stratego.NewMove(square(x, y), square(x+n*d.dx, y+n*d.dy)), nil
	}
	return 0, fmt.Errorf("bad direction %q, expected UP, DOWN, LEFT or RIGHT", words[2])
}

// square returns the square at x and y: their board is ours turned around, so that
// files count backwards and rows from red's side in both.
func square(x, y int) stratego.Square { return stratego.At(boardSize-1-x, y) }

// xy returns the coordinates of a square.
func xy(s stratego.Square) (x, y int) { return boardSize - 1 - s.File(), s.Row() }

func inside(x, y int) bool { return x >= 0 && x < boardSize && y >= 0 && y < boardSize }

// formatMove writes a move, with its distance where that is more than one.
func formatMove(m stratego.Move) string {
	x, y := xy(stratego.From(m))
	toX, toY := xy(stratego.To(m))
	dx, dy := toX-x, toY-y
	n := max(dx, -dx, dy, -dy)
	for _, d := range directions {
		if d.dx*n == dx && d.dy*n == dy {
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

// formatOutcome writes what a move came to, attacker's rank first.
func formatOutcome(e stratego.Event) string {
	if e.Battle == stratego.NoBattle {
		return outcomes[stratego.NoBattle]
	}
	return fmt.Sprintf("%s %c %c", outcomes[e.Battle], letter(e.Attacker), letter(e.Defender))
}

// parseEvent reads a move line with its outcome: "0 3 DOWN 3 BOTHDIE 9 9".
func parseEvent(text string) (e stratego.Event, err error) {
	words := strings.Fields(text)
	for i, word := range words {
		for battle, name := range outcomes {
			if word != name {
				continue
			}
			m, err := parseMove(strings.Join(words[:i], " "))
			if err != nil {
				return e, err
			}
			e = stratego.Event{From: stratego.From(m), To: stratego.To(m), Battle: stratego.Battle(battle),
				Attacker: stratego.NoRank, Defender: stratego.NoRank}
			err = parseRanks(words[i+1:], &e)
			return e, err
		}
	}
	return e, fmt.Errorf("expected a move with its outcome OK, KILLS, DIES or BOTHDIE")
}

// parseRanks reads the two ranks after the outcome of a battle.
func parseRanks(words []string, e *stratego.Event) (err error) {
	if e.Battle == stratego.NoBattle {
		return nil
	}
	if len(words) != 2 {
		return fmt.Errorf("expected the attacker's rank and the defender's")
	}
	if e.Attacker, err = parseRank(words[0]); err != nil {
		return err
	}
	e.Defender, err = parseRank(words[1])
	return err
}

// setupRows is how many lines a setup takes.
const setupRows = stratego.SetupSquares / boardSize

// rowSquare returns the square at column x of a setup's line, the top of the board
// first: red's home row, blue's front row.
func rowSquare(c stratego.Color, line, x int) stratego.Square {
	if c == stratego.Blue {
		return square(x, boardSize-setupRows+line)
	}
	return square(x, line)
}

// formatSetup writes a setup as its four lines.
func formatSetup(c stratego.Color, s stratego.Setup) (rows [setupRows]string) {
	for line := range rows {
		var row [boardSize]byte
		for x := range row {
			row[x] = letter(s[rowSquare(c, line, x).From(c)])
		}
		rows[line] = string(row[:])
	}
	return rows
}

// parseSetupRow reads a line of a setup into it.
func parseSetupRow(c stratego.Color, s *stratego.Setup, line int, text string) error {
	text = strings.TrimRight(text, "\r ")
	if len(text) != boardSize {
		return fmt.Errorf("setup line %d is %q, expected %d ranks", line+1, text, boardSize)
	}
	for x := range boardSize {
		r, err := parseRank(text[x : x+1])
		if err != nil {
			return fmt.Errorf("setup line %d is %q: %w", line+1, text, err)
		}
		s[rowSquare(c, line, x).From(c)] = r
	}
	return nil
}

// boardRows writes the board as a bot is shown it.
func boardRows(v *stratego.View) (rows [boardSize]string) {
	for y := range rows {
		var row [boardSize]byte
		for x := range row {
			s := square(x, y)
			p, ok := v.At(s)
			switch {
			case s.Lake():
				row[x] = '+'
			case !ok:
				row[x] = '.'
			case p.Color == v.Color():
				row[x] = letter(p.Rank)
			default:
				row[x] = '#'
			}
		}
		rows[y] = string(row[:])
	}
	return rows
}
