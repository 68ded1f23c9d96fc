package formats

import (
	"fmt"
	"strings"

	"marengo/record"
	"marengo/stratego"
)

// StraDoS letters, as Gravon uses them: A is empty, _ a lake; red's ranks are
// B to M and blue's N to Y, in the order of stradosRanks.
const (
	stradosEmpty = 'A'
	stradosLake  = '_'
	stradosRed   = 'B'
	stradosBlue  = 'N'
)

// stradosRanks are the ranks in the order of their letters: bomb, spy to
// marshal, flag.
var stradosRanks = [stratego.Ranks]stratego.Rank{stratego.Bomb, stratego.Spy, stratego.Scout, stratego.Miner,
	stratego.Sergeant, stratego.Lieutenant, stratego.Captain, stratego.Major, stratego.Colonel, stratego.General,
	stratego.Marshal, stratego.Flag}

// stradosLetter returns the letter of a piece.
func stradosLetter(c stratego.Color, r stratego.Rank) byte {
	first := byte(stradosRed)
	if c == stratego.Blue {
		first = stradosBlue
	}
	for i, x := range stradosRanks {
		if x == r {
			return first + byte(i)
		}
	}
	return stradosEmpty
}

// stradosPiece reads the letter of a piece.
func stradosPiece(letter byte) (c stratego.Color, r stratego.Rank, ok bool) {
	switch {
	case letter >= stradosRed && letter < stradosRed+stratego.Ranks:
		return stratego.Red, stradosRanks[letter-stradosRed], true
	case letter >= stradosBlue && letter < stradosBlue+stratego.Ranks:
		return stratego.Blue, stradosRanks[letter-stradosBlue], true
	}
	return stratego.NoColor, stratego.NoRank, false
}

// FormatField writes a position as the 100 letters of a Gravon field, red's back
// row first. What has moved or is known is not in it.
func FormatField(pieces []stratego.Placement) string {
	b := make([]byte, stratego.Squares)
	for s := range b {
		b[s] = stradosEmpty
		if stratego.Square(s).Lake() {
			b[s] = stradosLake
		}
	}
	for _, p := range pieces {
		b[p.Square] = stradosLetter(p.Color, p.Rank)
	}
	return string(b)
}

// fieldError is something wrong at one letter of a field, counted from 0.
type fieldError struct {
	at   int
	what string
}

func (e *fieldError) Error() string { return fmt.Sprintf("letter %d of the field: %s", e.at+1, e.what) }

// ParseField reads the 100 letters of a Gravon field.
func ParseField(field string) ([]stratego.Placement, error) {
	var pieces []stratego.Placement
	for i := range min(len(field), stratego.Squares) {
		s := stratego.Square(i)
		c, r, ok := stradosPiece(field[i])
		switch {
		case s.Lake() && ok:
			return nil, &fieldError{i, fmt.Sprintf("a piece in the lake on %v, expected _", s)}
		case ok:
			pieces = append(pieces, stratego.Placement{Square: s, Color: c, Rank: r})
		case field[i] == stradosLake && !s.Lake():
			return nil, &fieldError{i, fmt.Sprintf("a lake on %v, expected a piece or A", s)}
		case field[i] != stradosEmpty && field[i] != stradosLake:
			return nil, &fieldError{i, fmt.Sprintf("unknown letter %q, expected A to Y or _", field[i])}
		}
	}
	if len(field) != stratego.Squares {
		return nil, &fieldError{min(len(field), stratego.Squares), fmt.Sprintf("a field of %d letters, expected %d", len(field), stratego.Squares)}
	}
	p := record.Position{Pieces: pieces}
	p.Sort()
	return p.Pieces, nil
}

// FormatStraDoS writes a setup as the 40 letters that stand for it in a field:
// red's own back row first, blue's as red sees it, front row first.
func FormatStraDoS(c stratego.Color, s stratego.Setup) string {
	b := make([]byte, stratego.SetupSquares)
	for i, r := range s {
		b[fieldIndex(c, i)] = stradosLetter(c, r)
	}
	return string(b)
}

// ParseStraDoS reads 40 letters of one colour.
func ParseStraDoS(text string) (color stratego.Color, s stratego.Setup, err error) {
	if len(text) != stratego.SetupSquares {
		return stratego.NoColor, s, fmt.Errorf("setup has %d letters, expected %d", len(text), stratego.SetupSquares)
	}
	color = stratego.Red
	if strings.ContainsFunc(text, func(r rune) bool { return r >= stradosBlue }) {
		color = stratego.Blue
	}
	for i := range s {
		letter := text[fieldIndex(color, i)]
		c, r, ok := stradosPiece(letter)
		if ok && c != color || !ok && letter != stradosEmpty {
			return stratego.NoColor, s, fmt.Errorf("setup has %q at letter %d, expected one of A to M, or of A and N to Y", letter, fieldIndex(color, i)+1)
		}
		s[i] = r
	}
	return color, s, nil
}

// fieldIndex returns where a setup's square stands among its colour's 40 letters.
func fieldIndex(c stratego.Color, i int) int {
	if c == stratego.Blue {
		return stratego.SetupSquares - 1 - i
	}
	return i
}
