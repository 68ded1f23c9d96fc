package experiment

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestOnlySomeRows(t *testing.T) {
	contests := []contest{{section: "8.1.1", what: "nuc v random"}, {section: "8.1.8", what: "double v nuc"}, {section: "8.1.9", what: "doublenuc v nuc"}}
	for _, c := range []struct {
		asked string
		want  []bool
	}{
		{"", []bool{true, true, true}},
		{"8.1.9", []bool{false, false, true}},
		{"double", []bool{false, true, true}},
		{"nuc v random", []bool{true, false, false}},
		{"8.1.1,8.1.8", []bool{true, true, false}},
	} {
		o := Options{}
		if c.asked != "" {
			o.Rows = strings.Split(c.asked, ",")
		}
		if got, err := o.only(labels(contests)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("rows %q: %v, %v, want %v", c.asked, got, err, c.want)
		}
	}
	if _, err := (&Options{Rows: []string{"8.2"}}).only(labels(contests)); err == nil || !strings.Contains(err.Error(), `"8.2"`) {
		t.Errorf("a row that no table has gives %v", err)
	}
}

// TestMatchTablesHaveRows: a table of matches plays the rows that are asked for and no other. Row 1 of
// quiescence-4 is not row 10.
func TestMatchTablesHaveRows(t *testing.T) {
	for _, c := range []struct {
		experiment string
		rows, want []string
	}{
		{"quiescence-4", []string{"1"}, []string{"1"}},
		{"quiescence-4", []string{"all", "3"}, []string{"3", "all"}},
		{"quiescence-5", []string{"level 1 against none"}, []string{"level 1 against none"}},
		{"quiescence-5", []string{"level 1 against"}, []string{"level 1 against none", "level 1 against QS limit 0"}},
		{"arts-6.14", []string{"feature 3"}, []string{"feature 3"}},
		{"arts-6.15", []string{"M 10 C 2"}, []string{"M 10 C 2 R 2"}},
		{"arts-order", []string{"bounds"}, []string{"bounds of events on"}},
	} {
		e, err := Find(c.experiment)
		if err != nil {
			t.Fatal(err)
		}
		o := e.Small(&Options{Seed: 1, Rows: c.rows, CSV: true})
		var out bytes.Buffer
		if err := e.Run(context.Background(), &o, &out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n")[1:] {
			if name, quoted := strings.CutPrefix(line, `"`); quoted {
				got = append(got, name[:strings.Index(name, `"`)])
			} else {
				got = append(got, strings.Split(line, ",")[0])
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s with rows %q prints %q, want %q", c.experiment, c.rows, got, c.want)
		}
	}
}

// TestRowsAreRefused: no experiment passes over rows that it does not have.
func TestRowsAreRefused(t *testing.T) {
	for _, e := range All() {
		for by, o := range map[string]Options{byName: {Rows: []string{"no such row"}}, byT: {T: []float64{0.123}}} {
			o = e.Small(&o)
			var out bytes.Buffer
			err := e.Run(context.Background(), &o, &out)
			var bad BadInput
			if !errors.As(err, &bad) {
				t.Errorf("%s: %s of a row that is not there gives %v", e.Name, by, err)
			} else if chosen := rowsBy[e.Name] == by; chosen == strings.Contains(err.Error(), by) {
				t.Errorf("%s, whose rows %s chooses: %v", e.Name, rowsBy[e.Name], err)
			}
		}
	}
	for name := range rowsBy {
		if _, err := Find(name); err != nil {
			t.Errorf("rows can be chosen of %s, which is no experiment", name)
		}
	}
}
