// Package workshop judges setups for a person: how they fare in fast games against
// others, and how much of them a guesser reads from the enemy's side.
package workshop

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"marengo/agent"
	"marengo/arena"
	"marengo/belief"
	"marengo/setup"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Workshop answers requests about how good a setup is.
type Workshop struct {
	Catalogue roster.Catalogue
	Queue     *fair.Queue // each game waits here for its turn
	Judging   *fair.Tally
	Setups    setup.Provider // of the opponents
	Games     int            // of one judgement; 0: 80, by which a score is known to about ten points
}

// Routes adds them.
func (s *Workshop) Routes(add api.Route) { add("POST /api/setups/judge", s.postJudge) }

const (
	// judges play the fast games: quick, and strong enough to find an open flag.
	judges = "lewis"

	fastGames = 80

	// readAt is the ply at which a guesser looks: most of both armies still stand, and
	// who moved and who did not begins to tell.
	readAt = 80

	// tellEvery is how many games lie between two reports.
	tellEvery = 4
)

// postJudge plays fast games with a setup and tells how it goes until all are played.
func (s *Workshop) postJudge(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Setup string `json:"setup"`
	}](r)
	if err != nil {
		return err
	}
	own, err := stratego.ParseSetup(ask.Setup)
	if err == nil {
		err = own.Check(stratego.Classic)
	}
	if err != nil {
		return api.Bad("only a complete classic setup can be judged: %v", err)
	}
	visitor := api.Visitor(r)
	end, ok := s.Judging.Begin(visitor)
	if !ok {
		return api.TooMany("other setups are being judged; wait for their end")
	}
	defer end()
	judge, err := s.Catalogue.Find(judges)
	if err != nil {
		return err
	}
	rules, err := stratego.Preset("match")
	if err != nil {
		return err
	}
	stream, t := api.NewStream(w), newTally()
	games := s.Games
	if games <= 0 {
		games = fastGames
	}
	for game := range games {
		err := s.play(r.Context(), visitor, arena.Terms{Rules: rules, Budget: agent.Budget{}}, judge, own, game, t)
		if err != nil {
			if r.Context().Err() != nil {
				return nil // nobody waits for it any more
			}
			return err
		}
		if (game+1)%tellEvery == 0 {
			if err := stream.Send(t.judgement(games)); err != nil {
				return err
			}
		}
	}
	return nil
}

// play plays one fast game, the setup being red's in every other one.
func (s *Workshop) play(ctx context.Context, visitor string, terms arena.Terms, judge arena.Contender, own stratego.Setup, game int, t *tally) error {
	release, err := s.Queue.Acquire(ctx, fair.Asker{Visitor: visitor, Urgency: fair.Meanwhile})
	if err != nil {
		return err
	}
	defer release()
	seed := arena.MoveSeed(1, game)
	drawn, err := s.Setups.Setup(terms.Rules, agent.Game{Rules: terms.Rules, Seed: seed}.Rand())
	if err != nil {
		return err
	}
	me := stratego.Color(game % 2)
	setups := [2]*stratego.Setup{&drawn, &drawn}
	setups[me] = &own
	bout := arena.Bout{Terms: terms, Players: [2]arena.Contender{judge, judge}, Setups: setups, Seed: seed}
	bout.Turn = func(r *arena.Referee, v *stratego.View) error {
		if ply := v.Ply(); ply == readAt || ply == readAt+1 {
			t.read(v, r.State(), v.Color() != me)
		}
		return ctx.Err()
	}
	played, err := arena.Play(ctx, bout)
	if err != nil {
		return err
	}
	if fault := arena.FaultOf(played); fault != nil {
		return fmt.Errorf("a fast game: %w", fault)
	}
	t.count(played.Winner, me)
	return nil
}

// tally sums up fast games.
type tally struct {
	won, drawn, lost int
	guesser          belief.Estimator
	mine, theirs     reading
	heat             [stratego.SetupSquares]float64
}

// reading is what a guesser made of an army's hidden pieces, summed over games.
type reading struct {
	games       int
	right, flag float64 // the probability of the truth, of all pieces and of the flag
}

func newTally() *tally {
	return &tally{guesser: belief.NewGuesser(belief.Options{Side: belief.Enemy, Setups: setup.HumanConditional, Habits: belief.LearntHabits()})}
}

func (t *tally) count(winner, me stratego.Color) {
	switch winner {
	case me:
		t.won++
	case me.Other():
		t.lost++
	default:
		t.drawn++
	}
}

// read lets the guesser look at the enemy's pieces from a View and compares it with the
// truth. Whose pieces they are is told: mine, or those of a drawn setup.
func (t *tally) read(v *stratego.View, truth *stratego.State, mine bool) {
	t.guesser.Update(v)
	m := t.guesser.Matrix()
	enemy := v.Color().Other()
	sum := &t.theirs
	if mine {
		sum = &t.mine
	}
	right, hidden := 0.0, 0
	for id := range stratego.SetupSquares {
		p := truth.Piece(enemy, id)
		if !p.Alive() || p.Known {
			continue
		}
		hidden++
		right += m[id][p.Rank]
		if p.Rank == stratego.Flag {
			sum.flag += m[id][stratego.Flag]
		}
		if mine {
			t.heat[p.StartIndex()] += m[id][stratego.Flag]
		}
	}
	if hidden > 0 {
		sum.right += right / float64(hidden)
	}
	sum.games++
}

// judgement is how it stands, of so many games in all.
func (t *tally) judgement(all int) wire.SetupJudgement {
	games := t.won + t.drawn + t.lost
	score := (float64(t.won) + float64(t.drawn)/2) / float64(max(1, games))
	low, high := arena.Wilson(score, float64(max(1, games)), arena.Z95)
	x := wire.SetupJudgement{Games: games, All: all, Score: score, Low: low, High: high}
	mean := func(sum float64, n int) float64 { return sum / float64(max(1, n)) }
	x.Read, x.Usual = mean(t.mine.right, t.mine.games), mean(t.theirs.right, t.theirs.games)
	x.Flag, x.UsualFlag = mean(t.mine.flag, t.mine.games), mean(t.theirs.flag, t.theirs.games)
	x.Heat = slices.Clone(t.heat[:])
	for i := range x.Heat {
		x.Heat[i] = mean(x.Heat[i], t.mine.games)
	}
	return x
}
