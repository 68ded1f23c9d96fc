package setup

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/stratego"
)

var updateSetups = flag.Bool("update-setups", false, "add the golden setups of revisions that have none")

const goldenSetups = "testdata/golden-setups.tsv"

// TestRevisions holds providers to their revisions: one that comes to give other
// setups raises its revision. With -update-setups those that are missing are added, and
// none is ever changed.
func TestRevisions(t *testing.T) {
	list := filepath.Join(t.TempDir(), "setups.txt")
	rng := rand.New(rand.NewPCG(1, 1))
	var lines []string
	for range 5 {
		lines = append(lines, stratego.ShuffledSetup(stratego.Classic, rng).String())
	}
	if err := os.WriteFile(list, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	raw, err := os.ReadFile(goldenSetups)
	if err != nil && !*updateSetups {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		key, digest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		known[key] = digest
	}
	arguments := map[string]string{"rvh": ":20", "good": ":5", "named": ":accolade", "file": ":" + list, "mirrored": ":named:lewis/1"}
	for _, k := range kinds() {
		text := k.name + arguments[k.name]
		key, digest := fmt.Sprintf("%s, revision %s", k.name, cmp.Or(Revision(text), "1")), goldenDigest(t, text)
		switch want, ok := known[key]; {
		case ok && want != digest:
			t.Errorf("%s gave other setups: raise its revision in the table of providers", key)
		case !ok && *updateSetups:
			raw = fmt.Appendf(raw, "%s\t%s\n", key, digest)
		case !ok:
			t.Errorf("%s is not in %s: go test ./setup -run Revisions -update-setups adds it", key, goldenSetups)
		}
	}
	if *updateSetups && !t.Failed() {
		if err := os.WriteFile(goldenSetups, raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// goldenDigest sums up some setups of a provider, in the variants that it knows.
func goldenDigest(t *testing.T, text string) string {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	h := sha256.New()
	for v := stratego.Classic; v <= stratego.Barrage; v++ {
		rules := stratego.DefaultRules
		rules.Variant = v
		rng := rand.New(rand.NewPCG(7, uint64(v)))
		for range 8 {
			if s, err := p.Setup(rules, rng); err == nil {
				fmt.Fprintln(h, s)
			} else {
				fmt.Fprintln(h, v, "is not known")
			}
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12])
}
