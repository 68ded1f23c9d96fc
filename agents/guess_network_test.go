package agents

import (
	"bytes"
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/belief"
	"marengo/stratego"
)

// tinyFolder returns a folder of weights in which tinyNetwork guesses.
func tinyFolder(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(tinyNetwork)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, guessWeights), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestNetworkGuesses has every player that guesses ask a network with a belief head.
func TestNetworkGuesses(t *testing.T) {
	folder := tinyFolder(t)
	v := starView(t, 120, 6)
	budget := agent.Budget{Nodes: 200, Evaluations: 20}
	for _, player := range []string{"star:schadd,", "invincible:", "mcts:evaluate=nuc,"} {
		text := player + "guess=network,weights=" + folder
		a := newAgent(t, text)
		if _, err := a.Move(context.Background(), v, budget); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if f, err := Parse(text); err != nil || !strings.Contains(f.Files(), guessWeights+"=sha256:") {
			t.Errorf("%s: the network is not part of its identity: %q (%v)", text, f.Files(), err)
		}
	}
	m := newAgent(t, "marengo:guesser="+tinyNetwork+",weights="+tinyNetwork).(*marengo)
	if _, ok := m.belief.(*belief.Network); !ok {
		t.Errorf("marengo guesses with a %T", m.belief)
	}
}

// TestWeightsThatCannotGuess: habits stand in, and a person is told.
func TestWeightsThatCannotGuess(t *testing.T) {
	raw, err := os.ReadFile(tinyNetwork)
	if err != nil {
		t.Fatal(err)
	}
	older := filepath.Join(t.TempDir(), "older.weights")
	raw = bytes.ReplaceAll(raw[:len(raw)-sha256.Size], []byte("belief."), []byte("nobody."))
	sum := sha256.Sum256(raw)
	if err := os.WriteFile(older, append(raw, sum[:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	for text, said := range map[string]bool{
		"marengo:guesser=" + older:              true,
		"marengo:guess=habits,guesser=" + older: false,
		"marengo:think=off,guesser=" + older:    false,
	} {
		var notes []string
		f, err := Loader{Note: func(text string) { notes = append(notes, text) }}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if (len(notes) == 1 && strings.Contains(notes[0], "habits stand in")) != said {
			t.Errorf("%s: told %q", text, notes)
		}
		a, err := f.New()
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := a.(*marengo).belief.(*belief.Network); ok {
			t.Errorf("%s guesses with a network that cannot", text)
		}
	}
}

// TestClassicGuesses: a guesser that knows classic games only keeps its player from others,
// before a game is played.
func TestClassicGuesses(t *testing.T) {
	network := "guess=network,weights=" + tinyFolder(t)
	for text, plays := range map[string]bool{
		"star": true, "star:guess=habits": true, "star:" + network: false,
		"invincible:guess=model": true, "invincible:" + network: false,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if f.Plays(stratego.Barrage) != plays || !f.Plays(stratego.Classic) {
			t.Errorf("%s plays barrage: %v, expected %v", text, !plays, plays)
		}
	}
}
