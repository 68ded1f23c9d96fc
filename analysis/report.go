package analysis

import (
	"marengo/record"
	"marengo/stratego"
)

// Report is what an analysis says of a game.
type Report struct {
	By     string `json:"by"`
	Valued bool   `json:"valued"` // else moves were not valued, and only Secrets are told
	Plies  []Told `json:"plies"`

	Red     Account  `json:"red"`
	Blue    Account  `json:"blue"`
	Moments []Moment `json:"moments"`
	Secrets []Secret `json:"secrets"`
}

// Told is a ply as the report tells it.
type Told struct {
	Mover string  `json:"mover"`
	Move  string  `json:"move"`
	Best  string  `json:"best"`  // a better move; empty where none is certain
	Value float64 `json:"value"` // the mover's expected score before the move
	Lost  float64 `json:"lost"`
	Luck  float64 `json:"luck"`
	Grade Grade   `json:"grade"`
}

// ReportOf puts together what the plies of a game say. There may be fewer than the game
// has, while the analysis goes on: accounts and moments wait for all of them.
func ReportOf(g *record.Game, by string, valued bool, plies []Ply) (*Report, error) {
	s, err := g.Begin()
	if err != nil {
		return nil, err
	}
	all, err := Plies(g)
	if err != nil {
		return nil, err
	}
	first := s.Turn()
	r := &Report{By: by, Valued: valued, Plies: []Told{}, Moments: []Moment{}, Secrets: []Secret{}}
	for i := range plies {
		p := &plies[i]
		t := Told{Mover: moverAt(first, i).String(), Move: p.Move, Value: p.Value(), Lost: p.Lost(), Luck: p.Luck(), Grade: p.Grade()}
		if t.Lost > 0 {
			t.Best = p.Best
		}
		r.Plies = append(r.Plies, t)
	}
	if len(plies) < all {
		return r, nil
	}
	r.Secrets = secretsOf(plies, s)
	if !valued {
		return r, nil
	}
	r.Red = AccountOf(plies, first, g.Result, stratego.Red)
	r.Blue = AccountOf(plies, first, g.Result, stratego.Blue)
	if r.Moments, err = momentsOf(g, plies); err != nil {
		return nil, err
	}
	return r, nil
}
