package hidden

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"marengo/belief"
	"marengo/game"
	"marengo/game/gametest"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// randomView plays random moves from random setups and returns the mover's view.
func randomView(t testing.TB, rules stratego.Rules, plies int, rng *rand.Rand) *stratego.View {
	t.Helper()
	return strategotest.Seen(strategotest.Midgame(t, rules, plies, rng))
}

func newState(t testing.TB, v *stratego.View, o Options) *State {
	t.Helper()
	s, err := New(v, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConformance(t *testing.T) {
	rules := stratego.DefaultRules
	rules.QuietLimit, rules.PlyLimit = 40, 500
	barrage := rules
	barrage.Variant = stratego.Barrage
	for _, c := range []struct {
		name  string
		rules stratego.Rules
		plies int
		opts  Options
	}{
		{"classic", rules, 300, Options{KeyQuiet: true}},
		{"long scouts", rules, 300, Options{LongScouts: true}},
		{"barrage", barrage, 40, Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			gametest.Run(t, func(rng *rand.Rand) game.State {
				s := newState(t, randomView(t, c.rules, rng.IntN(c.plies), rng), c.opts)
				s.Track(testTerms())
				return s
			}, gametest.Options{Games: 20, Plies: 150, Seed: 3})
		})
	}
}

// testTerms weighs pieces by rank and squares by number.
func testTerms() Terms {
	var squares [2][stratego.Squares]int32
	for i := range squares[0] {
		squares[0][i], squares[1][i] = int32(i), int32(3*i)
	}
	return Terms{Squares: &squares, Material: func(s *State) (m game.Score) {
		for r := range stratego.Ranks {
			m += game.Score(r) * (game.Score(s.alive[0][r]) - game.Score(s.alive[1][r]))
			m += 0.25 * (game.Score(s.known[0][r]) - game.Score(s.known[1][r]))
		}
		return m
	}}
}

// recount works the tracked sums and counts out from the whole board.
func recount(s *State) string {
	var alive, known [2]stratego.Counts
	for id := uint8(0); id < pieces; id++ {
		if s.field.SquareOf(id) == stratego.NoSquare {
			continue
		}
		r := s.field.Rank(id)
		if r == stratego.NoRank {
			continue
		}
		alive[stratego.ColorOf(id)][r]++
		if s.field.Known(id) {
			known[stratego.ColorOf(id)][r]++
		}
	}
	for r, n := range s.left {
		alive[s.enemy][r] += n
	}
	t := *s
	t.Track(s.terms)
	return fmt.Sprint(alive, known, t.sums)
}

func TestRunningSumsEqualARecount(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		s := newState(t, randomView(t, stratego.DefaultRules, rng.IntN(400), rng), Options{})
		s.Track(testTerms())
		var moves []game.Move
		var events []game.Outcome
		for ply := 0; ply < 200 && s.ToMove() != game.Nobody; ply++ {
			if s.ToMove() == game.Chance {
				events = s.Outcomes(events[:0])
				s.Do(events[rng.IntN(len(events))].Move)
			} else {
				moves = s.Moves(moves[:0])
				s.Do(moves[rng.IntN(len(moves))])
			}
			if s.ToMove() > game.Second {
				continue
			}
			if got, want := fmt.Sprint(s.alive, s.known, s.sums), recount(s); got != want {
				t.Fatalf("running %s\nrecount %s", got, want)
			}
		}
	}
}

// TestChancesAreThePosteriorOfCounting plays events on a View as well: its exact
// counting must agree with the closed form in the tree.
func TestChancesAreThePosteriorOfCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	checked := 0
	for range 80 {
		v := randomView(t, stratego.DefaultRules, rng.IntN(300), rng)
		s := newState(t, v, Options{})
		for range 60 {
			if s.ToMove() > game.Second {
				break
			}
			moves := s.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			p, d := s.field.PieceOn(stratego.From(m)), s.field.PieceOn(stratego.To(m))
			s.Do(m)
			if s.ToMove() == game.Chance {
				attacks := s.attacked == p
				checked += compareChances(t, s, v, attacks)
				events := s.Outcomes(nil)
				s.Do(events[rng.IntN(len(events))].Move)
			}
			e := stratego.Event{From: stratego.From(m), To: stratego.To(m), Attacker: stratego.NoRank, Defender: stratego.NoRank}
			if d != noID {
				e.Attacker, e.Defender = s.field.Rank(p), s.field.Rank(d)
				if e.Attacker == stratego.NoRank {
					break // an unknown piece took the flag
				}
				e.Battle = stratego.Fight(e.Attacker, e.Defender)
			}
			if s.ToMove() == game.Nobody {
				break
			}
			if err := v.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if checked < 100 {
		t.Fatalf("only %d chance nodes were met", checked)
	}
}

func compareChances(t *testing.T, s *State, v *stratego.View, attacks bool) int {
	t.Helper()
	want, total := [stratego.Ranks]float64{}, 0.0
	for r := range want {
		want[r] = v.Chance(s.enemy, int(s.attacked)%stratego.SetupSquares, stratego.Rank(r))
		if attacks && !stratego.Rank(r).Movable() {
			want[r] = 0
		}
		total += want[r]
	}
	var got [stratego.Ranks]float64
	for _, o := range s.Outcomes(nil) {
		got[Event(o.Move)] = o.P
	}
	for r := range want {
		if math.Abs(got[r]-want[r]/total) > 1e-12 {
			t.Fatalf("rank %v: chance %v in the tree, %v by counting", stratego.Rank(r), got[r], want[r]/total)
		}
	}
	return 1
}

func TestMatrixGuidesChances(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	v := randomView(t, stratego.DefaultRules, 0, rng)
	e := belief.Counting{}
	e.Update(v)
	m := *e.Matrix()
	s, err := New(v, &m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain := newState(t, v, Options{})
	var a, b [stratego.Ranks]float64
	for id := range uint8(stratego.SetupSquares) {
		s.Chances(uint8(s.enemy)*stratego.SetupSquares+id, false, &a)
		plain.Chances(uint8(s.enemy)*stratego.SetupSquares+id, false, &b)
		for r := range a {
			if math.Abs(a[r]-b[r]) > 1e-12 {
				t.Fatalf("piece %d: %v with the counting matrix, %v without", id, a, b)
			}
		}
	}
}

// Caution makes bombs likelier and the flag less likely where a piece never moved, and changes nothing for one that did.
func TestCaution(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	v := randomView(t, stratego.DefaultRules, 120, rng)
	plain, careful := newState(t, v, Options{}), newState(t, v, Options{Bombs: 2, Flags: 0.5})
	unmoved := 0
	for id := range stratego.SetupSquares {
		p := v.Piece(v.Color().Other(), id)
		if !p.Alive() || p.Known {
			continue
		}
		var a, b [stratego.Ranks]float64
		number := uint8(int(v.Color().Other())*stratego.SetupSquares + id)
		plain.Chances(number, false, &a)
		careful.Chances(number, false, &b)
		if p.Moved {
			if a != b {
				t.Errorf("a piece that moved is %v, with caution %v", a, b)
			}
			continue
		}
		unmoved++
		for r, want := range map[stratego.Rank]float64{stratego.Bomb: 2, stratego.Flag: 0.5, stratego.Scout: 1} {
			if a[r] == 0 || a[stratego.Miner] == 0 {
				continue
			}
			if got := b[r] / b[stratego.Miner] / (a[r] / a[stratego.Miner]); math.Abs(got-want) > 1e-9 {
				t.Errorf("%v for a miner is %v times as likely, want %v", r, got, want)
			}
		}
	}
	if unmoved == 0 {
		t.Error("no piece that never moved")
	}
}
