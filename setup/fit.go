package setup

import (
	"math"
	"math/rand/v2"

	"marengo/stratego"
)

// The fit's constants: AdaGrad's step, and how much of a setup an example may show
// and have moved.
const (
	fitStep  = 0.08
	mostSeen = 0.85
	mostMove = 0.4
)

// Fit fits a Conditional to setups by stochastic gradient descent, going through
// them some times. Each time a part of a setup is shown, pieces towards the front more
// often as in games, some of the others have moved, and the model learns to tell
// the ranks of all that is hidden. The numbers of pieces left enter as they do in
// use, as a factor of each rank's weight, so that the model need not learn them.
func Fit(setups []stratego.Setup, rounds int, rng *rand.Rand) *Conditional {
	f := fitter{rng: rng}
	base := Statistics{}
	for _, s := range setups {
		base.Add(s, 1)
	}
	start := base.Model()
	for i := range f.model.Bias {
		for r := range f.model.Bias[i] {
			f.model.Bias[i][r] = float32(math.Log(start.P[i][r]))
		}
	}
	for range rounds {
		for _, k := range rng.Perm(len(setups)) {
			s := setups[k]
			if rng.IntN(2) == 0 {
				s = s.Mirror()
			}
			f.learn(&s)
		}
	}
	return &f.model
}

// fitter holds the model and AdaGrad's sums of squared gradients.
type fitter struct {
	rng   *rand.Rand
	model Conditional
	past  Conditional
}

// learn takes one step for one setup.
func (f *fitter) learn(s *stratego.Setup) {
	signs := f.hide(s)
	left := stratego.Classic.Counts()
	for _, sign := range signs {
		if sign < Moves {
			left[sign]--
		}
	}
	var out [stratego.SetupSquares][stratego.Ranks]float32
	f.model.Weights(&signs, &out)
	army := stratego.Classic.Counts()
	for i, sign := range signs {
		if sign < Moves {
			continue
		}
		for r := range out[i] {
			switch {
			case left[r] == 0, sign == Moves && !stratego.Rank(r).Movable():
				out[i][r] = float32(math.Inf(-1))
			default:
				out[i][r] += float32(math.Log(float64(left[r]) / float64(army[r])))
			}
		}
		softmax(&out[i])
		out[i][s[i]]-- // the gradient of the log-loss
		f.descend(i, &signs, &out[i])
	}
}

// hide chooses what an example shows of a setup.
func (f *fitter) hide(s *stratego.Setup) (signs [stratego.SetupSquares]Sign) {
	seen, moved := f.rng.Float64()*mostSeen, f.rng.Float64()*mostMove
	for i, r := range s {
		front := 0.1 + 0.6*float64(i/stratego.Files) // 0.1 on the back row, 1.9 on the front
		switch {
		case f.rng.Float64() < seen*front:
			signs[i] = Sign(r)
		case r.Movable() && f.rng.Float64() < moved*front:
			signs[i] = Moves
		default:
			signs[i] = Unknown
		}
	}
	return signs
}

// descend moves the weights that spoke about one square against the gradient.
func (f *fitter) descend(i int, signs *[stratego.SetupSquares]Sign, grad *[stratego.Ranks]float32) {
	step(&f.model.Bias[i], &f.past.Bias[i], grad)
	f.model.Bias[mirror(i)], f.past.Bias[mirror(i)] = f.model.Bias[i], f.past.Bias[i]
	for j, sign := range signs {
		if sign != Unknown && j != i {
			a, b := pair(i, j)
			step(&f.model.Pair[a][b][sign], &f.past.Pair[a][b][sign], grad)
		}
	}
}

// step is AdaGrad's, for the twelve weights of one sign.
func step(w, past, grad *[stratego.Ranks]float32) {
	for r, g := range grad {
		past[r] += g * g
		w[r] -= fitStep * g / float32(math.Sqrt(float64(past[r])+1))
	}
}
