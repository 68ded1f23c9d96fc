package search

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// Model holds linear regressions that predict values of deep searches from
// shallow ones (Schadd 5.4), for one game and one evaluation.
type Model struct {
	Game       string `json:"game"`
	Evaluation string `json:"evaluation"`
	Pairs      []Pair `json:"pairs"`
}

// Pair predicts the value at Depth from the one R plies shallower, or from the
// evaluation where that is below the horizon: v = A·w + B for the player to move, with standard deviation Sigma, fitted on N positions.
type Pair struct {
	Depth int     `json:"depth"`
	R     int     `json:"r"`
	A     float64 `json:"a"`
	B     float64 `json:"b"`
	Sigma float64 `json:"sigma"`
	N     int     `json:"n"`
}

// pair returns the regression for a depth and reduction.
func (m *Model) pair(depth, r int) (*Pair, bool) {
	for i := range m.Pairs {
		if p := &m.Pairs[i]; p.Depth == depth && p.R == r {
			return p, true
		}
	}
	return nil, false
}

// Check says what is wrong with the regression, or nothing.
func (p *Pair) Check() error {
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	switch {
	case p.Depth < 1 || p.Depth > MaxDepth || p.R < 1:
		return fmt.Errorf("depth %d with reduction %d makes no sense", p.Depth, p.R)
	case !finite(p.A) || !finite(p.B) || !finite(p.Sigma) || p.Sigma < 0:
		return fmt.Errorf("depth %d: a %v, b %v, sigma %v are no regression", p.Depth, p.A, p.B, p.Sigma)
	case p.A <= 0:
		return fmt.Errorf("depth %d: slope %v, expected deep values to rise with shallow ones", p.Depth, p.A)
	}
	return nil
}

// Write writes the model as a small JSON file.
func (m *Model) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(m)
}

// ReadModel reads what Write wrote and checks it.
func ReadModel(r io.Reader) (*Model, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	m := new(Model)
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("no calibration: %w", err)
	}
	if len(m.Pairs) == 0 {
		return nil, errors.New("no calibration: it has no pairs of depths")
	}
	for i := range m.Pairs {
		if err := m.Pairs[i].Check(); err != nil {
			return nil, fmt.Errorf("bad calibration: %w", err)
		}
	}
	return m, nil
}
