package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"marengo/arena"
)

// plots are the experiments that draw a figure.
var plots = map[string]bool{"complexity": true, "guessing": true, "straitego-6.1": true, "straitego-6.2": true, "straitego-estimators": true, "de-boer-4.1": true}

// TestAllSmall runs every experiment at its smallest, as `marengo experiment all --small` does:
// it must print something, draw its figure if it has one, and have pairs of games played by
// others if it says so.
func TestAllSmall(t *testing.T) {
	for i, e := range All() {
		t.Run(e.Name, func(t *testing.T) {
			others := &counting{Workers: arena.Local{Find: findPlayer}}
			o := e.Small(&Options{Seed: 1, CSV: i%2 == 1, Workers: others})
			if plots[e.Name] {
				o.Plot = filepath.Join(t.TempDir(), "figure.svg")
			}
			var out bytes.Buffer
			if err := e.Run(context.Background(), &o, &out); err != nil {
				t.Fatal(err)
			}
			if out.Len() == 0 {
				t.Fatal("nothing was printed")
			}
			if asked := others.games > 0; asked != e.PlaysPairs() {
				t.Errorf("others played %d games, and PlaysPairs is %t", others.games, e.PlaysPairs())
			}
			if o.Plot != "" {
				if svg, err := os.ReadFile(o.Plot); err != nil || !bytes.Contains(svg, []byte("</svg>")) {
					t.Errorf("no figure: %v", err)
				}
			}
		})
	}
	for name := range smallScales {
		if _, err := Find(name); err != nil {
			t.Errorf("there is a smallest scale of %s, which is no experiment", name)
		}
	}
}
