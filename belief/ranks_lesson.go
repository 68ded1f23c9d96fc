package belief

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"marengo/nn"
	"marengo/stratego"
)

// Shown is what is known of a setup in a position of a game: what each piece may be by the square where it began.
type Shown struct {
	May   [Pieces]stratego.RankSet
	Setup stratego.Setup
	Phase uint8
}

// ShownTo returns what a player knows of the enemy's setup.
func ShownTo(v *stratego.View, enemy *stratego.Setup) Shown {
	var e evidence
	e.read(v, v.Color().Other())
	return Shown{e.may, *enemy, uint8(PhaseOf(v))}
}

// immovable are the ranks that a piece which has moved cannot have.
const immovable = stratego.RankSet(1<<stratego.Flag | 1<<stratego.Bomb)

// of returns what would be known of another setup that is as well known: a square whose piece was known stays known, one
// whose piece had moved has moved if the new piece can.
func (k *Shown) of(s stratego.Setup) Shown {
	o := Shown{Setup: s, Phase: k.Phase}
	left := stratego.Classic.Counts()
	var moved [Pieces]bool
	mobile, moves := 0, 0 // hidden pieces that can move, and those of them that have
	for i, may := range k.May {
		switch r := s[i]; {
		case may.Len() == 1:
			left[r]--
		case r.Movable():
			mobile++
			if may&immovable == 0 {
				moved[i] = true
				moves++
			}
		}
	}
	var open stratego.RankSet
	for r, n := range left {
		if n > 0 {
			open |= stratego.RankSet(1) << r
		}
	}
	still := open
	if mobile == moves { // the others are bombs and flag
		still = open & immovable
	}
	for i, may := range k.May {
		switch {
		case may.Len() == 1:
			o.May[i] = stratego.RankSet(1) << s[i]
		case moved[i]:
			o.May[i] = open &^ immovable
		default:
			o.May[i] = still
		}
	}
	return o
}

// RankLesson is how a network learns what hidden pieces are by where they began: what was known in positions of games is
// shown of other setups, drawn anew each time, since games have too few setups to learn setups from.
type RankLesson struct {
	Shown  []Shown          // what was known in positions
	Setups []stratego.Setup // what it learns
	Held   []Shown          // positions of other games with other setups, to look at
	Hidden []int            // units of the layers between
	Begin  *nn.File         // a network of that size to learn on from; nil for a new one

	Examples, Batch, Threads int
	Rate                     float64
	Seed                     uint64
}

// RankLook is a look at a network that learns.
type RankLook struct {
	Done, Lesson float64              // share of the examples, and their loss of late
	Loss         [len(Phases)]float64 // nats for each hidden piece of the held positions
	Network      *nn.Learner
}

// Teach learns, and looks at the network now and then, last when it is done.
func (l *RankLesson) Teach(ctx context.Context, look func(RankLook) error) error {
	if len(l.Shown) == 0 || len(l.Setups) == 0 || len(l.Held) == 0 {
		return errors.New("positions, setups and positions to look at are wanted")
	}
	rng := rand.New(rand.NewPCG(l.Seed, 1))
	const width = Pieces * stratego.Ranks
	sizes := nn.PerceptronSizes{Layers: append(append([]int{width}, l.Hidden...), width), Output: "softmax", Groups: Pieces}
	net, err := nn.NewLearner(sizes, l.Batch, l.Threads, rng)
	if err != nil {
		return err
	}
	if l.Begin != nil {
		if err := net.Begin(l.Begin); err != nil {
			return err
		}
	}
	examples := make([]Shown, l.Batch)
	fill := func() {
		for i := range examples {
			s := l.Setups[rng.IntN(len(l.Setups))]
			if rng.IntN(2) == 0 {
				s = s.Mirror()
			}
			examples[i] = l.Shown[rng.IntN(len(l.Shown))].of(s)
			examples[i].write(net.Inputs()[i*width:][:width])
		}
	}
	slope := func() float64 {
		loss, pieces := 0.0, 0.0
		clear(net.Gradients())
		for i := range examples {
			x, n := examples[i].loss(net.Outputs()[i*width:][:width], net.Gradients()[i*width:][:width])
			loss, pieces = loss+x, pieces+n
		}
		for i := range net.Gradients() {
			net.Gradients()[i] /= float32(max(1, pieces))
		}
		return loss / max(1, pieces)
	}
	return net.Teach(ctx, l.Examples, l.Rate, fill, slope, func(done, lesson float64) error {
		x := RankLook{Done: done, Lesson: lesson, Network: net}
		if x.Loss, err = l.held(net); err != nil {
			return err
		}
		return look(x)
	})
}

// held returns the loss of the network as it would be kept, for the hidden pieces of the held positions, by phase.
func (l *RankLesson) held(net *nn.Learner) (loss [len(Phases)]float64, err error) {
	raw, err := net.Encode(RankFeatures, nil)
	if err != nil {
		return loss, err
	}
	f, err := nn.Parse("what was learnt", raw)
	if err != nil {
		return loss, err
	}
	w, err := ReadRankWeights(f)
	if err != nil {
		return loss, err
	}
	var pieces [len(Phases)]float64
	p, x := w.weights.New(), make([]float32, Pieces*stratego.Ranks)
	for i := range l.Held {
		k := &l.Held[i]
		k.write(x)
		shares, err := p.Evaluate(x)
		if err != nil {
			return loss, err
		}
		for at, may := range k.May {
			if may.Len() > 1 {
				loss[k.Phase] -= math.Log(shareOf(shares[at*stratego.Ranks:][:stratego.Ranks], may, k.Setup[at]))
				pieces[k.Phase]++
			}
		}
	}
	for i := range loss {
		loss[i] /= max(1, pieces[i])
	}
	return loss, nil
}

// shareOf returns the share of a rank among those that are possible.
func shareOf(shares []float32, may stratego.RankSet, rank stratego.Rank) float64 {
	total := 0.0
	for r, x := range shares {
		if may.Has(stratego.Rank(r)) {
			total += max(float64(x), leastShare)
		}
	}
	return max(float64(shares[rank]), leastShare) / total
}

// write writes the network's input.
func (k *Shown) write(x []float32) {
	clear(x)
	eachMay(&k.May, func(input int) { x[input] = 1 })
}

// loss returns the sum of the hidden pieces' log-loss among the ranks that are possible, and how many they are; slopes get what
// it grows by with each logit.
func (k *Shown) loss(logits, slopes []float32) (loss, pieces float64) {
	for i, may := range k.May {
		if may.Len() == 1 {
			continue
		}
		pieces++
		in, out := logits[i*stratego.Ranks:][:stratego.Ranks], slopes[i*stratego.Ranks:][:stratego.Ranks]
		top := float32(math.Inf(-1))
		for r, x := range in {
			if may.Has(stratego.Rank(r)) {
				top = max(top, x)
			}
		}
		total := float32(0)
		for r, x := range in {
			if may.Has(stratego.Rank(r)) {
				out[r] = float32(math.Exp(float64(x - top)))
				total += out[r]
			}
		}
		for r := range out {
			out[r] /= total
		}
		loss -= math.Log(float64(out[k.Setup[i]]))
		out[k.Setup[i]]--
	}
	return loss, pieces
}
