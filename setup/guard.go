package setup

import (
	"math/rand/v2"

	"marengo/stratego"
)

// FlagFault names what is wrong with the place of a flag: "row" where it is not in the
// back row, "open" where an enemy could walk up to it, "bomb" where no bomb stands beside
// it. It is empty for a guarded flag.
func FlagFault(x stratego.Setup) string {
	bombs := 0
	for i, r := range x {
		if r != stratego.Flag {
			continue
		}
		if i >= stratego.Files {
			return "row"
		}
		for _, n := range stratego.Square(i).Neighbours() {
			switch {
			case x[n] == stratego.NoRank:
				return "open"
			case x[n] == stratego.Bomb:
				bombs++
			}
		}
	}
	if bombs == 0 {
		return "bomb"
	}
	return ""
}

// Guarded draws from a provider setups whose flag is guarded. Where none of some comes so,
// pieces of the last change places until it is.
type Guarded struct{ Provider }

// guardTries is how many are drawn at the most.
const guardTries = 50

// Setup implements Provider.
func (g Guarded) Setup(r stratego.Rules, rng *rand.Rand) (x stratego.Setup, err error) {
	for range guardTries {
		if x, err = g.Provider.Setup(r, rng); err != nil || FlagFault(x) == "" {
			return x, err
		}
	}
	guardFlag(&x, rng)
	return x, nil
}

// guardFlag lets pieces change places until the flag is guarded.
func guardFlag(x *stratego.Setup, rng *rand.Rand) {
	for FlagFault(*x) != "" {
		guard(x, rng)
	}
}

// guard mends the first fault of the flag's place.
func guard(x *stratego.Setup, rng *rand.Rand) {
	flag := stratego.Square(0)
	for i, r := range x {
		if r == stratego.Flag {
			flag = stratego.Square(i)
		}
	}
	swap := func(a, b stratego.Square) { x[a], x[b] = x[b], x[a] }
	beside := flag.Neighbours()
	switch FlagFault(*x) {
	case "row":
		swap(flag, stratego.Square(rng.IntN(stratego.Files)))
	case "open":
		for _, n := range beside {
			if x[n] == stratego.NoRank {
				swap(n, another(x, flag, rng, func(r stratego.Rank) bool { return r != stratego.NoRank }))
			}
		}
	case "bomb":
		swap(beside[rng.IntN(len(beside))], another(x, flag, rng, func(r stratego.Rank) bool { return r == stratego.Bomb }))
	}
}

// another is a square that is neither the flag's nor beside it, with a piece as wanted.
func another(x *stratego.Setup, flag stratego.Square, rng *rand.Rand, want func(stratego.Rank) bool) stratego.Square {
	for _, i := range rng.Perm(len(x)) {
		s := stratego.Square(i)
		near := s == flag
		for _, n := range flag.Neighbours() {
			near = near || n == s
		}
		if !near && want(x[s]) {
			return s
		}
	}
	return flag // a legal setup has such a piece
}
