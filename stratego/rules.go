package stratego

import (
	"fmt"
	"strconv"
	"strings"
)

// Variant is a game played on the same board with other armies.
type Variant uint8

// The variants.
const (
	Classic Variant = iota // 40 pieces a side
	Barrage                // 8 pieces a side, placed anywhere on the home rows
)

// String returns "classic" or "barrage".
func (v Variant) String() string {
	if v == Barrage {
		return "barrage"
	}
	return "classic"
}

// ParseVariant reads a variant's name.
func ParseVariant(s string) (Variant, error) {
	for v := Classic; v <= Barrage; v++ {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown variant %q, expected classic or barrage", s)
}

var variantCounts = [...]Counts{
	Classic: {Flag: 1, Spy: 1, Scout: 8, Miner: 5, Sergeant: 4, Lieutenant: 4, Captain: 4,
		Major: 3, Colonel: 2, General: 1, Marshal: 1, Bomb: 6}, // De Boer A1
	Barrage: {Flag: 1, Spy: 1, Scout: 2, Miner: 1, General: 1, Marshal: 1, Bomb: 1},
}

// Counts returns how many pieces of each rank a side starts with.
func (v Variant) Counts() Counts { return variantCounts[v&1] }

// MaxLimit is the largest draw limit: the undo record keeps clocks in 15 bits.
const MaxLimit = 1<<15 - 1

// Rules say which game is played and what ends or forbids repetition. The zero
// value is classic Stratego without repetition rules or limits.
type Rules struct {
	Variant     Variant
	TwoSquares  int  // crossings of one border in a row that are allowed; 0: no such rule
	ScoutClause bool // two-squares looks at every border a scout crosses, not at exact pairs
	MoreSquares bool // the chasing rule
	QuietLimit  int  // plies without a battle that draw; 0: none
	PlyLimit    int  // plies in all that draw; 0: none
}

// presets are the rules by name, with a sentence for people; docs/rules.md says
// where each comes from.
var presets = []struct {
	name  string
	rules Rules
	about string
}{
	{"match", Rules{TwoSquares: 3, ScoutClause: true, MoreSquares: true, QuietLimit: 200, PlyLimit: 4000},
		"The federation's rules today, drawn after 200 plies without a battle or 4,000 in all."},
	{"isf", Rules{TwoSquares: 3, ScoutClause: true, MoreSquares: true},
		"The federation's rules today: three crossings, no chasing, no limit."},
	{"isf2007", Rules{TwoSquares: 5, ScoutClause: true, MoreSquares: true},
		"The federation's rules of 2007: five crossings, no chasing."},
	{"arts", Rules{TwoSquares: 5, ScoutClause: true, MoreSquares: true, PlyLimit: 1200},
		"Five crossings, no chasing, 1,200 plies in all."},
	{"straitego", Rules{TwoSquares: 3, PlyLimit: 2000},
		"Three crossings of exact pairs, chasing allowed, 2,000 plies in all."},
	{"evaluator", Rules{PlyLimit: 10000},
		"No repetition rules, 10,000 plies in all."},
}

// DefaultRules are those named "match".
var DefaultRules = presets[0].rules

// PresetNames returns the names that Preset knows, the default first.
func PresetNames() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// AboutPreset returns a sentence on the rules of a name, empty for an unknown one.
func AboutPreset(name string) string {
	for _, p := range presets {
		if p.name == name {
			return p.about
		}
	}
	return ""
}

// Preset returns the rules of a name: "match", or "match/barrage" for the same
// rules in another variant.
func Preset(name string) (Rules, error) {
	base, variant, found := strings.Cut(name, "/")
	for _, p := range presets {
		if p.name != base {
			continue
		}
		r := p.rules
		if found {
			v, err := ParseVariant(variant)
			if err != nil {
				return Rules{}, fmt.Errorf("rules %q: %w", name, err)
			}
			r.Variant = v
		}
		return r, nil
	}
	return Rules{}, fmt.Errorf("unknown rules %q, expected one of %s", name, strings.Join(PresetNames(), ", "))
}

// ParseRules reads what Rules.String writes: a preset's name, or rules spelt out as
// "two=3,scout=true,more=true,quiet=200,plies=4000", either with "/barrage".
func ParseRules(text string) (Rules, error) {
	if !strings.Contains(text, "=") {
		return Preset(text)
	}
	spelt, variant, found := strings.Cut(text, "/")
	var r Rules
	if found {
		v, err := ParseVariant(variant)
		if err != nil {
			return Rules{}, fmt.Errorf("rules %q: %w", text, err)
		}
		r.Variant = v
	}
	given := map[string]bool{}
	for _, field := range strings.Split(spelt, ",") {
		name, val, _ := strings.Cut(field, "=")
		if given[name] {
			return Rules{}, fmt.Errorf("rules %q: %s is given twice", text, name)
		}
		given[name] = true
		var err error
		switch name {
		case "two":
			r.TwoSquares, err = strconv.Atoi(val)
		case "scout":
			r.ScoutClause, err = strconv.ParseBool(val)
		case "more":
			r.MoreSquares, err = strconv.ParseBool(val)
		case "quiet":
			r.QuietLimit, err = strconv.Atoi(val)
		case "plies":
			r.PlyLimit, err = strconv.Atoi(val)
		default:
			err = fmt.Errorf("expected two, scout, more, quiet or plies")
		}
		if err != nil {
			return Rules{}, fmt.Errorf("rules %q: bad part %q: %w", text, field, err)
		}
	}
	if err := r.Check(); err != nil {
		return Rules{}, fmt.Errorf("rules %q: %w", text, err)
	}
	return r, nil
}

// String returns the preset's name, such as "match" or "match/barrage"; rules
// that are no preset are spelt out.
func (r Rules) String() string {
	plain := r
	plain.Variant = Classic
	suffix := ""
	if r.Variant != Classic {
		suffix = "/" + r.Variant.String()
	}
	for _, p := range presets {
		if p.rules == plain {
			return p.name + suffix
		}
	}
	return fmt.Sprintf("two=%d,scout=%t,more=%t,quiet=%d,plies=%d%s",
		r.TwoSquares, r.ScoutClause, r.MoreSquares, r.QuietLimit, r.PlyLimit, suffix)
}

// Check says what is wrong with the rules, or nothing.
func (r Rules) Check() error {
	switch {
	case r.Variant > Barrage:
		return fmt.Errorf("unknown variant %d", r.Variant)
	case r.TwoSquares < 0 || r.TwoSquares == 1 || r.TwoSquares > maxTwoSquares:
		return fmt.Errorf("two-squares limit %d, expected 0 or 2 to %d", r.TwoSquares, maxTwoSquares)
	case r.QuietLimit < 0 || r.QuietLimit > MaxLimit:
		return fmt.Errorf("quiet limit %d, expected 0 to %d", r.QuietLimit, MaxLimit)
	case r.PlyLimit < 0 || r.PlyLimit > MaxLimit:
		return fmt.Errorf("ply limit %d, expected 0 to %d", r.PlyLimit, MaxLimit)
	}
	return nil
}

// maxTwoSquares bounds how far back the two-squares rule looks.
const maxTwoSquares = 9
