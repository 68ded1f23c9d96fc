package stratego

import "fmt"

// Color is a side: Red moves first and sits at the bottom.
type Color uint8

// The two sides. NoColor stands for neither.
const (
	Red Color = iota
	Blue
	NoColor
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "red", "blue" or "nobody".
func (c Color) String() string {
	switch c {
	case Red:
		return "red"
	case Blue:
		return "blue"
	}
	return "nobody"
}

// ParseColor reads "red" or "blue".
func ParseColor(s string) (Color, error) {
	switch s {
	case "red":
		return Red, nil
	case "blue":
		return Blue, nil
	}
	return NoColor, fmt.Errorf("unknown colour %q, expected red or blue", s)
}
