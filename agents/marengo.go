package agents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"marengo/agent"
	"marengo/belief"
	"marengo/lookahead"
	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// The champion's networks that come with the program.
const (
	championWeights = "marengo.weights"
	smallWeights    = "marengo-small.weights" // a sixth of its size, and its forebear
)

var marengoEntry = Entry{
	Name:        "marengo",
	Description: "a network that learnt by playing against itself, and looks ahead over worlds that it holds for likely",
	Play:        13,
	Variants:    classicOnly,
	Options: append([]Option{
		{Name: "weights", Help: "weight file to play with instead of the built-in one, or small for its forebear, six times as fast; either guesses hidden ranks with another (guesser)"},
		{Name: "evaluator", Default: "here", Help: "where the network is asked: here, or shm:SOCKET of train/champion/evaluator.py"},
		{Name: "temperature", Default: "0.25", Help: "how freely it varies its moves: 1 as it learnt, 0 always its first choice"},
		{Name: "floor", Default: "0.03", Help: "without thinking, moves less likely than this are never played"},
		{Name: "candidates", Default: "1", Help: "setups it chooses its own from, by what its network thinks of them"},
		kernelOption,
		setupOption("champion"),
	}, thinkOptions()...),
	Levels: marengoLevels,
	build:  buildMarengo,
}

func buildMarengo(a *Args) Maker {
	proto := marengo{
		temperature: a.Float("temperature", 0, 10),
		floor:       a.Float("floor", 0, 1),
		candidates:  a.Int("candidates", 1, 1000),
		evaluations: a.Int("evaluations", 1, lookahead.MaxEvaluations),
		provider:    a.Provider("setup"),
	}
	weights, raw, err := championNetwork(a)
	var remote *evaluator.Remote
	if err == nil {
		remote = dialEvaluator(a, raw, true)
	}
	think := readThinking(a)
	return func() (agent.Agent, error) {
		if err != nil {
			return nil, err
		}
		m := proto
		if remote == nil {
			m.net = evaluator.NewLocal(weights)
		} else if err := remote.Err(); err != nil {
			return nil, err
		} else {
			m.net = remote
		}
		return &m, think(&m)
	}
}

// dialEvaluator connects to the process that the options name, for the network of a file; nil for
// none. Where the process does not know it, that is an error if it is needed there; else it is asked here, and that is said.
func dialEvaluator(a *Args, raw []byte, needed bool) *evaluator.Remote {
	where := a.String("evaluator")
	if where == "here" || a.err != nil {
		return nil
	}
	socket, ok := strings.CutPrefix(where, "shm:")
	if !ok {
		a.fail("evaluator", "here or shm:SOCKET")
		return nil
	}
	a.bound = "it asks another process here, evaluator=" + where
	socket, err := a.place(socket)
	if err != nil {
		a.Fail("evaluator", err)
		return nil
	}
	r, err := evaluator.Dial(socket, hexSum(raw))
	switch {
	case err == nil:
	case !needed && errors.As(err, new(evaluator.Refusal)):
		a.Note("evaluator", fmt.Sprintf("%v; hidden ranks are guessed here", err))
	default:
		a.Fail("evaluator", err)
	}
	return r
}

// NewThinker returns what marengo thinks with, given its options.
func NewThinker(options string) (*lookahead.Thinker, error) {
	more, err := Thinkers(options)
	if err != nil {
		return nil, err
	}
	return more()
}

// Thinkers returns what makes Thinkers of equal options, which share their weights.
func Thinkers(options string) (func() (*lookahead.Thinker, error), error) {
	f, err := Parse(marengoEntry.Name + ":" + options)
	if err != nil {
		return nil, err
	}
	return func() (*lookahead.Thinker, error) {
		a, err := f.New()
		if err != nil {
			return nil, err
		}
		return a.(*marengo).thinker, nil
	}, nil
}

// ChampionWeights returns the network that marengo plays with, given options such as
// "weights=FILE"; the built-in one without.
func ChampionWeights(options string) (*nn.TransformerWeights, error) {
	a, err := parseArgs(marengoEntry, options)
	if err != nil {
		return nil, err
	}
	w, _, err := championNetwork(a)
	return w, err
}

// championNetwork loads the weights that the options name, and their file.
func championNetwork(a *Args) (*nn.TransformerWeights, []byte, error) {
	if a.String("weights") == "small" {
		return readBuiltIn(a, "weights", smallWeights)
	}
	return readNetwork(a, "weights", championWeights)
}

// GuessWeights returns the network that marengo guesses hidden ranks with, given options such as "guesser=FILE"; the
// built-in one without.
func GuessWeights(options string) (*nn.TransformerWeights, error) {
	a, err := parseArgs(marengoEntry, options)
	if err != nil {
		return nil, err
	}
	w, _, err := readNetwork(a, "guesser", guessWeights)
	return w, err
}

// readNetwork loads the network of the file that an option names, and the file. One that the caller
// named must be good at once; the built-in one may be missing until it is asked.
func readNetwork(a *Args, option, byDefault string) (*nn.TransformerWeights, []byte, error) {
	name := a.String(option)
	if name == "" {
		return readBuiltIn(a, option, byDefault)
	}
	raw := a.Load(option)
	if raw == nil {
		return nil, nil, a.err
	}
	return parseTransformer(a, option, name, raw)
}

// readBuiltIn loads a network that comes with the program, and its file.
func readBuiltIn(a *Args, option, name string) (*nn.TransformerWeights, []byte, error) {
	raw, err := builtIn.ReadFile("weights/" + name)
	if err != nil {
		return nil, nil, fmt.Errorf("this program was built without %s; give %s=FILE", name, option)
	}
	identity := "built-in"
	if option != "weights" {
		identity += " " + name
	}
	a.identify(identity, raw)
	return parseTransformer(a, option, name, raw)
}

// parseTransformer reads a network of the file that an option names, and returns both.
func parseTransformer(a *Args, option, name string, raw []byte) (*nn.TransformerWeights, []byte, error) {
	kernel := a.kernel()
	if kernel == nil {
		return nil, nil, a.err
	}
	w, err := parseNetwork(name, bytes.Clone(raw), kernel, features.LoadNetwork)
	if err != nil {
		a.Fail(option, err)
		return nil, nil, err
	}
	a.computes(kernel)
	return w, raw, nil
}

// marengo plays a network that learnt by self-play (train/). Thinking, it weighs the
// moves of the policy by looking ahead. Without, it draws its move from the policy,
// sharpened by a temperature and without the moves below a floor, so that it stays
// unpredictable where the network has learnt to be.
type marengo struct {
	net         evaluator.Evaluator
	thinker     *lookahead.Thinker
	thinks      bool             // otherwise it plays the bare policy, and thinks for its thoughts only
	belief      belief.Estimator // what it guesses with when thinking
	own         belief.Estimator // what the enemy may guess of it; nil until it is told
	clock       clock
	provider    setup.Provider
	temperature float64
	floor       float64
	candidates  int
	evaluations int // of a move whose budget sets no limit

	writer    features.Writer
	questions []evaluator.Question
}

func (m *marengo) Close() error { return nil }

func (m *marengo) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if l, ok := m.net.(*evaluator.Local); ok {
		l.SetThreads(b.Threads)
	}
	if n, ok := m.belief.(*belief.Network); ok {
		n.SetThreads(b.Threads)
	}
	if m.thinks {
		return m.think(ctx, v, b)
	}
	moves, policy, _, err := m.view(ctx, v)
	switch {
	case err != nil:
		return agent.Action{}, err
	case len(moves) == 0:
		return agent.Action{}, errNoMoves
	}
	choice := moves[m.draw(policy, b.Rand())]
	if b.Report != nil {
		if err := m.report(ctx, v, choice, b); err != nil {
			return agent.Action{}, err
		}
	}
	return agent.Action{Move: choice}, nil
}

// view asks the network about a View. The slices are good until the next question.
func (m *marengo) view(ctx context.Context, v *stratego.View) ([]stratego.Move, []float32, nn.Value, error) {
	q := m.question()
	if err := m.writer.Write(v, &q.Record); err != nil {
		return nil, nil, nn.Value{}, err
	}
	return m.ask(ctx, q)
}

func (m *marengo) question() *evaluator.Question {
	if m.questions == nil {
		m.questions = make([]evaluator.Question, 1)
	}
	return &m.questions[0]
}

// ask puts the question to the network, whose answer is awaited even where the time is up.
func (m *marengo) ask(ctx context.Context, q *evaluator.Question) ([]stratego.Move, []float32, nn.Value, error) {
	_, err := m.net.Evaluate(context.WithoutCancel(ctx), m.questions[:1])
	return m.writer.Moves()[:q.Record.Legal()], q.Policy(), q.Value, err
}

// draw picks a move: p^(1/temperature) over the moves at or above the floor, of
// which the most likely is always one.
func (m *marengo) draw(policy []float32, rng *rand.Rand) int {
	best := likeliest(policy)
	if m.temperature == 0 {
		return best
	}
	weight := func(p float32) float64 {
		if p < policy[best] && float64(p) < m.floor {
			return 0
		}
		return math.Pow(float64(p/policy[best]), 1/m.temperature)
	}
	total := 0.0
	for _, p := range policy {
		total += weight(p)
	}
	x := rng.Float64() * total
	for i, p := range policy {
		if x -= weight(p); x < 0 {
			return i
		}
	}
	return best
}

// likeliest returns the index of the largest probability.
func likeliest(policy []float32) int {
	best := 0
	for i, p := range policy {
		if p > policy[best] {
			best = i
		}
	}
	return best
}

// Setup draws some setups and takes one of those that the network, as the first to
// move, thinks best of: an expectation higher by setupSpread is e times as likely. A single one is taken as it comes.
func (m *marengo) Setup(ctx context.Context, g agent.Game) (stratego.Setup, error) {
	const setupSpread = 0.02
	rng := g.Rand()
	if m.candidates == 1 {
		return m.provider.Setup(g.Rules, rng)
	}
	setups := make([]stratego.Setup, m.candidates)
	m.questions = append(m.questions[:0], make([]evaluator.Question, m.candidates)...)
	for i := range setups {
		var err error
		if setups[i], err = m.provider.Setup(g.Rules, rng); err != nil {
			return stratego.Setup{}, err
		}
		v, err := stratego.NewView(g.Rules, stratego.Red, setups[i])
		if err != nil {
			return stratego.Setup{}, fmt.Errorf("judging a setup: %w", err)
		}
		if err := m.writer.Write(v, &m.questions[i].Record); err != nil {
			return stratego.Setup{}, fmt.Errorf("judging a setup: %w", err)
		}
	}
	n, err := m.net.Evaluate(ctx, m.questions)
	if err != nil {
		return stratego.Setup{}, err
	}
	if n < len(setups) {
		return setups[0], nil
	}
	weights := make([]float64, n)
	total := 0.0
	for i := range weights {
		weights[i] = math.Exp(float64(m.questions[i].Value.Expected()) / setupSpread)
		total += weights[i]
	}
	x := rng.Float64() * total
	for i, w := range weights {
		if x -= w; x < 0 {
			return setups[i], nil
		}
	}
	return setups[0], nil
}
