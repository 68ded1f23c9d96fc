package features

import (
	"math/rand/v2"
	"testing"

	"marengo/stratego"
)

// TestPositions: a record for each ply, each from its mover's side.
func TestPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	setups := [2]stratego.Setup{stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)}
	s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	var moves []stratego.Move
	for !s.Result().Over() && len(moves) < 40 {
		list := s.Moves(nil)
		m := list[rng.IntN(len(list))]
		moves = append(moves, m)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	b, err := Positions(nil, stratego.DefaultRules, [2]uint8{3, 4}, stratego.Blue, setups, moves, 300)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != len(moves)*PositionSize {
		t.Fatalf("%d bytes for %d plies of %d", len(b), len(moves), PositionSize)
	}
	for i, m := range moves {
		r, c := b[i*PositionSize:(i+1)*PositionSize], stratego.Color(i%2)
		move, result, player, game := int(r[580])|int(r[581])<<8, r[582], r[583], int(r[584])|int(r[585])<<8
		if move != Slide(m, c) || result != 2*uint8(c) || player != 3+uint8(c) || game != 300 {
			t.Fatalf("ply %d: move %d, result %d, player %d, game %d", i+1, move, result, player, game)
		}
		for k, rank := range setups[c.Other()] {
			if r[540+k] != uint8(rank) {
				t.Fatalf("ply %d: the enemy's setup has %d on %d, expected %d", i+1, r[540+k], k, rank)
			}
		}
	}
	if _, err := Positions(nil, stratego.DefaultRules, [2]uint8{}, stratego.Red, setups, append(moves[:3:3], moves[0]), 0); err == nil {
		t.Error("a move that is not legal was written")
	}
}
