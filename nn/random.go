package nn

import (
	"math"
	"math/rand/v2"
	"strings"
)

// The champion's sizes, as train/champion/model.py names them.
var (
	SizeS = TransformerSizes{Width: 128, Layers: 4, Heads: 4}
	SizeM = TransformerSizes{Width: 256, Layers: 6, Heads: 8}
)

// RandomTransformer returns a network that knows nothing: it takes as long to
// evaluate as one that has learnt, and has all heads.
func RandomTransformer(s TransformerSizes, rng *rand.Rand) (*TransformerWeights, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	return newTransformer(chance{rng}, s, Observation)
}

// chance makes tensors up: as PyTorch starts them, their deviation being that of a
// layer that keeps the scale of its input, and the gains of normalisations 1.
type chance struct{ rng *rand.Rand }

func (c chance) Has(string) bool { return true }

func (c chance) Tensor(name string, shape ...int) ([]float32, error) {
	count, err := elements(shape)
	if err != nil {
		return nil, err
	}
	scale := 1 / math.Sqrt(float64(shape[len(shape)-1]))
	values := make([]float32, count)
	for i := range values {
		values[i] = float32(c.rng.NormFloat64() * scale)
		if len(shape) == 1 && strings.HasSuffix(name, ".weight") {
			values[i] = 1
		}
	}
	return values, nil
}
