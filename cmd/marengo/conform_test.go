package main

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"marengo/record"
)

func conformanceFile(name string) string {
	return filepath.Join("..", "..", "record", "testdata", "conformance", name)
}

func TestConformAgrees(t *testing.T) {
	out := mustRun(t, "conform", conformanceFile("cases.jsonl.gz"))
	if !strings.HasSuffix(out, "all agrees: 60 games, 383 plies, 0 inferences\n") {
		t.Errorf("said %q", out)
	}
	var j conformJSON
	if err := json.Unmarshal([]byte(mustRun(t, "conform", conformanceFile("cases.jsonl.gz"), "--json")), &j); err != nil {
		t.Fatal(err)
	}
	if !j.Agrees || j.Games != 60 || j.Plies != 383 {
		t.Errorf("%+v", j)
	}
}

// planted is a game whose first list lacks a move.
const planted = `{"id":"planted","rules":{"two_squares":3},"to_move":"red","pieces":{"a1":"rF","b1":"r6","k0":"bF"},` +
	`"plies":[{"n":1,"player":"red","legal":["b1-b2"],"move":"b1-b2"}]}` + "\n"

func TestConformShowsTheDifference(t *testing.T) {
	path := write(t, "games.jsonl", planted)
	_, _, err := run(t, "conform", path)
	var d *record.Difference
	var bad badInput
	if !errors.As(err, &d) || errors.As(err, &bad) {
		t.Fatalf("%v, expected a difference", err)
	}
	for _, want := range []string{path, "planted", "ply 1", "b1-b2\n", "b1-b2 b1-c1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in %v", want, err)
		}
	}
	out, _, err := run(t, "conform", path, "--json")
	var j conformJSON
	if jsonErr := json.Unmarshal([]byte(out), &j); jsonErr != nil || err == nil || errors.As(err, &bad) {
		t.Fatalf("%q, %v", out, err)
	}
	if j.Agrees || j.Difference == nil || j.Difference.Ours != "b1-b2 b1-c1" || j.Difference.Ply != 1 {
		t.Errorf("%+v", j)
	}
}

func TestConformRefuses(t *testing.T) {
	refused(t, "at least one file", "conform")
	refused(t, "no such file", "conform", "nowhere.jsonl")
	refused(t, "junk.jsonl:1", "conform", write(t, "junk.jsonl", "\x00\x01"))
}
