package eval

import (
	"marengo/game"
	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
)

// MoveWeights are the network that predicts moves (Schoenmakers 6.2.4).
type MoveWeights struct{ weights *nn.PerceptronWeights }

// ReadMoveWeights takes the network from a weight file.
func ReadMoveWeights(f *nn.File) (*MoveWeights, error) {
	w, err := channelNetwork(f, features.Slides)
	if err != nil {
		return nil, err
	}
	return &MoveWeights{w}, nil
}

// Predictor says how likely each move is to be played: P of formula 6.1. Each
// goroutine needs its own.
type Predictor struct {
	network *nn.Perceptron
	input   nn.Sparse
	view    stratego.View
	slides  []int
}

// NewPredictor returns a predictor with buffers of its own.
func NewPredictor(w *MoveWeights) *Predictor { return &Predictor{network: w.weights.New()} }

// leastShare is the base chance of every move, so that none is filtered out, as the
// paper proposes (6.2.4).
const leastShare = 1e-3

// Shares returns how likely the network holds each slide for the player to move, legal or not
// (features.Slide numbers them). The result stays good until the next call.
func (e *Predictor) Shares(s *stratego.State) ([]float32, error) {
	e.look(s)
	return e.network.EvaluateSparse(&e.input)
}

// Predict implements mcts.Predictor: the network's shares of the legal moves among each other.
func (e *Predictor) Predict(s *stratego.State, moves []game.Move, p []float32) error {
	e.look(s)
	e.slides = e.slides[:0]
	for _, m := range moves {
		e.slides = append(e.slides, features.Slide(m, s.Turn()))
	}
	p = p[:len(moves)]
	if err := e.network.Shares(&e.input, e.slides, p); err != nil {
		return err
	}
	for i := range p {
		p[i] = (p[i] + leastShare) / (1 + leastShare*float32(len(p)))
	}
	return nil
}

// look writes what the player to move sees into the network's input.
func (e *Predictor) look(s *stratego.State) {
	s.View(s.Turn(), &e.view)
	features.WriteChannels(&e.view, &e.input)
}
