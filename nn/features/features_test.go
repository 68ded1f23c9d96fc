package features

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// walk plays random games and calls f in every position that is not the last.
func walk(t *testing.T, games int, rules stratego.Rules, f func(s *stratego.State, v *stratego.View)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 4))
	var moves []stratego.Move
	var v stratego.View
	for range games {
		s := strategotest.Shuffled(t, rules, rng)
		for !s.Result().Over() {
			s.View(s.Turn(), &v)
			f(s, &v)
			moves = s.Moves(moves[:0])
			s.Do(moves[rng.IntN(len(moves))])
		}
	}
}

func write(t testing.TB, w *Writer, v *stratego.View, rec *Record) {
	t.Helper()
	if err := w.Write(v, rec); err != nil {
		t.Fatal(err)
	}
}

func writeState(t testing.TB, w *Writer, s *stratego.State, rec *Record) {
	t.Helper()
	if err := w.WriteState(s, rec); err != nil {
		t.Fatal(err)
	}
}

func TestStateAndViewGiveEqualRecords(t *testing.T) {
	for _, preset := range []string{"match", "match/barrage"} {
		rules, err := stratego.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		var w Writer
		walk(t, 4, rules, func(s *stratego.State, v *stratego.View) {
			var a, b Record
			writeState(t, &w, s, &a)
			write(t, &w, v, &b)
			if a != b {
				t.Fatalf("%s, ply %d: the records differ", preset, s.Ply())
			}
		})
	}
}

func TestMovesAndTokensAreInverse(t *testing.T) {
	var w Writer
	walk(t, 2, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		var rec Record
		write(t, &w, v, &rec)
		if rec.Legal() != len(w.Moves()) || rec.Plies() != s.Ply() {
			t.Fatalf("ply %d: %d moves in the record, %d in the position", s.Ply(), rec.Legal(), len(w.Moves()))
		}
		for i, m := range w.Moves() {
			if got := TokenMove(rec.Move(i), s.Turn()); got != m {
				t.Fatalf("move %s became %s", stratego.FormatMove(m), stratego.FormatMove(got))
			}
		}
	})
}

// The View's own counting is the oracle of the tensor's probabilities.
func TestPosteriorIsTheViewsChance(t *testing.T) {
	var w Writer
	var x Tensor
	walk(t, 2, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%7 != 0 {
			return
		}
		var rec Record
		write(t, &w, v, &rec)
		rec.Expand(&x)
		for c := stratego.Red; c <= stratego.Blue; c++ {
			feature := featOwnAsSeen
			if c != v.Color() {
				feature = featEnemyRank
			}
			for id := range stratego.SetupSquares {
				p := v.Piece(c, id)
				if !p.Alive() {
					continue
				}
				token := int(TokenOf(p.Square, v.Color()))
				for r := stratego.Flag; r < stratego.Ranks; r++ {
					got, want := float64(x[token*Features+feature+int(r)]), v.Chance(c, id, r)
					if math.Abs(got-want) > 1e-6 {
						t.Fatalf("ply %d, %v on %v: %v with chance %g, expected %g", s.Ply(), c, p.Square, r, got, want)
					}
				}
			}
		}
	})
}

func TestColoursSeeAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	red, err := stratego.NewState(stratego.DefaultRules, a, b)
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	var w Writer
	var first, second Record
	red.View(stratego.Red, &v)
	write(t, &w, &v, &first)
	blue, err := stratego.NewState(stratego.DefaultRules, b, a)
	if err != nil {
		t.Fatal(err)
	}
	blue.View(stratego.Blue, &v)
	write(t, &w, &v, &second)
	copy(second[legalCount:], first[legalCount:]) // it is not blue's turn, so it has no moves
	if first != second {
		t.Fatal("the same position looks different to the two colours")
	}
}

func BenchmarkWriteState(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := strategotest.Shuffled(b, stratego.DefaultRules, rng)
	var w Writer
	var rec Record
	b.ReportAllocs()
	for b.Loop() {
		writeState(b, &w, s, &rec)
	}
}

func BenchmarkExpand(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := strategotest.Shuffled(b, stratego.DefaultRules, rng)
	var w Writer
	var rec Record
	var x Tensor
	writeState(b, &w, s, &rec)
	b.ReportAllocs()
	for b.Loop() {
		rec.Expand(&x)
	}
}
