package main

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func conformanceFile(name string) string {
	return filepath.Join("..", "..", "record", "conform", "testdata", name)
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

// planted is a game two of whose lists lack a move.
const planted = `{"id":"planted","rules":{"two_squares":3},"to_move":"red","pieces":{"a1":"rF","b1":"r6","k0":"bF","k9":"b6"},` +
	`"plies":[{"n":1,"player":"red","legal":["b1-b2"],"move":"b1-b2"},{"n":2,"player":"blue","legal":["k9-k8"],"move":"k9-k8"}],` +
	`"result":{"winner":"none","reason":"unfinished"}}` + "\n"

func TestConformShowsEveryDifference(t *testing.T) {
	path := write(t, "games.jsonl", planted)
	out, _, err := run(t, "conform", path)
	var bad badInput
	if err == nil || err.Error() != "2 differences" || errors.As(err, &bad) {
		t.Fatalf("%v, expected two differences", err)
	}
	for _, want := range []string{path, "planted, ply 1", "b1-b2\n", "b1-b2 b1-c1", "planted, ply 2", "k9-j9 k9-k8", "0 games, 0 plies"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
	out, _, err = run(t, "conform", path, "--json")
	var j conformJSON
	if jsonErr := json.Unmarshal([]byte(out), &j); jsonErr != nil || err == nil || errors.As(err, &bad) {
		t.Fatalf("%q, %v", out, err)
	}
	if j.Agrees || len(j.Differences) != 2 || j.Differences[0].Ours != "b1-b2 b1-c1" || j.Differences[1].Ply != 2 {
		t.Errorf("%+v", j)
	}
}

func TestConformRefuses(t *testing.T) {
	refused(t, "at least one file", "conform")
	refused(t, "no such file", "conform", "nowhere.jsonl")
	refused(t, "junk.jsonl:1", "conform", write(t, "junk.jsonl", "\x00\x01"))
}
