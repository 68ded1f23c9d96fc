package search

import (
	"fmt"
	"time"

	"marengo/game"
)

// Options say which techniques a search uses. The zero value is plain
// expectimax: every legal move and every chance event is searched to the full
// depth.
type Options struct {
	AlphaBeta bool // prune move nodes (Knuth and Moore 1975; Arts 4.5)
	PVS       bool // ask first whether later moves are better at all (pvs.go)
	Deepening bool // search depth 1, 2, … up to the limit (Arts 4.3)
	DeepenBy  int  // plies from one depth to the next; 0 is 1
	PlainRoot bool // order the root as any other node: the last depth's best move first only with a table (Arts 6.2.1)
	ChancePly bool // count chance nodes as plies, as Schadd 5.6.2 does for Dice

	Table   Table // the transposition table (Arts 4.8)
	Static  bool  // order moves by their game's classes (Arts 4.9.1)
	History bool  // order moves by what cut elsewhere (Arts 4.9.2)
	Killers bool  // try what cut at the same ply first (Akl and Newborn 1977)

	Star1 bool // bound chance nodes by the evaluator's range (Arts 4.7.1)
	// EventBounds starts Star1 from bounds of each event, where the evaluator can work
	// them out (eventbounds.go): our own, no paper has them.
	EventBounds bool
	InPlay      bool // Star1 from the range of a game that goes on, whatever its end is worth: not sound (Arts 5.1)
	Star2       int  // probe factor: successors tried per event before; 0 is off (Arts 4.7.2)
	StarETC     bool // look the events up in the table first (Arts 4.8.2)

	NullMove      int        // depth reduction after a pass; 0 is off (Schadd 5.3)
	NullLeft      int        // plies that must be left after the pass and its reduction
	Late          LateMoves  // late-move reductions (late.go)
	MultiCut      MultiCut   // Arts 4.10
	ProbCut       ProbCut    // at move nodes (Buro 1995; Schadd 5.3)
	ChanceProbCut ProbCut    // at chance nodes (Schadd 5.4)
	Model         *Model     // what the two predict with
	Audit         bool       // search in full what ChanceProbCut has cut, and count wrong cuts (audit.go)
	Quiescence    Quiescence // Schadd & Winands 4 and 5.1
}

// Table describes the transposition table.
type Table struct {
	Bits        int         // 2^Bits entries; 0 is no table
	Replacement Replacement // which of two positions stays
	// EqualDepth accepts only entries of exactly the depth wanted. A deeper
	// entry is worth more in play but is not what a search of the wanted depth
	// returns.
	EqualDepth bool
}

// MultiCut prunes a node if C of its first M moves reach beta in searches that
// are R plies shallower.
type MultiCut struct {
	M, C, R int  // M = 0 is off
	CutOnly bool // only at expected cut nodes, not at all-nodes (Winands et al. 2005)
}

// ProbCut predicts deep values from shallow ones.
type ProbCut struct {
	Depths []int   // where it is tried; none is off
	R      int     // how much shallower it looks
	T      float64 // how many standard deviations count as certain
	// Before lists reductions larger than R that ChanceProbCut tries first, where the model has
	// pairs for them: Multi-ChanceProbCut (Schadd 5.7; Buro 2000).
	Before []int
}

// Quiescence searches tactical moves beyond the depth limit.
type Quiescence struct {
	On     bool
	Chance int // chance nodes allowed on a line; negative is no limit
}

// The largest values that make sense.
const (
	MaxDepth     = 64
	maxTableBits = 30
	maxProbes    = 255
)

// Check says what is wrong with the options, or nothing.
func (o *Options) Check() error {
	switch {
	case o.Table.Bits < 0 || o.Table.Bits > maxTableBits:
		return fmt.Errorf("table of 2^%d entries, expected at most 2^%d", o.Table.Bits, maxTableBits)
	case o.Table.Replacement >= replacements:
		return fmt.Errorf("unknown replacement scheme %d", o.Table.Replacement)
	case o.Late.After < 0 || o.Late.Far < 0 || o.Late.After > 0 && !o.PVS:
		return fmt.Errorf("late-move reductions after %d and %d moves, expected numbers from 0 and principal variation search", o.Late.After, o.Late.Far)
	case o.DeepenBy < 0 || o.DeepenBy > MaxDepth:
		return fmt.Errorf("deepening by %d plies, expected 0 to %d", o.DeepenBy, MaxDepth)
	case o.PVS && !o.AlphaBeta:
		return fmt.Errorf("principal variation search needs alpha-beta")
	case o.EventBounds && !o.Star1:
		return fmt.Errorf("bounds of events need Star1")
	case o.StarETC && o.Table.Bits == 0:
		return fmt.Errorf("StarETC needs a table")
	case o.Star2 < 0 || o.Star2 > maxProbes:
		return fmt.Errorf("probe factor %d, expected 0 to %d", o.Star2, maxProbes)
	case o.NullMove < 0 || o.NullMove > MaxDepth || o.NullLeft < 0 || o.NullLeft > MaxDepth:
		return fmt.Errorf("null move with depth reduction %d and %d plies left, expected 0 to %d", o.NullMove, o.NullLeft, MaxDepth)
	}
	if m := o.MultiCut; m.M != 0 && (m.C < 1 || m.C > m.M || m.R < 1) {
		return fmt.Errorf("multi-cut with M %d, C %d, R %d, expected 1 ≤ C ≤ M and R ≥ 1", m.M, m.C, m.R)
	}
	if err := o.checkProbCut("ProbCut", &o.ProbCut); err != nil {
		return err
	}
	return o.checkProbCut("ChanceProbCut", &o.ChanceProbCut)
}

func (o *Options) checkProbCut(name string, p *ProbCut) error {
	if len(p.Depths) == 0 {
		return nil
	}
	if p.R < 1 || !(p.T >= 0) {
		return fmt.Errorf("%s with R %d and t %v, expected R ≥ 1 and t ≥ 0", name, p.R, p.T)
	}
	if o.Model == nil {
		return fmt.Errorf("%s needs a calibrated model", name)
	}
	for _, r := range p.Before {
		if r <= p.R {
			return fmt.Errorf("%s with R %d tries reduction %d before, expected a larger one", name, p.R, r)
		}
	}
	for _, d := range p.Depths {
		if d < 1 || d > MaxDepth {
			return fmt.Errorf("%s at depth %d, expected 1 to %d", name, d, MaxDepth)
		}
		if _, ok := o.Model.pair(d, p.R); !ok {
			return fmt.Errorf("%s at depth %d: the model has no pair of depths %d and %d", name, d, max(0, d-p.R), d)
		}
	}
	return nil
}

// Limits say when a search ends; at least one of depth, nodes and time must be
// given.
type Limits struct {
	Depth int           // plies; 0 is no limit
	Nodes int64         // moves and events done; 0 is no limit
	Time  time.Duration // 0 is no limit
	Moves []game.Move   // search only these moves of the root; none is all
	// Report, where given, is called after each finished depth.
	Report func(Result)
}

func (l *Limits) check() error {
	switch {
	case l.Depth < 0 || l.Depth > MaxDepth:
		return fmt.Errorf("depth %d, expected 1 to %d", l.Depth, MaxDepth)
	case l.Nodes < 0:
		return fmt.Errorf("node limit %d, expected a positive number", l.Nodes)
	case l.Time < 0:
		return fmt.Errorf("time limit %v, expected a positive time", l.Time)
	case l.Depth == 0 && l.Nodes == 0 && l.Time == 0:
		return fmt.Errorf("a search needs a limit on depth, nodes or time")
	}
	return nil
}
