// Package study has finished games and free positions looked at, for a person to learn
// from: agents think about positions, and whole games are analysed.
package study

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"marengo/record/formats"
	"marengo/stratego"
	"marengo/web/advice"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/library"
	"marengo/web/wire"
)

// Study answers requests to think.
type Study struct {
	Library  *library.Library
	Adviser  *advice.Adviser
	Analyses *fair.Tally // whole games at once

	under analyses
}

// New makes a Study. Close it before its database.
func New(lib *library.Library, adviser *advice.Adviser, at *fair.Tally) *Study {
	s := &Study{Library: lib, Adviser: adviser, Analyses: at}
	s.under.running, s.under.failed = make(map[int64]*underway), make(map[int64]string)
	s.under.ctx, s.under.stop = context.WithCancel(context.Background())
	return s
}

// Close stops the analyses. What they have found stays in the store.
func (s *Study) Close() {
	s.under.stop()
	s.under.wait.Wait()
}

// Routes adds them.
func (s *Study) Routes(add api.Route) {
	add("POST /api/mind", s.postMind)
	add("POST /api/board", s.postBoard)
	add("GET /api/games/{id}/analysis", s.getAnalysis)
	add("POST /api/games/{id}/analysis", s.postAnalysis)
	add("DELETE /api/games/{id}/analysis", s.deleteAnalysis)
}

// maxStudy is the longest an agent may think on one position.
const maxStudy = 10.0

// postMind streams an agent's thoughts.
func (s *Study) postMind(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.MindRequest](r)
	if err != nil {
		return err
	}
	limit, err := studyTime(ask.Seconds)
	if err != nil {
		return err
	}
	state, err := s.studied(r.Context(), ask)
	if err != nil {
		return err
	}
	if err := s.Adviser.Check(ask.Agent, state.Rules().Variant); err != nil {
		return err
	}
	if state.Result().Over() {
		return api.Bad("the game is over here: there is nothing to think about")
	}
	v := new(stratego.View)
	state.View(state.Turn(), v)
	out := api.NewStream(w)
	var unsent error
	mind, err := s.Adviser.Consult(r.Context(), fair.Asker{Visitor: api.Visitor(r), Urgency: fair.Sometime}, ask.Agent, v, limit, func(m wire.Mind) { unsent = errors.Join(unsent, out.Send(m)) })
	if r.Context().Err() != nil {
		return nil
	}
	if err := errors.Join(err, unsent); err != nil {
		return err
	}
	return out.Send(mind)
}

func studyTime(seconds float64) (time.Duration, error) {
	if seconds <= 0 || seconds > maxStudy || math.IsNaN(seconds) {
		return 0, api.Bad("%g seconds, expected more than 0 and at most %g", seconds, maxStudy)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// studied is the position a request is about.
func (s *Study) studied(ctx context.Context, ask wire.MindRequest) (*stratego.State, error) {
	if ask.Position != "" {
		g, err := formats.Parse("position", []byte(ask.Position))
		if err != nil {
			return nil, api.Bad("%v", err)
		}
		state, err := g.At(len(g.Moves))
		if err != nil {
			return nil, api.Bad("%v", err)
		}
		return state, nil
	}
	stored, _, err := s.Library.Finished(ctx, ask.Game)
	if err != nil {
		return nil, err
	}
	game, err := stored.Record()
	if err != nil {
		return nil, err
	}
	state, err := game.At(ask.Ply)
	if err != nil {
		return nil, api.Bad("%v", err)
	}
	return state, nil
}
