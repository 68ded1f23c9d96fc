package belief

import (
	"math/rand/v2"

	"marengo/stratego"
)

// Omniscient knows the truth (Schoenmakers 7.2.2): a yardstick for experiments,
// never a player. Truth is the one door by which a hidden rank can reach an agent; agents are
// made from text, which cannot open it.
type Omniscient struct {
	// Truth returns the game that the next View is of.
	Truth func() *stratego.State

	facts  facts
	world  [Pieces]stratego.Rank
	matrix Matrix
}

// Update implements Estimator.
func (e *Omniscient) Update(v *stratego.View) {
	enemy := v.Color().Other()
	e.facts.read(v, enemy)
	e.world = e.facts.rank
	truth := e.Truth()
	for id, s := range e.facts.status {
		if s.hides() {
			e.world[id] = truth.Piece(enemy, id).Rank
		}
	}
	certain(&e.world, &e.matrix)
}

// Matrix implements Estimator.
func (e *Omniscient) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator. The slice is good until the next Update.
func (e *Omniscient) Sample(*rand.Rand) []stratego.Rank { return e.world[:] }
