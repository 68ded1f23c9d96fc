package stratego

import "testing"

// TestUndoOfALongChase follows a piece round a block of squares for longer than
// the undo record can count, lets go of it, and takes that back.
func TestUndoOfALongChase(t *testing.T) {
	square := func(text string) Square {
		s, err := ParseSquare(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ring := []Square{square("a1"), square("a2"), square("a3"), square("b3"), square("b2"), square("b1")}
	s, err := NewPosition(Rules{}, Red, []Placement{
		{Square: ring[0], Color: Red, Rank: Captain}, {Square: ring[2], Color: Blue, Rank: Captain},
		{Square: square("k1"), Color: Red, Rank: Miner}, {Square: square("k0"), Color: Blue, Rank: Miner},
	})
	if err != nil {
		t.Fatal(err)
	}
	at := func(i int) Square { return ring[i%len(ring)] }
	for i := range clockMask + 10 {
		s.Do(NewMove(at(i), at(i+1)))
		s.Do(NewMove(at(i+2), at(i+3)))
	}
	s.Do(NewMove(at(clockMask+10), at(clockMask+11)))
	run, plies := s.run, len(s.hist)
	for _, chasing := range []bool{true, false} {
		m := NewMove(square("k0"), square("k9"))
		if chasing {
			m = NewMove(at(clockMask+12), at(clockMask+13))
		}
		s.Do(m)
		s.Undo()
		if s.run != run || len(s.hist) != plies {
			t.Errorf("chases of %v positions, %v after taking %s back", run, s.run, FormatMove(m))
		}
	}
	if run[Red] <= clockMask {
		t.Fatalf("the chase has only %d positions", run[Red])
	}
	var f Field
	var v View
	s.View(Blue, &v)
	v.Field(&f)
	f.Pass()
	f.Back()
	if f.s.run != run {
		t.Errorf("chases of %v positions, %v after taking a pass back", run, f.s.run)
	}
}
