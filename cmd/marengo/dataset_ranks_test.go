package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/belief"
	"marengo/nn"
	"marengo/record"
	"marengo/stratego"
)

// TestDatasetRanks teaches a small network from a few games, the same each time, and checks what is refused.
func TestDatasetRanks(t *testing.T) {
	dir := t.TempDir()
	games, setups := filepath.Join(dir, "games.bin"), filepath.Join(dir, "setups.txt")
	mustRun(t, "dataset", "play", "random", "--games", "20", "--seed", "3", "--quiet", "--out", games)
	var list strings.Builder
	played := playedGames{files: []string{games}}
	for i, s := range firstSetups(t, &played) {
		if i < 10 {
			list.WriteString("2\t" + s.String() + "\n")
		}
	}
	if err := os.WriteFile(setups, []byte(list.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	var files [2][]byte
	for k := range files {
		out := filepath.Join(dir, "ranks.weights")
		said := mustRun(t, "dataset", "ranks", games, "--setups", setups, "--hidden", "16", "--examples", "2000", "--batch", "24", "--threads", "1", "--quiet", "--out", out)
		if !strings.Contains(said, "opening") {
			t.Errorf("it says %q", said)
		}
		var err error
		if files[k], err = os.ReadFile(out); err != nil {
			t.Fatal(err)
		}
	}
	if string(files[0]) != string(files[1]) {
		t.Error("the same lesson teaches something else")
	}
	f, err := nn.Parse("ranks", files[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := belief.ReadRankWeights(f); err != nil {
		t.Error(err)
	}
	on := filepath.Join(dir, "on.weights")
	learnOn := []string{"dataset", "ranks", games, "--setups", setups, "--examples", "1000", "--batch", "24", "--quiet", "--begin", filepath.Join(dir, "ranks.weights"), "--out", on}
	mustRun(t, learnOn...)
	refused(t, "--hidden and --begin", append(learnOn, "--hidden", "32")...)
	refused(t, "weight file", "dataset", "ranks", games, "--setups", setups, "--begin", setups, "--out", on)
	refused(t, "--out is missing", "dataset", "ranks", games, "--setups", setups)
	refused(t, "--setups is missing", "dataset", "ranks", games, "--out", "x")
	refused(t, "multiples of 16", "dataset", "ranks", games, "--setups", setups, "--hidden", "20", "--out", filepath.Join(dir, "x"))
	refused(t, "expected a number above zero", "dataset", "ranks", games, "--setups", setups, "--examples", "0", "--out", filepath.Join(dir, "x"))
	refused(t, "expected 1 to", "dataset", "ranks", games, "--setups", setups, "--batch", "-1", "--out", filepath.Join(dir, "x"))
	refused(t, "no such file", "dataset", "ranks", games, "--setups", filepath.Join(dir, "none"), "--out", filepath.Join(dir, "x"))
	few := filepath.Join(dir, "few.bin")
	mustRun(t, "dataset", "play", "random", "--games", "3", "--seed", "3", "--quiet", "--out", few)
	refused(t, "too few", "dataset", "ranks", few, "--setups", setups, "--out", filepath.Join(dir, "x"))
}

// firstSetups returns red's setups of some games.
func firstSetups(t *testing.T, games *playedGames) (list []stratego.Setup) {
	t.Helper()
	err := games.each(context.Background(), func(_ string, g *record.Game) error {
		list = append(list, g.Setups[stratego.Red])
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
