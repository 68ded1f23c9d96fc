package plot

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTicks reads axes off at round numbers that enclose what is drawn.
func TestTicks(t *testing.T) {
	for _, x := range []struct {
		lo, hi float64
		want   string
	}{
		{0.2242, 0.6105, "0.2 0.3 0.4 0.5 0.6 0.7"},
		{0, 1, "0 0.2 0.4 0.6 0.8 1"},
		{-1, 1, "-1 -0.5 0 0.5 1"},
		{3, 716, "0 100 200 300 400 500 600 700 800"},
	} {
		var got []string
		for _, at := range ticks(x.lo, x.hi) {
			got = append(got, fmt.Sprintf("%.4g", at))
		}
		if s := strings.Join(got, " "); s != x.want {
			t.Errorf("from %g to %g: ticks at %s, expected %s", x.lo, x.hi, s, x.want)
		}
	}
}

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
