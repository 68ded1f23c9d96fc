package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/big"

	"marengo/games/dice"
	"marengo/plot"
	"marengo/stratego"
)

func complexityExperiments() []Experiment {
	return []Experiment{
		{"complexity", "How large the three games are: Arts chapter 3, Schadd 5.5", complexity},
		{"dice-line", "How long a winning line in Schadd's Dice was, from the length and branching of games", inferDiceLine},
	}
}

// complexity prints the sizes of the games, computed exactly where a formula gives
// them and measured on stored and played games otherwise.
func complexity(ctx context.Context, o *Options, w io.Writer) error {
	setups := setupCount()
	t := Table{Title: "Complexity of Stratego, Dice and ChanceBreakthrough", Columns: []string{"", "ours", "published"}}
	t.Add("Stratego setups, formula 3.1", scientific(setups), "10^23 (Arts)")
	t.Add("  mirrored ones counted once", scientific(new(big.Int).Rsh(setups, 1)), "")
	states := stateSpace()
	t.Add("Stratego positions, formula 3.3", scientific(states), "10^115 (Arts, Schadd)")
	t.Add("Dice 11×11 positions, 3^121", scientific(new(big.Int).Exp(big.NewInt(3), big.NewInt(121), nil)), "10^58 (Schadd)")
	t.Add("ChanceBreakthrough positions", scientific(breakthroughSpace()), "10^25 (Schadd)")
	m, curve, err := measureStored()
	if err != nil {
		return err
	}
	if o.Plot != "" {
		if err := plot.Write(o.Plot, []plot.Figure{curve.figure()}); err != nil {
			return err
		}
	}
	m.rows(&t, "Stratego", "21.739 (Arts), 22 (Schadd)", "381.134 (Arts), 318 (Schadd)", "30.363 (Arts), 30 (Schadd)", "6.823 (Arts), 7 (Schadd)")
	t.Add("  game tree", power(m.length*math.Log10(m.branching)+m.chances*math.Log10(m.events)), "10^535 (Arts), 10^452 (Schadd)")
	games := o.games(measuredGames)
	for _, line := range [...]int{diceLine, dice.MaxSize} {
		d, err := measureDice(ctx, o, line, games, o.nodes(measuredDiceNodes))
		if err != nil {
			return err
		}
		d.rows(&t, fmt.Sprintf("Dice 11×11, lines of %d", line), "7", "78", "78", "11")
		t.Add("  game tree", power(d.length*math.Log10(d.branching)+d.chances*math.Log10(d.events)), "10^147 (Schadd)")
	}
	b, err := measureBreakthrough(ctx, o, games)
	if err != nil {
		return err
	}
	b.rows(&t, "ChanceBreakthrough", "24", "53", "-", "14")
	t.Add("  game tree", power(b.length*math.Log10(b.branching+b.events)), "10^84 (Schadd)")
	t.Note("Formula 3.1 is %v exactly. Arts prints 10^23 for it; the formula as he writes it gives 1.4·10^33.", setups)
	t.Note("Formula 3.3 is %v exactly, far below the 10^115 that both papers print for it.", states)
	t.Note("Stratego measured on %d stored self-play games, Dice and ChanceBreakthrough on %d played ones each (seed %d).", m.games, games, o.Seed)
	t.Note("Lines of %d are inferred (marengo experiment dice-line), lines of %d are Schadd's printed rule.", diceLine, dice.MaxSize)
	t.Note("A chance node of Stratego is an attack on a piece the attacker does not know; its events are the ranks the piece can have.")
	return t.Write(w, o)
}

// setupCount is formula 3.1: the ways to place forty pieces on forty squares.
func setupCount() *big.Int {
	n := new(big.Int).MulRange(1, stratego.SetupSquares)
	for _, k := range stratego.Classic.Counts() {
		n.Quo(n, new(big.Int).MulRange(1, int64(k)))
	}
	return n
}

// stateSpace is formula 3.3, summed exactly. The sums over the twenty counts of
// movable pieces are one polynomial: ways[k] counts the arrangements of k
// pieces in a row, and k of the free squares are chosen for them.
func stateSpace() *big.Int {
	counts := stratego.Classic.Counts()
	ways := []*big.Int{big.NewInt(1)}
	for range 2 {
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			ways = addRank(ways, int(counts[r]))
		}
	}
	sum := new(big.Int)
	for y := range int64(counts[stratego.Bomb]) + 1 {
		for z := range int64(counts[stratego.Bomb]) + 1 {
			free := 90 - y - z
			inner := new(big.Int)
			for k, n := range ways {
				inner.Add(inner, new(big.Int).Mul(n, choose(free, int64(k))))
			}
			inner.Mul(inner, choose(39, y)).Mul(inner, choose(39, z))
			sum.Add(sum, inner)
		}
	}
	return sum.Mul(sum, big.NewInt(40*40))
}

// addRank adds up to n alike pieces to the arrangements.
func addRank(ways []*big.Int, n int) []*big.Int {
	out := make([]*big.Int, len(ways)+n)
	for i := range out {
		out[i] = new(big.Int)
	}
	for k, w := range ways {
		for j := range n + 1 {
			out[k+j].Add(out[k+j], new(big.Int).Mul(w, choose(int64(k+j), int64(j))))
		}
	}
	return out
}

// breakthroughSpace counts the positions in which nobody has broken through: each
// side has up to 16 pieces, on its own back row or on the six rows between.
func breakthroughSpace() *big.Int {
	const pieces, row, middle = 16, 8, 48
	sum := new(big.Int)
	for a := range int64(pieces) + 1 {
		for i := range min(a, row) + 1 {
			white := new(big.Int).Mul(choose(row, i), choose(middle, a-i))
			for b := range int64(pieces) + 1 {
				for j := range min(b, row) + 1 {
					black := new(big.Int).Mul(choose(row, j), choose(middle-(a-i), b-j))
					sum.Add(sum, black.Mul(black, white))
				}
			}
		}
	}
	return sum
}

func choose(n, k int64) *big.Int {
	if k < 0 || k > n {
		return new(big.Int)
	}
	return new(big.Int).Binomial(n, k)
}

// scientific writes a large number as 1.4·10^33.
func scientific(n *big.Int) string {
	s := n.String()
	if len(s) < 4 {
		return s
	}
	return fmt.Sprintf("%c.%c·10^%d", s[0], s[1], len(s)-1)
}

func power(exponent float64) string { return fmt.Sprintf("10^%.0f", exponent) }
