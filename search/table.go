package search

import (
	"fmt"

	"marengo/game"
)

// Replacement says which of two positions that share a place in the table stays
// (Breuker et al. 1994; Arts 4.8.1).
type Replacement uint8

// The replacement schemes.
const (
	ReplaceDeep Replacement = iota // the one searched deeper stays, the new one if equal
	ReplaceNew                     // always the new one
	ReplaceOld                     // always the old one
	ReplaceBig                     // the one whose subtree has more nodes
	replacements
)

var replacementNames = [replacements]string{"deep", "new", "old", "big"}

// String returns "deep", "new", "old" or "big".
func (r Replacement) String() string {
	if r >= replacements {
		return fmt.Sprintf("replacement(%d)", uint8(r))
	}
	return replacementNames[r]
}

// ParseReplacement reads a scheme's name.
func ParseReplacement(s string) (Replacement, error) {
	for r, name := range replacementNames {
		if name == s {
			return Replacement(r), nil
		}
	}
	return 0, fmt.Errorf("unknown replacement scheme %q, expected deep, new, old or big", s)
}

// bound is what a stored value says about the true one.
type bound uint8

const (
	exact bound = iota
	lower       // the true value is at least this
	upper       // the true value is at most this
)

// entry is a searched position: half a cache line. score is meant for the
// player to move, or at a chance node for the player who made the move before.
type entry struct {
	key   uint64
	score game.Score
	move  game.Move
	nodes uint32 // size of the subtree, at most all ones
	depth int8
	bound bound
	gen   uint8 // the search that wrote it; 0 is never one
}

// table is a transposition table with one entry a place.
type table struct {
	entries []entry
	mask    uint64
	scheme  Replacement
	equal   bool
	gen     uint8
}

func newTable(o Table) *table {
	if o.Bits == 0 {
		return nil
	}
	n := uint64(1) << o.Bits
	return &table{entries: make([]entry, n), mask: n - 1, scheme: o.Replacement, equal: o.EqualDepth}
}

// forget empties the table: entries of other generations do not count.
func (t *table) forget() {
	t.gen++
	if t.gen == 0 {
		clear(t.entries)
		t.gen = 1
	}
}

// find returns the entry of a key, or nothing.
func (t *table) find(key uint64) *entry {
	e := &t.entries[key&t.mask]
	if e.key != key || e.gen != t.gen {
		return nil
	}
	return e
}

// good says whether an entry's value holds for a search of the given depth.
func (t *table) good(e *entry, depth int) bool {
	return int(e.depth) == depth || !t.equal && int(e.depth) > depth
}

// store keeps a position if the scheme prefers it to what is there.
func (t *table) store(key uint64, score game.Score, m game.Move, depth int, b bound, nodes int64) {
	e := &t.entries[key&t.mask]
	size := uint32(min(nodes, 1<<32-1))
	if e.gen == t.gen && e.key != key && !t.replaces(e, depth, size) {
		return
	}
	if e.gen == t.gen && e.key == key {
		if int(e.depth) > depth {
			return // the same position, searched deeper
		}
		if m == 0 {
			m = e.move
		}
	}
	*e = entry{key: key, score: score, move: m, nodes: size, depth: int8(depth), bound: b, gen: t.gen}
}

func (t *table) replaces(old *entry, depth int, size uint32) bool {
	switch t.scheme {
	case ReplaceNew:
		return true
	case ReplaceOld:
		return false
	case ReplaceBig:
		return size >= old.nodes
	}
	return depth >= int(old.depth)
}
