package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/arena"
	"marengo/record/formats"
	"marengo/stratego"
)

func TestWatchPlaysAndKeepsAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.marengo")
	var texts [2]string
	for i := range texts {
		var out bytes.Buffer
		root := newRoot()
		root.SetOut(&out)
		root.SetArgs([]string{"watch", "lewis", "random", "--seed", "5", "--out", path})
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		texts[i] = out.String()
	}
	if texts[0] != texts[1] || !strings.Contains(texts[0], "wins") {
		t.Errorf("the same seed drew\n%s\nand\n%s", texts[0], texts[1])
	}
	g, err := formats.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Replay(); err != nil || !g.Result.Over() {
		t.Errorf("the game that was kept ended %v (%v)", g.Result, err)
	}
}

func TestWrongArgumentsAreBadInput(t *testing.T) {
	for _, args := range [][]string{{"watch", "lewis"}, {"blah"}, {"watch", "nobody", "lewis"}, {"watch", "lewis", "random", "--rules", "x"},
		{"watch", "marengo", "lewis", "--rules", "match/barrage"}, {"bench", "--runs", "0"}, {"bench", "--nonsense"}} {
		root := newRoot()
		root.SetOut(new(bytes.Buffer))
		root.SetArgs(args)
		var bad badInput
		if err := root.Execute(); !errors.As(err, &bad) {
			t.Errorf("marengo %s: %v, expected bad input", strings.Join(args, " "), err)
		}
	}
}

// TestWatchNamesAFault watches a bot that answers no setup.
func TestWatchNamesAFault(t *testing.T) {
	script := filepath.Join(t.TempDir(), "bot.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nread line\necho nonsense\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, _, err := run(t, "watch", "cmd:"+script, "random", "--seed", "1")
	var fault *arena.FaultError
	if !errors.As(err, &fault) || fault.Fault != arena.BadSetup || !strings.Contains(err.Error(), stratego.Red.String()) {
		t.Errorf("watch: %v, expected %s of red", err, arena.BadSetup)
	}
}

// TestWatchSaysWhy has each ply of a player that tells its reasons told in a line, and the
// same game played as without.
func TestWatchSaysWhy(t *testing.T) {
	args := []string{"watch", "invincible", "random", "--seed", "4", "--rules", shortRules}
	plain, _, err := run(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	told, _, err := run(t, append(args, "--why")...)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(told, plain) {
		t.Errorf("--why drew\n%s\nand without\n%s", told, plain)
	}
	if n := strings.Count(strings.TrimSuffix(told, plain), " red "); n < 5 {
		t.Errorf("%d reasons of red in\n%s", n, told)
	}
}
