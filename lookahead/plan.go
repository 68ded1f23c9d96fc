package lookahead

import "marengo/stratego"

// covered is the part of the worlds that an attack on an unknown piece is tried in at
// first, the likeliest ranks first.
const covered = 0.9

// plan fills t.samples with a number of worlds for each live candidate, in turn, so that
// a round that is cut short is cut for all alike.
func (t *Thinker) plan(each, room int) {
	t.samples = t.samples[:0]
	for i := range t.candidates {
		t.candidates[i].planned = 0
	}
	for k := 0; ; k++ {
		added := false
		for i := range t.candidates {
			c := &t.candidates[i]
			if !c.live || k >= max(each, c.uncovered()) {
				continue
			}
			if len(t.samples) >= room {
				return
			}
			if t.next(i) {
				added = true
			}
		}
		if !added {
			return
		}
	}
}

// uncovered returns how many more strata it takes until covered of the worlds have been
// seen.
func (c *Candidate) uncovered() (n int) {
	if len(c.strata) == 1 || c.Samples > 0 {
		return 0
	}
	seen := 0.0
	for i := range c.strata {
		if seen >= covered {
			break
		}
		seen += c.strata[i].weight
		n++
	}
	return n
}

// otherWorlds is how many worlds are looked at for one in which the piece attacked can
// have a rank.
const otherWorlds = 8

// next plans one more sample of a candidate; false where there are no more worlds.
func (t *Thinker) next(i int) bool {
	c := &t.candidates[i]
	for {
		k, count := t.nextStratum(c, i)
		if k < 0 || count >= t.options.Worlds {
			return false
		}
		s := sample{candidate: i, stratum: k, world: count}
		if !t.place(&s, c.strata[k].rank) {
			if !c.drop(k) {
				return false
			}
			continue
		}
		t.samples = append(t.samples, s)
		c.planned++
		return true
	}
}

// place gives a sample its world, in which the piece attacked has a rank. It says
// whether there is one.
func (t *Thinker) place(s *sample, r stratego.Rank) bool {
	s.ranks = *t.worlds.world(s.world)
	if r == stratego.NoRank {
		return true
	}
	d, _ := t.view.At(stratego.To(t.candidates[s.candidate].Move))
	for range otherWorlds {
		s.ranks = *t.worlds.world(s.world)
		if t.worlds.force(&s.ranks, d.ID, r) {
			return true
		}
		s.world++
	}
	return false
}

// drop leaves a stratum out that no world has. It says whether others are left.
func (c *Candidate) drop(k int) bool {
	rest := 0.0
	for i := range c.strata {
		if i != k {
			rest += c.strata[i].weight
		}
	}
	if rest == 0 {
		return false
	}
	c.strata[k].weight = 0
	for i := range c.strata {
		c.strata[i].weight /= rest
	}
	return true
}

// nextStratum returns the stratum whose next sample lowers the candidate's variance
// most, and how many samples it has, with those already planned; -1 for none.
func (t *Thinker) nextStratum(c *Candidate, candidate int) (best, count int) {
	if len(c.strata) == 1 {
		return 0, c.strata[0].count + c.planned
	}
	var counts [stratego.Ranks]int
	for k := range c.strata {
		counts[k] = c.strata[k].count
	}
	for i := range t.samples {
		if t.samples[i].candidate == candidate {
			counts[t.samples[i].stratum]++
		}
	}
	best = -1
	gain := 0.0
	for k := range c.strata {
		s := &c.strata[k]
		if s.weight == 0 {
			continue
		}
		n := float64(counts[k])
		g := s.weight * s.weight * t.variance(s) / (n * (n + 1))
		if counts[k] == 0 {
			g = 1 + s.weight // those never tried come first, the likeliest of them
		}
		if g > gain {
			best, gain = k, g
		}
	}
	if best < 0 {
		return -1, 0
	}
	return best, counts[best]
}
