package gym

import (
	"encoding/binary"
	"fmt"

	"marengo/nn/features"
	"marengo/stratego"
)

// The shared memory holds one block for each group of n games:
//
//	actions  u16[n]       index into the record's legal moves; the learner writes it
//	reports  u8[n][4]     what that action did
//	records  u8[n][960]   the position now
//	labels   u8[n][92]    what no record holds: 1 + rank of the enemy's hidden piece on
//	                      each token, 0 elsewhere
//
// Each array begins at a multiple of arrayAlign, each block of blockAlign.
const (
	actionSize = 2
	reportSize = 4
	arrayAlign = 64
	blockAlign = 4096
)

// Codes of a report's first byte: how the ply ended the game, as the player who
// made it sees it.
const (
	goesOn byte = iota
	won
	drew
	lost
)

// Memory is the shared memory, laid out for some number of games.
type Memory struct {
	bytes  []byte
	games  int // of one group
	groups int
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// MemorySize returns how many bytes the groups of n games each take.
func MemorySize(n, groups int) int {
	return groups * roundUp(labelsAt(n)+n*features.Tokens, blockAlign)
}

func reportsAt(n int) int { return roundUp(actionSize*n, arrayAlign) }
func recordsAt(n int) int { return reportsAt(n) + roundUp(reportSize*n, arrayAlign) }
func labelsAt(n int) int  { return recordsAt(n) + roundUp(features.RecordSize*n, arrayAlign) }

// NewMemory lays out shared memory of exactly MemorySize bytes.
func NewMemory(bytes []byte, n, groups int) (*Memory, error) {
	if want := MemorySize(n, groups); len(bytes) != want {
		return nil, fmt.Errorf("shared memory has %d bytes, expected %d for %d groups of %d games", len(bytes), want, groups, n)
	}
	return &Memory{bytes, n, groups}, nil
}

func (m *Memory) block(group int) []byte {
	size := len(m.bytes) / m.groups
	return m.bytes[group*size : (group+1)*size]
}

// Record returns the record of a group's game i.
func (m *Memory) Record(group, i int) *features.Record {
	at := recordsAt(m.games) + i*features.RecordSize
	return (*features.Record)(m.block(group)[at : at+features.RecordSize])
}

// Labels returns the labels of a group's game i.
func (m *Memory) Labels(group, i int) *features.Labels {
	at := labelsAt(m.games) + i*features.Tokens
	return (*features.Labels)(m.block(group)[at : at+features.Tokens])
}

// SetAction asks for legal move a in a group's game i, as the learner does.
func (m *Memory) SetAction(group, i, a int) {
	binary.LittleEndian.PutUint16(m.block(group)[actionSize*i:], uint16(a))
}

func (m *Memory) action(group, i int) int {
	return int(binary.LittleEndian.Uint16(m.block(group)[actionSize*i:]))
}

func (m *Memory) setReport(group, i int, r Report) {
	b := m.block(group)[reportsAt(m.games)+reportSize*i:]
	b[0], b[1] = r.code(), 0
	if r.Battle {
		b[1] = 1
	}
	binary.LittleEndian.PutUint16(b[2:], uint16(r.Plies))
}

// Report says what an action did.
type Report struct {
	Mover  stratego.Color
	Result stratego.Result // over, if the action ended the game
	Battle bool
	Plies  int // of the game that ended, or 0
}

func (r Report) code() byte {
	switch {
	case !r.Result.Over():
		return goesOn
	case r.Result.Draw():
		return drew
	case r.Result.Winner == r.Mover:
		return won
	}
	return lost
}
