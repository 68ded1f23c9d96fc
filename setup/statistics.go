package setup

import (
	_ "embed"
	"fmt"
	"strings"

	"marengo/stratego"
)

// Relation says how a neighbour stands to a piece in a setup (De Boer 4.3.2).
type Relation uint8

// The relations. Left and right are one, in front is towards the enemy.
const (
	NextTo Relation = iota
	InFront
	Behind

	relations = 3
)

// Statistics are counts over classic setups: which ranks stand on which squares,
// and beside and before which others.
type Statistics struct {
	Setups int
	Square [stratego.SetupSquares][stratego.Ranks]float64 // by setup index and rank
	Pair   [relations][stratego.Ranks][stratego.Ranks]float64
	// Pair[k][r][q]: pieces of rank q that stood in relation k to one of rank r
}

// Add counts a setup with a weight.
func (t *Statistics) Add(s stratego.Setup, weight int) {
	w := float64(weight)
	t.Setups += weight
	for i, r := range s {
		if r == stratego.NoRank {
			continue
		}
		t.Square[i][r] += w
		for _, n := range setupNeighbours[i] {
			if q := s[n.index]; q != stratego.NoRank {
				t.Pair[n.relation][r][q] += w
			}
		}
	}
}

// neighbour is a square beside another within the forty of a setup.
type neighbour struct {
	index    uint8
	relation Relation
}

// setupNeighbours lists the neighbours of each setup index.
var setupNeighbours = func() (t [stratego.SetupSquares][]neighbour) {
	for i := range t {
		if i%stratego.Files > 0 {
			t[i] = append(t[i], neighbour{uint8(i - 1), NextTo})
		}
		if i%stratego.Files < stratego.Files-1 {
			t[i] = append(t[i], neighbour{uint8(i + 1), NextTo})
		}
		if i+stratego.Files < stratego.SetupSquares {
			t[i] = append(t[i], neighbour{uint8(i + stratego.Files), InFront})
		}
		if i >= stratego.Files {
			t[i] = append(t[i], neighbour{uint8(i - stratego.Files), Behind})
		}
	}
	return t
}()

// Model is what Statistics say about the ranks of a setup: the probabilities of
// each square, the same for a square and its mirror image, and how a known
// neighbour changes them.
type Model struct {
	// P[i][r] is the probability that setup index i holds rank r.
	P [stratego.SetupSquares][stratego.Ranks]float64
	// Ratio[k][r][q] is how often a rank q stood in relation k to a rank r,
	// divided by how often it would if the army were shuffled: De Boer's
	// relative frequency (4.3.2, table 4.1).
	Ratio [relations][stratego.Ranks][stratego.Ranks]float64
	// Lift[k][r][q] is the same divided by how often it would happen if every
	// square were filled by P without regard to its neighbours. It leaves out
	// what P already says, so it suits inference better than Ratio.
	Lift [relations][stratego.Ranks][stratego.Ranks]float64
}

// pseudoCount is added to observed and expected counts, so that a pair never
// seen in a small sample is unlikely and not impossible.
const pseudoCount = 0.5

// Model returns the model of the counts.
func (t *Statistics) Model() *Model {
	m := new(Model)
	if t.Setups == 0 {
		t = &human
	}
	for i := range m.P {
		sum := 0.0
		for r := range m.P[i] {
			m.P[i][r] = t.Square[i][r] + t.Square[mirror(i)][r] + pseudoCount
			sum += m.P[i][r]
		}
		for r := range m.P[i] {
			m.P[i][r] /= sum
		}
	}
	army := stratego.Classic.Counts()
	var byChance [relations][stratego.Ranks][stratego.Ranks]float64
	for i, ns := range setupNeighbours {
		for _, n := range ns {
			for r := range m.P[i] {
				for q := range m.P[n.index] {
					byChance[n.relation][r][q] += m.P[i][r] * m.P[n.index][q] * float64(t.Setups)
				}
			}
		}
	}
	for k := range t.Pair {
		for r := range t.Pair[k] {
			had := 0.0
			for q := range t.Pair[k][r] {
				had += t.Pair[k][r][q]
			}
			for q, seen := range t.Pair[k][r] {
				others := float64(army[q])
				if q == r {
					others--
				}
				if others == 0 {
					continue // no second piece of the rank: the ratio stays 0
				}
				m.Ratio[k][r][q] = (seen + pseudoCount) / (had*others/float64(army.Total()-1) + pseudoCount)
				chance := byChance[k][r][q] * others / float64(army[q])
				m.Lift[k][r][q] = (seen + pseudoCount) / (chance + pseudoCount)
			}
		}
	}
	return m
}

// humanText holds the counts of human setups.
//
//go:embed statistics.tsv
var humanText string

// human counts 102,676 setups that people played on Gravon, 2003 to 2015.
var human = func() (t Statistics) {
	for line := range strings.Lines(humanText) {
		if err := t.readLine(strings.TrimSpace(line)); err != nil {
			panic(fmt.Sprintf("setup: embedded statistics: %v", err))
		}
	}
	for r := range t.Pair[InFront] {
		for q, n := range t.Pair[InFront][r] {
			t.Pair[Behind][q][r] = n
		}
	}
	return t
}()

// HumanStatistics returns the counts of human setups.
func HumanStatistics() *Statistics { return &human }

// HumanModel is the model of human setups.
var HumanModel = human.Model()

// relativeModel is HumanModel with De Boer's relative frequency where a placed
// piece changes the chances of its neighbours, as his text has it (4.3.2).
var relativeModel = func() *Model {
	m := *HumanModel
	m.Lift = m.Ratio
	return &m
}()

// readLine reads a line of statistics.tsv.
func (t *Statistics) readLine(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	key, rest, _ := strings.Cut(line, "\t")
	var row *[stratego.Ranks]float64
	var i int
	var letter rune
	switch {
	case key == "setups":
		_, err := fmt.Sscan(rest, &t.Setups)
		return err
	case scans(key, "square %d", &i) && i >= 0 && i < stratego.SetupSquares:
		row = &t.Square[i]
	case scans(key, "next %c", &letter):
		row = pairRow(&t.Pair[NextTo], letter)
	case scans(key, "front %c", &letter):
		row = pairRow(&t.Pair[InFront], letter)
	}
	if row == nil {
		return fmt.Errorf("unknown line %q", key)
	}
	fields := strings.Fields(rest)
	if len(fields) != len(row) {
		return fmt.Errorf("line %q has %d counts, expected %d", key, len(fields), len(row))
	}
	for r := range row {
		if _, err := fmt.Sscan(fields[r], &row[r]); err != nil {
			return fmt.Errorf("line %q: %w", key, err)
		}
	}
	return nil
}

func scans(text, format string, into any) bool {
	n, err := fmt.Sscanf(text, format, into)
	return n == 1 && err == nil
}

func pairRow(table *[stratego.Ranks][stratego.Ranks]float64, letter rune) *[stratego.Ranks]float64 {
	if r, ok := stratego.ParseRank(byte(letter)); ok {
		return &table[r]
	}
	return nil
}
