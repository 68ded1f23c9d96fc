package setup

import (
	"fmt"
	"math/rand/v2"

	"marengo/stratego"
)

// fillDraws is how many whole setups a partial one is compared with.
const fillDraws = 40

// Fill completes a setup: of several that a provider draws, the one that agrees most
// with what stands gives the rest, as far as the pieces last.
func Fill(kept stratego.Setup, v stratego.Variant, p Provider, rng *rand.Rand) (stratego.Setup, error) {
	left := v.Counts()
	have := kept.Counts()
	for r := range left {
		if have[r] > left[r] {
			return kept, fmt.Errorf("the setup has %d of rank %c, at most %d are allowed", have[r], stratego.Rank(r).Letter(), left[r])
		}
		left[r] -= have[r]
	}
	draws := fillDraws
	if have.Total() == 0 {
		draws = 1
	}
	var best stratego.Setup
	most := -1
	for range draws {
		x, err := p.Setup(stratego.Rules{Variant: v}, rng)
		if err != nil {
			return kept, err
		}
		if n := agreement(kept, x); n > most {
			best, most = x, n
		}
	}
	var rest []int
	for i, r := range best {
		switch {
		case kept[i] < stratego.NoRank:
		case r < stratego.NoRank && left[r] > 0:
			kept[i] = r
			left[r]--
		default:
			rest = append(rest, i)
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for r := range left {
		for ; left[r] > 0; left[r]-- {
			kept[rest[0]] = stratego.Rank(r)
			rest = rest[1:]
		}
	}
	return kept, nil
}

func agreement(a, b stratego.Setup) (n int) {
	for i := range a {
		if a[i] < stratego.NoRank && a[i] == b[i] {
			n++
		}
	}
	return n
}
