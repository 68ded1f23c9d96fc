package lookahead

import (
	"cmp"
	"slices"

	"marengo/belief"
	"marengo/stratego"
)

// Candidate is a move that was weighed.
type Candidate struct {
	Move  stratego.Move
	Prior float64 // the policy's share
	Sharp bool    // it attacks, or brings a heavy piece beside an unknown one

	Score   float64 // what it is weighed by: the worst reply and contempt count
	Error   float64 // the standard error of its difference to the first choice
	Share   float64 // the chance with which it is played
	Samples int     // worlds it was tried in
	Wins    bool    // it wins by force, whatever the hidden ranks are
	Loses   bool    // it loses by force in every world that the facts permit
	Asked   bool    // it is here because its worth was asked for, and is not played

	Expected float64   // what is expected of the game after it, win − loss
	Chosen   float64   // what was expected of it when the choice was made
	Replies  []Reply   // the likeliest first
	Outcomes []Outcome // of an attack on an unknown piece, the likeliest rank first

	// Line is how the game may go on, the candidate first; only what is explained has one.
	Line []stratego.Event

	offset  float64 // added to every score: what repeating costs, and by what attacks are overrated
	strata  []stratum
	values  []float64 // of a candidate with a single stratum, by world
	live    bool      // still in doubt
	tried   float64   // weight of the worlds whose replies are known
	planned int       // samples of the round under way
}

// stratum is the part of the worlds in which the piece attacked has one rank, or all
// of them where nothing unknown is attacked.
type stratum struct {
	rank   stratego.Rank   // NoRank for any
	battle stratego.Battle // how the attack on it ends
	weight float64         // of all worlds
	count  int
	mean   float64
	square float64 // sum of squared deviations from the mean

	expected float64 // sum of what is expected of the game
}

func (s *stratum) add(x float64) {
	s.count++
	d := x - s.mean
	s.mean += d / float64(s.count)
	s.square += d * (x - s.mean)
}

// heavy is the rank from which a piece is not to be risked beside unknown ones.
const heavy = stratego.Major

// fewest is how many candidates there are at least where the likeliest is sharp, or costs by
// repeating, and others are above Options.Sharp.
const fewest = 3

// propose fills t.candidates from the policy, the likeliest first.
func (t *Thinker) propose(v *stratego.View, m *belief.Matrix) {
	order := t.order[:0]
	for i := range t.moves {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(t.policy[j], t.policy[i]) })
	t.order = order
	t.candidates = t.candidates[:0]
	o := &t.options
	sharpest := sharp(v, t.moves[order[0]])
	repeats := t.repeating(t.moves[order[0]]) > 0
	for rank, i := range order {
		share, move := float64(t.policy[i]), t.moves[i]
		switch {
		case rank == 0:
		case share >= o.Sharp && repeats && t.repeating(move) == 0 && len(t.candidates) < fewest:
		case share >= o.Least && rank < o.Most:
		case share >= o.Sharp && rank < fewest && sharpest:
		case share >= o.Sharp && rank < 2*o.Most && captures(v, move):
		default:
			continue
		}
		t.enter(v, m, move, share)
	}
}

// ask adds the moves whose worth is wanted to the candidates.
func (t *Thinker) ask(moves []stratego.Move) {
	for _, m := range moves {
		known := slices.ContainsFunc(t.candidates, func(c Candidate) bool { return c.Move == m })
		if i := slices.Index(t.moves, m); i >= 0 && !known {
			t.enter(t.view, t.worlds.estimator.Matrix(), m, float64(t.policy[i]))
			c := &t.candidates[len(t.candidates)-1]
			c.Asked, c.Loses = true, slices.Contains(t.lost, m)
		}
	}
}

// enter adds a candidate, in memory that is used again.
func (t *Thinker) enter(v *stratego.View, m *belief.Matrix, move stratego.Move, share float64) {
	n := len(t.candidates)
	if n < cap(t.candidates) {
		t.candidates = t.candidates[:n+1]
	} else {
		t.candidates = append(t.candidates, Candidate{})
	}
	c := &t.candidates[n]
	*c = Candidate{Move: move, Prior: share, Sharp: sharp(v, move), live: true, strata: c.strata[:0], values: c.values[:0],
		Replies: c.Replies[:0], Outcomes: c.Outcomes[:0], Line: c.Line[:0]}
	c.offset = -t.repeating(move)
	d, ok := v.At(stratego.To(move))
	if !ok || d.Known {
		c.strata = append(c.strata, stratum{rank: stratego.NoRank, weight: 1})
		return
	}
	c.offset -= t.options.Attack
	total := 0.0
	attacker, _ := v.At(stratego.From(move))
	likeliest := m.Best(d.ID)
	for r, p := range m[d.ID] {
		if p >= t.options.Rare || stratego.Rank(r) == likeliest {
			c.strata = append(c.strata, stratum{rank: stratego.Rank(r), battle: stratego.Fight(attacker.Rank, stratego.Rank(r)), weight: p})
			total += p
		}
	}
	for i := range c.strata {
		c.strata[i].weight /= total
	}
	slices.SortStableFunc(c.strata, func(a, b stratum) int { return cmp.Compare(b.weight, a.weight) })
	if len(c.strata) == 1 {
		c.strata[0].weight = 1
	}
}

// mostRepeats bounds how often a position counts as repeated.
const mostRepeats = 4

// repeating is what a move costs that brings a position back, when ahead.
func (t *Thinker) repeating(m stratego.Move) float64 {
	return t.options.Repeat * max(0, t.lead()) * float64(min(t.view.Repeats(m), mostRepeats))
}

// sharp says whether a move attacks, or brings a heavy piece beside an unknown one.
func sharp(v *stratego.View, m stratego.Move) bool {
	if _, ok := v.At(stratego.To(m)); ok {
		return true
	}
	p, _ := v.At(stratego.From(m))
	if p.Rank < heavy || !p.Rank.Movable() {
		return false
	}
	for _, s := range stratego.To(m).Neighbours() {
		if n, ok := v.At(s); ok && n.Color != v.Color() && !n.Known {
			return true
		}
	}
	return false
}

// captures says whether a move takes a piece that is known to be weaker.
func captures(v *stratego.View, m stratego.Move) bool {
	d, ok := v.At(stratego.To(m))
	if !ok || !d.Known {
		return false
	}
	p, _ := v.At(stratego.From(m))
	return stratego.Fight(p.Rank, d.Rank) == stratego.Win
}
