package features

import (
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// free returns a position with some pieces beside both sides' flags and marshals.
func free(t *testing.T, rules stratego.Rules, pieces ...stratego.Placement) *stratego.State {
	t.Helper()
	home := []stratego.Placement{
		{Square: square(t, "a1"), Rank: stratego.Flag}, {Square: square(t, "a0"), Color: stratego.Blue, Rank: stratego.Flag},
		{Square: square(t, "k1"), Rank: stratego.Marshal, Moved: true}, {Square: square(t, "k0"), Color: stratego.Blue, Rank: stratego.Marshal, Moved: true},
	}
	s, err := stratego.NewPosition(rules, stratego.Red, append(home, pieces...))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func square(t *testing.T, name string) stratego.Square {
	t.Helper()
	s, err := stratego.ParseSquare(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDeeds plays a few plies and looks at one piece's flags, as both sides' records
// have them.
func TestDeeds(t *testing.T) {
	red, blue := stratego.Red, stratego.Blue
	at := func(s string, c stratego.Color, r stratego.Rank, known bool) stratego.Placement {
		return stratego.Placement{Square: square(t, s), Color: c, Rank: r, Moved: true, Known: known}
	}
	// With one more, red has four hidden pieces that move, of which the marshal takes a
	// general: a quarter, so a general is weak to them. With two more it is strong.
	crowd := []stratego.Placement{at("b1", red, stratego.Scout, false), at("c1", red, stratego.Scout, false)}
	for _, c := range []struct {
		name   string
		pieces []stratego.Placement
		moves  []string
		piece  string
		want   byte
	}{
		{"a quiet step tells nothing", []stratego.Placement{at("e4", red, stratego.Scout, false)}, []string{"e4e5"}, "e5", 0},
		{"beside a hidden piece too", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e6", blue, stratego.Miner, false)},
			[]string{"e4e5"}, "e5", 0},
		{"it hunts a known weak piece", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e6", blue, stratego.General, true)},
			[]string{"e4e5"}, "e5", hunted},
		{"five hidden, of which one takes the general", []stratego.Placement{at("e4", red, stratego.Scout, false), at("f1", red, stratego.Scout, false),
			at("e6", blue, stratego.General, true)}, []string{"e4e5"}, "e5", dared},
		{"a known bomb tells nothing", []stratego.Placement{at("e4", red, stratego.Scout, false),
			{Square: square(t, "e6"), Color: blue, Rank: stratego.Bomb, Known: true}}, []string{"e4e5"}, "e5", 0},
		{"it flees", []stratego.Placement{at("e4", red, stratego.Scout, false), at("f1", red, stratego.Scout, false), at("e5", blue, stratego.General, true)},
			[]string{"e4e3"}, "e3", fled},
		{"it flees from a weak one", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e5", blue, stratego.General, true)},
			[]string{"e4e3"}, "e3", fled | passed},
		{"it lets a capture pass", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e5", blue, stratego.General, true)},
			[]string{"k1k2"}, "e4", passed},
		{"it stays", []stratego.Placement{at("e4", red, stratego.Scout, false), at("f1", red, stratego.Scout, false), at("e5", blue, stratego.General, true)},
			[]string{"k1k2"}, "e4", stayed},
		{"a battle elsewhere excuses it", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e5", blue, stratego.General, true),
			at("k2", blue, stratego.Scout, false)}, []string{"k1k2"}, "e4", 0},
		{"it attacks", []stratego.Placement{at("e4", red, stratego.Captain, false), at("e5", blue, stratego.Miner, false)},
			[]string{"e4e5"}, "e5", attacked},
		{"a far move shows a scout, which dares", []stratego.Placement{at("e2", red, stratego.Scout, false), at("e5", blue, stratego.Miner, true)},
			[]string{"e2e4"}, "e4", dared},
		{"a known piece meets its equal", []stratego.Placement{at("e3", red, stratego.Miner, true), at("e5", blue, stratego.Miner, true)},
			[]string{"e3e4"}, "e4", 0},
		{"deeds are kept", []stratego.Placement{at("e4", red, stratego.Scout, false), at("e6", blue, stratego.General, true)},
			[]string{"e4e5", "k0k9", "e5e4", "k9k0", "e4e3"}, "e3", hunted | fled | passed},
	} {
		s := free(t, stratego.DefaultRules, append(slices.Clone(crowd), c.pieces...)...)
		for _, m := range c.moves {
			if err := s.Play(stratego.NewMove(square(t, m[:2]), square(t, m[2:]))); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		for _, seer := range []stratego.Color{red, blue} {
			var v stratego.View
			var w Writer
			var rec Record
			s.View(seer, &v)
			write(t, &w, &v, &rec)
			if got := rec[flags+int(TokenOf(square(t, c.piece), seer))] &^ (movedFlag | seenFlag); got != c.want {
				t.Errorf("%s: %v sees deeds %08b, want %08b", c.name, seer, got, c.want)
			}
		}
	}
}

// TestClocks: clocks are shares of the limits in force.
func TestClocks(t *testing.T) {
	for _, c := range []struct {
		rules                 string
		plies, quiet, endless float32
	}{
		{"match", 3.0 / 4000, 3.0 / 200, 0},
		{"arts", 3.0 / 1200, 0, 1},
		{"isf", 0, 0, 1},
	} {
		rules, err := stratego.Preset(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		s := free(t, rules)
		for _, m := range []string{"k1k2", "k0k9", "k2k1"} {
			if err := s.Play(stratego.NewMove(square(t, m[:2]), square(t, m[2:]))); err != nil {
				t.Fatal(err)
			}
		}
		var w Writer
		var rec Record
		var x Tensor
		writeState(t, &w, s, &rec)
		rec.Expand(&x)
		if x[featPlies] != c.plies || x[featQuiet] != c.quiet || x[featEndless] != c.endless {
			t.Errorf("%s: clocks %g and %g, endless %g", c.rules, x[featPlies], x[featQuiet], x[featEndless])
		}
	}
}

// TestHiddenPiecesDoNotShow exchanges hidden pieces: the record is the same.
func TestHiddenPiecesDoNotShow(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var w Writer
	exchanged := 0
	walk(t, 4, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%13 != 0 {
			return
		}
		var want, got Record
		write(t, &w, v, &want)
		world, err := v.Guess(shuffledWorld(v, s, rng))
		if err != nil {
			t.Fatal(err)
		}
		writeState(t, &w, world, &got)
		if got != want {
			t.Fatalf("ply %d: the record tells hidden pieces apart", s.Ply())
		}
		exchanged++
	})
	if exchanged < 20 {
		t.Fatalf("only %d positions", exchanged)
	}
}

// shuffledWorld exchanges the enemy's hidden ranks among the pieces that have moved, and
// among those that have not.
func shuffledWorld(v *stratego.View, s *stratego.State, rng *rand.Rand) []stratego.Rank {
	world := make([]stratego.Rank, army)
	for _, moved := range []bool{false, true} {
		var ids []int
		for id := range world {
			if p := v.Piece(v.Color().Other(), id); p.Alive() && !p.Known && p.Moved == moved {
				ids = append(ids, id)
				world[id] = s.Piece(v.Color().Other(), id).Rank
			}
		}
		rng.Shuffle(len(ids), func(i, j int) { world[ids[i]], world[ids[j]] = world[ids[j]], world[ids[i]] })
	}
	return world
}

// TestWorldsAreFollowed plays on in guessed worlds, which keep the last plies only,
// and compares with a writer that has seen every ply; one that has not seen the
// game says so.
func TestWorldsAreFollowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var w Writer
	walk(t, 2, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%29 != 0 {
			return
		}
		var root Record
		write(t, &w, v, &root)
		for range 3 {
			world, err := v.Guess(shuffledWorld(v, s, rng))
			if err != nil {
				t.Fatal(err)
			}
			whole := s.Clone()
			for range 4 {
				moves := world.Moves(nil)
				if world.Result().Over() || whole.Result().Over() || len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				if _, battle := world.At(stratego.To(m)); battle || whole.Play(m) != nil {
					break // the worlds part here
				}
				world.Do(m)
				var got, want Record
				var fresh, blind Writer
				writeState(t, &w, world, &got)
				writeState(t, &fresh, whole, &want)
				if !slices.Equal(got[flags:starts], want[flags:starts]) {
					t.Fatalf("ply %d: the deeds differ in a world", world.Ply())
				}
				var seen stratego.View
				world.View(world.Turn(), &seen)
				write(t, &w, &seen, &want)
				if got != want {
					t.Fatalf("ply %d: the records of a world and of its View differ", world.Ply())
				}
				if world.Ply() > 60 {
					if err := blind.WriteState(world, &got); err == nil {
						t.Fatal("a world of a game that was not seen got a record")
					}
				}
			}
		}
	})
}

func BenchmarkDeedsCold(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := strategotest.Shuffled(b, stratego.DefaultRules, rng)
	for range 600 {
		moves := s.Moves(nil)
		s.Do(moves[rng.IntN(len(moves))])
		if s.Result().Over() {
			s.Undo()
			break
		}
	}
	var rec Record
	b.ReportMetric(float64(s.Ply()), "plies")
	for b.Loop() {
		var w Writer
		writeState(b, &w, s, &rec)
	}
}
