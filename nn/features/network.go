package features

import (
	"marengo/nn"
	"marengo/stratego"
)

// Network asks a policy and value network about positions. It holds the buffers
// of an evaluation, so each goroutine needs its own.
type Network struct {
	net    *nn.Transformer
	writer Writer
	record Record
	sparse nn.Sparse
	legal  []uint16
	policy []float32
}

// LoadNetwork reads the weights of a network that was trained on this observation or
// the one before; any number of Networks share them.
func LoadNetwork(f *nn.File) (*nn.TransformerWeights, error) {
	return f.Transformer()
}

// NewNetwork returns a network with buffers of its own.
func NewNetwork(w *nn.TransformerWeights) *Network { return &Network{net: w.New()} }

// View returns the player's legal moves, the probability the network gives each,
// and what it expects of the game. The slices are valid until the next call.
func (n *Network) View(v *stratego.View) (moves []stratego.Move, policy []float32, value nn.Value, err error) {
	if err := n.writer.Write(v, &n.record); err != nil {
		return nil, nil, nn.Value{}, err
	}
	return n.evaluate()
}

// State is View for the side to move in a world that was guessed from the game that
// the network saw last: it sees of it what that side would.
func (n *Network) State(s *stratego.State) (moves []stratego.Move, policy []float32, value nn.Value, err error) {
	if err := n.writer.WriteState(s, &n.record); err != nil {
		return nil, nil, nn.Value{}, err
	}
	return n.evaluate()
}

// Record is View for a record: the moves come as numbers, in the record's order.
func (n *Network) Record(r *Record) (moves []uint16, policy []float32, value nn.Value, err error) {
	n.record = *r
	value, err = n.run()
	return n.legal, n.policy, value, err
}

// RecordValue returns the value that Record returns, in less time.
func (n *Network) RecordValue(r *Record) (nn.Value, error) {
	n.record = *r
	n.expand()
	return n.net.ValueSparse(&n.sparse)
}

// ViewValue returns the value that View returns, in less time.
func (n *Network) ViewValue(v *stratego.View) (nn.Value, error) {
	if err := n.writer.Write(v, &n.record); err != nil {
		return nn.Value{}, err
	}
	n.expand()
	return n.net.ValueSparse(&n.sparse)
}

// StateValue returns the value that State returns, in less time.
func (n *Network) StateValue(s *stratego.State) (nn.Value, error) {
	if err := n.writer.WriteState(s, &n.record); err != nil {
		return nn.Value{}, err
	}
	n.expand()
	return n.net.ValueSparse(&n.sparse)
}

func (n *Network) evaluate() ([]stratego.Move, []float32, nn.Value, error) {
	value, err := n.run()
	return n.writer.Moves()[:len(n.legal)], n.policy, value, err
}

// run evaluates the record.
func (n *Network) run() (nn.Value, error) {
	k := n.record.Legal()
	n.legal, n.policy = n.legal[:0], append(n.policy[:0], make([]float32, k)...)
	for i := range k {
		n.legal = append(n.legal, n.record.Move(i))
	}
	n.expand()
	return n.net.EvaluateSparse(&n.sparse, n.legal, n.policy)
}

// expand fills the network's input from the record.
func (n *Network) expand() {
	n.sparse.Reset()
	row := 0
	n.record.Visit(func(token, feature int, value float32) {
		for ; row < token; row++ {
			n.sparse.EndRow()
		}
		n.sparse.Add(uint16(feature), value)
	})
	for ; row < Tokens; row++ {
		n.sparse.EndRow()
	}
}
