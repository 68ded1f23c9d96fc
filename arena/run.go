package arena

import (
	"cmp"
	"context"
	"fmt"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// Run is a match or tournament being played: the games of a Spec, of which some
// may have been played by an earlier run.
type Run struct {
	Spec        Spec
	DB          *store.DB
	ID          int64   // of the stored match
	Concurrency int     // games at a time in this process; 0: one
	Workers     Workers // who plays the pairs; nil: this process

	// Progress, if set, is called after each game; its calls never overlap.
	Progress func(*Standing)

	terms      Terms
	contenders []Contender // as in Spec.Agents
	boards     setup.Provider
	pairings   []pairing
	standing   *Standing
}

// NewRun makes the run of a Spec and says what is wrong with it. The players come
// from find, the boards from their provider. A Spec that was stored says which
// files they had when the match began: with others it is refused, since it would be
// another match.
func NewRun(spec Spec, find Finder) (r *Run, err error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	r = &Run{Spec: spec, pairings: spec.pairings()}
	began := spec.Files != nil
	if r.terms, err = spec.terms(); err != nil {
		return nil, err
	}
	if err := r.loadPlayers(find, began); err != nil {
		return nil, err
	}
	return r, r.loadBoards(began)
}

// loadPlayers finds the players.
func (r *Run) loadPlayers(find Finder, began bool) error {
	spec := &r.Spec
	if began && (len(spec.Files) != len(spec.Agents) || spec.Plays != nil && len(spec.Plays) != len(spec.Agents)) {
		return fmt.Errorf("stored schedule: %d agents with files of %d and revisions of %d", len(spec.Agents), len(spec.Files), len(spec.Plays))
	}
	for i, name := range spec.Agents {
		var c Contender
		var err error
		if began {
			want := store.Player{Name: name, Files: spec.Files[i]}
			if spec.Plays != nil {
				want.Revision = spec.Plays[i]
			}
			c, err = find.found(want)
		} else {
			c, err = find(name)
		}
		if err != nil {
			return err
		}
		if !c.Plays(r.terms.Rules.Variant) {
			return fmt.Errorf("agent %q does not play %v", c, r.terms.Rules.Variant)
		}
		r.contenders = append(r.contenders, c)
	}
	if !began {
		for _, c := range r.contenders {
			is := Identity(c)
			spec.Files, spec.Plays = append(spec.Files, is.Files), append(spec.Plays, is.Revision)
		}
	}
	return nil
}

// loadBoards finds the provider of the boards, which must be able to give one if any
// pairing needs it.
func (r *Run) loadBoards(began bool) error {
	var err error
	if r.boards, err = setup.Parse(r.Spec.Setups); err != nil {
		return err
	}
	hash, err := hashOfFile(r.Spec.Setups)
	if err != nil {
		return err
	}
	if began && r.Spec.Boards != hash {
		return fmt.Errorf("setups %s have changed since the match began", r.Spec.Setups)
	}
	drawn := setup.Revision(r.Spec.Setups)
	if began && r.Spec.Drawn != drawn {
		return fmt.Errorf("setups %s are drawn by revision %s, the match began with revision %s",
			r.Spec.Setups, cmp.Or(drawn, firstRevision), cmp.Or(r.Spec.Drawn, firstRevision))
	}
	r.Spec.Boards, r.Spec.Drawn = hash, drawn
	for _, p := range r.pairings {
		if !r.ownSetups(p) {
			_, err := r.board(0)
			return err
		}
	}
	return nil
}

// Begin stores the match, of which no game has been played.
func (r *Run) Begin(ctx context.Context, db *store.DB, kind string) (err error) {
	r.DB = db
	r.ID, err = db.NewMatch(ctx, kind, r.Spec.String())
	return err
}

// Play plays what is missing. The Report counts all games of the match; it is
// complete unless ctx ended or something failed, which the error says.
func (r *Run) Play(ctx context.Context) (*Report, error) {
	if err := r.readPlayed(ctx); err != nil {
		return nil, err
	}
	var workers Workers = Local{Find: r.find, Concurrency: r.Concurrency}
	if r.Workers != nil {
		workers = r.Workers
	}
	err := workers.Play(ctx, r.missing(), func(games ...*store.Game) error { return r.keep(context.WithoutCancel(ctx), games) })
	report := r.standing.Report()
	if err != nil && !(ctx.Err() != nil && r.standing.complete()) {
		return report, err
	}
	return report, r.finish(context.WithoutCancel(ctx), report)
}

// find returns a player of the match.
func (r *Run) find(text string) (Contender, error) {
	for i, name := range r.Spec.Agents {
		if name == text {
			return r.contenders[i], nil
		}
	}
	return nil, fmt.Errorf("agent %q is not in the match", text)
}

// readPlayed counts the games that an earlier run stored.
func (r *Run) readPlayed(ctx context.Context) (err error) {
	if r.standing, err = newStanding(r); err != nil {
		return err
	}
	return r.DB.EachGame(ctx, store.Filter{Match: r.ID}, r.standing.add)
}

// missing returns what gives the pairs that are not wholly played, in the order of
// the schedule: round by round every pairing plays a pair on the round's board,
// first with agent a as red, then with agent b. All pairings get the same boards.
// With an odd number of games the last pair of each pairing has only its first.
func (r *Run) missing() func() (*Pair, error) {
	rounds := (r.Spec.Games + 1) / 2
	at := 0
	return func() (*Pair, error) {
		for ; at < rounds*len(r.pairings) && !r.standing.decided(); at++ {
			number, round := 2*at, at/len(r.pairings)
			first, second := r.standing.played(number), r.standing.played(number+1) || 2*round+1 >= r.Spec.Games
			if first && second {
				continue
			}
			p, err := r.pair(number, round)
			if err != nil {
				return nil, err
			}
			p.Games[0].Absent, p.Games[1].Absent = first, second
			at++
			return p, nil
		}
		return nil, nil
	}
}

// pair makes the pair whose first game has a number.
func (r *Run) pair(number, round int) (*Pair, error) {
	k := r.pairings[number/2%len(r.pairings)]
	p := &Pair{Match: r.ID, Number: number, Players: [2]store.Player{Identity(r.contenders[k.a]), Identity(r.contenders[k.b])}, Terms: r.terms}
	var board *[2]stratego.Setup
	if !r.ownSetups(k) {
		setups, err := r.board(round)
		if err != nil {
			return nil, err
		}
		board = &setups
	}
	for i := range p.Games {
		p.Games[i] = PairGame{Setups: board, Seed: gameSeed(r.Spec.Seed, number+i)}
	}
	return p, nil
}

// keep stores and counts games. What is finished is kept, even if the match is being
// broken off.
func (r *Run) keep(ctx context.Context, games []*store.Game) error {
	ids, err := r.DB.SaveGames(ctx, games)
	if err != nil {
		return err
	}
	for i, g := range games {
		g.ID = ids[i]
		if err := r.standing.add(g); err != nil {
			return err
		}
		if r.Progress != nil {
			r.Progress(r.standing)
		}
	}
	if r.standing.decided() {
		return ErrEnough
	}
	return nil
}

// board draws the setups that both games of a round's pairs are played from.
func (r *Run) board(round int) (setups [2]stratego.Setup, err error) {
	rng := boardRand(r.Spec.Seed, round)
	for c := range setups {
		if setups[c], err = r.boards.Setup(r.terms.Rules, rng); err != nil {
			return setups, fmt.Errorf("board of round %d: %w", round+1, err)
		}
	}
	return setups, nil
}

// ownSetups says whether the agents of a pairing set up by themselves, so that only
// the seats change between the games of a pair.
func (r *Run) ownSetups(p pairing) bool {
	return r.Spec.Own || r.contenders[p.a].SetsUpItself() || r.contenders[p.b].SetsUpItself()
}

// finish stores that the match is over and what came of it.
func (r *Run) finish(ctx context.Context, report *Report) error {
	report.Finished = true
	if len(r.Spec.Agents) > 2 {
		if err := r.DB.SaveRatings(ctx, r.ID, r.standing.ratings(report)); err != nil {
			return err
		}
	}
	return r.DB.FinishMatch(ctx, r.ID, r.standing.end(), report.text())
}
