package main

import (
	"encoding/json"
	"strings"
	"testing"

	"marengo/nn"
)

// TestBench measures for a moment: every figure is there, and the signature stands in
// the last line.
func TestBench(t *testing.T) {
	var f benchFigures
	if err := json.Unmarshal([]byte(mustRun(t, "bench", "--json", "--runs", "1", "--each", "1ms")), &f); err != nil {
		t.Fatal(err)
	}
	if f.RandomPliesPerSecond <= 0 || f.SearchNodes <= 0 || f.SearchNodesPerSecond <= 0 {
		t.Errorf("figures are missing: %+v", f)
	}
	if want := 2 * len(nn.Kernels()); len(f.Networks) != want {
		t.Errorf("%d networks, want %d", len(f.Networks), want)
	}
	for _, n := range f.Networks {
		if n.Evaluations <= 0 || n.ValuesAlone <= 0 {
			t.Errorf("figures are missing: %+v", n)
		}
	}
	var text strings.Builder
	if err := f.print(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "Bench: ") {
		t.Errorf("the last line is %q", last)
	}
}
