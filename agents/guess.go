package agents

import (
	"fmt"
	"slices"

	"marengo/belief"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// guesser is a way to guess hidden ranks, by the name that the option guess has for
// it in every player.
type guesser struct {
	name    string
	help    string
	classic bool // it knows no other variant

	// revision is raised whenever the same facts come to give other guesses or worlds.
	revision int

	// read takes what it needs from the options and returns what makes its
	// estimators, for either side.
	read func(a *Args) func(belief.Side) (belief.Estimator, error)
}

// guessers are De Boer's and what was built on his, then those of Schoenmakers 7.2.
var guessers = []guesser{
	{name: "counting", help: "all that the facts permit is equally likely", read: plainly(func(s belief.Side) belief.Estimator {
		return &belief.Counting{Side: s}
	})},
	{name: "boer", help: "De Boer's statistics and heuristics", read: plainly(func(s belief.Side) belief.Estimator {
		return belief.NewGuesser(belief.Options{Side: s})
	})},
	{name: "model", help: "De Boer's heuristics over our setup model", read: plainly(func(s belief.Side) belief.Estimator {
		return belief.NewGuesser(belief.Options{Side: s, Setups: setup.HumanConditional})
	})},
	{name: "opponent", help: "the model with Stankiewicz's opponents", read: plainly(func(s belief.Side) belief.Estimator {
		return belief.NewGuesser(belief.Options{Side: s, Setups: setup.HumanConditional, Opponent: belief.Learnt()})
	})},
	{name: "habits", help: "the model with learnt habits", read: plainly(habitsFor)},
	{name: "network", help: "the champion's network for guessing, or habits where it has not learnt to guess", classic: true, revision: 3, read: readNetworkGuesser},
	{name: "random", help: "any ranks that fit", classic: true, read: plainly(func(s belief.Side) belief.Estimator {
		e := &belief.Scattered{}
		e.Side = s
		return e
	})},
	{name: "database", help: "the known setup that fits best", classic: true, read: readDatabaseGuesser},
	{name: "rvh", help: "the most human of random ranks", classic: true, read: readHumanGuesser},
	{name: "direct", help: "a network's ranks", classic: true, read: readDirectGuesser},
	{name: "exact", help: "drawn exactly from De Boer's guesses", classic: true, read: plainly(func(s belief.Side) belief.Estimator {
		return &belief.Exact{Side: s, Estimator: belief.NewGuesser(belief.Options{Side: s})}
	})},
}

// guesserRevision says how a guesser guesses, beside its name: nothing as long as it is as in the first version, else such as
// "network 2".
func guesserRevision(name string) string {
	for i := range guessers {
		if g := &guessers[i]; g.name == name && g.revision > 1 {
			return fmt.Sprintf("%s %d", g.name, g.revision)
		}
	}
	return ""
}

// plainly is the reader of a guesser without options.
func plainly(make func(belief.Side) belief.Estimator) func(*Args) func(belief.Side) (belief.Estimator, error) {
	return func(*Args) func(belief.Side) (belief.Estimator, error) {
		return func(s belief.Side) (belief.Estimator, error) { return make(s), nil }
	}
}

// habitsFor guesses by habits.
func habitsFor(s belief.Side) belief.Estimator {
	return belief.NewGuesser(belief.Options{Side: s, Setups: setup.HumanConditional, Habits: belief.LearntHabits()})
}

// noHead says that there are no weights that can guess.
const noHead = "there is no network that has learnt to guess ranks, so habits stand in"

func readNetworkGuesser(a *Args) func(belief.Side) (belief.Estimator, error) {
	load := loadNetwork(a, guessWeights, features.LoadNetwork)
	if w, err := load(); err == nil && !w.Believes() {
		a.Note("guess", noHead)
		return func(s belief.Side) (belief.Estimator, error) { return habitsFor(s), nil }
	}
	ranks := loadNetwork(a, ownRankWeights, belief.ReadRankWeights)
	return func(s belief.Side) (belief.Estimator, error) {
		w, err := load()
		switch {
		case err != nil:
			return nil, err
		case s == belief.Enemy:
			r, err := ranks()
			return belief.NewNetwork(evaluator.NewLocal(w), r), err
		}
		return habitsFor(s), nil // the network guesses at the enemy's pieces only
	}
}

func readDatabaseGuesser(a *Args) func(belief.Side) (belief.Estimator, error) {
	list := readDatabase(a)
	return func(s belief.Side) (belief.Estimator, error) {
		setups, err := list()
		return &belief.Database{Side: s, Setups: setups}, err
	}
}

func readHumanGuesser(a *Args) func(belief.Side) (belief.Estimator, error) {
	load := loadNetwork(a, humanWeights, setup.ReadClassifier)
	return func(s belief.Side) (belief.Estimator, error) {
		w, err := load()
		if err != nil {
			return nil, err
		}
		e := belief.NewHuman(w)
		e.Side = s
		return e, nil
	}
}

func readDirectGuesser(a *Args) func(belief.Side) (belief.Estimator, error) {
	load := loadNetwork(a, rankWeights, belief.ReadRankWeights)
	return func(s belief.Side) (belief.Estimator, error) {
		w, err := load()
		if err != nil {
			return nil, err
		}
		e := belief.NewDirect(w)
		e.Side = s
		return e, nil
	}
}

// NewGuesser returns an estimator of the enemy's pieces by the name that the option guess
// has for it, with what comes with the program.
func NewGuesser(name string) (belief.Estimator, error) {
	a, err := parseArgs(Entry{Options: guessOptions(name, "")}, "")
	if err != nil {
		return nil, err
	}
	g := readGuess(a)
	if a.err != nil {
		return nil, a.err
	}
	return g.make(belief.Enemy)
}

// guessNames lists the guessers.
func guessNames() (names []string) {
	for _, g := range guessers {
		names = append(names, g.name)
	}
	return names
}

// guessOptions are the option guess, under its earlier name too, and what guessers
// can be told.
func guessOptions(byDefault, was string) []Option {
	return []Option{
		{Name: "guess", Was: was, Default: byDefault, Help: "how it guesses hidden ranks: " + words(guessNames())},
		{Name: "database", Default: generatedSetups, Help: "setups that the guesser database knows: generated, imported or a file"},
		weightsOption,
		kernelOption,
	}
}

// guess is a guesser with what its options say.
type guess struct {
	guesser
	make func(belief.Side) (belief.Estimator, error)
}

// readGuess reads the option guess of a player that can use the guessers named, or
// all.
func readGuess(a *Args, names ...string) guess {
	const counted = "count" // as star once called counting
	if a.values["guess"] == counted {
		a.values["guess"] = "counting"
	}
	if names == nil {
		names = guessNames()
	}
	name := a.Choice("guess", names...)
	g := guessers[slices.IndexFunc(guessers, func(g guesser) bool { return g.name == name })]
	a.classic = a.classic || g.classic
	return guess{g, g.read(a)}
}

// check refuses a game of a variant that the guesser does not know.
func (g guess) check(v *stratego.View) error {
	if g.classic && v.Rules().Variant != stratego.Classic {
		return fmt.Errorf("guess=%s is for classic games only", g.name)
	}
	return nil
}
