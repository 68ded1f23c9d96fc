package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPerftCommand(t *testing.T) {
	if out := mustRun(t, "perft", "3"); !strings.HasPrefix(out, "perft 3: 2607 (") {
		t.Errorf("the default position: %s", out)
	}
	position := write(t, "p.marengo", testPosition)
	if out := mustRun(t, "perft", "1", position); !strings.HasPrefix(out, "perft 1: 4 (") {
		t.Errorf("a file: %s", out)
	}
	if out := mustRun(t, "perft", "0", position); !strings.HasPrefix(out, "perft 0: 1 (") {
		t.Errorf("depth 0: %s", out)
	}
	out := mustRun(t, "perft", "2", position, "--divide")
	if strings.Count(out, "e4-e") != 2 || strings.Count(out, "\n") != 5 {
		t.Errorf("divided:\n%s", out)
	}
	// The last position of a game, one ply deep, is its list of legal moves.
	if out := mustRun(t, "perft", "1", write(t, "game.marengo", testGame)); !strings.HasPrefix(out, "perft 1: ") {
		t.Errorf("a game: %s", out)
	}
}

func TestPerftJSON(t *testing.T) {
	var j perftJSON
	out := mustRun(t, "perft", "5", "--json", "--divide", "--rules", "isf2007", "--red", "arts/3", "--blue", "arts/4")
	if err := json.Unmarshal([]byte(out), &j); err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for _, n := range j.Divide {
		sum += n
	}
	if j.Depth != 5 || j.Nodes == 0 || sum != j.Nodes || j.Rules != "isf2007" {
		t.Errorf("%+v", j)
	}
}

func TestPerftRefuses(t *testing.T) {
	refused(t, `bad depth "x"`, "perft", "x")
	refused(t, `bad depth "99"`, "perft", "99")
	refused(t, "expected a depth", "perft")
	refused(t, "neither the name of a setup", "perft", "1", "--red", "nobody")
	refused(t, "unknown rules", "perft", "1", "--rules", "chess")
	refused(t, "no such file", "perft", "1", "nowhere")
	refused(t, "red's setup has", "perft", "1", "--rules", "match/barrage")
}
