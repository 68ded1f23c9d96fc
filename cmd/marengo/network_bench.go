package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"marengo/nn"
	"marengo/nn/features"
	"marengo/stratego"
)

// networkShare is the part of a run's length that each network gets.
const networkShare = 10

// networkFigures say how many positions a second a network evaluates on one core.
type networkFigures struct {
	Network     string  `json:"network"` // S or M, the champion's sizes
	Kernel      string  `json:"kernel"`
	Evaluations float64 `json:"evaluations_per_second"` // policy and value
	ValuesAlone float64 `json:"values_per_second"`
	Bits        int     `json:"bits"` // of the numbers that are multiplied
}

// measureNetworks adds the networks' figures: each size with random weights, on each
// kernel of this processor, in a position in the middle of a game. The best of
// several runs counts; a run takes all in turn, so that they see the same
// machine.
func (f *benchFigures) measureNetworks(ctx context.Context, runs int, each time.Duration) error {
	position, err := middleOfGame()
	if err != nil {
		return fmt.Errorf("network bench: %w", err)
	}
	var nets []*features.Network
	for _, size := range []struct {
		name  string
		sizes nn.TransformerSizes
	}{{"S", nn.SizeS}, {"M", nn.SizeM}} {
		weights, err := nn.RandomTransformer(size.sizes, rand.New(rand.NewPCG(1, 0x6e6574)))
		if err != nil {
			return fmt.Errorf("network bench: %w", err)
		}
		for _, k := range nn.Kernels() {
			nets = append(nets, features.NewNetwork(weights.With(k)))
			f.Networks = append(f.Networks, networkFigures{Network: size.name, Kernel: k.String(), Bits: k.Bits()})
		}
	}
	for range runs {
		for i, net := range nets {
			if err := ctx.Err(); err != nil {
				return err
			}
			all, err := rate(each, func() error { _, _, _, err := net.State(position); return err })
			if err != nil {
				return fmt.Errorf("network bench: %w", err)
			}
			alone, err := rate(each, func() error { _, err := net.StateValue(position); return err })
			if err != nil {
				return fmt.Errorf("network bench: %w", err)
			}
			n := &f.Networks[i]
			n.Evaluations, n.ValuesAlone = max(n.Evaluations, all), max(n.ValuesAlone, alone)
		}
	}
	return nil
}

// rate returns how often a second do can be done, trying for a while.
func rate(each time.Duration, do func() error) (float64, error) {
	start, n := time.Now(), 0
	for n == 0 || time.Since(start) < each {
		if err := do(); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(start).Seconds(), nil
}

// middleOfGame returns a position after some random plies.
func middleOfGame() (*stratego.State, error) {
	const plies = 100
	rng := rand.New(rand.NewPCG(1, 0x62656e6368))
	r := stratego.DefaultRules
	s, err := stratego.NewState(r, stratego.ShuffledSetup(r.Variant, rng), stratego.ShuffledSetup(r.Variant, rng))
	if err != nil {
		return nil, err
	}
	for s.Ply() < plies && !s.Result().Over() {
		moves := s.Moves(nil)
		s.Do(moves[rng.IntN(len(moves))])
	}
	return s, nil
}

// printNetworks writes a line for each network and kernel.
func (f benchFigures) printNetworks(w io.Writer) error {
	for _, n := range f.Networks {
		if _, err := fmt.Fprintf(w, "network %s, %-14s %6.0f evaluations/s, %6.0f of the value alone\n",
			n.Network, n.Kernel, n.Evaluations, n.ValuesAlone); err != nil {
			return err
		}
	}
	return nil
}
