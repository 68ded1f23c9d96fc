package agents

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/nn"
	"marengo/nn/features"
	"marengo/setup"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

var (
	eightBitWeights = flag.String("eightbit-weights", "", "weight file that TestEightBits looks at instead of the built-in one")
	exactWeights    = flag.String("exact-weights", "", "weight file that it is held against, such as the one it was packed from; by default itself")
)

// TestEightBits holds what the champion answers with 8 bits against what it answers
// with 32, in positions of its own games (some 2,000 with MARENGO_SLOW=1): the
// divergence of the policies, and how far the expected scores of the two likeliest
// moves lie apart.
func TestEightBits(t *testing.T) {
	games, every := 2, 4
	if strategotest.Slow() {
		games, every = 40, 12
	}
	const limit = 0.003
	kernels := nn.Kernels()
	exact := kernels[slices.IndexFunc(kernels, func(k *nn.Kernel) bool { return k.Bits() == 32 })]
	if exact == kernels[0] {
		t.Skip("this processor multiplies no bytes")
	}
	weights := eightBitNetwork(t, *eightBitWeights)
	against := weights
	if *exactWeights != "" {
		against = eightBitNetwork(t, *exactWeights)
	}
	c := comparison{exact: features.NewNetwork(against.With(exact)), fast: features.NewNetwork(weights.With(kernels[0]))}
	rng := rand.New(rand.NewPCG(8, 32))
	for range games {
		c.game(t, every, rng)
	}
	n := float64(c.positions)
	divergence, apart := c.divergence/n, math.Sqrt(c.squares/n)
	t.Logf("%v against %v, %d positions: mean divergence %.5f nats, differences off by %.5f rms", kernels[0], exact, c.positions, divergence, apart)
	if !(divergence < limit) || !(apart < limit) {
		t.Errorf("%d positions: mean divergence %.5f nats, differences off by %.5f rms, more than %v", c.positions, divergence, apart, limit)
	}
}

// eightBitNetwork reads a network to look at.
func eightBitNetwork(t *testing.T, file string) *nn.TransformerWeights {
	t.Helper()
	if file == "" {
		return builtInChampion(t)
	}
	f, err := nn.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	weights, err := features.LoadNetwork(f)
	if err != nil {
		t.Fatal(err)
	}
	return weights
}

// comparison sums how two ways of computing one network differ.
type comparison struct {
	exact, fast *features.Network
	positions   int
	divergence  float64 // of the policies, in nats
	squares     float64 // of errors in the difference of two moves' expected scores
}

// game plays a game with the fast network's policy and compares in some positions.
func (c *comparison) game(t *testing.T, every int, rng *rand.Rand) {
	t.Helper()
	boards, err := setup.Parse("human-like")
	if err != nil {
		t.Fatal(err)
	}
	var armies [2]stratego.Setup
	for i := range armies {
		if armies[i], err = boards.Setup(stratego.DefaultRules, rng); err != nil {
			t.Fatal(err)
		}
	}
	s, err := stratego.NewState(stratego.DefaultRules, armies[0], armies[1])
	if err != nil {
		t.Fatal(err)
	}
	player := marengo{temperature: 0.25, floor: 0.03}
	for !s.Result().Over() {
		moves, policy, _, err := c.fast.State(s)
		if err != nil {
			t.Fatal(err)
		}
		moves, policy = slices.Clone(moves), slices.Clone(policy)
		if s.Ply()%every == 0 && len(moves) > 1 {
			c.compare(t, s, moves, policy)
		}
		s.Do(moves[player.draw(policy, rng)])
	}
}

// compare adds one position. A move that ends the game has no error.
func (c *comparison) compare(t *testing.T, s *stratego.State, moves []stratego.Move, policy []float32) {
	t.Helper()
	_, exact, _, err := c.exact.State(s)
	if err != nil {
		t.Fatal(err)
	}
	divergence := 0.0
	for i, p := range exact {
		divergence += float64(p) * math.Log(float64(p)/float64(policy[i]))
	}
	first := likeliest(exact)
	exact[first] = 0
	second := likeliest(exact)

	var off [2]float64
	for i, m := range []stratego.Move{moves[first], moves[second]} {
		s.Do(m)
		if !s.Result().Over() {
			off[i] = c.expected(t, c.fast, s) - c.expected(t, c.exact, s)
		}
		s.Undo()
	}
	c.positions++
	c.divergence += divergence
	c.squares += (off[0] - off[1]) * (off[0] - off[1])
}

// expected returns the score that the side to move expects, from 0 to 1.
func (c *comparison) expected(t *testing.T, net *features.Network, s *stratego.State) float64 {
	t.Helper()
	v, err := net.StateValue(s)
	if err != nil {
		t.Fatal(err)
	}
	return (1 + float64(v.Expected())) / 2
}
