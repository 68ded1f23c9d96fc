package stratego_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// TestViewHidesRanks swaps the ranks of two hidden enemy pieces, in games played
// with the same moves, and compares the Views of either world.
func TestViewHidesRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	compared := 0
	for range 40 {
		red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
		s, err := stratego.NewState(stratego.DefaultRules, red, blue)
		if err != nil {
			t.Fatal(err)
		}
		var moves []stratego.Move
		for plies := rng.IntN(300); plies > 0 && !s.Result().Over(); plies-- {
			legal := s.Moves(nil)
			m := legal[rng.IntN(len(legal))]
			s.Do(m)
			moves = append(moves, m)
		}
		i, j := hiddenPair(s, stratego.Blue, rng)
		if i < 0 {
			continue
		}
		blue[i], blue[j] = blue[j], blue[i]
		other, err := stratego.NewState(stratego.DefaultRules, red, blue)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if other.Why(m).OK() {
				other.Do(m)
			}
		}
		if other.Ply() != s.Ply() || other.Result() != s.Result() {
			continue // the swapped world cannot have been played so
		}
		var a, b stratego.View
		s.View(stratego.Red, &a)
		other.View(stratego.Red, &b)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("swapping hidden pieces %d and %d shows in red's View after %d plies", i, j, s.Ply())
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("only %d worlds could be compared", compared)
	}
}

// hiddenPair picks two hidden living pieces of different rank that have both
// moved, or both not moved.
func hiddenPair(s *stratego.State, c stratego.Color, rng *rand.Rand) (int, int) {
	for range 1000 {
		i, j := rng.IntN(stratego.SetupSquares), rng.IntN(stratego.SetupSquares)
		a, b := s.Piece(c, i), s.Piece(c, j)
		if a.Rank != b.Rank && !a.Known && !b.Known && a.Moved == b.Moved && a.Alive() && b.Alive() {
			return i, j
		}
	}
	return -1, -1
}

// TestViewFollowsEvents builds a View from events alone and compares it with the
// referee's after every ply.
func TestViewFollowsEvents(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 10 {
		red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
		s, err := stratego.NewState(stratego.DefaultRules, red, blue)
		if err != nil {
			t.Fatal(err)
		}
		follow, err := stratego.NewView(stratego.DefaultRules, stratego.Blue, blue)
		if err != nil {
			t.Fatal(err)
		}
		var want stratego.View
		for !s.Result().Over() {
			legal := s.Moves(nil)
			s.Do(legal[rng.IntN(len(legal))])
			if err := follow.Apply(s.LastEvents(nil, 1)[0]); err != nil {
				t.Fatal(err)
			}
			s.View(stratego.Blue, &want)
			if !s.Result().Over() && !reflect.DeepEqual(*follow, want) {
				t.Fatalf("after ply %d the View that followed events differs from the referee's", s.Ply())
			}
		}
	}
}

func TestViewRefusesImpossibleEvents(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	own, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		t.Fatal(err)
	}
	v, err := stratego.NewView(stratego.DefaultRules, stratego.Red, own)
	if err != nil {
		t.Fatal(err)
	}
	before := v.Clone()
	for range 20000 {
		e := stratego.Event{From: stratego.Square(rng.IntN(101)), To: stratego.Square(rng.IntN(101)),
			Battle: stratego.Battle(rng.IntN(4)), Attacker: stratego.Rank(rng.IntN(14)), Defender: stratego.Rank(rng.IntN(14))}
		if err := v.Apply(e); err == nil {
			if !before.Why(e.Move()).OK() || e.Battle != stratego.NoBattle {
				t.Fatalf("the impossible event %+v was accepted", e)
			}
			v = before.Clone()
		} else if !reflect.DeepEqual(v, before) {
			t.Fatalf("the refused event %+v changed the View", e)
		}
	}
}

// TestGuess fills Views with worlds drawn at random and checks that they play as
// the truth does for the player.
func TestGuess(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	var v, again stratego.View
	for range 10 {
		s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
		for !s.Result().Over() {
			c := s.Turn()
			s.View(c, &v)
			truth := make([]stratego.Rank, stratego.SetupSquares)
			for id := range truth {
				truth[id] = s.Piece(c.Other(), id).Rank
			}
			w, err := v.Guess(truth)
			if err != nil {
				t.Fatal(err)
			}
			w.View(c, &again)
			if fmt.Sprint(v.Moves(nil)) != fmt.Sprint(again.Moves(nil)) || v.Hidden(c) != again.Hidden(c) {
				t.Fatalf("ply %d: the guessed world looks different to the player", s.Ply())
			}
			truth[rng.IntN(len(truth))] = stratego.Marshal
			if _, err := v.Guess(truth[:39]); err == nil {
				t.Fatal("a guess of 39 ranks was accepted")
			}
			legal := s.Moves(nil)
			s.Do(legal[rng.IntN(len(legal))])
		}
	}
}

// TestPossibleIsExact compares the closed form with a search for a complete
// assignment, rank by rank and piece by piece.
func TestPossibleIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	var v stratego.View
	for range 30 {
		s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
		for ply := 0; !s.Result().Over(); ply++ {
			if ply%25 == 0 {
				s.View(stratego.Red, &v)
				checkPossible(t, &v, stratego.Blue)
				checkPossible(t, &v, stratego.Red)
			}
			legal := s.Moves(nil)
			s.Do(legal[rng.IntN(len(legal))])
		}
	}
}

func checkPossible(t *testing.T, v *stratego.View, c stratego.Color) {
	t.Helper()
	for id := range stratego.SetupSquares {
		p := v.Piece(c, id)
		if p.Known || !p.Alive() {
			continue
		}
		sum := 0.0
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			want := assignable(v, c, id, r)
			if got := v.Possible(c, id).Has(r); got != want {
				t.Fatalf("ply %d: %v piece %d can be a %v: %t, but an assignment exists: %t", v.Ply(), c, id, r, got, want)
			}
			chance := v.Chance(c, id, r)
			if (chance > 0) != want {
				t.Fatalf("ply %d: %v piece %d is a %v with chance %v, but an assignment exists: %t", v.Ply(), c, id, r, chance, want)
			}
			sum += chance
		}
		if sum < 1-1e-9 || sum > 1+1e-9 {
			t.Fatalf("ply %d: the chances of %v piece %d sum to %v", v.Ply(), c, id, sum)
		}
	}
}

// assignable looks for a complete assignment of the hidden ranks with rank r on
// piece id, by augmenting paths between pieces and ranks.
func assignable(v *stratego.View, c stratego.Color, id int, r stratego.Rank) bool {
	left := v.Hidden(c)
	if left[r] == 0 || v.Piece(c, id).Moved && !r.Movable() {
		return false
	}
	left[r]--
	holders := make([][]int, stratego.Ranks)
	var place func(i int, seen map[int]bool) bool
	place = func(i int, seen map[int]bool) bool {
		for rank := stratego.Flag; rank < stratego.Ranks; rank++ {
			if seen[int(rank)] || v.Piece(c, i).Moved && !rank.Movable() {
				continue
			}
			seen[int(rank)] = true
			if len(holders[rank]) < int(left[rank]) {
				holders[rank] = append(holders[rank], i)
				return true
			}
			for k, other := range holders[rank] {
				if place(other, seen) {
					holders[rank][k] = i
					return true
				}
			}
		}
		return false
	}
	for i := range stratego.SetupSquares {
		p := v.Piece(c, i)
		if i == id || p.Known || !p.Alive() {
			continue
		}
		if !place(i, map[int]bool{}) {
			return false
		}
	}
	return true
}

func ExampleView() {
	red, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := stratego.NewState(stratego.DefaultRules, red, red.Mirror())
	if err != nil {
		fmt.Println(err)
		return
	}
	var v stratego.View
	s.View(stratego.Red, &v)
	own, _ := v.At(2)
	enemy, _ := v.At(99)
	fmt.Println(own.Rank, enemy.Rank, v.Possible(stratego.Blue, enemy.ID))
	// Output: flag hidden FS23456789MB
}
