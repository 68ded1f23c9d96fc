package value

import (
	"math"
	"testing"

	"marengo/stratego"
)

func start() [2]stratego.Counts {
	return [2]stratego.Counts{stratego.Classic.Counts(), stratego.Classic.Counts()}
}

func TestOpeningValues(t *testing.T) {
	v := OfCounts(start())
	for c := range v.Piece {
		for r := stratego.Scout; r < stratego.General; r++ {
			if v.Piece[c][r] >= v.Piece[c][r+1] {
				t.Errorf("%v worth %.1f, %v %.1f", r, v.Piece[c][r], r+1, v.Piece[c][r+1])
			}
		}
		if got, want := v.Piece[c][stratego.Marshal], 80+100.0/40; math.Abs(got-want) > 1e-9 {
			t.Errorf("marshal worth %v, expected %v while the spy lives", got, want)
		}
		if got, want := v.Piece[c][stratego.Scout], 100/math.Pow(1.45, 8)+2.5; math.Abs(got-want) > 1e-9 {
			t.Errorf("scout worth %v, expected %v", got, want)
		}
		if v.State[c] != 1 || v.Piece[c][stratego.Flag] != Scale {
			t.Errorf("state %v, flag %v in an even game", v.State[c], v.Piece[c][stratego.Flag])
		}
		if v.Reveal[c] != paper.Reveal {
			t.Errorf("reveal penalty %v", v.Reveal[c])
		}
	}
}

// TestFigure31: blue's general against two sergeants is worth hardly more than
// they are together, once nothing between them is left to capture.
func TestFigure31(t *testing.T) {
	v := OfCounts([2]stratego.Counts{
		{stratego.Flag: 1, stratego.Sergeant: 2},
		{stratego.Flag: 1, stratego.General: 1},
	})
	if v.State[stratego.Red] <= 1 {
		t.Errorf("red's state %.2f with two sergeants against a general, expected above 1", v.State[stratego.Red])
	}
	if w := OfCounts(start()); w.Piece[1][stratego.General] < 3*w.Piece[0][stratego.Sergeant] {
		t.Error("in the opening a general should be worth more than three sergeants")
	}
}

// TestFigure32: of two colonels, that of the side with fewer lower pieces is
// worth more.
func TestFigure32(t *testing.T) {
	v := OfCounts([2]stratego.Counts{
		{stratego.Flag: 1, stratego.Colonel: 1, stratego.Major: 2},
		{stratego.Flag: 1, stratego.Colonel: 1, stratego.Major: 1},
	})
	if v.Piece[1][stratego.Colonel] <= v.Piece[0][stratego.Colonel] {
		t.Errorf("blue's colonel %.1f, red's %.1f", v.Piece[1][stratego.Colonel], v.Piece[0][stratego.Colonel])
	}
}

func TestSpecialRanks(t *testing.T) {
	n := start()
	n[1][stratego.Spy] = 0
	n[0][stratego.Miner] = 1
	v := OfCounts(n)
	if v.Piece[0][stratego.Marshal] < Scale {
		t.Errorf("marshal worth %v without an enemy spy", v.Piece[0][stratego.Marshal])
	}
	if v.Piece[0][stratego.Miner] < 2*v.Piece[1][stratego.Miner] {
		t.Errorf("the last miner is worth %v, one of five %v", v.Piece[0][stratego.Miner], v.Piece[1][stratego.Miner])
	}
	n[1][stratego.Marshal] = 0
	if w := OfCounts(n); w.Piece[0][stratego.Spy] > 10 {
		t.Errorf("spy worth %v without an enemy marshal", w.Piece[0][stratego.Spy])
	}
}

func TestLeadRaisesTheFlag(t *testing.T) {
	n := start()
	n[1][stratego.Marshal], n[1][stratego.Colonel], n[1][stratego.Major] = 0, 0, 0
	v := OfCounts(n)
	if v.State[0] <= 1 || v.State[1] >= 1 {
		t.Fatalf("states %v", v.State)
	}
	if f := v.Piece[0][stratego.Flag]; f < 300 || f > 500 {
		t.Errorf("flag of the side ahead worth %v, expected 300 to 500", f)
	}
	if f := v.Piece[1][stratego.Flag]; f != 100 {
		t.Errorf("flag of the side behind worth %v, expected 100", f)
	}
}

func TestRevealFallsWithTheOpponentsMovingPieces(t *testing.T) {
	n := start()
	n[1] = stratego.Counts{stratego.Flag: 1, stratego.Bomb: 3, stratego.Scout: 4}
	v := OfCounts(n)
	if got := v.Reveal[0]; math.Abs(got-0.08) > 1e-9 {
		t.Errorf("reveal penalty %v with four moving enemies, expected 0.08", got)
	}
}

func TestDistancesGoRoundLakesAndBlocks(t *testing.T) {
	var f Field
	var blocked Squares
	f.Distances([]stratego.Square{stratego.At(2, 3)}, &blocked)
	if d := f[stratego.At(2, 6)]; d != 5 {
		t.Errorf("c4 to c7 is %d steps around the lake, expected 5", d)
	}
	if f[stratego.At(2, 4)] != Far {
		t.Error("a lake was reached")
	}
	blocked[stratego.At(1, 3)] = true
	f.Distances([]stratego.Square{stratego.At(0, 3)}, &blocked)
	if f[stratego.At(1, 3)] != 1 || f[stratego.At(2, 3)] != 4 {
		t.Errorf("a block is %d away, the square behind it %d, expected 1 and 4",
			f[stratego.At(1, 3)], f[stratego.At(2, 3)])
	}
}

// TestRace: in an empty corridor a friend comes as far as the square before the
// one that the enemy, who moves first, can be on as soon.
func TestRace(t *testing.T) {
	var none Squares
	var friend, enemy Field
	Race([]stratego.Square{stratego.At(0, 0)}, []stratego.Square{stratego.At(0, 9)}, &none, &none, &friend, &enemy)
	if friend[stratego.At(0, 4)] != 4 || enemy[stratego.At(0, 4)] != 5 {
		t.Errorf("a5: friend %d, enemy %d", friend[stratego.At(0, 4)], enemy[stratego.At(0, 4)])
	}
	if friend[stratego.At(0, 9)] != Far {
		t.Error("the friend passed the enemy")
	}
	if friend[stratego.At(0, 5)] != 5 {
		t.Errorf("a6: friend %d, expected to get there though not beyond", friend[stratego.At(0, 5)])
	}
}

func TestPlaces(t *testing.T) {
	for lane := range Lanes {
		for _, s := range LaneSquares(lane) {
			if row := s.Row(); s.Lake() || row != 4 && row != 5 || s.File()/4 != lane {
				t.Errorf("%v is not in lane %d", s, lane)
			}
		}
	}
	posts := GuardPosts(stratego.At(9, 9), stratego.Blue)
	if len(posts) != 2 || posts[0] != stratego.At(8, 7) || posts[1] != stratego.At(9, 7) {
		t.Errorf("guard posts of a flag on k0 are %v", posts)
	}
}

func BenchmarkOfCounts(b *testing.B) {
	n := start()
	for b.Loop() {
		OfCounts(n)
	}
}

func BenchmarkRace(b *testing.B) {
	var none Squares
	var friend, enemy Field
	for b.Loop() {
		Race([]stratego.Square{0}, []stratego.Square{99}, &none, &none, &friend, &enemy)
	}
}
