package belief

import (
	"math/rand/v2"

	"marengo/stratego"
)

// repairCost is what it costs to leave the closest setup at one piece (Schoenmakers
// 7.2.4).
const repairCost = 100

// Database takes the enemy's setup for the first of a list that matches what is known
// (Schoenmakers 7.2.4). Where none does, it takes the one with most squares that
// match and repairs it by a minimum-cost matching.
type Database struct {
	// Setups are tried in this order; it is for the caller to have the most
	// frequent first. Several Databases may share them.
	Setups []stratego.Setup
	Side   Side

	facts    facts
	evidence evidence
	begun    bool
	fits     [Pieces][16]uint8 // 1 where a rank, or none, agrees with the evidence
	next     int               // no setup before this one matches
	world    [Pieces]stratego.Rank
	matrix   Matrix
}

// Update implements Estimator.
func (e *Database) Update(v *stratego.View) {
	c := e.Side.color(v)
	e.facts.read(v, c)
	var now evidence
	now.read(v, c)
	if !e.begun || !now.grewFrom(&e.evidence) {
		e.next = 0
	}
	e.begun = true
	e.evidence = now
	for i := range e.fits {
		for r := range e.fits[i] {
			e.fits[i][r] = 0
			if r <= stratego.Ranks && now.fits(i, stratego.Rank(r)) {
				e.fits[i][r] = 1
			}
		}
	}
	for ; e.next < len(e.Setups); e.next++ {
		if e.matches(&e.Setups[e.next]) {
			break
		}
	}
	if e.next < len(e.Setups) {
		e.evidence.ranks(&e.facts, &e.Setups[e.next], &e.world)
	} else {
		e.repair(e.closest())
	}
	e.fillMatrix()
}

// Exact says whether the estimate is a setup of the list.
func (e *Database) Exact() bool { return e.next < len(e.Setups) }

// matches says whether nothing known speaks against a setup.
func (e *Database) matches(s *stratego.Setup) bool {
	for i, r := range s {
		if e.fits[i][r&15] == 0 {
			return false
		}
	}
	return true
}

// closest returns the first of the setups with most squares that match.
func (e *Database) closest() *stratego.Setup {
	var best *stratego.Setup
	top := -1
	for k := range e.Setups {
		n := 0
		for i, r := range &e.Setups[k] {
			n += int(e.fits[i][r&15])
		}
		if n > top {
			best, top = &e.Setups[k], n
		}
	}
	return best
}

// repair keeps as much of a setup as the facts permit.
func (e *Database) repair(s *stratego.Setup) {
	var was [Pieces]stratego.Rank
	for id := range was {
		was[id] = stratego.NoRank
	}
	if s != nil {
		for i, id := range e.evidence.id {
			if id >= 0 {
				was[id] = s[i]
			}
		}
	}
	e.facts.match(func(id int, r stratego.Rank) float64 {
		if was[id] == r {
			return 0
		}
		return repairCost
	}, &e.world)
}

func (e *Database) fillMatrix() { certain(&e.world, &e.matrix) }

// certain makes a matrix of a single world.
func certain(world *[Pieces]stratego.Rank, m *Matrix) {
	for id, r := range world {
		clear(m[id][:])
		if r < stratego.NoRank {
			m[id][r] = 1
		}
	}
}

// Matrix implements Estimator: the estimate is held for certain.
func (e *Database) Matrix() *Matrix { return &e.matrix }

// Sample implements Estimator: it returns the estimate, whatever the chance. The slice
// is good until the next Update.
func (e *Database) Sample(*rand.Rand) []stratego.Rank { return e.world[:] }
