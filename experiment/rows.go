package experiment

import (
	"slices"
	"strings"
)

// The options that choose rows of a table.
const (
	byName = "--rows"
	byT    = "--t"
)

// rowsBy says which of them chooses rows of an experiment's table. The other experiments make theirs
// as a whole.
var rowsBy = map[string]string{
	"arts-6.14":             byName,
	"arts-6.15":             byName,
	"arts-order":            byName,
	"quiescence-4":          byName,
	"quiescence-5":          byName,
	"straitego-setups":      byName,
	"straitego-6.1":         byName,
	"straitego-6.2":         byName,
	"straitego-puct":        byName,
	"straitego-information": byName,
	"straitego-estimators":  byName,
	"straitego-evaluators":  byName,
	"lookahead-guess":       byName,
	"schadd-5.2":            byT,
	"schadd-5.3":            byT,
	"schadd-5.4":            byT,
	"schadd-5.5":            byT,
	"schadd-5.6":            byT,
	"schadd-5.7":            byT,
	"schadd-5.8":            byT,
	"schadd-5.9":            byT,
	"schadd-5.10":           byT,
	"schadd-5.11":           byT,
	"schadd-robust":         byT,
	"schadd-multi":          byT,
}

// checkChoice refuses to choose rows where the experiment has none to choose.
func (o *Options) checkChoice() error {
	for _, choice := range []struct {
		by    string
		given bool
	}{{byName, len(o.Rows) > 0}, {byT, len(o.T) > 0}} {
		switch by := rowsBy[o.name]; {
		case !choice.given || by == choice.by:
		case by != "":
			return badInputf("experiment %s has no rows that %s could choose; %s chooses its rows", o.name, choice.by, by)
		default:
			return badInputf("experiment %s has no rows that %s could choose", o.name, choice.by)
		}
	}
	return nil
}

// label is what a row of a table of matches is asked for by: its section, if it has one, and what it
// compares.
type label struct{ section, what string }

// is says whether the row is the one asked for.
func (l label) is(asked string) bool { return l.section == asked || l.what == asked }

// only returns which rows those asked for are: the ones called so, by section or by what they compare,
// or else the ones with these words in what they compare; all where none is asked for.
func (o *Options) only(rows []label) (wanted []bool, err error) {
	wanted = make([]bool, len(rows))
	for i := range wanted {
		wanted[i] = len(o.Rows) == 0
	}
	for _, asked := range o.Rows {
		called := slices.ContainsFunc(rows, func(l label) bool { return l.is(asked) })
		found := false
		for i, l := range rows {
			if l.is(asked) || !called && strings.Contains(l.what, asked) {
				wanted[i], found = true, true
			}
		}
		if !found {
			return nil, badInputf("no row of this table has the section %q, nor has it in what it compares, expected some of %s", asked, names(rows))
		}
	}
	return wanted, nil
}

// labels are what rows are asked for by.
func labels[R interface{ label() label }](rows []R) (list []label) {
	for _, r := range rows {
		list = append(list, r.label())
	}
	return list
}

func (c contest) label() label  { return label{c.section, c.what} }
func (g artsGame) label() label { return label{what: g.name} }
func (p pairing) label() label  { return label{what: p.name} }

// names lists rows by their sections and what they compare.
func names(rows []label) string {
	var list []string
	for _, l := range rows {
		if l.section != "" {
			list = append(list, l.section)
		}
		list = append(list, `"`+l.what+`"`)
	}
	return strings.Join(list, ", ")
}

// row says whether the rows of a t are wanted.
func (o *Options) row(t float64) bool { return len(o.T) == 0 || slices.Contains(o.T, t) }

// checkT refuses a t for which a table has no row.
func (o *Options) checkT(table string, known []float64) error {
	for _, asked := range o.T {
		if !slices.Contains(known, asked) {
			return badInputf("table %s has no row for t = %v, expected some of %v", table, asked, known)
		}
	}
	return nil
}
