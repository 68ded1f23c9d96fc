package agents

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"marengo/figure"
	"marengo/stratego"
)

// Args are the options of an agent string. Its readers remember the first value
// that cannot be used, so that a player reads all its options without checks.
type Args struct {
	values  map[string]string
	files   []File
	figures figure.Vector
	named   []namedData
	kernels []string // of its networks
	bound   string   // what ties it to this machine
	command string   // the hash of a command line
	own     []stratego.Setup
	classic bool // what it was told to use knows classic games only
	err     error
	loader  Loader
}

func words(names []string) string { return strings.Join(names, ", ") }

// File is a file that a player loaded.
type File struct {
	Path   string
	SHA256 string // in hexadecimal
}

// String writes the file with its hash.
func (f File) String() string { return f.Path + "=sha256:" + f.SHA256 }

// freeText is the name under which a text that is no options is kept.
const freeText = ""

// parseArgs reads "a=1,b=2" against the options there are.
func parseArgs(e Entry, text string) (*Args, error) {
	a := &Args{values: make(map[string]string)}
	if e.Free {
		a.values[freeText] = text
		return a, nil
	}
	var names []string
	earlier := make(map[string]string)
	for _, o := range e.Options {
		a.values[o.Name] = o.Default
		names = append(names, o.Name)
		earlier[o.Was] = o.Name
	}
	if text == "" {
		return a, nil
	}
	seen := make(map[string]bool)
	for _, part := range strings.Split(text, ",") {
		name, value, found := strings.Cut(part, "=")
		if now, ok := earlier[name]; ok && name != "" {
			name = now
		}
		switch {
		case len(names) == 0:
			return nil, fmt.Errorf("unknown option %q, there are none", name)
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("unknown option %q, expected one of %s", name, strings.Join(names, ", "))
		case !found || value == "":
			return nil, fmt.Errorf("option %s has no value, expected %s", name, e.example(name))
		case seen[name]:
			return nil, fmt.Errorf("option %s is given twice", name)
		}
		seen[name] = true
		a.values[name] = value
	}
	return a, nil
}

// example says how an option is given: by its default, or by what it is.
func (e Entry) example(name string) string {
	o := e.Options[slices.IndexFunc(e.Options, func(o Option) bool { return o.Name == name })]
	if o.Default == "" {
		return fmt.Sprintf("%s=… (%s)", name, o.Help)
	}
	return fmt.Sprintf("%s=%s or the like", name, o.Default)
}

// fail keeps the first error.
func (a *Args) fail(name, want string) {
	if a.err == nil {
		a.err = fmt.Errorf("option %s is %q, expected %s", name, a.values[name], want)
	}
}

// String returns an option as it was written.
func (a *Args) String(name string) string { return a.values[name] }

// Int reads a whole number from low to high.
func (a *Args) Int(name string, low, high int) int {
	n, err := strconv.Atoi(a.values[name])
	if err != nil || n < low || n > high {
		a.fail(name, fmt.Sprintf("a whole number from %d to %d", low, high))
		return low
	}
	return n
}

// Float reads a number from low to high.
func (a *Args) Float(name string, low, high float64) float64 {
	x, err := strconv.ParseFloat(a.values[name], 64)
	if err != nil || math.IsNaN(x) || x < low || x > high {
		a.fail(name, fmt.Sprintf("a number from %g to %g", low, high))
		return low
	}
	return x
}

// FloatOr reads a number from low to high, or "figures" for the one given.
func (a *Args) FloatOr(name string, low, high, figure float64) float64 {
	if a.values[name] == "figures" {
		return figure
	}
	return a.Float(name, low, high)
}

// Bool reads on or off.
func (a *Args) Bool(name string) bool {
	switch a.values[name] {
	case "on", "true", "1":
		return true
	case "off", "false", "0":
		return false
	}
	a.fail(name, "on or off")
	return false
}

// Choice reads one of several words.
func (a *Args) Choice(name string, words ...string) string {
	if slices.Contains(words, a.values[name]) {
		return a.values[name]
	}
	a.fail(name, "one of "+strings.Join(words, ", "))
	return words[0]
}

// Load reads the file that an option names and makes its hash part of the player's
// identity. An option that is empty loads nothing.
func (a *Args) Load(name string) []byte {
	path := a.values[name]
	if path == "" {
		return nil
	}
	data, err := a.read(name, path)
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	return data
}

// identify makes a file part of the player's identity.
func (a *Args) identify(path string, data []byte) {
	a.files = append(a.files, File{Path: path, SHA256: hexSum(data)})
}

// Note says how an option's value is taken, where that is not what was asked for.
func (a *Args) Note(name, text string) {
	if a.loader.Note != nil {
		a.loader.Note(fmt.Sprintf("%s=%s: %s", name, a.values[name], text))
	}
}

// Fail says that an option's value, well formed, cannot be used.
func (a *Args) Fail(name string, err error) {
	if a.err == nil {
		a.err = fmt.Errorf("option %s: %w", name, err)
	}
}
