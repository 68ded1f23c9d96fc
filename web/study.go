package web

import (
	"context"
	"math"
	"net/http"
	"slices"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// mindRequest asks what an agent thinks of a position of a finished game, or of a
// free one, from one side.
type mindRequest struct {
	Game     string  `json:"game"`
	Ply      int     `json:"ply"`
	Position string  `json:"position"`
	Color    string  `json:"color"`
	Agent    string  `json:"agent"`
	Seconds  float64 `json:"seconds"`
}

// maxStudy is the longest an agent may think on one position.
const maxStudy = 10.0

// stream writes one JSON object a line, each as soon as it is known.
type stream struct {
	w http.ResponseWriter
	c *http.ResponseController
}

func newStream(w http.ResponseWriter) stream {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	return stream{w, http.NewResponseController(w)}
}

func (s stream) send(v any) {
	_, _ = s.w.Write(append(encode(v), '\n')) // a client that left ends the request's context
	_ = s.c.Flush()
}

// postMind streams an agent's thoughts.
func (s *Server) postMind(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[mindRequest](r)
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
	if err := s.checkHelper(ask.Agent, state.Rules().Variant); err != nil {
		return err
	}
	if state.Result().Over() {
		return badRequest("the game is over here: there is nothing to think about")
	}
	v := new(stratego.View)
	state.View(state.Turn(), v)
	out := newStream(w)
	mind, err := s.consult(r.Context(), asker{visitor(r), sometime}, ask.Agent, v, limit, func(m Mind) { out.send(m) })
	if r.Context().Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	out.send(mind)
	return nil
}

func studyTime(seconds float64) (time.Duration, error) {
	if seconds <= 0 || seconds > maxStudy || math.IsNaN(seconds) {
		return 0, badRequest("%g seconds, expected more than 0 and at most %g", seconds, maxStudy)
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// checkHelper says why an agent cannot be asked about a position of a variant.
func (s *Server) checkHelper(name string, v stratego.Variant) error {
	c, err := s.catalogue.Find(name)
	switch {
	case err != nil:
		return badRequest("%v", err)
	case !c.Plays(v):
		return badRequest("%s does not play %v", name, v)
	case c.SetsUpItself():
		return badRequest("%s plays whole games only", name)
	}
	return nil
}

// studied is the position a request is about.
func (s *Server) studied(ctx context.Context, ask mindRequest) (*stratego.State, error) {
	if ask.Position != "" {
		g, err := readPosition(ask.Position)
		if err != nil {
			return nil, badRequest("%v", err)
		}
		state, err := g.Begin()
		if err != nil {
			return nil, badRequest("%v", err)
		}
		return state, nil
	}
	stored, _, err := s.finished(ctx, ask.Game)
	if err != nil {
		return nil, err
	}
	game, err := recordOf(stored)
	if err != nil {
		return nil, err
	}
	state, err := game.At(ask.Ply)
	if err != nil {
		return nil, badRequest("%v", err)
	}
	return state, nil
}

// turningDrop is how far a move must fall below the best one, in chance to win, to
// be a turning point.
const turningDrop = 0.15

// moreTime is how many times as long an agent may think when it valued no move.
const moreTime = 20

// AnalysisPly is what an agent makes of one move of a finished game, from what its
// player knew.
type AnalysisPly struct {
	Ply      int     `json:"ply"` // plies played before it
	Best     float64 `json:"best"`
	Played   float64 `json:"played"`
	BestMove string  `json:"bestMove"`
	Turning  bool    `json:"turning"`
	Done     bool    `json:"done"`
}

// postAnalysis runs an agent over a finished game and streams what it finds.
func (s *Server) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[struct {
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
	stored, _, err := s.finished(r.Context(), ask.Game)
	if err != nil {
		return err
	}
	if err := s.checkHelper(ask.Agent, stored.Rules.Variant); err != nil {
		return err
	}
	game, err := recordOf(stored)
	if err != nil {
		return err
	}
	state, err := game.Begin()
	if err != nil {
		return err
	}
	who := asker{visitor(r), meanwhile}
	end, err := s.analyses.begin(who.visitor)
	if err != nil {
		return err
	}
	defer end()
	var out *stream
	v := new(stratego.View)
	for i, m := range game.Moves {
		state.View(state.Turn(), v)
		mind, err := s.valued(r.Context(), who, ask.Agent, v, limit)
		if r.Context().Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if out == nil && !valuesMoves(mind) {
			return badRequest("%s gives moves no chance to win, so it cannot find turning points; choose another agent", ask.Agent)
		}
		if out == nil {
			started := newStream(w)
			out = &started
		}
		ply := judge(mind, m)
		ply.Done = i == len(game.Moves)-1
		out.send(ply)
		if err := state.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// valued consults an agent for its moves' values. One that ran out of time before
// it had valued them, as some do that spend little of it on thoughts, gets more.
func (s *Server) valued(ctx context.Context, who asker, name string, v *stratego.View, limit time.Duration) (Mind, error) {
	mind, err := s.consult(ctx, who, name, v, limit, nil)
	if err != nil || !mind.Thoughts.Valued || valuesMoves(mind) {
		return mind, err
	}
	return s.consult(ctx, who, name, v, min(moreTime*limit, maxStudy*time.Second), nil)
}

// valuesMoves says whether an agent gives each move its chance to win, and not
// only the position.
func valuesMoves(mind Mind) bool {
	return mind.Thoughts.Valued && slices.ContainsFunc(mind.Thoughts.Candidates, func(c agent.Candidate) bool { return c.Win > 0 })
}

// judge compares the move that was played with the best. A move that the agent
// did not list is no better than the worst it did; where it valued none, the
// position's value stands for all.
func judge(mind Mind, played stratego.Move) AnalysisPly {
	t := mind.Thoughts
	if !valuesMoves(mind) {
		return AnalysisPly{Ply: mind.Ply, Best: t.Win, Played: t.Win}
	}
	best := t.Candidates[0]
	worst := best
	for _, c := range t.Candidates {
		if c.Win > best.Win {
			best = c
		}
		if c.Win < worst.Win {
			worst = c
		}
	}
	p := AnalysisPly{Ply: mind.Ply, Best: best.Win, Played: worst.Win, BestMove: best.Move}
	for _, c := range t.Candidates {
		if m, err := stratego.ParseMove(c.Move); err == nil && m == played {
			p.Played = c.Win
		}
	}
	p.Turning = p.Best-p.Played >= turningDrop
	return p
}
