// Package study lets agents think about positions of finished games and free ones,
// for a person to learn from.
package study

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"marengo/agent"
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
}

// Routes adds them.
func (s *Study) Routes(add api.Route) {
	add("POST /api/mind", s.postMind)
	add("POST /api/analysis", s.postAnalysis)
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
		state, err := g.Begin()
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

// turningDrop is how far a move must fall below the best one, in chance to win, to
// be a turning point.
const turningDrop = 0.15

// moreTime is how many times as long an agent may think when it valued no move.
const moreTime = 20

// postAnalysis runs an agent over a finished game and streams what it finds.
func (s *Study) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Game    string  `json:"game"`
		Agent   string  `json:"agent"`
		Seconds float64 `json:"seconds"`
	}](r)
	if err != nil {
		return err
	}
	limit, err := studyTime(ask.Seconds)
	if err != nil {
		return err
	}
	stored, _, err := s.Library.Finished(r.Context(), ask.Game)
	if err != nil {
		return err
	}
	if err := s.Adviser.Check(ask.Agent, stored.Rules.Variant); err != nil {
		return err
	}
	game, err := stored.Record()
	if err != nil {
		return err
	}
	state, err := game.Begin()
	if err != nil {
		return err
	}
	who := fair.Asker{Visitor: api.Visitor(r), Urgency: fair.Meanwhile}
	end, ok := s.Analyses.Begin(who.Visitor)
	if !ok {
		return api.TooMany("an analysis is running already; wait for its end or stop it")
	}
	defer end()
	var out *api.Stream
	v := new(stratego.View)
	for i, m := range game.Moves {
		state.View(state.Turn(), v)
		mind, err := s.valued(r.Context(), who, ask.Agent, v, limit, m)
		if r.Context().Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if out == nil && !valuesMoves(mind) {
			return api.Bad("%s gives moves no chance to win, so it cannot find turning points; choose another agent", ask.Agent)
		}
		if out == nil {
			out = api.NewStream(w)
		}
		ply := judge(mind, m)
		ply.Done = i == len(game.Moves)-1
		if err := out.Send(ply); err != nil {
			return err
		}
		if err := state.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// valued consults an agent for its moves' values. One that ran out of time before
// it had valued them, as some do that spend little of it on thoughts, gets more.
func (s *Study) valued(ctx context.Context, who fair.Asker, name string, v *stratego.View, limit time.Duration, played stratego.Move) (wire.Mind, error) {
	mind, err := s.Adviser.Consult(ctx, who, name, v, limit, nil, played)
	if err != nil || !mind.Thoughts.Valued || valuesMoves(mind) {
		return mind, err
	}
	return s.Adviser.Consult(ctx, who, name, v, min(moreTime*limit, maxStudy*time.Second), nil, played)
}

// valuesMoves says whether an agent gives each move its chance to win, and not
// only the position.
func valuesMoves(mind wire.Mind) bool {
	return mind.Thoughts.Valued && slices.ContainsFunc(mind.Thoughts.Candidates, func(c agent.Candidate) bool { return c.Win > 0 })
}

// judge compares the move that was played with the best. A move that the agent
// did not list is no better than the worst it did; where it valued none, the
// position's value stands for all.
func judge(mind wire.Mind, played stratego.Move) wire.AnalysisPly {
	t := mind.Thoughts
	best, win, ok := t.Compare(played)
	if !ok {
		return wire.AnalysisPly{Ply: mind.Ply, Best: t.Win, Played: t.Win}
	}
	p := wire.AnalysisPly{Ply: mind.Ply, Best: best.Win, Played: win, BestMove: best.Move}
	p.Turning = p.Best-p.Played >= turningDrop
	return p
}
