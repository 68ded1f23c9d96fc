package experiment

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"marengo/arena"
)

// plots are the experiments that draw a figure; true for one that draws it of games of its own, instead of its tables'.
var plots = map[string]bool{"complexity": false, "guessing": false, "straitego-6.1": false, "straitego-6.2": false, "straitego-estimators": true, "de-boer-4.1": false}

// TestAllSmall runs every experiment at its smallest, as `marengo experiment all --small` does:
// it must print something, draw its figure if it has one, and have pairs of games played by
// others if it says so.
func TestAllSmall(t *testing.T) {
	for i, e := range All() {
		t.Run(e.Name, func(t *testing.T) {
			apart, draws := plots[e.Name]
			if draws {
				figure := filepath.Join(t.TempDir(), "figure.svg")
				asked := runSmall(t, e, Options{Seed: 1, CSV: i%2 == 1, Plot: figure})
				if svg, err := os.ReadFile(figure); err != nil || !bytes.Contains(svg, []byte("</svg>")) {
					t.Errorf("no figure: %v", err)
				}
				if !apart && asked != e.PlaysPairs() {
					t.Errorf("others played games: %t, and PlaysPairs is %t", asked, e.PlaysPairs())
				}
			}
			if !draws || apart {
				if asked := runSmall(t, e, Options{Seed: 1, CSV: i%2 == 1}); asked != e.PlaysPairs() {
					t.Errorf("others played games: %t, and PlaysPairs is %t", asked, e.PlaysPairs())
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

// runSmall runs an experiment at its smallest and says whether others played games for it.
func runSmall(t *testing.T, e Experiment, o Options) (asked bool) {
	t.Helper()
	others := &counting{Workers: arena.Local{Find: findPlayer}}
	o.Workers = others
	o = e.Small(&o)
	var out bytes.Buffer
	if err := e.Run(context.Background(), &o, &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		t.Fatal("nothing was printed")
	}
	return others.games > 0
}
