// Package figure names the numbers that a player plays by and that measurement can set.
//
// There are only a few types. A Figure is one number: its name, where the player keeps it,
// its bounds, and a step that is worth measuring. A Vector is all of a player's. Of makes
// one of a struct whose fields carry tags, and Read sets one from a file.
package figure

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// Figure is one number that a player plays by.
type Figure struct {
	Name      string
	Value     *float64 // where the player keeps it
	Low, High float64  // what it may be
	Step      float64  // the least change that may show in games
}

// Vector is the figures of a player, in a fixed order.
type Vector []Figure

// Of returns the figures of a struct: its float64 fields with a tag such as
//
//	Decay float64 `figure:"0.85 0.5 1 0.05"` // value, low, high, step
//
// Each is named after its field with the first letter small, after a prefix if there is one:
// "hunt.decay". A tag that cannot be read is a mistake in the program, and Of panics.
func Of(prefix string, of any) Vector {
	return each(prefix, of, func(*float64, float64) {})
}

// Reset sets the figures of a struct to the values of their tags.
func Reset(of any) {
	each("", of, func(at *float64, value float64) { *at = value })
}

// each goes through the figures of a struct with the value of each tag.
func each(prefix string, of any, do func(at *float64, value float64)) (v Vector) {
	s := reflect.ValueOf(of).Elem()
	for i := range s.NumField() {
		field := s.Type().Field(i)
		tag, ok := field.Tag.Lookup("figure")
		if !ok {
			continue
		}
		f := Figure{Name: small(field.Name), Value: s.Field(i).Addr().Interface().(*float64)}
		if prefix != "" {
			f.Name = prefix + "." + f.Name
		}
		value, err := f.parseTag(tag)
		if err != nil {
			panic(fmt.Sprintf("figure %s of %s: %v", field.Name, s.Type(), err))
		}
		do(f.Value, value)
		v = append(v, f)
	}
	return v
}

// parseTag reads value, bounds and step.
func (f *Figure) parseTag(tag string) (value float64, err error) {
	parts := strings.Fields(tag)
	if len(parts) != 4 {
		return 0, fmt.Errorf("tag %q, expected value, low, high and step", tag)
	}
	for i, into := range [...]*float64{&value, &f.Low, &f.High, &f.Step} {
		if *into, err = strconv.ParseFloat(parts[i], 64); err != nil {
			return 0, fmt.Errorf("tag %q: %w", tag, err)
		}
	}
	if !(f.Low <= value && value <= f.High && f.Low < f.High && 0 < f.Step && f.Step <= f.High-f.Low) {
		return 0, fmt.Errorf("tag %q, expected low <= value <= high and a step that fits between", tag)
	}
	return value, nil
}

// small returns a name with a small first letter.
func small(name string) string {
	r := []rune(name)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// Values returns the numbers in order.
func (v Vector) Values() []float64 {
	x := make([]float64, len(v))
	for i, f := range v {
		x[i] = *f.Value
	}
	return x
}

// Set gives every figure a number; if one of them cannot be, it sets none.
func (v Vector) Set(x []float64) error {
	if len(x) != len(v) {
		return fmt.Errorf("%d values for %d figures", len(x), len(v))
	}
	for i, f := range v {
		if err := f.Check(x[i]); err != nil {
			return err
		}
	}
	for i, f := range v {
		*f.Value = x[i]
	}
	return nil
}

// Check says what is wrong with a number for the figure, or nothing.
func (f Figure) Check(x float64) error {
	if math.IsNaN(x) || x < f.Low || x > f.High {
		return fmt.Errorf("figure %s is %v, expected a number from %v to %v", f.Name, x, f.Low, f.High)
	}
	return nil
}

// Find returns the place of a figure by its name, or -1.
func (v Vector) Find(name string) int {
	for i, f := range v {
		if f.Name == name {
			return i
		}
	}
	return -1
}
