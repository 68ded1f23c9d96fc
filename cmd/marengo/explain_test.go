package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/record"
	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// explained runs the command on the start of a game.
func explained(t *testing.T, args ...string) (string, error) {
	t.Helper()
	boards := setup.Named()
	g := record.New(stratego.DefaultRules, boards[0].Setup, boards[1].Setup)
	path := filepath.Join(t.TempDir(), "game.marengo")
	if _, err := formats.Write(path, g); err != nil {
		t.Fatal(err)
	}
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append(append([]string{"explain"}, args...), path))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

// TestExplainInvincible looks for the parts of De Boer's table 8.1: moves, active
// plans, values and game state.
func TestExplainInvincible(t *testing.T) {
	out, err := explained(t, "--agent", "invincible", "--belief")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"red to move after ply 0", "plans", "Rand", "MPen", "total", "values", "game state", "reveal penalty", "hidden pieces"} {
		if !strings.Contains(out, want) {
			t.Errorf("the explanation lacks %q:\n%s", want, out)
		}
	}
}

func TestExplainAnyAgent(t *testing.T) {
	out, err := explained(t, "--agent", "lewis", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var thoughts agent.Thoughts
	if err := json.Unmarshal([]byte(out), &thoughts); err != nil || len(thoughts.Candidates) == 0 {
		t.Errorf("thoughts %+v, error %v", thoughts, err)
	}
}

func TestExplainRefuses(t *testing.T) {
	for _, args := range [][]string{{"--agent", "nobody"}, {"--ply", "7"}} {
		if _, err := explained(t, args...); err == nil {
			t.Errorf("%v gave no error", args)
		}
	}
}
