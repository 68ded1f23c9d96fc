package search

import "testing"

func TestReplacementSchemes(t *testing.T) {
	// Two positions that share a place: the first is deeper, the second bigger.
	const bits = 4
	first, second := uint64(1), uint64(1+1<<bits)
	for scheme, stays := range map[Replacement]uint64{ReplaceDeep: first, ReplaceNew: second, ReplaceOld: first, ReplaceBig: second} {
		tab := newTable(Table{Bits: bits, Replacement: scheme})
		tab.forget()
		tab.store(first, 1, 7, 5, exact, 100)
		tab.store(second, 2, 8, 3, exact, 1000)
		if tab.find(stays) == nil {
			t.Errorf("%v: key %d is gone", scheme, stays)
		}
		if gone := first + second - stays; tab.find(gone) != nil {
			t.Errorf("%v: key %d is still there", scheme, gone)
		}
	}
}

func TestTableForgets(t *testing.T) {
	tab := newTable(Table{Bits: 4})
	for range 600 { // more than a byte's worth of generations
		tab.forget()
		if tab.find(3) != nil {
			t.Fatal("an entry outlived its search")
		}
		tab.store(3, 1, 7, 5, lower, 1)
		if e := tab.find(3); e == nil || !tab.good(e, 5) || !tab.good(e, 4) || tab.good(e, 6) {
			t.Fatal("an entry of depth 5 must serve depths 4 and 5 alone")
		}
	}
}

func TestSchemesHaveNames(t *testing.T) {
	for r := range replacements {
		if got, err := ParseReplacement(r.String()); err != nil || got != r {
			t.Errorf("%v reads as %v, error %v", r, got, err)
		}
	}
	if _, err := ParseReplacement("best"); err == nil {
		t.Error(`"best" was accepted`)
	}
}
