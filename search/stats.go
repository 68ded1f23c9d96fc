package search

import (
	"fmt"
	"strings"
)

// Cut names what ended the search of a node early.
type Cut uint8

// The kinds of cutoffs.
const (
	CutAlphaBeta Cut = iota
	CutTable
	CutStar1
	CutStar2
	CutStarETC
	CutNullMove
	CutMultiCut
	CutProbCut
	CutChanceProbCut
	CutWrong // of ChanceProbCut's, those that Audit found wrong
	cuts
)

var cutNames = [cuts]string{"alpha-beta", "table", "star1", "star2", "staretc", "null-move", "multi-cut", "probcut", "chanceprobcut", "wrong"}

// String returns the technique's name.
func (c Cut) String() string { return cutNames[c] }

// Cutoffs counts the cutoffs of each kind.
type Cutoffs [cuts]int64

// String lists the kinds that occurred.
func (c Cutoffs) String() string {
	var parts []string
	for k, n := range c {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", Cut(k), n))
		}
	}
	return strings.Join(parts, ", ")
}
