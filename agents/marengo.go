package agents

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"marengo/agent"
	"marengo/nn"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
)

// builtIn holds the weights that come with the program.
//
//go:embed weights
var builtIn embed.FS

const championWeights = "weights/marengo.weights"

var marengoEntry = Entry{
	Name:        "marengo",
	Description: "a network that learnt by playing against itself; plays its policy, without search",
	Variants:    classicOnly,
	Options: []Option{
		{Name: "weights", Help: "weight file to play with instead of the built-in one"},
		{Name: "temperature", Default: "0.25", Help: "how freely it varies its moves: 1 as it learnt, 0 always its first choice"},
		{Name: "floor", Default: "0.03", Help: "moves less likely than this are never played"},
		{Name: "candidates", Default: "24", Help: "setups it chooses its own from"},
		{Name: "kernel", Help: "how the network is computed, such as avx2, instead of this processor's fastest"},
		setupOption("human-like"),
	},
	build: buildMarengo,
}

func buildMarengo(a *Args) Maker {
	proto := marengo{
		temperature: a.Float("temperature", 0, 10),
		floor:       a.Float("floor", 0, 1),
		candidates:  a.Int("candidates", 1, 1000),
		provider:    a.Provider("setup"),
	}
	weights, err := championNetwork(a)
	return func() (agent.Agent, error) {
		if err != nil {
			return nil, err
		}
		m := proto
		m.net = features.NewNetwork(weights)
		return &m, nil
	}
}

// championNetwork loads the weights that the options name. A file that the caller
// named must be good at once; the built-in one may be missing until it is played.
func championNetwork(a *Args) (*nn.TransformerWeights, error) {
	name, raw := a.String("weights"), a.Load("weights")
	if name == "" {
		var err error
		if raw, err = builtIn.ReadFile(championWeights); err != nil {
			return nil, errors.New("this program was built without the champion's weights; give weights=FILE")
		}
		name = championWeights
		sum := sha256.Sum256(raw)
		a.files = append(a.files, File{Path: "built-in", SHA256: hex.EncodeToString(sum[:])})
	} else if raw == nil {
		return nil, a.err
	}
	f, err := nn.Parse(name, bytes.Clone(raw))
	if err != nil {
		a.Fail("weights", err)
		return nil, err
	}
	w, err := features.LoadNetwork(f)
	if err != nil {
		a.Fail("weights", err)
		return nil, err
	}
	if kernel := a.String("kernel"); kernel != "" {
		k, err := nn.KernelNamed(kernel)
		if err != nil {
			a.Fail("kernel", err)
			return nil, err
		}
		w = w.With(k)
	}
	return w, nil
}

// marengo plays the policy of a network that learnt by self-play (train/). It
// draws its move from the policy, sharpened by a temperature and without
// the moves below a floor, so that it stays unpredictable where the network
// has learnt to be.
type marengo struct {
	net         *features.Network
	provider    setup.Provider
	temperature float64
	floor       float64
	candidates  int
}

func (m *marengo) Close() error { return nil }

func (m *marengo) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	moves, policy, value, err := m.net.View(v)
	switch {
	case err != nil:
		return agent.Action{}, err
	case len(moves) == 0:
		return agent.Action{}, errNoMoves
	}
	choice := moves[m.draw(policy, b.Rand())]
	if b.Report != nil {
		// The report evaluates more positions, in the same buffers.
		if err := m.report(ctx, v, slices.Clone(moves), slices.Clone(policy), value, b); err != nil {
			return agent.Action{}, err
		}
	}
	return agent.Action{Move: choice}, nil
}

// AcceptDraw takes a draw that is worth more than playing on.
func (m *marengo) AcceptDraw(_ context.Context, v *stratego.View) bool {
	_, _, value, err := m.net.View(v)
	return err == nil && value.Expected() < 0
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
// move, thinks best of: an expectation higher by setupSpread is e times as likely.
func (m *marengo) Setup(ctx context.Context, g agent.Game) (stratego.Setup, error) {
	const setupSpread = 0.02
	rng := g.Rand()
	setups := make([]stratego.Setup, m.candidates)
	weights := make([]float64, m.candidates)
	total := 0.0
	for i := range setups {
		var err error
		if setups[i], err = m.provider.Setup(g.Rules, rng); err != nil {
			return stratego.Setup{}, err
		}
		if i > 0 && ctx.Err() != nil {
			return setups[0], nil
		}
		expected, err := m.worth(g.Rules, setups[i])
		if err != nil {
			return stratego.Setup{}, err
		}
		weights[i] = math.Exp(expected / setupSpread)
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

// worth returns what the network expects from a setup before the first move,
// against pieces of which it knows nothing.
func (m *marengo) worth(r stratego.Rules, own stratego.Setup) (float64, error) {
	v, err := stratego.NewView(r, stratego.Red, own)
	if err != nil {
		return 0, fmt.Errorf("judging a setup: %w", err)
	}
	_, _, value, err := m.net.View(v)
	return float64(value.Expected()), err
}
