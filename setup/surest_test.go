package setup

import (
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/stratego"
)

// TestSurestPlaysWhatTheClassifierIsSurestOf: of many setups it plays none that the classifier is less sure of than of the
// first, with the same seed the same one.
func TestSurestPlaysWhatTheClassifierIsSurestOf(t *testing.T) {
	for text, read := range map[string]func() (*ClassifierWeights, error){"rvh": DefaultClassifier, "good": DefaultGood} {
		w, err := read()
		if err != nil {
			t.Fatal(err)
		}
		c := w.New()
		draw := func(text string, seed uint64) stratego.Setup {
			p, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			s, err := p.Setup(stratego.DefaultRules, rand.New(rand.NewPCG(seed, 1)))
			if err == nil {
				err = s.Check(stratego.Classic)
			}
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		better := false
		for seed := range uint64(5) {
			one, many := draw(text+":1", seed), draw(text+":40", seed)
			if c.Sure(&many) < c.Sure(&one) {
				t.Errorf("%s: the best of 40 is worse than the first of them", text)
			}
			better = better || many != one
			if again := draw(text+":40", seed); again != many {
				t.Errorf("%s: seed %d gives %v, then %v", text, seed, many, again)
			}
		}
		if !better {
			t.Errorf("%s: the first of 40 was always best", text)
		}
	}
}

func TestSurestRefuses(t *testing.T) {
	for _, text := range []string{"rvh", "good"} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Setup(stratego.Rules{Variant: stratego.Barrage}, rand.New(rand.NewPCG(1, 1)))
		if err == nil || !strings.Contains(err.Error(), "knows setups of classic only") {
			t.Errorf("%s, asked for a setup of Barrage: %v", text, err)
		}
		for _, bad := range []string{":0", ":x", ":10001"} {
			if _, err := Parse(text + bad); err == nil {
				t.Errorf("%s%s was taken", text, bad)
			}
		}
	}
	if _, err := builtInClassifier("none.weights")(); err == nil || !strings.Contains(err.Error(), "built without") {
		t.Errorf("weights that are not built in: %v", err)
	}
}

func BenchmarkGood(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		if _, err := good.Setup(stratego.DefaultRules, rng); err != nil {
			b.Fatal(err)
		}
	}
}

// TestCandidatesAreOneProvidersOwn: a number of candidates holds for the provider it was given to, not for the next.
func TestCandidatesAreOneProvidersOwn(t *testing.T) {
	parse := parseSurest(good)
	for _, x := range []struct {
		arg  string
		want int
	}{{"3", 3}, {"", good.candidates}} {
		p, err := parse(x.arg)
		if err != nil {
			t.Fatal(err)
		}
		if n := p.(surest).candidates; n != x.want {
			t.Errorf("%q: %d candidates, expected %d", x.arg, n, x.want)
		}
	}
}
