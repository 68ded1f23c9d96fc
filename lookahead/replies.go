package lookahead

import (
	"cmp"
	"slices"

	"marengo/stratego"
)

// Reply is how the enemy may answer a candidate, over the worlds it was tried in.
type Reply struct {
	Move     stratego.Move
	Share    float64       // how often it is expected
	Expected float64       // what is expected of the game after it, win − loss
	Takes    stratego.Rank // the piece of ours that it attacks; NoRank for none
	Lost     float64       // how often that piece is lost to it

	weight float64
}

// Outcome is what an attack on an unknown piece leads to where that has one rank; a guess by other ranks where there was
// no room to try that one.
type Outcome struct {
	Rank     stratego.Rank
	Chance   float64
	Expected float64
	Worlds   int // it was tried in
}

// answered enters a reply that was tried in a world of some weight: its share of the
// world's replies, what is expected after it, and the ply itself.
func (c *Candidate) answered(e stratego.Event, weight, share, expected float64) {
	i := slices.IndexFunc(c.Replies, func(r Reply) bool { return r.Move == e.Move() })
	if i < 0 {
		i = len(c.Replies)
		c.Replies = append(c.Replies, Reply{Move: e.Move(), Takes: stratego.NoRank})
	}
	r := &c.Replies[i]
	w := weight * share
	r.weight += w
	r.Expected += w * expected
	if e.Battle != stratego.NoBattle {
		r.Takes = e.Defender
		if e.Battle != stratego.Lose {
			r.Lost += w
		}
	}
}

// summarise turns the sums of a candidate's worlds into means, replies by how often they
// are expected.
func (c *Candidate) summarise(value float64) {
	c.Expected, c.Outcomes = c.expectation(value), c.Outcomes[:0]
	if each, _, ok := c.through(expectedIn); ok && c.strata[0].rank != stratego.NoRank {
		for i := range c.strata {
			if s := &c.strata[i]; s.count > 0 || s.weight > 0 {
				c.Outcomes = append(c.Outcomes, Outcome{s.rank, s.weight, each[i], s.count})
			}
		}
	}
	for i := range c.Replies {
		r := &c.Replies[i]
		if r.weight > 0 {
			r.Expected /= r.weight
			r.Lost /= r.weight
		}
		r.Share = r.weight / max(c.tried, leastOdds)
	}
	slices.SortStableFunc(c.Replies, func(a, b Reply) int { return cmp.Compare(b.Share, a.Share) })
}

// expectation is what is expected of the game after a candidate by the worlds it was tried in,
// win − loss; the position's value where there are none.
func (c *Candidate) expectation(value float64) float64 {
	switch {
	case c.Wins:
		return 1
	case c.Loses:
		return -1
	}
	if _, x, ok := c.through(expectedIn); ok {
		return x
	}
	return value
}

// expectedIn is what is expected of the game in the worlds of a stratum that was tried.
func expectedIn(s *stratum) float64 { return s.expected / float64(s.count) }

// Feared returns the reply that costs most, given how often it is expected; false where none
// costs anything to speak of.
func (c *Candidate) Feared() (Reply, bool) {
	worst, cost := -1, 0.0
	for i := range c.Replies {
		r := &c.Replies[i]
		if x := r.Share * (c.Expected - r.Expected); x > cost && r.Share >= likely && c.Expected-r.Expected >= feared {
			worst, cost = i, x
		}
	}
	if worst < 0 {
		return Reply{}, false
	}
	return c.Replies[worst], true
}

// A reply is feared that costs so much, win − loss, and comes so often.
const (
	feared = 0.04
	likely = 0.05
)
