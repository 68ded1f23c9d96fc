package protocol

import (
	"fmt"
	"strings"

	"marengo/protocol/notation"
	"marengo/stratego"
)

// Words of the protocol that logs do not have.
const (
	startWord = "START"
	quitWord  = "QUIT"
)

// parseEvent reads a move line with its outcome: "0 3 DOWN 3 BOTHDIE 9 9".
func parseEvent(text string) (e stratego.Event, err error) {
	words := strings.Fields(text)
	for i, word := range words {
		battle, ok := notation.ParseOutcome(word)
		if !ok {
			continue
		}
		m, err := notation.ParseMove(strings.Join(words[:i], " "))
		if err != nil {
			return e, err
		}
		e = stratego.Event{From: stratego.From(m), To: stratego.To(m), Battle: battle, Attacker: stratego.NoRank, Defender: stratego.NoRank}
		err = parseRanks(words[i+1:], &e)
		return e, err
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
	if e.Attacker, err = notation.ParseRank(words[0]); err != nil {
		return err
	}
	e.Defender, err = notation.ParseRank(words[1])
	return err
}

// parseSetupRow reads a line of a setup into it.
func parseSetupRow(c stratego.Color, s *stratego.Setup, line int, text string) error {
	text = strings.TrimRight(text, "\r ")
	if len(text) != notation.Size {
		return fmt.Errorf("setup line %d is %q, expected %d ranks", line+1, text, notation.Size)
	}
	for x := range notation.Size {
		r, err := notation.ParseRank(text[x : x+1])
		if err != nil {
			return fmt.Errorf("setup line %d is %q: %w", line+1, text, err)
		}
		s[notation.SetupSquare(c, line, x).From(c)] = r
	}
	return nil
}

// boardRows writes the board as a bot is shown it.
func boardRows(v *stratego.View) (rows [notation.Size]string) {
	for y := range rows {
		var row [notation.Size]byte
		for x := range row {
			s := notation.At(x, y)
			p, ok := v.At(s)
			switch {
			case s.Lake():
				row[x] = '+'
			case !ok:
				row[x] = '.'
			case p.Color == v.Color():
				row[x] = notation.Letter(p.Rank)
			default:
				row[x] = '#'
			}
		}
		rows[y] = string(row[:])
	}
	return rows
}
