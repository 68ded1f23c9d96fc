package setup

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"marengo/stratego"
)

// File returns a provider that draws from the setups of a file. A line is 40
// characters of our notation, after a tab-separated name or count if there is
// one; a count is the line's weight. Empty lines and lines that begin with # are
// passed over.
func File(path string) (Provider, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var l list
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		s, weight, err := parseLine(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		if weight > 0 {
			l.add(s, weight)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(l.setups) == 0 {
		return nil, fmt.Errorf("%s holds no setup", path)
	}
	return &l, nil
}

// maxWeight bounds the count of a line, so that no sum of them overflows.
const maxWeight = 1 << 30

// parseLine reads a line of a setup file; weight 0 means a line without one.
func parseLine(line string) (s stratego.Setup, weight int, err error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return s, 0, nil
	}
	text, weight := line, 1
	if before, after, found := strings.Cut(line, "\t"); found {
		text = after
		if n, err := strconv.Atoi(before); err == nil {
			if n < 1 || n > maxWeight {
				return s, 0, fmt.Errorf("bad count %d, expected 1 to %d", n, maxWeight)
			}
			weight = n
		}
	}
	s, err = stratego.ParseSetup(text)
	if err == nil {
		err = s.Check(variantOf(s))
	}
	return s, weight, err
}

// variantOf guesses the variant of a setup from its number of pieces.
func variantOf(s stratego.Setup) stratego.Variant {
	c := s.Counts()
	if c.Total() <= stratego.Barrage.Counts().Total() {
		return stratego.Barrage
	}
	return stratego.Classic
}

func parseFile(arg string) (Provider, error) {
	if arg == "" {
		return nil, fmt.Errorf("needs a path, as in file:setups.txt")
	}
	return File(arg)
}
