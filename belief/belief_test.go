package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"marengo/setup"
	"marengo/stratego"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

// playout plays random moves from human-like setups and shows both players' Views
// after every ply.
func playout(t testing.TB, rules stratego.Rules, seed uint64, plies int, see func(s *stratego.State, v *stratego.View)) {
	t.Helper()
	rng := newRand(seed)
	var setups [2]stratego.Setup
	for c := range setups {
		s, err := setup.SemiRandom{}.Setup(rules, rng)
		if err != nil {
			t.Fatal(err)
		}
		setups[c] = s
	}
	s, err := stratego.NewState(rules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	var moves []stratego.Move
	for range plies {
		if moves = s.Moves(moves[:0]); len(moves) == 0 {
			return
		}
		s.Do(moves[rng.IntN(len(moves))])
		for c := stratego.Red; c <= stratego.Blue; c++ {
			s.View(c, &v)
			see(s, &v)
		}
	}
}

// check holds a matrix against what the design promises of it, and against the truth.
func check(t *testing.T, name string, m *Matrix, s *stratego.State, v *stratego.View, c stratego.Color) {
	t.Helper()
	var sums [stratego.Ranks]float64
	var living stratego.Counts
	for id := range m {
		p, truth := v.Piece(c, id), s.Piece(c, id)
		row := 0.0
		for r, x := range m[id] {
			if x < 0 || x > 1+1e-9 || math.IsNaN(x) {
				t.Fatalf("%s, ply %d, piece %d: probability %v", name, v.Ply(), id, x)
			}
			row += x
			sums[r] += x
		}
		want := 1.0
		if !p.Alive() {
			want = 0
		} else {
			living[truth.Rank]++
			if m[id][truth.Rank] == 0 {
				t.Fatalf("%s, ply %d: the %v on %v has probability 0", name, v.Ply(), truth.Rank, p.Square)
			}
			if p.Known && m[id][p.Rank] != 1 {
				t.Fatalf("%s, ply %d: the known %v has probability %v", name, v.Ply(), p.Rank, m[id][p.Rank])
			}
			for r := range m[id] {
				if possible := v.Possible(c, id).Has(stratego.Rank(r)); possible != (m[id][r] > 0) {
					t.Fatalf("%s, ply %d, piece %d: rank %v has %v, possible %v", name, v.Ply(), id, stratego.Rank(r), m[id][r], possible)
				}
			}
		}
		if math.Abs(row-want) > 1e-9 {
			t.Fatalf("%s, ply %d: row %d sums to %v, expected %v", name, v.Ply(), id, row, want)
		}
	}
	for r, n := range living {
		if math.Abs(sums[r]-float64(n)) > 2*accuracy {
			t.Fatalf("%s, ply %d: %v sums to %v, expected %d", name, v.Ply(), stratego.Rank(r), sums[r], n)
		}
	}
}

func estimators() map[string]func(Side) Estimator {
	return map[string]func(Side) Estimator{
		"counting": func(s Side) Estimator { return &Counting{Side: s} },
		"guesser":  func(s Side) Estimator { return NewGuesser(Options{Side: s}) },
		"model":    func(s Side) Estimator { return NewGuesser(Options{Side: s, Setups: setup.HumanConditional}) },
		"opponent": func(s Side) Estimator { return NewGuesser(Options{Side: s, Opponent: Learnt()}) },
		"habits": func(s Side) Estimator {
			return NewGuesser(Options{Side: s, Setups: setup.HumanConditional, Habits: LearntHabits()})
		},
	}
}

// TestMatricesStayTrue follows whole games: rows and columns sum as the design
// says and the true rank keeps a probability.
func TestMatricesStayTrue(t *testing.T) {
	for name, make := range estimators() {
		for seed := range uint64(4) {
			rules := stratego.DefaultRules
			if seed == 3 {
				rules.Variant = stratego.Barrage
			}
			ests := [2][2]Estimator{{make(Enemy), make(Own)}, {make(Enemy), make(Own)}}
			playout(t, rules, seed, 700, func(s *stratego.State, v *stratego.View) {
				for side, e := range ests[v.Color()] {
					e.Update(v)
					check(t, name, e.Matrix(), s, v, Side(side).color(v))
				}
			})
		}
	}
}

// TestColdEqualsWarm: an estimator that followed the game and one that sees only its latest
// View agree.
func TestColdEqualsWarm(t *testing.T) {
	for name, make := range estimators() {
		warm := make(Enemy)
		n := 0
		playout(t, stratego.DefaultRules, 5, 300, func(_ *stratego.State, v *stratego.View) {
			if v.Color() == stratego.Blue {
				return
			}
			warm.Update(v)
			if n++; n%20 != 0 {
				return
			}
			cold := make(Enemy)
			cold.Update(v)
			if *warm.Matrix() != *cold.Matrix() {
				t.Fatalf("%s, ply %d: warm and cold differ", name, v.Ply())
			}
		})
	}
}

// TestCutPath: a View whose path does not begin at the first ply still gives true
// matrices.
func TestCutPath(t *testing.T) {
	for name, make := range estimators() {
		e := make(Enemy)
		playout(t, stratego.DefaultRules, 9, 200, func(s *stratego.State, _ *stratego.View) {
			if s.Ply()%20 != 0 {
				return
			}
			var cut stratego.State
			s.CopyTo(&cut)
			var v stratego.View
			cut.View(stratego.Red, &v)
			e.Update(&v)
			check(t, name, e.Matrix(), s, &v, stratego.Blue)
		})
	}
}

// TestSampleIsAPossibleWorld: the View itself accepts every sample.
func TestSampleIsAPossibleWorld(t *testing.T) {
	rng := newRand(3)
	for name, make := range estimators() {
		e := make(Enemy)
		playout(t, stratego.DefaultRules, 8, 400, func(_ *stratego.State, v *stratego.View) {
			if v.Color() == stratego.Red {
				return
			}
			e.Update(v)
			if _, err := v.Guess(e.Sample(rng)); err != nil {
				t.Fatalf("%s, ply %d: %v", name, v.Ply(), err)
			}
		})
	}
}

// TestOwnPiecesAreGuessedFromPublicKnowledge: exchanging two of red's ranks that
// were never shown changes nothing in what blue may think of red's pieces.
func TestOwnPiecesAreGuessedFromPublicKnowledge(t *testing.T) {
	compared := 0
	for seed := range uint64(6) {
		var last *stratego.State
		playout(t, stratego.DefaultRules, seed, 120, func(s *stratego.State, _ *stratego.View) { last = s })
		hidden := last.Hidden(stratego.Red)
		if hidden[stratego.Miner] == 0 || hidden[stratego.Bomb] == 0 {
			continue
		}
		red, blue := startOf(last, stratego.Red), startOf(last, stratego.Blue)
		miner, bomb := -1, -1
		for id := range Pieces {
			switch p := last.Piece(stratego.Red, id); {
			case p.Moved || p.Known:
			case p.Rank == stratego.Miner:
				miner = id
			case p.Rank == stratego.Bomb:
				bomb = id
			}
		}
		if miner < 0 || bomb < 0 {
			continue
		}
		red[miner], red[bomb] = red[bomb], red[miner]
		twin, err := stratego.NewState(stratego.DefaultRules, red, blue)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range last.Events(nil) {
			if err := twin.Play(e.Move()); err != nil {
				t.Fatal(err)
			}
		}
		var v, w stratego.View
		last.View(stratego.Red, &v)
		twin.View(stratego.Red, &w)
		a, b := NewGuesser(Options{Side: Own}), NewGuesser(Options{Side: Own})
		a.Update(&v)
		b.Update(&w)
		if *a.Matrix() != *b.Matrix() {
			t.Fatalf("seed %d: what blue may think depends on a hidden rank", seed)
		}
		compared++
	}
	if compared == 0 {
		t.Error("no game could be compared")
	}
}

// startOf returns the setup a side began with.
func startOf(s *stratego.State, c stratego.Color) (setup stratego.Setup) {
	for id := range setup {
		setup[id] = s.Piece(c, id).Rank
	}
	return setup
}

// TestFigure61 is the worked example of De Boer 6.2: three pieces, three ranks,
// and one probability doubled.
func TestFigure61(t *testing.T) {
	var h hidden
	h.n = 3
	ranks := [3]stratego.Rank{stratego.Marshal, stratego.Captain, stratego.Miner}
	before := [3][3]float64{{0.3, 0.6, 0.1}, {0.8, 0.2, 0.4}, {0.3, 0.2, 0.5}}
	after := [3][3]float64{{0.26, 0.63, 0.11}, {0.5, 0.16, 0.34}, {0.25, 0.20, 0.55}}
	for i := range before {
		h.id[i] = uint8(i)
		for k, r := range ranks {
			h.row[i][r] = before[i][k]
			h.want[r] = 1
		}
	}
	var m Matrix
	h.normalize(&m)
	for i := range after {
		for k, r := range ranks {
			if math.Abs(m[i][r]-after[i][k]) > 0.011 {
				t.Errorf("piece %d, %v: %.3f, expected %.2f", i+1, r, m[i][r], after[i][k])
			}
		}
	}
}

// place puts pieces down for a position made by hand.
func place(t *testing.T, toMove stratego.Color, pieces ...stratego.Placement) *stratego.State {
	t.Helper()
	s, err := stratego.NewPosition(stratego.DefaultRules, toMove, pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func square(t *testing.T, text string) stratego.Square {
	t.Helper()
	s, err := stratego.ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// piece reads "red 8 d4", with "moved" or "known" after it.
func piece(t *testing.T, c stratego.Color, letter byte, at string, moved, known bool) stratego.Placement {
	t.Helper()
	r, ok := stratego.ParseRank(letter)
	if !ok {
		t.Fatalf("bad rank %c", letter)
	}
	return stratego.Placement{Square: square(t, at), Color: c, Rank: r, Moved: moved, Known: known}
}

func play(t *testing.T, s *stratego.State, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := stratego.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// rowOf returns the estimate for blue's piece on a square, seen by red.
func rowOf(t *testing.T, s *stratego.State, o Options, at string) [stratego.Ranks]float64 {
	t.Helper()
	var v stratego.View
	s.View(stratego.Red, &v)
	g := NewGuesser(o)
	g.Update(&v)
	p, ok := v.At(square(t, at))
	if !ok {
		t.Fatalf("no piece on %s", at)
	}
	return g.Matrix()[p.ID]
}

// chase is red's known general with blue's hidden marshal and captain near it.
func chase(t *testing.T) *stratego.State {
	return place(t, stratego.Blue,
		piece(t, stratego.Red, '9', "e5", true, true), piece(t, stratego.Red, 'F', "a1", false, false),
		piece(t, stratego.Red, '2', "k1", false, false),
		piece(t, stratego.Blue, 'M', "e8", true, false), piece(t, stratego.Blue, '6', "a8", true, false),
		piece(t, stratego.Blue, 'F', "k0", false, false))
}

// TestApproachAndFlight: a piece that moves towards a known general is the
// likelier to be the marshal, and one that leaves is the less likely (6.3.3).
func TestApproachAndFlight(t *testing.T) {
	towards, away := chase(t), chase(t)
	play(t, towards, "e8-e7")
	play(t, away, "e8-e9")
	o := Options{NoStart: true}
	a, b := rowOf(t, towards, o, "e7"), rowOf(t, away, o, "e9")
	if a[stratego.Marshal] <= 0.5 || b[stratego.Marshal] >= 0.5 {
		t.Errorf("marshal %.2f after the approach, %.2f after the flight", a[stratego.Marshal], b[stratego.Marshal])
	}
}

// TestMissedOpportunity: a piece beside a known general that moves another piece
// instead is hardly the marshal, unless a known piece of its side was in danger (6.3.2).
func TestMissedOpportunity(t *testing.T) {
	build := func(danger bool) *stratego.State {
		pieces := []stratego.Placement{
			piece(t, stratego.Red, '9', "e5", true, true), piece(t, stratego.Red, 'F', "a1", false, false),
			piece(t, stratego.Blue, 'M', "e6", true, false), piece(t, stratego.Blue, '6', "a8", true, false),
			piece(t, stratego.Blue, 'F', "k0", false, false), piece(t, stratego.Blue, '5', "k8", true, true),
		}
		if danger {
			pieces = append(pieces, piece(t, stratego.Red, '8', "k7", true, true))
		}
		s := place(t, stratego.Blue, pieces...)
		play(t, s, "k8-j8")
		return s
	}
	o := Options{NoStart: true, NoBehaviour: true}
	if free := rowOf(t, build(false), o, "e6"); free[stratego.Marshal] > 0.4 {
		t.Errorf("marshal %.2f after a free move elsewhere, expected far below ½", free[stratego.Marshal])
	}
	if forced := rowOf(t, build(true), o, "e6"); math.Abs(forced[stratego.Marshal]-0.5) > 1e-6 {
		t.Errorf("marshal %.2f after a forced move, expected ½", forced[stratego.Marshal])
	}
}

// TestNeighbours: once the general is seen, the piece behind its first square is
// a likelier spy (6.3.1).
func TestNeighbours(t *testing.T) {
	blue, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		t.Fatal(err)
	}
	s, err := stratego.NewState(stratego.DefaultRules, blue, blue)
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	s.View(stratego.Red, &v)
	g := NewGuesser(Options{})
	g.Update(&v)
	behind := g.Matrix()[14][stratego.Spy]
	g.track.rank[number(stratego.Blue, 24)] = stratego.General
	g.tellNeighbours(24)
	g.finish(&v)
	if after := g.Matrix()[14][stratego.Spy]; after < 2*behind {
		t.Errorf("spy behind the general: %.4f before, %.4f after", behind, after)
	}
}

// TestBluffRate: an opponent whose claims prove false is believed less.
func TestBluffRate(t *testing.T) {
	var b bluffing
	g := NewGuesser(Options{})
	g.track.rank[0] = stratego.Scout
	before := b.rate()
	for range 3 {
		b.claimed[0] = stratego.General
		b.reveal(g, 0)
	}
	if b.rate() <= before || before != priorBluff {
		t.Errorf("bluff rate %v at first, %v after three bluffs", before, b.rate())
	}
}

func TestOpponentText(t *testing.T) {
	var o Opponent
	o.Count[hiddenMoved][stratego.Scout][towards] = 12
	o.Count[stratego.General][stratego.Marshal][away] = 3
	back, err := parseOpponent("# counts\n" + o.String())
	if err != nil || *back != o {
		t.Errorf("the model does not come back from its text: %v", err)
	}
	for _, bad := range []string{"", "flag\t1/2\n", "spy\t\n"} {
		if _, err := parseOpponent(bad); err == nil {
			t.Errorf("parseOpponent(%q) gave no error", bad)
		}
	}
}

// midGame returns the Views of one player in consecutive plies of a random game.
func midGame(b *testing.B) (before, after *stratego.View) {
	playout(b, stratego.DefaultRules, 21, 202, func(_ *stratego.State, v *stratego.View) {
		if v.Color() != stratego.Red {
			return
		}
		switch v.Ply() {
		case 200:
			before = v.Clone()
		case 202:
			after = v.Clone()
		}
	})
	if before == nil || after == nil {
		b.Fatal("the game was too short")
	}
	return before, after
}

// BenchmarkUpdate is what a player pays each move: two plies and a normalisation.
func BenchmarkUpdate(b *testing.B) {
	before, after := midGame(b)
	g := NewGuesser(Options{Setups: setup.HumanConditional})
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		g.begun = false
		g.Update(before)
		b.StartTimer()
		g.Update(after)
	}
}

// BenchmarkCold is an update from the first ply.
func BenchmarkCold(b *testing.B) {
	_, after := midGame(b)
	g := NewGuesser(Options{})
	for b.Loop() {
		g.begun = false
		g.Update(after)
	}
}

// BenchmarkNormalize starts from scratch.
func BenchmarkNormalize(b *testing.B) {
	_, after := midGame(b)
	g := NewGuesser(Options{})
	g.Update(after)
	var m Matrix
	for b.Loop() {
		g.hidden.normalize(&m)
	}
}
