package arena

import (
	"context"
	"fmt"
	"sync"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// Run is a match or tournament being played: the games of a Spec, of which some
// may have been played by an earlier run.
type Run struct {
	DB          *store.DB
	ID          int64 // of the stored match
	Spec        Spec
	Contenders  []Contender    // as in Spec.Agents
	Boards      setup.Provider // of Spec.Setups
	Concurrency int            // games at a time; 0: one

	// Progress, if set, is called after each game; its calls never overlap.
	Progress func(*Standing)

	terms    Terms
	pairings []pairing
	places   []place
	standing *Standing
}

// Play plays what is missing. The Report counts all games of the match; it is
// complete unless ctx ended or something failed, which the error says.
func (r *Run) Play(ctx context.Context) (*Report, error) {
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	err := r.playAll(ctx)
	report := r.standing.Report()
	if err == nil && ctx.Err() != nil && !r.standing.complete() {
		err = ctx.Err()
	}
	if err != nil {
		return report, err
	}
	return report, r.finish(context.WithoutCancel(ctx), report)
}

// Check says what is wrong with the run, or nothing.
func (r *Run) Check() error {
	if err := r.Spec.check(); err != nil {
		return err
	}
	if len(r.Contenders) != len(r.Spec.Agents) {
		return fmt.Errorf("%d contenders for %d agents", len(r.Contenders), len(r.Spec.Agents))
	}
	terms, err := r.Spec.terms()
	if err != nil {
		return err
	}
	for _, c := range r.Contenders {
		if !c.Plays(terms.Rules.Variant) {
			return fmt.Errorf("agent %q does not play %v", c, terms.Rules.Variant)
		}
	}
	if r.Spec.SPRT != "" {
		if _, err = ParseSPRT(r.Spec.SPRT); err != nil {
			return err
		}
	}
	if r.allSetUp() {
		return nil
	}
	_, err = r.board(terms.Rules, 0)
	return err
}

// prepare checks the Spec and reads the games that an earlier run stored.
func (r *Run) prepare(ctx context.Context) (err error) {
	if err := r.Check(); err != nil {
		return err
	}
	if r.terms, err = r.Spec.terms(); err != nil {
		return err
	}
	r.pairings, r.places = r.Spec.pairings(), r.Spec.schedule()
	if r.standing, err = newStanding(r); err != nil {
		return err
	}
	return r.DB.EachGame(ctx, store.Filter{Match: r.ID}, func(g *store.Game) error { return r.standing.add(g) })
}

// playAll lets the workers take the missing places in order, until none is left,
// one of them fails or ctx ends.
func (r *Run) playAll(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		mu      sync.Mutex // guards what follows and the standing
		next    int
		failure error
		wg      sync.WaitGroup
	)
	take := func() (place, bool) {
		mu.Lock()
		defer mu.Unlock()
		for ; next < len(r.places) && !r.standing.decided(); next++ {
			if p := r.places[next]; !r.standing.played(p.number) {
				next++
				return p, true
			}
		}
		return place{}, false
	}
	count := func(g *store.Game, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			err = r.standing.add(g)
		}
		if err != nil {
			if failure == nil && ctx.Err() == nil {
				failure = err
			}
			stop()
		} else if r.Progress != nil {
			r.Progress(r.standing)
		}
	}
	for range max(1, r.Concurrency) {
		wg.Go(func() {
			for ctx.Err() == nil {
				p, ok := take()
				if !ok {
					return
				}
				count(r.playPlace(ctx, p))
			}
		})
	}
	wg.Wait()
	return failure
}

// playPlace plays and stores one game of the schedule.
func (r *Run) playPlace(ctx context.Context, p place) (*store.Game, error) {
	k := r.pairings[p.pairing]
	players := [2]Contender{r.Contenders[k.a], r.Contenders[k.b]}
	if p.second {
		players[0], players[1] = players[1], players[0]
	}
	var setups [2]*stratego.Setup
	if !r.ownSetups(k) {
		board, err := r.board(r.terms.Rules, p.round)
		if err != nil {
			return nil, err
		}
		setups = [2]*stratego.Setup{&board[stratego.Red], &board[stratego.Blue]}
	}
	g, err := Play(ctx, r.terms, players, setups, gameSeed(r.Spec.Seed, p.number))
	if err != nil {
		return nil, err
	}
	g.Match, g.Number = r.ID, p.number
	// A game that is finished is kept, even if the match is being broken off.
	if g.ID, err = r.DB.SaveGame(context.WithoutCancel(ctx), g); err != nil {
		return nil, err
	}
	return g, nil
}

// board draws the setups that both games of a pair are played from.
func (r *Run) board(rules stratego.Rules, round int) (setups [2]stratego.Setup, err error) {
	rng := boardRand(r.Spec.Seed, round)
	for c := range setups {
		if setups[c], err = r.Boards.Setup(rules, rng); err != nil {
			return setups, fmt.Errorf("board of round %d: %w", round+1, err)
		}
	}
	return setups, nil
}

// ownSetups says whether the agents of a pairing set up by themselves, so that only
// the seats change between the games of a pair.
func (r *Run) ownSetups(p pairing) bool {
	return r.Spec.Own || r.Contenders[p.a].SetsUpItself() || r.Contenders[p.b].SetsUpItself()
}

// allSetUp says whether no pairing needs a board.
func (r *Run) allSetUp() bool {
	for _, p := range r.Spec.pairings() {
		if !r.ownSetups(p) {
			return false
		}
	}
	return true
}

// finish stores that the match is over and what came of it.
func (r *Run) finish(ctx context.Context, report *Report) error {
	report.Finished = true
	if len(r.Spec.Agents) > 2 {
		if err := r.DB.SaveRatings(ctx, r.ID, r.standing.ratings(report)); err != nil {
			return err
		}
	}
	return r.DB.FinishMatch(ctx, r.ID, r.standing.end(), report.JSON())
}
