package nn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
)

// Learner teaches a Perceptron of softmaxes on the CPU: AdamW, and a running mean of the weights, which is what is
// kept. Fill Inputs, call Forward, turn Outputs into gradients, call Step. It is not safe for concurrent use.
type Learner struct {
	Sizes PerceptronSizes
	Decay float32 // of weights, a step, times the rate

	batch, threads int
	kernel         *Kernel
	layers         []lesson
	values         [][]float32 // what each layer is given, and last what comes of it: a row for each example
	slopes         [][]float32 // by how much the loss grows with them
	turned         []float32   // a matrix with rows and columns exchanged
	panels         []float32   // the right side of a product, panel after panel
	steps          int
}

// lesson is a layer that learns. Its weights lie input after input.
type lesson struct {
	in, out       int
	weights, bias parameters
	forward       mode
}

// parameters are numbers that learn.
type parameters struct {
	now, mean      []float32
	slope          []float32
	first, squares []float32 // Adam's moments
}

func newParameters(n int) parameters {
	numbers := func() []float32 { return make([]float32, n) }
	return parameters{numbers(), numbers(), numbers(), numbers(), numbers()}
}

// NewLearner returns a network that knows nothing, to be taught some examples a step on some threads. Widths must be
// multiples of LearnerWidth.
func NewLearner(sizes PerceptronSizes, batch, threads int, rng *rand.Rand) (*Learner, error) {
	if err := sizes.check(); err != nil {
		return nil, err
	}
	if sizes.Output != "softmax" || batch < 1 || threads < 1 {
		return nil, errors.New("a learner wants softmaxes, examples and threads")
	}
	l := &Learner{Sizes: sizes, Decay: 0.01, batch: batch, threads: threads, kernel: floatKernel()}
	widest := 0
	for i, n := range sizes.Layers {
		if n%LearnerWidth != 0 {
			return nil, fmt.Errorf("a layer of %d units, expected a multiple of %d", n, LearnerWidth)
		}
		widest = max(widest, n)
		l.values = append(l.values, make([]float32, batch*n))
		l.slopes = append(l.slopes, make([]float32, batch*n))
		if i > 0 {
			l.layers = append(l.layers, newLesson(sizes.Layers[i-1], n, i == len(sizes.Layers)-1, rng))
		}
	}
	l.turned = make([]float32, widest*max(widest, batch))
	l.panels = make([]float32, widest*max(widest, batch))
	return l, nil
}

// Begin takes the weights of a file of the same sizes to learn on from; what the moments held is not in it.
func (l *Learner) Begin(f *File) error {
	for i := range l.layers {
		s := &l.layers[i]
		weight, err := f.Tensor(fmt.Sprintf("layers.%d.weight", i), s.out, s.in)
		if err != nil {
			return err
		}
		bias, err := f.Tensor(fmt.Sprintf("layers.%d.bias", i), s.out)
		if err != nil {
			return err
		}
		turn(s.weights.now, weight, s.out, s.in)
		copy(s.bias.now, bias)
		copy(s.weights.mean, s.weights.now)
		copy(s.bias.mean, bias)
	}
	return nil
}

// LearnerWidth is what widths of a Learner's layers are multiples of.
const LearnerWidth = panelWidth

// newLesson draws a layer's weights as He et al. do for layers that ReLU follows; the last begins near nothing.
func newLesson(in, out int, last bool, rng *rand.Rand) lesson {
	s := lesson{in: in, out: out, weights: newParameters(in * out), bias: newParameters(out), forward: storeReLU}
	scale := math.Sqrt(2 / float64(in))
	if last {
		scale, s.forward = scale/10, store
	}
	for i := range s.weights.now {
		s.weights.now[i] = float32(scale * rng.NormFloat64())
	}
	copy(s.weights.mean, s.weights.now)
	return s
}

// Inputs are the examples of a step, a row each.
func (l *Learner) Inputs() []float32 { return l.values[0] }

// Outputs are the logits that Forward worked out, a row for each example.
func (l *Learner) Outputs() []float32 { return l.values[len(l.layers)] }

// Gradients are what Step wants to be told: by how much the loss grows with each of the outputs.
func (l *Learner) Gradients() []float32 { return l.slopes[len(l.layers)] }

// Forward works out the outputs of the inputs.
func (l *Learner) Forward() {
	for i := range l.layers {
		s := &l.layers[i]
		l.multiply(l.batch, s.out, s.in, l.values[i], s.weights.now, l.values[i+1], s.bias.now, s.forward)
	}
}

// Adam's constants, and how fast the mean forgets.
const (
	adamFirst   = 0.9
	adamSquares = 0.999
	adamLeast   = 1e-8
	meanForgets = 0.001 // at the least: a mean of few steps forgets faster
)

// Step learns from the gradients.
func (l *Learner) Step(rate float32) {
	l.steps++
	for i := len(l.layers) - 1; i >= 0; i-- {
		s := &l.layers[i]
		given, slope := l.values[i], l.slopes[i+1]
		turn(l.turned, given, l.batch, s.in)
		l.multiply(s.in, s.out, l.batch, l.turned, slope, s.weights.slope, nil, store)
		clear(s.bias.slope)
		for row := range l.batch {
			for j, x := range slope[row*s.out:][:s.out] {
				s.bias.slope[j] += x
			}
		}
		if i == 0 {
			continue
		}
		turn(l.turned, s.weights.now, s.in, s.out)
		l.multiply(l.batch, s.in, s.out, slope, l.turned, l.slopes[i], nil, store)
		for k, x := range given {
			if x <= 0 {
				l.slopes[i][k] = 0
			}
		}
	}
	for i := range l.layers {
		l.learn(&l.layers[i].weights, rate, 1-rate*l.Decay)
		l.learn(&l.layers[i].bias, rate, 1)
	}
}

// learn moves parameters down their slopes.
func (l *Learner) learn(p *parameters, rate, keep float32) {
	n := float64(l.steps)
	first := float32(1 / (1 - math.Pow(adamFirst, n)))
	squares := float32(1 / (1 - math.Pow(adamSquares, n)))
	forget := float32(max(meanForgets, 10/(10+n)))
	l.share(len(p.now), panelWidth, func(from, to int) {
		now, mean, slope, m, v := p.now[from:to], p.mean[from:to], p.slope[from:to], p.first[from:to], p.squares[from:to]
		for i, g := range slope {
			m[i] += (1 - adamFirst) * (g - m[i])
			v[i] += (1 - adamSquares) * (g*g - v[i])
			now[i] = now[i]*keep - rate*m[i]*first/(float32(math.Sqrt(float64(v[i]*squares)))+adamLeast)
			mean[i] += forget * (now[i] - mean[i])
		}
	})
}

// rowsAtOnce is how many rows of a product a thread takes at once, so that they stay in its cache.
const rowsAtOnce = 8 * tileRows

// multiply makes c [m, n] the product of a [m, k] and b [k, n].
func (l *Learner) multiply(m, n, k int, a, b, c, bias []float32, how mode) {
	l.share(n, panelWidth, func(from, to int) {
		for j := from; j < to; j += panelWidth {
			panel := l.panels[j*k:]
			for p := range k {
				copy(panel[p*panelWidth:][:panelWidth], b[p*n+j:])
			}
		}
	})
	l.share(m, rowsAtOnce, func(from, to int) {
		for row := from; row < to; row += rowsAtOnce {
			rows := min(rowsAtOnce, to-row)
			for j := 0; j < n; j += panelWidth {
				var add []float32
				if bias != nil {
					add = bias[j:]
				}
				l.kernel.panel(rows, k, a[row*k:], k, l.panels[j*k:], panelWidth, c[row*n+j:], n, add, how)
			}
		}
	})
}

// share divides n things among the threads, each a range of whole grains.
func (l *Learner) share(n, grain int, work func(from, to int)) {
	each := (n/grain + l.threads) / l.threads * grain
	var done sync.WaitGroup
	for from := each; from < n; from += each {
		done.Go(func() { work(from, min(from+each, n)) })
	}
	work(0, min(each, n))
	done.Wait()
}

// turn writes a matrix of some rows and columns with the two exchanged.
func turn(dst, src []float32, rows, columns int) {
	const block = 16 // rows and columns that stay in the cache
	for i := 0; i < rows; i += block {
		for j := 0; j < columns; j += block {
			for r := i; r < min(i+block, rows); r++ {
				for c := j; c < min(j+block, columns); c++ {
					dst[c*rows+r] = src[r*columns+c]
				}
			}
		}
	}
}

// Encode returns the running mean as a weight file, matrices in 8 bits.
func (l *Learner) Encode(features string, provenance any) ([]byte, error) {
	var tensors []Tensor
	for i := range l.layers {
		s := &l.layers[i]
		name := fmt.Sprintf("layers.%d", i)
		weight := make([]float32, s.in*s.out)
		turn(weight, s.weights.mean, s.in, s.out)
		tensors = append(tensors, Tensor{name + ".weight", []int{s.out, s.in}, weight}, Tensor{name + ".bias", []int{s.out}, s.bias.mean})
	}
	return Encode("perceptron", features, l.Sizes, provenance, tensors)
}

// Teach takes steps until as many examples were seen as there shall be, the rate falling to nothing along a cosine. Fill writes
// the inputs of a step; slope turns outputs into gradients and returns the loss; look is called now and then with the share that is
// done and the loss of late.
func (l *Learner) Teach(ctx context.Context, examples int, rate float64, fill func(), slope func() float64, look func(done, loss float64) error) error {
	const looks = 20
	steps := max(1, examples/l.batch)
	const warm = 200 // steps in which the rate grows
	sum, count := 0.0, 0
	for n := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		fill()
		l.Forward()
		sum += slope()
		count++
		l.Step(float32(rate / 2 * (1 + math.Cos(math.Pi*float64(n)/float64(steps))) * min(1, float64(n+1)/warm)))
		if (n+1)*looks/steps > n*looks/steps {
			if err := look(float64(n+1)/float64(steps), sum/float64(count)); err != nil {
				return err
			}
			sum, count = 0, 0
		}
	}
	return nil
}
