package setup

import "marengo/stratego"

// Reading says how the heuristics H2 to H9 are taken. De Boer's text (4.3.4) cannot be the
// program that he measured: by its letter no setup scores more than 21, and he
// reports 22 and 24.
type Reading uint8

const (
	// Letter takes the text by its letter, as the heuristics' comments say.
	Letter Reading = iota
	// DeBoer is what fits his figures: H4 gives every setup six points, as if
	// marshal, general and a major defended wherever they stand; H6 leaves out
	// blockers below a sergeant; H8 counts a scout or spy once for each bomb
	// beside it; H9 counts majors and colonels each by themselves.
	//
	// Eight of his figures chose it: the scores of his six setups, and the means of
	// random and of semi-random setups. The rest of table 4.3, the best of
	// many and the worst and best of 200, confirm it.
	DeBoer
)

// readings lists the heuristics of each reading; H1 is the distance to freedom that
// they use.
var readings = [...]struct {
	name       string
	heuristics []func(*inspection)
}{
	Letter: {"letter", []func(*inspection){
		surrounded, flagBombedIn, flagDefence, blockedBySpy, blockedByLower(stratego.Spy), frontMiners,
		bombProtection(oncePerPiece), startingPieces(together),
	}},
	DeBoer: {"de-boer", []func(*inspection){
		surrounded, flagBombedIn, defendedAnyway, blockedBySpy, blockedByLower(stratego.Sergeant), frontMiners,
		bombProtection(oncePerPair), startingPieces(byRank),
	}},
}

func (r Reading) String() string { return readings[r].name }

// Explain scores a classic setup and says why.
func (r Reading) Explain(s stratego.Setup) *Report {
	in := inspection{reading: r}
	in.inspect(&s)
	return &Report{Setup: s, Findings: in.findings}
}

// Score returns the heuristic score of a classic setup.
func (r Reading) Score(s stratego.Setup) int {
	in := inspection{reading: r}
	return in.score(&s)
}

// Ways to count in which the readings differ.
const (
	oncePerPiece, oncePerPair = false, true // H8: a scout or spy beside two bombs
	together, byRank          = false, true // H9: majors and colonels
)

// everyDefence is what H4 gives every setup by DeBoer: three points for the marshal, two for the
// general, one for a major or colonel.
const everyDefence = 3 + 2 + 1

// defendedAnyway is H4 by DeBoer.
func defendedAnyway(in *inspection) {
	if in.flag >= 0 {
		in.found(4, everyDefence, msgDefendedAnyway, in.flag, -1)
	}
}
