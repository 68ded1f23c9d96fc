package setup

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/stratego"
)

// TestReadingOfHisSetups holds both readings' scores of De Boer's six setups, which he
// scores 18, 18, 20, 22, 19 and 16 (4.3.5).
func TestReadingOfHisSetups(t *testing.T) {
	want := map[Reading][]int{Letter: {13, 13, 17, 12, 9, 9}, DeBoer: {17, 19, 20, 20, 19, 16}}
	for r, scores := range want {
		i := 0
		for _, n := range Named() {
			if !strings.HasPrefix(n.Name, "de-boer/") {
				continue
			}
			if got := r.Score(n.Setup); got != scores[i] {
				t.Errorf("%v: %s scores %d, expected %d", r, n.Name, got, scores[i])
			}
			i++
		}
	}
}

// TestWhereReadingsDiffer looks at the four heuristics that are read in two ways.
func TestWhereReadingsDiffer(t *testing.T) {
	const blank = ".........."
	for _, c := range []struct {
		name            string
		heuristic       int
		letter, deBoer  int
		rows            []string
		onlyDeBoerFinds string
	}{
		{"an undefended flag", 4, 0, 6, []string{"F.........", blank, blank, blank}, "flag on a1 counts as defended"},
		{"three scouts and a marshal beside the flag", 4, 1, 6, []string{"F.........", blank, "222.......", "M........."}, "counts as defended"},
		{"a scout before a sergeant", 6, -1, 0, []string{".4........", ".2........", blank, blank}, ""},
		{"a captain before a major", 6, -1, -1, []string{".7........", ".6........", blank, blank}, ""},
		{"a scout between two bombs", 8, -1, -2, []string{blank, "...B2B....", blank, blank}, ""},
		{"two majors and a colonel", 9, -2, 0, []string{blank, blank, blank, "77..8....."}, ""},
		{"three majors", 9, -2, -2, []string{blank, blank, blank, "77..7....."}, "3 majors among"},
	} {
		s := parse(t, c.rows...)
		if got := Letter.Explain(s).Share(c.heuristic); got != c.letter {
			t.Errorf("%s: H%d gives %d by the letter, expected %d", c.name, c.heuristic, got, c.letter)
		}
		r := DeBoer.Explain(s)
		if got := r.Share(c.heuristic); got != c.deBoer {
			t.Errorf("%s: H%d gives %d by de-boer, expected %d", c.name, c.heuristic, got, c.deBoer)
		}
		said := ""
		for _, f := range r.Findings {
			said += r.Text(f) + "; "
		}
		if !strings.Contains(said, c.onlyDeBoerFinds) {
			t.Errorf("%s: says %q, expected %q", c.name, said, c.onlyDeBoerFinds)
		}
	}
}

// TestHumanLikeHolds: boards of human-like setups are a yardstick for matches, so the
// provider makes the same setups for ever.
func TestHumanLikeHolds(t *testing.T) {
	const want = 0x646c1a8d
	rng := rand.New(rand.NewPCG(1, 2))
	sum := fnv.New32a()
	for range 20 {
		s, err := HumanLike{}.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		sum.Write([]byte(s.String()))
	}
	if got := sum.Sum32(); got != want {
		t.Errorf("twenty human-like setups have the checksum %#x, expected %#x", got, want)
	}
}
