package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFigures: a file's figures are part of the player and of its identity; what no player
// could play by is refused in a sentence.
func TestFigures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "set.figures")
	parse := func(text string) (*Factory, error) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return Parse("invincible:figures=" + path)
	}
	f, err := parse("# from a test\nraid.decay 0.8\n")
	if err != nil {
		t.Fatal(err)
	}
	v := f.Figures()
	if i := v.Find("raid.decay"); i < 0 || *v[i].Value != 0.8 {
		t.Errorf("raid.decay is not 0.8 in %d figures", len(v))
	}
	other, err := parse("raid.decay 0.81\n")
	if err != nil || f.Files() == other.Files() || !strings.Contains(f.Files(), "set.figures=sha256:") {
		t.Errorf("identities %q and %q, %v", f.Files(), other.Files(), err)
	}
	for text, says := range map[string]string{
		"raid.decays 0.8": "there is no figure",
		"raid.decay 8":    "expected a number from",
		"raid.decay NaN":  "expected a number from",
		"raid.decay":      "a figure's name and a number",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, expected a sentence with %q", text, err, says)
		}
	}
	if _, err := Parse("invincible:figures=/nowhere/at/all"); err == nil || !strings.Contains(err.Error(), "expected tuned, paper or a file") {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestFiguresInWords: figures can be written out in the agent string, and WithFigures does it
// for any string.
func TestFiguresInWords(t *testing.T) {
	f, err := Parse("invincible:figures=raid.decay@0.8+raid.tie@1")
	if err != nil || f.Files() != "" || *f.Figures()[f.Figures().Find("raid.tie")].Value != 1 {
		t.Fatalf("%v, files %q", err, f.Files())
	}
	for text, want := range map[string]string{
		"invincible":                    "invincible:figures=a@1",
		"invincible:guess=boer":         "invincible:guess=boer,figures=a@1",
		"invincible:figures=x,without=": "invincible:without=,figures=a@1",
		"star:schadd":                   "star:schadd,figures=a@1",
		"star:schadd,figures=paper":     "star:schadd,figures=a@1",
	} {
		if got := WithFigures(text, "a@1"); got != want {
			t.Errorf("%s becomes %s, expected %s", text, got, want)
		}
	}
	if _, err := Parse("invincible:figures=raid.decay@80"); err == nil {
		t.Error("a figure out of bounds was accepted")
	}
}

// TestFiguresOfAllPlayers: the tags are in order, and every player plays by what it names.
func TestFiguresOfAllPlayers(t *testing.T) {
	for _, e := range Table() {
		if e.Free {
			continue
		}
		f, err := Parse(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, x := range f.Figures() {
			if err := x.Check(*x.Value); err != nil || seen[x.Name] || x.Step <= 0 || x.Low >= x.High || strings.ContainsAny(x.Name, " \t#") {
				t.Errorf("%s: %+v, %v", e.Name, x, err)
			}
			seen[x.Name] = true
		}
	}
}

// TestTunedMiners: by the tuned figures no side gains by losing a miner, as it does by the
// paper's: two at 200 are worth more than three at 100.
func TestTunedMiners(t *testing.T) {
	f, err := TunedSchadd()
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	for n, each := range []float64{f.Miner1, f.Miner2, f.Miner3, f.Miner4, f.Miner5} {
		all := float64(n+1) * each
		if all <= last {
			t.Errorf("%d miners are worth %v, one fewer %v", n+1, all, last)
		}
		last = all
	}
}
