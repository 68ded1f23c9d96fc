package stratego

import (
	"fmt"
	"math/rand/v2"
)

// SetupSquares is the number of squares a player sets up on.
const SetupSquares = 40

// Setup is one player's placement: index 0 is the left corner of the home row as
// that player sees it, 39 the right end of the front row. NoRank is an empty
// square.
type Setup [SetupSquares]Rank

// SetupSquare returns the square of a setup's index for a colour.
func SetupSquare(c Color, i int) Square { return Square(i).From(c) }

// String returns the 40 characters of our notation, '.' for an empty square.
func (s Setup) String() string {
	var b [SetupSquares]byte
	for i, r := range s {
		b[i] = r.Letter()
	}
	return string(b[:])
}

// Mirror returns the setup with left and right exchanged.
func (s Setup) Mirror() (m Setup) {
	for i, r := range s {
		m[i/Files*Files+Files-1-i%Files] = r
	}
	return m
}

// Counts returns how many pieces of each rank the setup has.
func (s Setup) Counts() (c Counts) {
	for _, r := range s {
		if r < NoRank {
			c[r]++
		}
	}
	return c
}

// Check says what is wrong with the setup for a variant, or nothing.
func (s Setup) Check(v Variant) error {
	have, want := s.Counts(), v.Counts()
	for r := Flag; r < Ranks; r++ {
		if have[r] != want[r] {
			return fmt.Errorf("setup has %d of rank %c (%v), expected %d in %v", have[r], r.Letter(), r, want[r], v)
		}
	}
	return nil
}

// ParseSetup reads 40 characters of our notation. It checks the letters; Check
// says whether the pieces are right.
func ParseSetup(text string) (s Setup, err error) {
	if len(text) != SetupSquares {
		return s, fmt.Errorf("setup has %d characters, expected %d", len(text), SetupSquares)
	}
	for i := range s {
		r, ok := ParseRank(text[i])
		if !ok && text[i] != '.' {
			return s, fmt.Errorf("setup has %q at character %d, expected one of .%s", text[i], i+1, rankLetters)
		}
		s[i] = r
	}
	return s, nil
}

// ShuffledSetup returns a setup drawn uniformly from all the variant's setups.
func ShuffledSetup(v Variant, rng *rand.Rand) (s Setup) {
	i := 0
	for r, n := range v.Counts() {
		for range n {
			s[i] = Rank(r)
			i++
		}
	}
	for ; i < SetupSquares; i++ {
		s[i] = NoRank
	}
	rng.Shuffle(SetupSquares, func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}
