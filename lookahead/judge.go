package lookahead

import (
	"context"
	"math/rand/v2"
	"slices"

	"marengo/belief"
	"marengo/stratego"
)

// Verdict is what a move was worth beside the best that is known, all as the player could
// know it. It is the Thinker's until it thinks again.
type Verdict struct {
	Played Candidate
	Best   Candidate // Played itself where nothing better was found

	Loss  float64 // what is expected after Best less what is expected after Played, win − loss
	Error float64 // the standard error of that

	// After is what is expected after Played once it is seen which rank it met:
	// Played.Expected where that was known before.
	After float64

	Belief *belief.Matrix // what the enemy's pieces are held for
}

// streamFresh sets the worlds of the final comparison apart from those in which the best
// move was found.
const streamFresh = 0x6672657368

// Judge compares a move with the best of what the policy proposes. The piece that it
// attacks turns out to have the rank met, NoRank where it attacks no unknown one. The best is
// found with half of the evaluations, and compared in fresh worlds with the others: what was
// chosen for its luck in the first worlds is not taken for better. What the piece turned out to
// be is tried at the end even where that takes some evaluations more.
func (t *Thinker) Judge(ctx context.Context, v *stratego.View, played stratego.Move, met stratego.Rank, evaluations int, seed uint64) (*Verdict, error) {
	if err := t.prepare(ctx, v, Limit{Evaluations: max(1, evaluations/2)}, seed); err != nil {
		return nil, err
	}
	// 1. What is certain, of the move played too.
	t.ask([]stratego.Move{played})
	if _, err := t.prove(ctx, Limit{}); err != nil {
		return nil, err
	}
	t.ask([]stratego.Move{played}) // the proof may have left it out
	p := t.index(played)
	// 2. Which move is best.
	if err := t.rank(ctx, p); err != nil {
		return nil, err
	}
	best := t.best()
	// 3. By how much, where that is not certain.
	t.limit = max(t.limit, t.used+evaluations/2)
	lost := t.candidates[p].Loses
	if best != p && !lost {
		if err := t.meet(ctx, p, best, seed); err != nil {
			return nil, err
		}
	}
	if met != stratego.NoRank && !lost {
		if err := t.reach(ctx, p, met); err != nil {
			return nil, err
		}
	}
	return t.verdict(p, best, met), ctx.Err()
}

// index returns where a move is among the candidates.
func (t *Thinker) index(m stratego.Move) int {
	return slices.IndexFunc(t.candidates, func(c Candidate) bool { return c.Move == m })
}

// rank tries the candidates in the same worlds until it is clear which is best, or the
// limit is reached. The move that is judged is tried as often as any.
func (t *Thinker) rank(ctx context.Context, played int) error {
	for i := range t.candidates {
		t.candidates[i].live = !t.candidates[i].Wins
	}
	for {
		room := int(float64(t.limit-t.used) / (1 + leavesAtFirst))
		if room < t.live() || t.candidates[t.best()].Wins {
			return nil
		}
		t.plan(t.options.Round, room)
		if len(t.samples) == 0 {
			return nil
		}
		if cut, err := t.try(ctx); cut || err != nil {
			return err
		}
		best := t.best()
		for i := range t.candidates {
			c := &t.candidates[i]
			if i != best && c.live {
				d, err := t.compare(&t.candidates[best], c)
				c.live = i == played || d <= sure*err
			}
		}
		if t.live() < 2 {
			return nil
		}
	}
}

// best returns the candidate of which most is expected, of those that were tried and do not lose by force.
func (t *Thinker) best() int {
	best, most := 0, -2.0
	for i := range t.candidates {
		c := &t.candidates[i]
		score := -1.0
		switch {
		case c.Loses:
			continue
		case c.Wins:
			score = 2
		case c.Samples > 0:
			score, _ = t.estimate(c)
		}
		if score > most {
			best, most = i, score
		}
	}
	return best
}

// meet forgets what was seen of two candidates and tries them in fresh worlds. One that wins
// by force needs none.
func (t *Thinker) meet(ctx context.Context, a, b int, seed uint64) error {
	t.worlds.reset(t.view, rand.New(rand.NewPCG(seed, streamFresh)))
	clear(t.past)
	for i := range t.candidates {
		c := &t.candidates[i]
		if c.live = (i == a || i == b) && !c.Wins; c.live {
			c.forget()
		}
	}
	for {
		room := int(float64(t.limit-t.used) / (1 + leavesAtFirst))
		if room < t.live() || t.live() == 0 {
			return nil
		}
		t.plan(t.options.Round, room)
		if len(t.samples) == 0 {
			return nil
		}
		if cut, err := t.try(ctx); cut || err != nil {
			return err
		}
	}
}

// forget takes a candidate's worlds back.
func (c *Candidate) forget() {
	for i := range c.strata {
		s := &c.strata[i]
		*s = stratum{rank: s.rank, battle: s.battle, weight: s.weight}
	}
	c.values, c.Replies, c.Outcomes = c.values[:0], c.Replies[:0], c.Outcomes[:0]
	c.Samples, c.tried = 0, 0
}

// reach tries a candidate where the piece it attacks has the rank that it met, however
// unlikely that was held to be.
func (t *Thinker) reach(ctx context.Context, i int, met stratego.Rank) error {
	c := &t.candidates[i]
	if d, attacks := t.view.At(stratego.To(c.Move)); !attacks || d.Known || c.Wins {
		return nil
	}
	k := slices.IndexFunc(c.strata, func(s stratum) bool { return s.rank == met })
	if k < 0 {
		k = len(c.strata)
		c.strata = append(c.strata, stratum{rank: met})
	}
	t.samples = t.samples[:0]
	for n := c.strata[k].count; n < t.options.Round; n++ {
		s := sample{candidate: i, stratum: k, world: n}
		if !t.place(&s, met) {
			break
		}
		t.samples = append(t.samples, s)
	}
	t.limit = max(t.limit, t.used+len(t.samples)*(1+t.options.Replies))
	_, err := t.try(ctx)
	return err
}

// verdict puts together what was found of the move played and the best.
func (t *Thinker) verdict(played, best int, met stratego.Rank) *Verdict {
	t.summarise()
	x := &Verdict{Played: t.candidates[played], Best: t.candidates[best], Belief: t.worlds.estimator.Matrix()}
	x.After = x.Played.Expected
	for _, o := range x.Played.Outcomes {
		if o.Rank == met {
			x.After = o.Expected
		}
	}
	switch {
	case x.Played.Loses:
		x.After, x.Loss = -1, x.Best.Expected+1
	case best == played:
	case x.Best.Wins:
		x.Loss = 1 - x.Played.Expected
	default:
		x.Loss, x.Error = t.compare(&t.candidates[best], &t.candidates[played])
	}
	if x.Loss <= 0 { // the fresh worlds say otherwise
		x.Best, x.Loss = x.Played, 0
	}
	return x
}
