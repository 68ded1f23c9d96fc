package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/plan"
	"marengo/setup"
)

func TestSetupScores(t *testing.T) {
	var out bytes.Buffer
	if err := setupScores(context.Background(), &Options{Positions: 5, Seed: 1}, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"best of 50 semi-random", "de-boer/6", "H9"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the tables lack %q:\n%s", want, out.String())
		}
	}
}

// TestGuessing measures two games with setups from a file, and draws the plot.
func TestGuessing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "setups.txt")
	var text strings.Builder
	for _, s := range setup.Named() {
		text.WriteString(s.Setup.String() + "\n")
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o := &Options{Games: 2, Seed: 1, Setups: path, Plot: filepath.Join(dir, "plot.svg")}
	if err := guessing(context.Background(), o, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "setup model + De Boer") {
		t.Errorf("the table lacks a guesser:\n%s", out.String())
	}
	if plot, err := os.ReadFile(o.Plot); err != nil || !bytes.Contains(plot, []byte("</svg>")) {
		t.Errorf("no plot: %v", err)
	}
}

// TestDecides: every plan has a share of moves it spoke in, and none decides more
// than it speaks.
func TestDecides(t *testing.T) {
	d, err := decides(context.Background(), &Options{Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if d.moves == 0 || len(d.speaks) != len(plan.All()) {
		t.Fatalf("%d moves, %d plans", d.moves, len(d.speaks))
	}
	for k, p := range plan.All() {
		if d.decides[k] > d.speaks[k] {
			t.Errorf("%s decides %.3f and speaks %.3f", p.Name(), d.decides[k], d.speaks[k])
		}
	}
}
