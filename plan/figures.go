package plan

import (
	"marengo/figure"
	"marengo/value"
)

// Figures are the numbers that Invincible plays by and that measurement can set. The tags, each
// in its plan's file, hold those of the thesis, or where it names none, those of our first
// reading of it.
type Figures struct {
	Value    value.Figures
	Capture  captureFigures
	Threat   threatFigures
	Hunt     huntFigures
	Lotto    lottoFigures
	Spy      spyFigures
	Raid     raidFigures
	Miner    minerFigures
	Free     freeFigures
	Find     findFigures
	Trap     trapFigures
	Approach approachFigures
	Guard    guardFigures
	Hide     hideFigures
	Bluff    bluffFigures
	Rest     restFigures
	Penalty  penaltyFigures

	weights []float64 // by plan, in All's order
}

// plainWeight leaves what a plan says as it is: the thesis has no such factor.
const plainWeight = 1.0

// NewFigures returns the figures of the thesis.
func NewFigures() *Figures {
	f := new(Figures)
	for _, group := range f.groups() {
		figure.Reset(group.of)
	}
	for range All() {
		f.weights = append(f.weights, plainWeight)
	}
	return f
}

type group struct {
	name string
	of   any
}

func (f *Figures) groups() []group {
	return []group{
		{"value", &f.Value}, {"capture", &f.Capture}, {"threat", &f.Threat}, {"hunt", &f.Hunt}, {"lotto", &f.Lotto}, {"spy", &f.Spy},
		{"raid", &f.Raid}, {"miner", &f.Miner}, {"free", &f.Free}, {"find", &f.Find}, {"trap", &f.Trap}, {"approach", &f.Approach}, {"guard", &f.Guard},
		{"hide", &f.Hide}, {"bluff", &f.Bluff}, {"rest", &f.Rest}, {"penalty", &f.Penalty},
	}
}

// Vector names the figures: those of each plan, and the plans' weights.
func (f *Figures) Vector() (v figure.Vector) {
	for _, group := range f.groups() {
		v = append(v, figure.Of(group.name, group.of)...)
	}
	for k, p := range All() {
		v = append(v, figure.Figure{Name: "weight." + p.Name(), Value: &f.weights[k], Low: 0, High: 4, Step: 0.1})
	}
	return v
}

// weight returns the weight of a plan; one that is not among Invincible's counts as it is.
func (f *Figures) weight(plan string) float64 {
	for k, p := range All() {
		if p.Name() == plan {
			return f.weights[k]
		}
	}
	return plainWeight
}
