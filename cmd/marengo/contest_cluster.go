package main

import (
	"context"
	"strings"

	"marengo/arena"
	"marengo/cluster"
)

// hire has a run played by the workers of a cluster. The match keeps its name there, so
// that a later run finds what was played in the meantime.
func hire(ctx context.Context, w *cluster.Workers, run *arena.Run) (err error) {
	if w.Key, err = run.DB.MatchKey(ctx, run.ID, cluster.NewKey()); err != nil {
		return err
	}
	w.Title, w.Sequential = strings.Join(run.Spec.Agents, " – "), run.Spec.SPRT != ""
	var last *arena.Standing
	w.Standing = func() []arena.Meeting {
		if last == nil {
			return nil
		}
		return last.Report().Meetings
	}
	show := run.Progress
	run.Progress = func(s *arena.Standing) {
		last = s
		show(s)
	}
	run.Workers = w
	return nil
}
