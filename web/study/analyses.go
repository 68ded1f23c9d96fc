package study

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"marengo/analysis"
	"marengo/store"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/wire"
)

// analyses are those under way. Each goes on though nobody looks, ply by ply in the queue
// of those who think, and what it has found is kept: one that was stopped goes on from there.
type analyses struct {
	ctx  context.Context
	stop context.CancelFunc
	wait sync.WaitGroup

	mu      sync.Mutex
	running map[int64]*underway
	failed  map[int64]string // why the last attempt at a game ended
}

// underway is one analysis.
type underway struct {
	by   string // the visitor who asked for it, and may stop it
	stop context.CancelFunc
}

func (s *Study) getAnalysis(w http.ResponseWriter, r *http.Request) error {
	g, _, err := s.Library.Finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return s.answerAnalysis(w, r, g)
}

// answerAnalysis tells how far an analysis is, and what it has found.
func (s *Study) answerAnalysis(w http.ResponseWriter, r *http.Request, g *store.Game) error {
	s.under.mu.Lock()
	work, running := s.under.running[g.ID]
	failed := s.under.failed[g.ID]
	s.under.mu.Unlock()
	kept, err := analysis.Load(r.Context(), s.Library.DB, g)
	if err != nil {
		return api.Bad("%v", err)
	}
	out := wire.Analysis{Done: len(kept.Plies), All: kept.All, Running: running, Mine: running && work.by == api.Visitor(r), Error: failed}
	if out.Done > 0 {
		if out.Report, err = kept.Report(); err != nil {
			return err
		}
	}
	return api.Answer(w, out)
}

// postAnalysis begins the analysis of a game, or goes on with it.
func (s *Study) postAnalysis(w http.ResponseWriter, r *http.Request) error {
	g, _, err := s.Library.Finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	kept, err := analysis.Load(r.Context(), s.Library.DB, g)
	if err != nil {
		return api.Bad("%v", err)
	}
	if !kept.Done() {
		if err := s.under.begin(s, api.Visitor(r), g.ID, kept); err != nil {
			return err
		}
	}
	return s.answerAnalysis(w, r, g)
}

// deleteAnalysis stops an analysis. What it has found stays.
func (s *Study) deleteAnalysis(w http.ResponseWriter, r *http.Request) error {
	g, _, err := s.Library.Finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	s.under.mu.Lock()
	work, running := s.under.running[g.ID]
	s.under.mu.Unlock()
	switch {
	case !running:
		return api.Fail(http.StatusConflict, "this game is not being analysed")
	case work.by != api.Visitor(r):
		return api.Fail(http.StatusForbidden, "only who asked for the analysis may stop it")
	}
	work.stop()
	return s.answerAnalysis(w, r, g)
}

// begin starts an analysis unless it is under way.
func (a *analyses) begin(s *Study, visitor string, game int64, kept *analysis.Kept) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.running[game]; ok || a.ctx.Err() != nil {
		return nil
	}
	end, ok := s.Analyses.Begin(visitor)
	if !ok {
		return api.TooMany("an analysis is running already; wait for its end or stop it")
	}
	ctx, stop := context.WithCancel(a.ctx)
	a.running[game] = &underway{by: visitor, stop: stop}
	delete(a.failed, game)
	a.wait.Go(func() {
		err := s.work(ctx, visitor, kept)
		stop()
		a.mu.Lock()
		defer a.mu.Unlock()
		end()
		delete(a.running, game)
		if err != nil && !errors.Is(err, context.Canceled) {
			a.failed[game] = err.Error()
			s.Adviser.Note("analysis", err)
		}
	})
	return nil
}

// work looks at the plies that are left, each when its turn has come.
func (s *Study) work(ctx context.Context, visitor string, kept *analysis.Kept) error {
	analyst, err := analysis.New(kept.Variant())
	if err != nil {
		return err
	}
	for !kept.Done() {
		release, err := s.Adviser.Queue.Acquire(ctx, fair.Asker{Visitor: visitor, Urgency: fair.Meanwhile})
		if err != nil {
			return err
		}
		err = kept.Continue(ctx, analyst)
		release()
		if err != nil {
			return err
		}
	}
	return nil
}
