// Package strategotest makes the positions that tests of Stratego need: random
// games, and endgames that repeat.
package strategotest

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"marengo/stratego"
)

// Slow says whether the tests that take minutes run: MARENGO_SLOW=1 is in the
// environment.
func Slow() bool { return os.Getenv("MARENGO_SLOW") == "1" }

// Shuffled returns a game from two setups drawn uniformly.
func Shuffled(t testing.TB, r stratego.Rules, rng *rand.Rand) *stratego.State {
	t.Helper()
	s, err := stratego.NewState(r, stratego.ShuffledSetup(r.Variant, rng), stratego.ShuffledSetup(r.Variant, rng))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Wander plays random moves until there are enough or the game is over.
func Wander(s *stratego.State, plies int, rng *rand.Rand) {
	var moves []stratego.Move
	for range plies {
		if moves = s.Moves(moves[:0]); len(moves) == 0 {
			return
		}
		s.Do(moves[rng.IntN(len(moves))])
	}
}

// Midgame returns a random game that goes on after some plies.
func Midgame(t testing.TB, r stratego.Rules, plies int, rng *rand.Rand) *stratego.State {
	t.Helper()
	for {
		s := Shuffled(t, r, rng)
		if Wander(s, plies, rng); !s.Result().Over() {
			return s
		}
	}
}

// Seen returns what the side to move sees.
func Seen(s *stratego.State) *stratego.View {
	v := new(stratego.View)
	s.View(s.Turn(), v)
	return v
}

// Endgame returns a free position with two to four pieces a side, of which all but
// the flag chase and shuttle.
func Endgame(t testing.TB, r stratego.Rules, rng *rand.Rand) *stratego.State {
	t.Helper()
	ranks := []stratego.Rank{stratego.Flag, stratego.Scout, stratego.Marshal, stratego.Miner}
	var pieces []stratego.Placement
	taken := map[stratego.Square]bool{}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for _, rank := range ranks[:2+rng.IntN(3)] {
			s := stratego.Square(rng.IntN(stratego.Squares))
			for s.Lake() || taken[s] {
				s = stratego.Square(rng.IntN(stratego.Squares))
			}
			taken[s] = true
			pieces = append(pieces, stratego.Placement{Square: s, Color: c, Rank: rank})
		}
	}
	s, err := stratego.NewPosition(r, stratego.Color(rng.IntN(2)), pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Caged returns a free position in which each side's pieces stand in a small corner
// behind its own bombs, at times with an enemy among them, so that the repetition
// rules can leave a side without a move.
func Caged(t testing.TB, r stratego.Rules, rng *rand.Rand) *stratego.State {
	t.Helper()
	var pieces []stratego.Placement
	for c := stratego.Red; c <= stratego.Blue; c++ {
		files, rows := 1+rng.IntN(3), 1+rng.IntN(2)
		if files*rows == 1 {
			files = 2
		}
		var inside []stratego.Square
		for i := range (files + 1) * (rows + 1) {
			file, row := i%(files+1), i/(files+1)
			s := stratego.Square(row*stratego.Files + file).From(c)
			switch {
			case file < files && row < rows:
				inside = append(inside, s)
			case file < files || row < rows:
				pieces = append(pieces, stratego.Placement{Square: s, Color: c, Rank: stratego.Bomb})
			}
		}
		rng.Shuffle(len(inside), func(i, j int) { inside[i], inside[j] = inside[j], inside[i] })
		pieces = append(pieces, stratego.Placement{Square: inside[0], Color: c, Rank: stratego.Scout})
		if len(inside) > 2 && rng.IntN(2) == 0 {
			pieces = append(pieces, stratego.Placement{Square: inside[1], Color: stratego.Color(rng.IntN(2)), Rank: stratego.Captain})
		}
	}
	s, err := stratego.NewPosition(r, stratego.Color(rng.IntN(2)), pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Repeat returns a random one of the moves that can follow a path, most often one
// that leads to repetition: for a hunter one that comes to stand beside the piece
// that just moved, for the other side one that leaves its side, and for both
// going back. Attacks, which end repetition, are seldom among them.
func Repeat(moves, path []stratego.Move, hunts bool, occupied func(stratego.Square) bool, rng *rand.Rand) stratego.Move {
	const seldom = 8
	if like := repeating(moves, path, hunts, occupied); len(like) > 0 && rng.IntN(seldom) > 0 {
		return like[rng.IntN(len(like))]
	}
	return moves[rng.IntN(len(moves))]
}

func repeating(moves, path []stratego.Move, hunts bool, occupied func(stratego.Square) bool) (like []stratego.Move) {
	n := len(path)
	if n < 2 {
		return nil
	}
	theirs, own := stratego.To(path[n-1]), path[n-2]
	for _, m := range moves {
		beside := stratego.From(m)
		if hunts {
			beside = stratego.To(m)
		}
		back := stratego.From(m) == stratego.To(own) && stratego.To(m) == stratego.From(own)
		if !occupied(stratego.To(m)) && (back || stratego.Distance(beside, theirs) == 1) {
			like = append(like, m)
		}
	}
	return like
}

// Position returns a free position with pieces written as "red M a1".
func Position(t testing.TB, r stratego.Rules, toMove stratego.Color, pieces ...string) *stratego.State {
	t.Helper()
	var list []stratego.Placement
	for _, text := range pieces {
		word := strings.Fields(text)
		color, err := stratego.ParseColor(word[0])
		rank, ok := stratego.ParseRank(word[1][0])
		if err != nil || !ok {
			t.Fatalf("bad piece %q", text)
		}
		list = append(list, stratego.Placement{Square: Square(t, word[2]), Color: color, Rank: rank})
	}
	s, err := stratego.NewPosition(r, toMove, list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Square reads a square.
func Square(t testing.TB, text string) stratego.Square {
	t.Helper()
	s, err := stratego.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Move reads a move.
func Move(t testing.TB, text string) stratego.Move {
	t.Helper()
	m, err := stratego.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Play plays moves, all of them legal.
func Play(t testing.TB, s *stratego.State, moves ...string) {
	t.Helper()
	for _, text := range moves {
		if err := s.Play(Move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
}
