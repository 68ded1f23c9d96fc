package setup

import (
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/nn"
	"marengo/stratego"
)

func TestFlagBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const draws = 4000
	rows := [4]int{}
	for range draws {
		s, err := flagBack{}.Setup(stratego.DefaultRules, rng)
		if err == nil {
			err = s.Check(stratego.Classic)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range s {
			if r == stratego.Flag {
				rows[i/10]++
			}
		}
	}
	// The flag's number is uniform below ½, so it has about i of the 39 others below
	// it for i up to 20: half of the time it stands in the home row.
	if home := float64(rows[0]) / draws; home < 0.45 || home > 0.55 {
		t.Errorf("the flag stands in the home row %v of the time, want about half", home)
	}
	if rows[3] > rows[2] || rows[2] > rows[1] {
		t.Errorf("the flag's rows are %v, want fewer towards the front", rows)
	}
}

// TestClassifierKnowsPeople: the setups of the literature look human, shuffled ones
// do not.
func TestClassifierKnowsPeople(t *testing.T) {
	w, err := DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	c := w.New()
	human, total := 0, 0
	for _, n := range Named() {
		if n.Setup.Check(stratego.Classic) == nil {
			total++
			if c.Sure(&n.Setup) > 0.5 {
				human++
			}
		}
	}
	if human*3 < total*2 {
		t.Errorf("%d of the literature's %d setups look human, want two in three", human, total)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	random := 0
	const draws = 2000
	for range draws {
		if s := stratego.ShuffledSetup(stratego.Classic, rng); c.Sure(&s) <= 0.5 {
			random++
		}
	}
	if random*100 < draws*98 {
		t.Errorf("%d of %d shuffled setups look random, want at least 98%%", random, draws)
	}
}

func TestClassifierTakesLeftAndRightAlike(t *testing.T) {
	w, err := DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	c := w.New()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		s := stratego.ShuffledSetup(stratego.Classic, rng)
		m := s.Mirror()
		if a, b := c.Sure(&s), c.Sure(&m); a != b {
			t.Fatalf("%v is human to %v, its mirror image to %v", s, a, b)
		}
	}
}

func TestReadClassifierRefuses(t *testing.T) {
	raw, err := BuiltIn(HumanWeights)
	if err != nil {
		t.Fatal(err)
	}
	damaged := append([]byte(nil), raw...)
	damaged[len(damaged)/2] ^= 1
	if _, err := nn.Parse("mine.weights", damaged); err == nil || !strings.Contains(err.Error(), "mine.weights") {
		t.Errorf("a damaged file gives %v", err)
	}
}

func BenchmarkClassifier(b *testing.B) {
	w, err := DefaultClassifier()
	if err != nil {
		b.Fatal(err)
	}
	c := w.New()
	s := stratego.ShuffledSetup(stratego.Classic, rand.New(rand.NewPCG(1, 1)))
	b.ReportAllocs()
	for b.Loop() {
		c.Sure(&s)
	}
}
