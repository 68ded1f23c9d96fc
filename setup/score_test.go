package setup

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"marengo/stratego"
)

func parse(t testing.TB, rows ...string) stratego.Setup {
	t.Helper()
	s, err := stratego.ParseSetup(strings.Join(rows, ""))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestFreedom checks H1 on an open setup, where no piece is further than 4 from
// freedom (De Boer 4.3.4), and behind bombs.
func TestFreedom(t *testing.T) {
	open := parse(t, strings.Repeat("2", 40))
	var d [stratego.SetupSquares]uint8
	freedom(&open, &d)
	want := [4]string{"3344334433", "2233223322", "1122112211", "0011001100"}
	for i, got := range d {
		if int(got) != int(want[i/10][i%10]-'0') {
			t.Errorf("%v is %d from freedom, expected %c", stratego.Square(i), got, want[i/10][i%10])
		}
	}
	walled := parse(t, "2B22222222", "B222222222", "2222222222", "2222222222")
	freedom(&walled, &d)
	if d[0] != trapped || d[1] != 3 || d[10] != 2 {
		t.Errorf("corner %d, its bombs %d and %d, expected %d, 3 and 2", d[0], d[1], d[10], trapped)
	}
}

// TestHeuristics looks at each heuristic by itself, in setups that need not be
// whole armies.
func TestHeuristics(t *testing.T) {
	const blank = ".........."
	for _, c := range []struct {
		name      string
		heuristic int
		points    int
		says      string
		rows      []string
	}{
		{"trapped miner", 2, -2, "miner on a1 is trapped by bombs", []string{"3B........", "B.........", blank, blank}},
		{"trapped sergeant is allowed", 2, 0, "", []string{"4B........", "B.........", blank, blank}},
		{"flag bombed in", 3, 5, "flag on a1 is bombed in", []string{"FB........", "B.........", blank, blank}},
		{"flag half bombed in", 3, 0, "", []string{"FB........", "4.........", blank, blank}},
		{"marshal defends", 4, 3, "marshal on b3 defends the flag's side", []string{"F.........", blank, ".M9.......", blank}},
		{"general defends", 4, 2, "general on c4 defends", []string{"F.........", blank, blank, "..9......M"}},
		{"colonel and major add one", 4, 1, "defends", []string{"F.........", blank, "78........", blank}},
		{"too many scouts", 4, -2, "3 scouts", []string{".........F", blank, "......2222", blank}},
		{"too many low pieces", 4, -1, "2 sergeants", []string{".....F....", blank, "...43.....", blank}},
		{"colonel behind the spy", 5, -1, "colonel on b2 is blocked by the spy on b3", []string{blank, ".8........", ".S........", blank}},
		{"colonel before the spy", 5, 0, "", []string{blank, ".S........", ".8........", blank}},
		{"major behind a captain", 6, -1, "major on b1 is blocked by the slightly lower captain on b2", []string{".7........", ".6........", blank, blank}},
		{"in the opening it does not count", 6, 0, "", []string{blank, ".7........", ".6........", blank}},
		{"front miners", 7, -2, "miner on a4 stands in the front row", []string{blank, blank, blank, "3........3"}},
		{"guarded bomb", 8, 2, "bomb on e2 is guarded by the sergeant on f2", []string{blank, "....B4....", blank, blank}},
		{"scout beside a bomb", 8, -1, "scout on f2 is no guard", []string{blank, "....B2....", blank, blank}},
		{"unguarded bomb beside the flag", 8, -3, "has no sergeant", []string{"....BF....", blank, blank, blank}},
		{"bombs in front", 9, -2, "4 bombs", []string{blank, blank, blank, "BB..BB...."}},
		{"flag in front", 9, -10, "flag on a4", []string{blank, blank, blank, "F........."}},
		{"both colonels", 9, -1, "both colonels", []string{blank, blank, blank, "88........"}},
		{"three high pieces", 9, -2, "3 majors", []string{blank, blank, blank, "77..8....."}},
		{"four captains", 9, -2, "4 captains", []string{blank, blank, blank, "66..66...."}},
		{"six scouts", 9, -1, "6 scouts", []string{blank, blank, blank, "22..22..22"}},
		{"three miners", 9, -2, "3 miners", []string{blank, blank, blank, "33..3....."}},
	} {
		r := Explain(parse(t, c.rows...))
		if got := r.Share(c.heuristic); got != c.points {
			t.Errorf("%s: H%d gives %d, expected %d", c.name, c.heuristic, got, c.points)
		}
		var said []string
		for _, f := range r.Findings {
			if f.Heuristic == c.heuristic {
				said = append(said, r.Text(f))
			}
		}
		if all := strings.Join(said, "; "); !strings.Contains(all, c.says) || (c.says == "") != (all == "") {
			t.Errorf("%s: says %q, expected %q", c.name, all, c.says)
		}
	}
}

// TestScoreIsTheSumOfItsShares also guards the report's own arithmetic.
func TestScoreIsTheSumOfItsShares(t *testing.T) {
	for _, n := range Named() {
		r, sum := Explain(n.Setup), 0
		for h := 2; h <= 9; h++ {
			sum += r.Share(h)
		}
		if sum != r.Points() || sum != Letter.Score(n.Setup) {
			t.Errorf("%s: shares %d, report %d, score %d", n.Name, sum, r.Points(), Letter.Score(n.Setup))
		}
	}
}

// TestTable41 compares the next-to relation with De Boer's table 4.1, which is
// scaled so that each row's mean is 1. His twenty thousand setups are not ours: the cells agree in the mean.
func TestTable41(t *testing.T) {
	ranks := []stratego.Rank{stratego.Marshal, stratego.General, stratego.Colonel, stratego.Sergeant, stratego.Spy, stratego.Flag, stratego.Bomb}
	table := [7][7]float64{
		{0, 1.8, 1.8, 0.6, 1.3, 0.2, 0.4},
		{1.7, 0, 1.2, 0.7, 2.5, 0.1, 0.5},
		{1.6, 1, 0.2, 0.5, 2.8, 0.3, 0.8},
		{0.8, 0.9, 0.8, 0.6, 0.6, 0.9, 1.8},
		{1.1, 2.3, 2.7, 0.4, 0, 0.3, 0.9},
		{0.4, 0.2, 0.5, 1.1, 0.5, 0, 5.6},
		{0.4, 0.5, 0.8, 1.3, 0.9, 3.4, 0.6},
	}
	army := stratego.Classic.Counts()
	sum := 0.0
	for i, r := range ranks {
		mean := 0.0
		for q, n := range human.Pair[NextTo][r] {
			mean += n / float64(army[q]) / stratego.Ranks
		}
		for j, q := range ranks {
			sum += math.Abs(human.Pair[NextTo][r][q]/float64(army[q])/mean - table[i][j])
		}
	}
	if sum /= 49; sum > 0.1 {
		t.Errorf("mean difference %.3f from table 4.1, expected at most 0.1", sum)
	}
}

func TestModelIsADistribution(t *testing.T) {
	for i, row := range HumanModel.P {
		sum := 0.0
		for _, p := range row {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("square %d sums to %v", i, sum)
		}
	}
	if got := HumanModel.Ratio[Behind][stratego.General][stratego.Spy]; got < 5 {
		t.Errorf("the spy behind the general: ratio %v, expected far above 1", got)
	}
	if got := HumanModel.Lift[NextTo][stratego.Flag][stratego.Bomb]; got < 1.5 {
		t.Errorf("bombs beside the flag: lift %v, expected above 1", got)
	}
}

func ExampleExplain() {
	s, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722") // lewis/1
	if err != nil {
		fmt.Println(err)
		return
	}
	r := Explain(s)
	for _, f := range r.Findings {
		if f.Heuristic <= 5 {
			fmt.Printf("H%d %+d %s\n", f.Heuristic, f.Points, r.Text(f))
		}
	}
	// Output:
	// H3 +5 flag on c1 is bombed in
	// H4 +1 colonel on b3 defends the flag's side
	// H4 -1 2 sergeants, miners and lieutenants defend the flag's side
	// H5 -1 major on g3 is blocked by the spy on g4
}

func BenchmarkScore(b *testing.B) {
	var in inspection
	s := named[0].Setup
	b.ReportAllocs()
	for b.Loop() {
		in.score(&s)
	}
}
