// Package puzzle has positions in which one move is clearly best, and why.
//
// There are only two types. A Puzzle is such a position, from the mover's side; a Maker
// finds them in games, by what a player that values moves thinks of them.
package puzzle

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"marengo/record/formats"
	"marengo/stratego"
)

// Puzzle is a position in which one move is clearly best for the side to move, judged
// by what that side knows.
type Puzzle struct {
	ID       string  `json:"id"`
	Position string  `json:"position"` // in Marengo's text form; the solver sees the mover's View of it
	Best     string  `json:"best"`
	Second   string  `json:"second"` // the best of the others
	Win      float64 `json:"win"`    // the expected score after the best move, 0 to 1
	Gap      float64 `json:"gap"`    // and how much less after the second
	Kind     string  `json:"kind"`
	Why      string  `json:"why"`
	Game     string  `json:"game"` // who played it
}

// View is what the solver may know.
func (p Puzzle) View() (*stratego.View, error) {
	g, err := formats.Parse("puzzle "+p.ID, []byte(p.Position))
	if err != nil {
		return nil, err
	}
	state, err := g.Begin()
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	v := new(stratego.View)
	state.View(state.Turn(), v)
	return v, nil
}

// Read reads puzzles, one JSON object a line.
func Read(r io.Reader) (list []Puzzle, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var p Puzzle
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

// Write writes puzzles as Read reads them.
func Write(w io.Writer, list []Puzzle) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, p := range list {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

//go:embed shipped.jsonl
var shipped []byte

// Shipped returns the puzzles that come with the program.
var Shipped = sync.OnceValues(func() ([]Puzzle, error) { return Read(bytes.NewReader(shipped)) })
