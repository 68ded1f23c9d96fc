package agents

import "fmt"

// aims say what a move is good for of which a plan speaks well, and costs what a plan holds
// against one.
var (
	aims = map[string]string{
		"ICap": "wins a piece or finds out what one is", "TDef": "saves a piece", "TAtt": "goes after a piece", "Lotto": "stops a gambler",
		"dMfS": "keeps the marshal from the spy", "Betw": "threatens two pieces at once", "FDef": "guards the flag", "MFlag": "brings a miner towards the flag",
		"Free": "frees a miner", "Intel": "looks for their highest pieces", "Trap": "drives a piece into a trap", "SAtt": "brings a strong piece to the attack",
		"SDef": "brings a defender home", "Lanes": "holds a lane", "HDef": "keeps a high piece before the flag", "Retr": "plays it safe, being ahead",
		"Hide": "keeps high pieces hidden", "Bluff": "bluffs", "Impat": "gets things moving", "MPen": "gives nothing away",
		"Decoy": "lures an attacker", "Probe": "tests a piece early", "Rand": "is as good as others",
	}
	costs = map[string]string{
		"ICap": "risks a piece", "TDef": "leaves a piece in danger", "TAtt": "lets a piece go", "Lotto": "lets a gambler through",
		"dMfS": "brings the marshal near the spy", "Betw": "gives up a double threat", "FDef": "weakens the flag's guard", "MFlag": "takes a miner away from the flag",
		"Free": "hems a miner in", "Intel": "gives up looking for high pieces", "Trap": "opens a trap", "SAtt": "takes a strong piece out of the attack",
		"SDef": "takes a defender away", "Lanes": "lets go of a lane", "HDef": "takes a high piece away from the flag", "Retr": "takes risks, being ahead",
		"Hide": "shows a high piece", "Bluff": "gives up a bluff", "Impat": "marks time", "MPen": "gives something away",
		"Decoy": "spoils a lure", "Probe": "puts off a test", "Rand": "is as good as others",
	}
)

// purpose says in words what speaks loudest for a move, and what against it.
func (a *invincible) purpose(i int) string {
	best, worst := 0.0, 0.0
	aim, cost := "is as good as any", ""
	for k, p := range a.planner.Plans() {
		switch x := a.planner.Value(k, i); {
		case x > best:
			best, aim = x, aims[p.Name()]
		case x < worst:
			worst, cost = x, costs[p.Name()]
		}
	}
	if -worst < worthNaming {
		return aim
	}
	return fmt.Sprintf("%s, though it %s", aim, cost)
}

// standing says how the armies compare (De Boer's game state, 3.3).
func standing(state float64) string {
	const clear, much = 1.1, 1.5
	switch {
	case state >= much:
		return "Its army is much the stronger."
	case state >= clear:
		return "Its army is the stronger."
	case state > 1/clear:
		return "The armies are about equal."
	case state > 1/much:
		return "Its army is the weaker."
	}
	return "Its army is much the weaker."
}
