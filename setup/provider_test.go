package setup

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func testRand() *rand.Rand { return rand.New(rand.NewPCG(4, 3)) }

func barrage() stratego.Rules {
	r := stratego.DefaultRules
	r.Variant = stratego.Barrage
	return r
}

func TestEverySetupIsLegal(t *testing.T) {
	for _, text := range []string{"human-like", "human-like:3", "de-boer:3", "de-boer-letter:3", "semi-random", "random", "mirrored:human-like:2"} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, rules := range []stratego.Rules{stratego.DefaultRules, barrage()} {
			rng := testRand()
			for range 200 {
				s, err := p.Setup(rules, rng)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				if err := s.Check(rules.Variant); err != nil {
					t.Fatalf("%s made %v: %v", text, s, err)
				}
			}
		}
	}
}

func TestParseNamesWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"human":            "unknown setup provider",
		"named:nobody/1":   "no setup is named",
		"named:":           "no setup is named",
		"random:3":         "takes no argument",
		"human-like:0":     "bad number",
		"human-like:x":     "bad number",
		"de-boer:-1":       "bad number",
		"file:":            "needs a path",
		"file:/no/such":    "no such file",
		"mirrored:nothing": "unknown setup provider",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, expected one with %q", text, err, want)
		}
	}
}

func TestNamed(t *testing.T) {
	if n := len(Named()); n != 29 {
		t.Errorf("%d named setups, expected 29", n)
	}
	p, err := Parse("named:lewis/1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Setup(stratego.DefaultRules, testRand())
	if err != nil || s.String() != "3BFB54B4B473B8359B325862267356224M62S722" {
		t.Errorf("lewis/1 is %v, error %v", s, err)
	}
	if _, err := p.Setup(barrage(), testRand()); err == nil {
		t.Error("a classic setup was offered for Barrage")
	}
	group, err := Parse("named:de-boer")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[stratego.Setup]bool{}
	rng := testRand()
	for range 200 {
		s, err := group.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		seen[s] = true
	}
	if len(seen) != 6 {
		t.Errorf("the group de-boer gave %d setups, expected 6", len(seen))
	}
}

func TestMirroredGivesBothSides(t *testing.T) {
	p, err := Parse("mirrored:named:lewis/1")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[stratego.Setup]int{}
	rng := testRand()
	for range 100 {
		s, err := p.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		seen[s]++
	}
	if len(seen) != 2 {
		t.Errorf("%d setups, expected the setup and its mirror image", len(seen))
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "setups.txt")
	one, two := named[0].Setup.String(), named[1].Setup.String()
	if err := os.WriteFile(path, []byte("# mine\n\n9\t"+one+"\nsecond\t"+two+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := Parse("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	rng := testRand()
	for range 1000 {
		s, err := p.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		count[s.String()]++
	}
	if len(count) != 2 || count[one] < 850 || count[one] > 950 {
		t.Errorf("drew %v, expected the first nine times of ten", count)
	}
	for _, bad := range []string{"", "abc\n", "0\t" + one + "\n", one[:39] + "2\n"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := File(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("file %q: error %v, expected one that names the file", bad, err)
		}
	}
}

// humanOverlap is the mean number of squares on which two setups that people
// played hold the same rank: 5.87 ± 0.01 over 300,000 pairs drawn from the
// 102,676 setups that Human counts.
const humanOverlap = 5.87

func TestOverlapIsThatOfHumanSetups(t *testing.T) {
	const n = 800
	rng := testRand()
	var setups [n]stratego.Setup
	equal, pairs := 0, 0
	for i := range setups {
		s, err := Default().Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		setups[i] = s
		for j := range i {
			pairs++
			for k := range s {
				if s[k] == setups[j][k] {
					equal++
				}
			}
		}
	}
	mean := float64(equal) / float64(pairs)
	if mean < 0.9*humanOverlap || mean > 1.1*humanOverlap {
		t.Errorf("mean overlap %.2f, expected within 10%% of %.2f", mean, humanOverlap)
	}
}

func TestNoTwoSetupsAreEqual(t *testing.T) {
	n := 3_000
	if strategotest.Slow() {
		n = 1_000_000
	}
	rng := testRand()
	seen := make(map[stratego.Setup]bool, n)
	for range n {
		s, err := Default().Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		if seen[s] {
			t.Fatalf("setup %v was made twice within %d", s, n)
		}
		seen[s] = true
	}
}

// TestSemiRandomIsHumanLike compares a few facts of generated setups with those
// of human ones: the flag is on the back row in 88.7% of them, the spy stands beside the general in 44%.
func TestSemiRandomIsHumanLike(t *testing.T) {
	const n = 4000
	rng := testRand()
	var stats Statistics
	for range n {
		s, err := SemiRandom{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		stats.Add(s, 1)
	}
	back := 0.0
	for i := range stratego.Files {
		back += stats.Square[i][stratego.Flag]
	}
	if back /= n; back < 0.85 || back > 0.92 {
		t.Errorf("flag on the back row in %.3f, expected about 0.887", back)
	}
	beside := 0.0
	for k := range stats.Pair {
		beside += stats.Pair[k][stratego.General][stratego.Spy]
	}
	if beside /= n; beside < 0.25 || beside > 0.55 {
		t.Errorf("spy beside the general in %.3f, expected about 0.44", beside)
	}
}

func BenchmarkHumanLike(b *testing.B) {
	rng := testRand()
	for b.Loop() {
		if _, err := Default().Setup(stratego.DefaultRules, rng); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSemiRandom(b *testing.B) {
	rng := testRand()
	for b.Loop() {
		if _, err := (SemiRandom{}).Setup(stratego.DefaultRules, rng); err != nil {
			b.Fatal(err)
		}
	}
}

// TestChampionVaries holds the champion's setups to what they promise: the flag where it was, up to the mirror, and no two
// alike for long.
func TestChampionVaries(t *testing.T) {
	flags := map[int]bool{}
	for i, s := range champions.setups {
		if j := slices.Index(champions.setups, s.Mirror()); j > i {
			t.Errorf("setups %d and %d are mirror images", i, j)
		}
		m := s.Mirror()
		flags[slices.Index(s[:], stratego.Flag)] = true
		flags[slices.Index(m[:], stratego.Flag)] = true
	}
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[stratego.Setup]bool{}
	const draws = 2000
	for range draws {
		s, err := Champion{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		if !flags[slices.Index(s[:], stratego.Flag)] {
			t.Fatalf("%v: the flag stands where it never did", s)
		}
		seen[s] = true
	}
	if len(seen) < draws/2 {
		t.Errorf("%d draws gave %d setups", draws, len(seen))
	}
}
