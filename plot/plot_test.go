package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrite draws one figure of each kind: well-formed SVG with a mark for everything.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plot.svg")
	err := Write(path, []Figure{
		{Title: "points", Points: [][2]float64{{0, 1}, {1, 2}}, Bars: [][3]float64{{0, 0.5, 1.5}}, Lines: []Line{{"a", [][2]float64{{0, 1}, {1, 2}}}}},
		{Title: "cells", XLabel: "per cent", Cells: [][]float64{{0, 0.5}, {1, 0.25}}},
		{Title: "nothing", Lines: []Line{{Name: "empty"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(string(text)))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for mark, n := range map[string]int{"<circle": 2, "<path": 1, "<polyline": 2, ">50.0<": 1, ">100.0<": 1} {
		if got := strings.Count(string(text), mark); got != n {
			t.Errorf("%d marks %q, expected %d", got, mark, n)
		}
	}
	if err := Write(filepath.Join(t.TempDir(), "no", "such", "folder.svg"), nil); err == nil {
		t.Error("a plot was written into no folder")
	}
}
