package formats

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"marengo/stratego"
)

// ListedSetup is a setup of a list, with how often it was played and its name,
// where the list says so.
type ListedSetup struct {
	Setup stratego.Setup
	Count int // 1 where the list does not say
	Name  string
	Line  int
}

// Variant returns the variant whose pieces the setup has.
func (l ListedSetup) Variant() stratego.Variant {
	if l.Setup.Check(stratego.Barrage) == nil {
		return stratego.Barrage
	}
	return stratego.Classic
}

// maxCount bounds the count of a line, so that no sum of them overflows.
const maxCount = 1 << 30

// ReadSetups reads a list of setups from a file.
func ReadSetups(path string) ([]ListedSetup, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return ParseSetups(path, data)
}

// ParseSetups reads a list of setups, one a line: 40 characters of our notation
// or 40 StraDoS letters, after a count or a name and a tab if there is one. Empty
// lines and lines that begin with # are passed over.
func ParseSetups(name string, data []byte) ([]ListedSetup, error) {
	src, err := newSource(name, data)
	if err != nil {
		return nil, err
	}
	if err := src.checkUTF8(); err != nil {
		return nil, err
	}
	var list []ListedSetup
	for n := 1; n <= len(src.lines); n++ {
		text := strings.TrimRight(src.line(n), " \t")
		if text == "" || text[0] == commentary {
			continue
		}
		l, at, err := parseListed(text)
		if err != nil {
			return nil, src.errorf(spot{n, at}, "%w", err)
		}
		l.Line = n
		list = append(list, l)
	}
	if len(list) == 0 {
		return nil, src.errorf(src.end(), "no setup, expected one of %d characters a line", stratego.SetupSquares)
	}
	return list, nil
}

// parseListed reads a line; at is the byte that an error is about.
func parseListed(text string) (l ListedSetup, at int, err error) {
	l.Count = 1
	if before, after, found := strings.Cut(text, "\t"); found {
		text, at = after, len(before)+1
		if n, err := strconv.Atoi(before); err != nil {
			l.Name = before
		} else if n < 1 || n > maxCount {
			return l, 0, fmt.Errorf("count %d, expected 1 to %d", n, maxCount)
		} else {
			l.Count = n
		}
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r >= 0x80 }); i >= 0 {
		return l, at + i, fmt.Errorf("%q in a setup, expected a letter or digit", []rune(text[i:])[0])
	}
	l.Setup, err = ParseAnySetup(text)
	return l, at, err
}

// ParseAnySetup reads 40 characters of our notation or 40 StraDoS letters of
// either colour, and checks that they are the pieces of a variant. Our setups
// have digits, or dots for the empty squares of Barrage; StraDoS has neither.
func ParseAnySetup(text string) (s stratego.Setup, err error) {
	if strings.ContainsAny(text, "23456789.") {
		s, err = stratego.ParseSetup(text)
	} else {
		_, s, err = ParseStraDoS(text)
	}
	if err != nil {
		return s, err
	}
	v := stratego.Classic
	if c := s.Counts(); c.Total() <= stratego.Barrage.Counts().Total() {
		v = stratego.Barrage
	}
	return s, s.Check(v)
}

// maxFile bounds a file that is read as a whole.
const maxFile = 64 << 20

// readFile reads a file that is no larger than any game or list.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() && info.Size() > maxFile {
		return nil, fmt.Errorf("%s has %d bytes, expected at most %d", path, info.Size(), maxFile)
	}
	return os.ReadFile(path)
}
