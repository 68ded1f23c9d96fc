package belief

import "marengo/stratego"

// Tempering says how far the champion's network is believed about a stranger's pieces.
type Tempering struct {
	Network float64 // power of what the belief head adds to counting
	Habits  float64 // power of what Habits add to it
	Ranks   float64 // power of what the network of setups adds to it, StrAItego's for ranks
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
// 90 from setups of our generator and 90 from setups of people; Setups of the opening, where few worlds can be summed over, is from 240 games
// before. People's setups want less of the head and more of the other two than ours do.
var strangers = [len(Phases)]Tempering{
	{Network: 0.28, Habits: 0.48, Ranks: 0.28, Setups: 0.5},
	{Network: 0.28, Habits: 0.40, Ranks: 0.38, Setups: 0.6},
	{Network: 0.28, Habits: 0.46, Ranks: 0.49, Setups: 0.7},
}
