package main

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"marengo/analysis"
)

// analysed runs the command.
func analysed(t *testing.T, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append([]string{"analyse"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestAnalyse(t *testing.T) {
	out, err := analysed(t, "testdata/game.marengo", "--evals", "4", "--quiet", "--json")
	if err != nil {
		t.Fatal(err)
	}
	var r analysis.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Plies) != 137 || !r.Valued || r.Red.Result != 1 || math.Abs(r.Red.Start+r.Red.Skill()+r.Red.Luck()-1) > 1e-9 {
		t.Errorf("%d plies, red's account %+v", len(r.Plies), r.Red)
	}
	text := (&analyse{secrets: true}).text(&r)
	for _, want := range []string{"skill", "What decided it", "What the enemy could believe"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
}

func TestAnalyseRefuses(t *testing.T) {
	for _, args := range [][]string{{}, {"a", "b"}, {"missing.marengo"}, {"testdata/game.marengo", "--evals", "1"}, {"7", "--db", t.TempDir() + "/none.db"}} {
		if out, err := analysed(t, args...); err == nil {
			t.Errorf("%v: %s", args, out)
		}
	}
}
