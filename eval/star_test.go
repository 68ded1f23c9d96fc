package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/game"
	"marengo/hidden"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// walk plays random moves and events from positions of random games and calls
// check at each position in which a player is to move.
func walk(t *testing.T, seed uint64, o hidden.Options, start, check func(*hidden.State)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	for range 25 {
		s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
		strategotest.Wander(s, rng.IntN(400), rng)
		if s.Result().Over() {
			continue
		}
		h, err := hidden.New(strategotest.Seen(s), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		start(h)
		for range 40 {
			switch h.ToMove() {
			case game.Nobody:
				continue
			case game.Chance:
				events := h.Outcomes(nil)
				h.Do(events[rng.IntN(len(events))].Move)
			default:
				check(h)
				moves := h.Moves(nil)
				h.Do(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// slowSchadd works everything out from the whole board: material piece by piece,
// squares, and algorithm 1 as written, without any table.
func slowSchadd(e *Schadd, s *hidden.State) game.Score {
	f := s.Field()
	var sum game.Score
	for id := range uint8(2 * stratego.SetupSquares) {
		at := f.SquareOf(id)
		if at == stratego.NoSquare {
			continue
		}
		c := stratego.ColorOf(id)
		if r := f.Rank(id); r != stratego.NoRank {
			if r != stratego.Flag {
				v := e.value(s, c, r)
				if !f.Known(id) {
					v *= 1 + e.hidden
				}
				sum += sign(c) * v
			}
			if r != stratego.Flag && r != stratego.Bomb {
				sum += sign(c) * game.Score(e.squares[c][at]) / placeUnit
			}
		} else {
			sum += sign(c) * game.Score(e.squares[c][at]) / placeUnit
		}
		sum += sign(c) * slowBest(e, s, id, at)
	}
	// Unknown pieces are worth what is left over of each rank.
	enemy := s.Color().Other()
	left := *s.Alive(enemy)
	for id := range uint8(2 * stratego.SetupSquares) {
		if stratego.ColorOf(id) == enemy && f.SquareOf(id) != stratego.NoSquare && f.Rank(id) != stratego.NoRank {
			left[f.Rank(id)]--
		}
	}
	for r := stratego.Spy; r < stratego.Ranks; r++ {
		sum += sign(enemy) * (1 + e.hidden) * e.value(s, enemy, r) * game.Score(left[r])
	}
	return sum - 0.5*sign(s.Color())*game.Score(f.Quiet())
}

// slowBest is the best gain of one piece's attacks, at least 0.
func slowBest(e *Schadd, s *hidden.State, id uint8, at stratego.Square) (best game.Score) {
	f := s.Field()
	if r := f.Rank(id); e.EBQS == NoEBQS || r == stratego.Bomb || r == stratego.Flag {
		return 0
	}
	for _, n := range at.Neighbours() {
		d := f.PieceOn(n)
		if d == stratego.NoID || stratego.ColorOf(d) == stratego.ColorOf(id) {
			continue
		}
		var pa, pd [stratego.Ranks]float64
		ranks(s, id, true, &pa)
		ranks(s, d, false, &pd)
		if e.EBQS == EBQSLevel0 && (f.Rank(id) == stratego.NoRank || f.Rank(d) == stratego.NoRank) {
			continue
		}
		gain := game.Score(0)
		for a := range pa {
			for b := range pd {
				if p := pa[a] * pd[b]; p > 0 {
					gain += game.Score(p) * e.exchangeOf(s, stratego.ColorOf(id), stratego.Rank(a), stratego.Rank(b), !f.Known(id), !f.Known(d)).gain
				}
			}
		}
		best = max(best, gain)
	}
	return best
}

func ranks(s *hidden.State, id uint8, attacks bool, p *[stratego.Ranks]float64) {
	if r := s.Field().Rank(id); r != stratego.NoRank {
		p[r] = 1
		return
	}
	s.Chances(id, attacks, p)
}

func TestSchaddEqualsItsSlowTwin(t *testing.T) {
	for _, level := range []EBQSLevel{NoEBQS, EBQSLevel0, EBQSLevel1} {
		e := NewSchadd(1)
		e.EBQS, e.Random, e.Relative = level, 0, false
		walk(t, 5, hidden.Options{KeyQuiet: true}, e.SetRoot, func(s *hidden.State) {
			if got, want := e.raw(s), slowSchadd(e, s); math.Abs(float64(got-want)) > 1e-6 {
				t.Fatalf("level %d: %v, slowly %v", level, got, want)
			}
		})
	}
}

// TestAttacksAreSettledInTurn: the side to move carries the greatest attack out or
// parries it, then the other side deals with the next.
func TestAttacksAreSettledInTurn(t *testing.T) {
	const red, blue = stratego.Red, stratego.Blue
	for _, c := range []struct {
		name    string
		attacks []attack
		turn    stratego.Color
		want    game.Score
	}{
		{"none", nil, red, 0},
		{"carried out", []attack{{100, red}}, red, 100},
		{"parried", []attack{{100, red}}, blue, 50},
		{"one of two can be parried", []attack{{40, blue}, {100, blue}}, red, -50 - 40},
		{"the greater is parried before the smaller is carried out", []attack{{40, red}, {100, blue}}, red, -50 + 20},
		{"the greater is carried out, then the smaller", []attack{{40, red}, {100, blue}}, blue, -100 + 40},
	} {
		e := &Schadd{attacks: c.attacks, parried: 0.5}
		if got := e.inTurn(c.turn); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSchaddStaysWithinBounds(t *testing.T) {
	e := NewSchadd(7)
	e.EBQS = EBQSLevel3
	lo, hi := e.Bounds()
	walk(t, 6, hidden.Options{KeyQuiet: true}, func(s *hidden.State) {
		e.SetRoot(s)
		// The root is worth nothing but the random factor.
		if v := float64(e.Evaluate(s)); math.Abs(v) > schaddRandom/2.0 {
			t.Fatalf("the root is worth %v", v)
		}
	}, func(s *hidden.State) {
		if v := e.Evaluate(s); v <= lo || v >= hi {
			t.Fatalf("%v is not between %v and %v", v, lo, hi)
		}
	})
}

func TestArtsCountsMaterial(t *testing.T) {
	for _, features := range []ArtsFeatures{0, 0b1, 0b10, 0b100, 0b1000, 0b10000, 0b100000, 0b111111} {
		e := &Arts{Features: features}
		walk(t, 8, hidden.Options{}, e.SetRoot, func(s *hidden.State) {
			if got, want := e.Evaluate(s), e.material(s); got != want {
				t.Fatalf("features %b: %v, recounted %v", features, got, want)
			}
		})
	}
}

func TestArtsFeatures(t *testing.T) {
	if f, err := ParseArtsFeatures("25"); err != nil || f != 0b10010 {
		t.Errorf("25 reads as %b, error %v", f, err)
	}
	for _, bad := range []string{"0", "7", "x", "-1"} {
		if _, err := ParseArtsFeatures(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

func TestSpecialPieces(t *testing.T) {
	place := func(extra ...stratego.Placement) *hidden.State {
		s, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, append([]stratego.Placement{
			{Square: 0, Color: stratego.Red, Rank: stratego.Flag}, {Square: 99, Color: stratego.Blue, Rank: stratego.Flag},
			{Square: 20, Color: stratego.Red, Rank: stratego.Spy}, {Square: 22, Color: stratego.Red, Rank: stratego.Miner},
			{Square: 70, Color: stratego.Blue, Rank: stratego.Scout},
		}, extra...))
		if err != nil {
			t.Fatal(err)
		}
		v := new(stratego.View)
		s.View(stratego.Red, v)
		h, err := hidden.New(v, nil, hidden.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	alone := place()
	full := place(stratego.Placement{Square: 80, Color: stratego.Blue, Rank: stratego.Marshal}, stratego.Placement{Square: 81, Color: stratego.Blue, Rank: stratego.Bomb})
	for _, c := range []struct {
		s    *hidden.State
		rank stratego.Rank
		want game.Score
	}{
		{alone, stratego.Spy, 10}, {full, stratego.Spy, 100},
		{alone, stratego.Miner, 10}, {full, stratego.Miner, 200},
	} {
		e := NewSchadd(1)
		e.SetRoot(c.s)
		if got := e.value(c.s, stratego.Red, c.rank); got != c.want {
			t.Errorf("%v is worth %v, expected %v", c.rank, got, c.want)
		}
	}
}
