package experiment

// pairExperiments play pairs of Stratego that others may play in place of this process, but for those in which
// a player is told the truth. The rest searches positions, plays other games, or looks on at every move.
var pairExperiments = map[string]bool{
	"arts-6.14":             true,
	"arts-6.15":             true,
	"arts-order":            true,
	"schadd-5.5":            true,
	"quiescence-4":          true,
	"quiescence-5":          true,
	"straitego-setups":      true,
	"straitego-6.1":         true,
	"straitego-6.2":         true,
	"straitego-puct":        true,
	"straitego-information": true,
	"straitego-estimators":  true,
	"straitego-evaluators":  true,
	"plans":                 true,
	"lookahead-guess":       true,
}

// PlaysPairs says whether the experiment has pairs of games for Options.Workers.
func (e Experiment) PlaysPairs() bool { return pairExperiments[e.Name] }
