package gym

import (
	"math/rand/v2"
	"slices"

	"marengo/stratego"
)

// opening is how a game began: setups and moves, as features numbers them for the
// player who made each.
type opening struct {
	setups [2]stratego.Setup
	moves  []uint16
}

// Stored positions have few pieces: from fewPieces down to fewest, which is drawn for
// each game anew.
const (
	fewPieces = 35
	fewest    = 8
)

// offer is a game's wish to be played again by others from the point where it had few
// pieces left.
type offer struct {
	below int // pieces; 0 once offered, and for games that began so themselves
	ready bool
	opening
}

// open has a game that begins offer itself once.
func (o *offer) open(rng *rand.Rand) {
	o.below = fewest + rng.IntN(fewPieces-fewest+1)
}

// see is told of every ply.
func (o *offer) see(gm *game) {
	if o.below == 0 || gm.state.Quiet() != 0 || gm.endless || gm.state.Result().Over() {
		return
	}
	if gm.pieces() <= o.below {
		o.below, o.ready = 0, true
		o.setups, o.moves = gm.setups, append(o.moves[:0], gm.moves...)
	}
}

func (gm *game) pieces() int { return gm.state.Alive(stratego.Red) + gm.state.Alive(stratego.Blue) }

// shelf holds the positions that games may begin from, the latest ones.
type shelf struct {
	openings []opening
	next     int
}

// shelfSize is how many it holds: half an hour's of them.
const shelfSize = 8192

func (s *shelf) put(o opening) {
	if len(s.openings) < shelfSize {
		s.openings = append(s.openings, o)
		return
	}
	s.openings[s.next] = o
	s.next = (s.next + 1) % shelfSize
}

// collect takes what the games of a group offer, in their order: no thread has a say
// in it.
func (g *Gym) collect(group int) {
	for i := range g.groups[group] {
		o := &g.groups[group][i].offer
		if o.ready && g.cfg.Stored > 0 {
			g.stored.put(opening{o.setups, slices.Clone(o.moves)})
		}
		o.ready = false
	}
}

// replay begins a game at the end of an opening.
func (gm *game) replay(r stratego.Rules, o opening) error {
	gm.setups = o.setups
	gm.offer.below = 0
	if err := gm.begin(r); err != nil {
		return err
	}
	for _, m := range o.moves {
		gm.do(m)
	}
	return nil
}
