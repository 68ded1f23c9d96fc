package stratego

import "fmt"

// Square is one of the hundred squares, 10·row + file: a1, red's left corner, is
// 0 and k0, blue's, is 99. Eight of them are lakes.
type Square uint8

const (
	Files   = 10
	Squares = 100 // with the lakes

	NoSquare Square = 255 // the square of a captured piece
)

// fileLetters are Arts's files (2.2): no i, so that it is not taken for j.
const fileLetters = "abcdefghjk"

// rankDigits are the rows, 0 standing for the tenth.
const rankDigits = "1234567890"

// At returns the square of a file and row, each 0 to 9.
func At(file, row int) Square { return Square(row*Files + file) }

// File returns 0 to 9 for a to k.
func (s Square) File() int { return int(s) % Files }

// Row returns 0 to 9 for the rows 1 to 10.
func (s Square) Row() int { return int(s) / Files }

// Lake says whether no piece can ever stand here.
func (s Square) Lake() bool {
	return s >= 40 && s < 60 && (lakeFiles>>s.File())&1 != 0
}

const lakeFiles = 1<<2 | 1<<3 | 1<<6 | 1<<7

// Rotate turns the board around: what red sees on s, blue sees on s.Rotate().
func (s Square) Rotate() Square { return Squares - 1 - s }

// From returns the square as player c counts: c's left corner is 0.
func (s Square) From(c Color) Square {
	if c == Blue {
		return s.Rotate()
	}
	return s
}

// String returns file and row in two characters, such as "a1" or "k0".
func (s Square) String() string {
	if s >= Squares {
		return "--"
	}
	return string([]byte{fileLetters[s.File()], rankDigits[s.Row()]})
}

// ParseSquare reads two characters, such as "a1" or "k0".
func ParseSquare(text string) (Square, error) {
	if len(text) == 2 {
		for f := range fileLetters {
			if fileLetters[f] != text[0] {
				continue
			}
			for r := range rankDigits {
				if rankDigits[r] == text[1] {
					return At(f, r), nil
				}
			}
		}
	}
	return NoSquare, fmt.Errorf("bad square %q, expected a file a–k without i and a row 1–9 or 0", text)
}

// Distance returns the steps between two squares on an empty board without lakes.
func Distance(a, b Square) int {
	return abs(a.File()-b.File()) + abs(a.Row()-b.Row())
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// Neighbours returns the squares next to s that a piece can stand on. The slice
// is shared: do not change it.
func (s Square) Neighbours() []Square { return neighbours[s] }

var neighbours = func() (t [Squares][]Square) {
	for s := Square(0); s < Squares; s++ {
		for _, d := range [...][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
			f, r := s.File()+d[0], s.Row()+d[1]
			if f < 0 || f >= Files || r < 0 || r >= Files || s.Lake() || At(f, r).Lake() {
				continue
			}
			t[s] = append(t[s], At(f, r))
		}
	}
	return t
}()
