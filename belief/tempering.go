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

// strangers are the figures by phase, for the weights of size M after 1,754 million steps and a lesson of its own
// look ahead: the mean of two fits on games against invincible, lewis and careful (marengo experiment network-temper),
// 120 from setups of our generator and 120 from setups of people. People's setups want
// less of the network and more of habits than ours do.
var strangers = [len(Phases)]Tempering{
	{Network: 0.39, Habits: 0.61, Setups: 0.5},
	{Network: 0.39, Habits: 0.63, Setups: 0.6},
	{Network: 0.43, Habits: 0.71, Setups: 0.5},
}
