package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.6f, want %.6f", what, got, want)
	}
}

func TestElo(t *testing.T) {
	// 400·log10(3) = 190.85; 400·log10(0.64/0.36) = 99.95.
	near(t, "score 0.75", scoreToElo(0.75), 190.8485, 1e-4)
	near(t, "score 0.64", scoreToElo(0.64), 99.9500, 1e-3)
	near(t, "elo 200", eloToScore(200), 0.759747, 1e-6)
	near(t, "round trip", scoreToElo(eloToScore(-37)), -37, 1e-9)

	sweep := Tally{Wins: 100, Pairs: [5]int{4: 50}}
	elo, plusMinus := sweep.Elo()
	near(t, "clean sweep", elo, scoreToElo(100.5/101), 1e-9)
	if math.IsInf(plusMinus, 0) || math.IsNaN(plusMinus) || plusMinus <= 0 {
		t.Errorf("clean sweep: error %v is no positive number", plusMinus)
	}
	if elo, plusMinus := (Tally{}).Elo(); elo != 0 || math.Signbit(elo) || plusMinus != 0 {
		t.Errorf("no games: Elo %v ± %v, want 0 ± 0", elo, plusMinus)
	}

	// Two won games prove little: the interval's lower end is its own, however low.
	two := Tally{Wins: 2, Pairs: [5]int{4: 1}}
	low, _ := two.Interval()
	elo, plusMinus = two.Elo()
	near(t, "two games", elo, scoreToElo(2.5/3), 1e-9)
	near(t, "error of two games", plusMinus, (elo-scoreToElo(low))/2, 1e-9)
}

func TestIntervalAgainstWilson(t *testing.T) {
	// Independent games spread over the pairs as a binomial does (25, 50, 25) are
	// worth just what they number. Wilson's 95% interval of 100 in 200 is
	// 0.4313 to 0.5687; Student's quantile at 100 degrees is 1.98397, which
	// widens it to 0.43049: by hand, 0.5 ± (1.98397/(1+q))·√(0.25/200 + q/800),
	// q = 1.98397²/200.
	even := Tally{Wins: 100, Losses: 100, Pairs: [5]int{25, 0, 50, 0, 25}}
	low, high := even.Interval()
	near(t, "low", low, 0.43055, 1e-4)
	near(t, "high", high, 1-low, 1e-12)

	// A sweep of 100 games: the upper end is 1, the lower n/(n+t²), t = 2.00856.
	low, high = Tally{Wins: 100, Pairs: [5]int{4: 50}}.Interval()
	near(t, "sweep low", low, 100/(100+2.00856*2.00856), 1e-5)
	near(t, "sweep high", high, 1, 1e-12)

	// All pairs shared: the score is known far better than from 200 coin flips.
	low, high = Tally{Wins: 100, Losses: 100, Pairs: [5]int{2: 100}}.Interval()
	if high-low > 0.02 || high == low {
		t.Errorf("shared pairs: interval %.4f to %.4f", low, high)
	}
	// All pairs swept by one side or the other: 200 games are worth half as many.
	low2, _ := Tally{Wins: 100, Losses: 100, Pairs: [5]int{50, 0, 0, 0, 50}}.Interval()
	near(t, "swept pairs", (0.5-low2)/(0.5-0.43055), math.Sqrt2, 0.02)

	if low, high := (Tally{}).Interval(); low != 0 || high != 1 {
		t.Errorf("no games: interval %v to %v, want 0 to 1", low, high)
	}
}

// The interval must hold the truth in about 95 of 100 matches, whatever the
// correlation within a pair.
func TestIntervalCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name          string
		p, same, draw float64 // same: how often the second game repeats the first
		pairs         int
	}{
		{"independent", 0.5, 0, 0.1, 50},
		{"correlated", 0.5, 0.5, 0.1, 50},
		{"shared", 0.5, -0.5, 0.1, 50},
		{"few", 0.5, 0, 0, 10},
		{"lopsided", 0.9, 0, 0, 100},
	} {
		const trials = 2000
		inside := 0
		for range trials {
			var tally Tally
			for range c.pairs {
				a, b := draw(rng, c.p, c.draw), draw(rng, c.p, c.draw)
				if rng.Float64() < math.Abs(c.same) {
					b = a
					if c.same < 0 {
						b = a.flip()
					}
				}
				tally.AddPair(a, b)
			}
			if low, high := tally.Interval(); low <= c.p && c.p <= high {
				inside++
			}
		}
		if share := float64(inside) / trials; share < 0.93 || share > 0.98 {
			t.Errorf("%s: %.1f%% of the intervals hold the truth, want about 95%%", c.name, 100*share)
		}
	}
}

// draw plays a game of expected score p, half of whose draws come off each side.
func draw(rng *rand.Rand, p, draws float64) Outcome {
	switch u := rng.Float64(); {
	case u < p-draws/2:
		return Win
	case u < p+draws/2:
		return Draw
	}
	return Loss
}

func TestSPRTAgainstPublished(t *testing.T) {
	for _, c := range []struct {
		source     string
		elo0, elo1 float64
		pairs      [5]int
		llr        float64
	}{
		// Stockfish's public test runs 5fe50b9d and 5fe552e4, December 2020,
		// whose bounds were in logistic Elo; the figures have two decimals.
		{"5fe50b9d", -0.25, 1.25, [5]int{292, 5905, 28939, 6129, 299}, 2.95},
		{"5fe552e4", 0.25, 1.25, [5]int{5, 418, 6043, 506, 12}, 2.92},
	} {
		near(t, c.source, sprt{c.elo0, c.elo1}.llr(c.pairs), c.llr, 0.0051)
	}
}

func TestSPRTByHand(t *testing.T) {
	// With only lost and won pairs the test is Wald's on a coin: 60 heads and
	// 40 tails, p1 = eloToScore(50), p0 = 0.5: 60·ln(p1/½) + 40·ln((1−p1)/½).
	p1 := eloToScore(50)
	want := 60*math.Log(p1/0.5) + 40*math.Log((1-p1)/0.5)
	near(t, "coin", sprt{0, 50}.llr([5]int{40, 0, 0, 0, 60}), want, 0.01)
	near(t, "nothing", sprt{0, 50}.llr([5]int{}), 0, 0)
	near(t, "bound", sprtBound, 2.9444, 1e-4)
	near(t, "middle", sprt{-10, 10}.llr([5]int{5, 10, 20, 10, 5}), 0, 1e-9)
}

func TestSPRTErrors(t *testing.T) {
	// Played at either hypothesis, the wrong verdict comes in at most about 5%.
	rng := rand.New(rand.NewPCG(3, 4))
	test := sprt{0, 60}
	const trials = 400
	for _, elo := range []float64{test.Elo0, test.Elo1} {
		wrong := 0
		for range trials {
			var tally Tally
			verdict := Undecided
			for verdict == Undecided {
				p := eloToScore(elo)
				tally.AddPair(draw(rng, p, 0.2), draw(rng, p, 0.2))
				verdict = test.verdict(tally.Pairs)
			}
			if (verdict == AcceptH1) != (elo == test.Elo1) {
				wrong++
			}
		}
		if wrong > trials*8/100 {
			t.Errorf("at Elo %v: %d of %d verdicts wrong", elo, wrong, trials)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	if s, err := parseSPRT("-2.5, 5"); err != nil || s != (sprt{-2.5, 5}) {
		t.Errorf("got %v, %v", s, err)
	}
	for _, bad := range []string{"", "5", "5,0", "0,0", "a,b", "0,NaN", "0,Inf", "0,5,7"} {
		if _, err := parseSPRT(bad); err == nil {
			t.Errorf("parseSPRT(%q) gave no error", bad)
		}
	}
}

// The American League of 1987 (Agresti, Categorical Data Analysis): wins of each
// row over each column, thirteen games a pair. The coefficients relative to
// Baltimore are those that the BradleyTerry2 package of R prints.
func TestBradleyTerryAgainstPublished(t *testing.T) {
	wins := [][]float64{
		{0, 7, 9, 7, 7, 9, 11}, // Milwaukee
		{6, 0, 7, 5, 11, 9, 9}, // Detroit
		{4, 6, 0, 7, 7, 8, 12}, // Toronto
		{6, 8, 6, 0, 6, 7, 10}, // New York
		{6, 2, 6, 7, 0, 7, 12}, // Boston
		{4, 4, 5, 6, 6, 0, 6},  // Cleveland
		{2, 4, 1, 3, 1, 7, 0},  // Baltimore
	}
	want := []float64{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0}
	ratings, err := bradleyTerryWith(wins, 0)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, r := range ratings {
		near(t, "coefficient", (r.Elo-ratings[6].Elo)*math.Ln10/eloScale, want[i], 1e-4)
		sum += r.Elo
	}
	near(t, "mean", sum, 0, 1e-6)
}

func TestBradleyTerryByHand(t *testing.T) {
	// Two players: 75 points to 25 is 190.85 Elo, and the variance of the
	// log-odds is 1/(n·p·(1−p)) = 1/18.75; each player carries a quarter of it.
	r, err := bradleyTerryWith([][]float64{{0, 75}, {25, 0}}, 0)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", r[0].Elo-r[1].Elo, 190.8485, 1e-3)
	near(t, "error", r[0].Error, 1.959964*math.Sqrt(1/18.75/4)*400/math.Ln10, 1e-6)

	// Three players of whom the strongest won all: finite, and in order.
	r, err = bradleyTerry([][]float64{{0, 10, 10}, {0, 0, 10}, {0, 0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	if !(r[0].Elo > r[1].Elo && r[1].Elo > r[2].Elo) || math.IsInf(r[0].Elo, 0) {
		t.Errorf("clean sweep: %v", r)
	}
	near(t, "symmetry", r[0].Elo+r[2].Elo, 0, 1e-6)

	if _, err := bradleyTerry([][]float64{{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}}); err == nil {
		t.Error("two groups that never met were rated on one scale")
	}
}
