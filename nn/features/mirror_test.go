package features

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/stratego"
)

// TestMirror plays a game and its mirror image side by side: the mirrored record of the
// one is the record of the other, but for the order of the legal moves.
func TestMirror(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	s, err := stratego.NewState(stratego.DefaultRules, red, blue)
	if err != nil {
		t.Fatal(err)
	}
	image, err := stratego.NewState(stratego.DefaultRules, red.Mirror(), blue.Mirror())
	if err != nil {
		t.Fatal(err)
	}
	var w Writer
	for !s.Result().Over() {
		var rec, got, again, want Record
		if err := w.WriteState(s, &rec); err != nil {
			t.Fatal(err)
		}
		move := w.Moves()[rng.IntN(len(w.Moves()))]
		rec.Mirror(&got)
		got.Mirror(&again)
		if again != rec {
			t.Fatalf("ply %d: mirroring twice changes the record", s.Ply())
		}
		if err := w.WriteState(image, &want); err != nil {
			t.Fatal(err)
		}
		sortMoves(&got)
		sortMoves(&want)
		if got != want {
			t.Fatalf("ply %d: the mirrored record is not that of the mirrored game", s.Ply())
		}
		s.Do(move)
		image.Do(stratego.NewMove(flip(stratego.From(move)), flip(stratego.To(move))))
	}
}

func sortMoves(r *Record) {
	var moves []uint16
	for i := range r.Legal() {
		moves = append(moves, r.Move(i))
	}
	slices.Sort(moves)
	for i, m := range moves {
		binary.LittleEndian.PutUint16(r[legalMoves+2*i:], m)
	}
}
