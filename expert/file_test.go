package expert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gameOf returns n examples of a game, the last marked so.
func gameOf(number, n int) []Example {
	examples := make([]Example, n)
	for i := range examples {
		examples[i][gameAt] = byte(number)
	}
	examples[n-1][lastAt] = 1
	return examples
}

// TestFileGoesOn: games written in any order are found again, half of one is not, and other options are refused.
func TestFileGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "examples.bin")
	h := Header{Version: Version, Player: "temperature=1", Seed: 3}
	f, err := OpenFile(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range []int{7, 2} {
		if err := f.Append(game, gameOf(game, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Append(5, gameOf(5, 4)[:2]); err != nil { // broken off
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f, err = OpenFile(path, h)
	if err != nil {
		t.Fatal(err)
	}
	if f.Len() != 2 || !f.Has(7) || !f.Has(2) || f.Has(5) {
		t.Errorf("%d games, 7 %v, 2 %v, 5 %v", f.Len(), f.Has(7), f.Has(2), f.Has(5))
	}
	if err := f.Append(5, gameOf(5, 4)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != (1+3+3+4)*Size {
		t.Errorf("the file has %d bytes (%v)", info.Size(), err)
	}
	h.Seed = 4
	if _, err := OpenFile(path, h); err == nil || !strings.Contains(err.Error(), "with these options") {
		t.Errorf("other options: %v", err)
	}
}
