package plot_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"marengo/plot"
)

// A plot is a file of SVG with one figure below the other.
func Example() {
	dir, err := os.MkdirTemp("", "marengo")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "course.svg")
	err = plot.Write(path, []plot.Figure{{
		Title: "score by generation",
		Lines: []plot.Line{{Name: "mean", Points: [][2]float64{{0, 50}, {10, 54}}}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := os.ReadFile(path)
	fmt.Println(strings.Count(string(text), "<polyline"), err)
	// Output: 1 <nil>
}
