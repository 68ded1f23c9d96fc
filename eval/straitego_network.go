package eval

import (
	"fmt"

	"marengo/game"
	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
)

// winningOutput is which of the state network's two outputs stands for a position
// that is won in the end.
const winningOutput = 0

// StateWeights are the network that judges positions (Schoenmakers 8.1.7).
type StateWeights struct{ weights *nn.PerceptronWeights }

// ReadStateWeights takes the network from a weight file.
func ReadStateWeights(f *nn.File) (*StateWeights, error) {
	w, err := channelNetwork(f, 2)
	if err != nil {
		return nil, err
	}
	return &StateWeights{w}, nil
}

func channelNetwork(f *nn.File, outputs int) (*nn.PerceptronWeights, error) {
	w, err := f.Perceptron(features.ChannelsName)
	if err != nil {
		return nil, err
	}
	if n := w.Sizes.Layers; n[0] != features.Channels || n[len(n)-1] != outputs || w.Sizes.Groups != 1 {
		return nil, fmt.Errorf("%s: a network of this kind has %d inputs and %d outputs, not %v", f.Name, features.Channels, outputs, n)
	}
	return w, nil
}

// NetworkKind says how Network uses its network.
type NetworkKind uint8

// The kinds: Single asks it once (8.1.7), Double also from the enemy's side
// (8.1.8), and DoubleCount averages that with the unit count (8.1.9).
const (
	Single NetworkKind = iota
	Double
	DoubleCount
)

// Network judges positions by a network. Each goroutine needs its own.
type Network struct {
	kind    NetworkKind
	network *nn.Perceptron
	input   nn.Sparse
	view    stratego.View
}

// NewNetwork returns an evaluator with buffers of its own.
func NewNetwork(w *StateWeights, k NetworkKind) *Network {
	return &Network{kind: k, network: w.weights.New()}
}

// Evaluate implements mcts.Evaluator.
func (e *Network) Evaluate(s *stratego.State, me game.Player) float64 {
	draw := half
	if e.kind == DoubleCount {
		draw = (half + unitCounts[1][1]) / 2
	}
	if v, over := ended(s, me, draw, false); over {
		return v
	}
	c := stratego.Color(me)
	value := e.win(s, c)
	if e.kind == Single {
		return value
	}
	value = (value + 1 - e.win(s, c.Other())) / 2 // formula 8.5
	if e.kind == DoubleCount {
		value = (value + UnitCount{}.Evaluate(s, me)) / 2 // formula 8.6
	}
	return value
}

// win returns how sure the network is that a side will win.
func (e *Network) win(s *stratego.State, c stratego.Color) float64 {
	s.View(c, &e.view)
	features.WriteChannels(&e.view, &e.input)
	p, err := e.network.EvaluateSparse(&e.input)
	if err != nil {
		panic(err) // the sizes were checked when the weights were read
	}
	return float64(p[winningOutput])
}
