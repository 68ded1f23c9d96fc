// Package agents holds the artificial players, and one explicit table of them.
//
// There are only a few types. An Entry describes a player: its name, what it is,
// which variants it plays, which options it takes. Parse reads an agent string
// such as "lewis" or "star:depth=4" and returns a Factory, which has loaded what
// the player needs and makes an agent.Agent for each game.
//
// To add a player, write it in a file of its own and add its Entry to the table.
package agents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marengo/agent"
	"marengo/figure"
	"marengo/setup"
	"marengo/stratego"
)

// Entry describes a player.
type Entry struct {
	Name        string
	Description string // one line
	Paper       string // where it is described; empty for ours
	Variants    []stratego.Variant
	Options     []Option
	Presets     []Preset
	OwnSetup    bool // it plays only from a setup of its own and cannot be given a board
	Free        bool // what follows the name is one text, not options

	// Levels are the options of a player below its full strength, the weakest first.
	// One without them is weakened by moves that it plays without thought.
	Levels []string

	// Play is the revision of its play: raised whenever the same string and seed come
	// to play other games.
	Play int

	// build reads the options and loads files; it returns what makes an agent
	// for one game. Makers are called from several goroutines at once.
	build func(a *Args) Maker
}

// Maker makes an agent for one game.
type Maker func() (agent.Agent, error)

// Option is something that can be set after a player's name: "name:option=value".
type Option struct {
	Name    string
	Was     string // an earlier name that is still read
	Default string
	Help    string
}

var (
	anyVariant  = []stratego.Variant{stratego.Classic, stratego.Barrage}
	classicOnly = []stratego.Variant{stratego.Classic}
)

// Table lists the players in the order that help shows them. It is a function
// because some players are made of others.
func Table() []Entry {
	entries := []Entry{
		randomEntry,
		carefulEntry,
		lewisEntry,
		starEntry,
		invincibleEntry,
		mctsEntry,
		marengoEntry,
		commandEntry,
	}
	for i, e := range entries {
		if !e.Free {
			entries[i].Options = append(slices.Clip(e.Options), levelOption)
		}
	}
	return entries
}

// find returns the player of a name.
func find(name string) (Entry, error) {
	var names []string
	for _, e := range Table() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Entry{}, fmt.Errorf("unknown agent %q, expected one of %s", name, strings.Join(names, ", "))
}

// Plays says whether the player knows a variant.
func (e Entry) Plays(v stratego.Variant) bool {
	for _, known := range e.Variants {
		if known == v {
			return true
		}
	}
	return false
}

// Factory makes agents of one kind with one set of options.
type Factory struct {
	Entry
	text     string
	files    []File
	revision string
	figures  figure.Vector
	make     Maker

	// How other machines can make the player.
	named    []namedData
	kernels  []string
	bound    string
	command  string
	imported []stratego.Setup
}

// SetsUpItself says that the player plays only from a setup of its own.
func (f *Factory) SetsUpItself() bool { return f.OwnSetup }

// String returns the agent string that Parse read.
func (f *Factory) String() string { return f.text }

// New makes an agent for one game.
func (f *Factory) New() (agent.Agent, error) {
	a, err := f.make()
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", f.text, err)
	}
	return a, nil
}

// Files returns the files that the player loaded and their hashes, in one line;
// empty for a player that loads none. Together with the agent string it is the
// player's identity.
func (f *Factory) Files() string {
	parts := make([]string, len(f.files))
	for i, file := range f.files {
		parts[i] = file.String()
	}
	return strings.Join(parts, " ")
}

// Revision says how the player plays and sets up, beside its string and files: nothing
// as long as it is as in the first version, else such as "2", or "1, human-like 2" where
// only its setups have come to differ.
func (f *Factory) Revision() string { return f.revision }

// Figures returns the numbers that the player plays by and that can be tuned; none for
// most players.
func (f *Factory) Figures() figure.Vector { return f.figures }

// Loader reads agent strings. It hands players what is not in the string itself.
type Loader struct {
	// Imported returns the setups that a person has saved, for players that are told
	// to use them. It is asked only by those; nil is none.
	Imported func() ([]stratego.Setup, error)

	// Note takes what a person should know of a player, such as that it makes do with
	// less than its string asks for; nil where nobody listens.
	Note func(text string)

	// Place, if set, says where on this machine the file or folder lies that a string
	// names. Without it a name is a path.
	Place func(name string) (path string, err error)

	// Command, if set, returns the command line that the text of cmd: stands for.
	// Without it the text is one.
	Command func(text string) (line string, err error)

	// door lets the omniscient estimator in; only ParseExperimental opens it.
	door bool
}

// Parse reads an agent string for a player that needs no imported setups.
func Parse(text string) (*Factory, error) { return Loader{}.Parse(text) }

// Parse reads an agent string: a name, then options if any, "star:depth=4,table=16".
func (l Loader) Parse(text string) (*Factory, error) {
	name, rest, _ := strings.Cut(text, ":")
	e, err := find(name)
	if err != nil {
		return nil, err
	}
	f, err := e.parse(rest, l)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", text, err)
	}
	f.text = text
	return f, nil
}

// parse reads what follows the player's name.
func (e Entry) parse(text string, l Loader) (*Factory, error) {
	e, args, err := e.args(text)
	if err != nil {
		return nil, err
	}
	args.loader = l
	f := &Factory{Entry: e, make: e.build(args)}
	if args.classic {
		f.Variants = classicOnly
	}
	if !e.Free && len(e.Levels) == 0 {
		f.make = atLevel(f.make, args.Int(levelOption.Name, 1, Levels))
	}
	f.files, f.revision, f.figures = args.files, e.revision(args), args.figures
	f.named, f.kernels, f.bound, f.command, f.imported = args.named, args.kernels, args.bound, args.command, args.own
	return f, args.err
}

// args reads a preset and options.
func (e Entry) args(text string) (Entry, *Args, error) {
	e, text, err := e.preset(text)
	if err != nil {
		return e, nil, err
	}
	args, err := parseArgs(e, text)
	if err != nil || e.Free || len(e.Levels) == 0 {
		return e, args, err
	}
	if level := args.Int(levelOption.Name, 1, Levels); args.err == nil && level < Levels {
		if e, err = e.defaults("level", e.Levels[level-1]); err == nil {
			args, err = parseArgs(e, text)
		}
	}
	return e, args, err
}

// revision says how the player plays, sets up and guesses; nothing as long as all of it is as it was at first.
func (e Entry) revision(a *Args) string {
	parts := []string{strconv.Itoa(e.Play)}
	for _, r := range []string{setup.Revision(a.values[setupName]), guesserRevision(a.values["guess"])} {
		if r != "" {
			parts = append(parts, r)
		}
	}
	if e.Play <= 1 && len(parts) == 1 {
		return ""
	}
	return strings.Join(parts, ", ")
}

// Revision returns what the Factory of an agent string would, and loads nothing.
func Revision(text string) (string, error) {
	name, rest, _ := strings.Cut(text, ":")
	e, err := find(name)
	if err != nil {
		return "", err
	}
	e, args, err := e.args(rest)
	if err != nil {
		return "", fmt.Errorf("agent %q: %w", text, err)
	}
	return e.revision(args), nil
}
