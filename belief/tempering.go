package belief

import "marengo/stratego"

// Tempering says how far the champion's network is believed about a stranger's pieces.
type Tempering struct {
	Network float64 // power of what the belief head adds to counting
	Habits  float64 // power of what Habits add to it
	Setups  float64 // weight of how ranks go together in setups, in whole worlds
}

// Phases divide a game by the pieces captured of both sides.
var Phases = [...]struct {
	Name string
	From int // pieces captured
}{{"opening", 0}, {"middle game", 12}, {"endgame", 40}}

// PhaseOf returns the phase that a View is in.
func PhaseOf(v *stratego.View) (phase int) {
	dead := 0
	for id := range Pieces {
		for c := stratego.Red; c <= stratego.Blue; c++ {
			if v.Piece(c, id).Dead() {
				dead++
			}
		}
	}
	for i, p := range Phases {
		if dead >= p.From {
			phase = i
		}
	}
	return phase
}

// strangers are the figures by phase. These leave the head's answer as it is: they are to
// be fitted to the weights played with, on games of players it has not met.
var strangers = [len(Phases)]Tempering{{Network: 1}, {Network: 1}, {Network: 1}}

// Strangers returns the figures that Network tempers with, by phase.
func Strangers() [len(Phases)]Tempering { return strangers }
