package mcts

import (
	"context"
	"errors"
	"sync"

	"marengo/game"
)

// Pool searches on several goroutines, each with a tree of its own, and adds up what
// they say about the root's moves (root parallelism). The trees share nothing,
// so the answer depends on the seeds and the number of Searchers alone; a Pool
// of one is that Searcher.
type Pool[S game.State] []*Searcher[S]

// Search has each Searcher explore the root of its number; the roots are copies of
// one position. The evaluations are divided among them.
func (p Pool[S]) Search(ctx context.Context, roots []S, l Limits) (Result, error) {
	return p.run(l, func(i int, l Limits) (Result, error) { return p[i].Search(ctx, roots[i], l) })
}

// SearchWorlds has each Searcher explore the worlds of its number.
func (p Pool[S]) SearchWorlds(ctx context.Context, worlds []Worlds[S], l Limits) (Result, error) {
	return p.run(l, func(i int, l Limits) (Result, error) { return p[i].SearchWorlds(ctx, worlds[i], l) })
}

func (p Pool[S]) run(l Limits, search func(i int, l Limits) (Result, error)) (Result, error) {
	if len(p) == 1 {
		return search(0, l)
	}
	results := make([]Result, len(p))
	errs := make([]error, len(p))
	var wait sync.WaitGroup
	for i := range p {
		part := l
		if l.Evaluations > 0 {
			part.Evaluations = max(1, share(l.Evaluations, len(p), i))
		}
		wait.Go(func() { results[i], errs[i] = search(i, part) })
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		return Result{}, err
	}
	return merge(results), nil
}

// share returns the part of n that the i-th of several takes.
func share(n int64, parts, i int) int64 {
	each := n / int64(parts)
	if int64(i) < n%int64(parts) {
		each++
	}
	return each
}

// merge adds up results about the same position. A move that only some know of, as
// happens among worlds, counts for what these say.
func merge(results []Result) Result {
	var sum Result
	at := map[game.Move]int{}
	byValue := false
	for _, r := range results {
		sum.MeanDepth = (sum.MeanDepth*float64(sum.Evaluations) + r.MeanDepth*float64(r.Evaluations)) /
			float64(max(1, sum.Evaluations+r.Evaluations))
		sum.Evaluations += r.Evaluations
		sum.Depth = max(sum.Depth, r.Depth)
		sum.Bytes += r.Bytes
		byValue = r.byValue
		for _, c := range r.Moves {
			k, ok := at[c.Move]
			if !ok {
				k = len(sum.Moves)
				at[c.Move] = k
				sum.Moves = append(sum.Moves, Child{Move: c.Move, Prior: c.Prior})
			}
			sum.Moves[k].Visits += c.Visits
			sum.Moves[k].sum += c.sum
		}
	}
	sum.byValue = byValue
	sum.rank()
	return sum
}

// Advance advances every Searcher, and says whether all have something left to
// build upon.
func (p Pool[S]) Advance(steps ...Step) bool {
	all := true
	for _, s := range p {
		all = s.Advance(steps...) && all
	}
	return all
}
