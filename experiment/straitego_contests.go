package experiment

import (
	"context"
	"fmt"
	"io"
)

// The paper's settled agents, without estimator and evaluator.
const (
	ucbAgent     = "mcts:paper"
	epsilonAgent = "mcts:paper,select=epsilon"
	puctAgent    = "mcts:paper,select=puct"
)

// straitegoSetups repeats 5.2: only the setups differ.
func straitegoSetups(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 400, 1)
	if err != nil {
		return err
	}
	c := []contest{
		{section: "5.2.1", what: "human setups v random setups", setupA: gravon, setupB: "random", paper: 64.9, paperGames: 20000},
		{section: "5.2.2", what: "rvh setups v random setups", setupA: "rvh", setupB: "random", paper: 66.1, paperGames: 20000},
		{section: "5.1.1", what: "lewis's setup v random setups", setupA: "named:lewis", setupB: "random"},
		{section: "5.1.2", what: "accolade's setups v random setups", setupA: "named:accolade", setupB: "random"},
		{section: "5.1.3", what: "De Boer's setups v random setups", setupA: "named:de-boer", setupB: "random"},
		{section: "12", what: "good setups v random setups", setupA: "good", setupB: "random"},
		{section: "ours", what: "human-like setups, which good draws from, v random setups", setupA: "human-like", setupB: "random"},
	}
	for i := range c {
		c[i].a, c[i].b = "random", "random"
	}
	return l.runAll(ctx, "Setup providers, both sides playing at random (Schoenmakers 5.2; the paper played 20,000 games each)", c, w)
}

// straitegoEpsilon repeats Figure 6.1. The paper gives the curve as a picture only; its
// text says that it rises to 0.65 and then falls slightly.
func straitegoEpsilon(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 10, 10000)
	if err != nil {
		return err
	}
	var c []contest
	var x []float64
	for e := 5; e <= 95; e += 5 {
		x = append(x, float64(e)/100)
		c = append(c, contest{
			section: "6.2.2", what: fmt.Sprintf("epsilon %.2f v lewis", float64(e)/100),
			a: fmt.Sprintf("mcts:paper,select=epsilon,epsilon=%.2f,guess=database", float64(e)/100), b: "lewis",
			setupA: gravon, setupB: "named:lewis",
		})
	}
	return l.runCurve(ctx, "Epsilon-greedy against lewis (Schoenmakers Figure 6.1; the paper settles on 0.65)", "epsilon", x, c, w)
}

// straitegoC repeats Figure 6.2, also a picture in the paper: it peaks at 0.15.
func straitegoC(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 10, 10000)
	if err != nil {
		return err
	}
	var c []contest
	var x []float64
	for k := 5; k <= 95; k += 10 {
		x = append(x, float64(k)/100)
		c = append(c, contest{
			section: "6.2.3", what: fmt.Sprintf("ucb c %.2f v epsilon 0.65", float64(k)/100),
			a: fmt.Sprintf("mcts:paper,c=%.2f,guess=rvh", float64(k)/100), b: epsilonAgent + ",guess=rvh",
			setupA: gravon, setupB: gravon,
		})
	}
	return l.runCurve(ctx, "UCB against epsilon-greedy (Schoenmakers Figure 6.2; the paper settles on 0.15)", "c", x, c, w)
}

// straitegoPUCT repeats the comparison of 6.2.4.
func straitegoPUCT(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 10, 10000)
	if err != nil {
		return err
	}
	return l.runAll(ctx, "pUCT against UCB (Schoenmakers 6.2.4)", []contest{{
		section: "6.2.4", what: "puct v ucb, rvh estimator", a: puctAgent + ",guess=rvh", b: ucbAgent + ",guess=rvh",
		setupA: gravon, setupB: gravon, paper: 41.4, paperGames: 100,
	}}, w)
}

// straitegoInformation repeats 6.3.
func straitegoInformation(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 20, 10000)
	if err != nil {
		return err
	}
	c := []contest{
		{section: "6.3", what: "epsilon v ucb, database estimator", a: epsilonAgent, b: ucbAgent, paper: 55.7, paperGames: 100},
		{section: "6.3", what: "puct v ucb, database estimator", a: puctAgent, b: ucbAgent, paper: 46.4, paperGames: 100},
	}
	for i := range c {
		c[i].a += ",guess=database"
		c[i].b += ",guess=database"
		c[i].setupA, c[i].setupB = gravon, gravon
	}
	return l.runAll(ctx, "Selectors with the database estimator (Schoenmakers 6.3)", c, w)
}

// straitegoEstimators repeats 7.2 and 7.3 and adds the exact sampler.
func straitegoEstimators(ctx context.Context, o *Options, w io.Writer) error {
	if o.Plot != "" {
		if len(o.Rows) > 0 {
			return badInputf("the figure of %s is of one game of its own, of which %s has nothing to choose", o.name, byName)
		}
		return straitegoFigures(ctx, o, w)
	}
	l, err := newLaboratory(o, 10, 10000)
	if err != nil {
		return err
	}
	var c []contest
	add := func(section, agent, a, b, setupA, setupB string, paper float64) {
		what := fmt.Sprintf("%s v %s", a, b)
		if setupA != gravon || setupB != gravon {
			what += fmt.Sprintf(", %s v %s setups", setupA, setupB)
		}
		games := 100
		if paper == 0 {
			games = 0
		}
		c = append(c, contest{section: section, what: what, a: agent + ",guess=" + a, b: agent + ",guess=" + b,
			setupA: setupA, setupB: setupB, paper: paper, paperGames: games})
	}
	add("7.2.3", epsilonAgent, "random", "omniscient", gravon, gravon, 5)
	add("7.2.4", ucbAgent, "database", "random", gravon, gravon, 86.5)
	add("7.2.4", ucbAgent, "database", "omniscient", gravon, gravon, 38.6)
	add("7.2.4", ucbAgent, "database", "database", "rvh", gravon, 61.4)
	add("7.2.5", ucbAgent, "rvh", "random", gravon, gravon, 68.5)
	add("7.2.5", ucbAgent, "rvh", "omniscient", gravon, gravon, 6.4)
	add("7.2.6", ucbAgent, "direct", "random", gravon, gravon, 34.2)
	add("7.2.6", ucbAgent, "direct", "omniscient", gravon, gravon, 9.6)
	add("7.3", ucbAgent, "database", "rvh", gravon, gravon, 91.8)
	add("7.3", ucbAgent, "rvh", "database", "rvh", "rvh", 64.8)
	add("7.3", ucbAgent, "database", "rvh", "rvh", gravon, 58.9)
	add("ours", ucbAgent, "exact", "random", gravon, gravon, 0)
	add("ours", ucbAgent, "exact", "omniscient", gravon, gravon, 0)
	add("ours", ucbAgent, "exact", "rvh", gravon, gravon, 0)
	return l.runAll(ctx, "Estimators (Schoenmakers 7.2 and 7.3)", c, w)
}

// straitegoEvaluators repeats 8.1.
func straitegoEvaluators(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 10, 10000)
	if err != nil {
		return err
	}
	duel := func(section, a, estimate string, paper float64, games, slow int) contest {
		return contest{section: section, what: fmt.Sprintf("%s v nuc, %s estimator", a, estimate),
			a: epsilonAgent + ",guess=" + estimate + ",evaluate=" + a, b: epsilonAgent + ",guess=" + estimate + ",evaluate=nuc",
			setupA: gravon, setupB: gravon, paper: paper, paperGames: games, slow: slow}
	}
	against := func(section, what, a, b string, paper float64, slow int) contest {
		return contest{section: section, what: what, a: a, b: b, setupA: gravon, setupB: gravon, paper: paper, paperGames: 100, slow: slow}
	}
	const rolloutSlow, networkSlow = 100, 10 // the paper gives rollouts 100 evaluations and networks 1,000
	return l.runAll(ctx, "Evaluators (Schoenmakers 8.1)", []contest{
		against("8.1.1", "nuc (ucb) v random", ucbAgent+",guess=database", "random", 100, 0),
		against("8.1.1", "nuc (ucb) v lewis", ucbAgent+",guess=database", "lewis", 87.8, 0),
		against("8.1.2", "rollout v random, omniscient", epsilonAgent+",guess=omniscient,evaluate=rollout", "random", 83.8, rolloutSlow),
		against("8.1.2", "nuc v random, omniscient", epsilonAgent+",guess=omniscient", "random", 97.9, rolloutSlow),
		duel("8.1.3", "mets", "database", 14.3, 100, 0),
		duel("8.1.3, his sum", "mets-sum", "database", 0, 0, 0),
		duel("8.1.4", "flat", "database", 42.3, 200, 0),
		duel("8.1.5", "noflag", "rvh", 61, 100, 0),
		duel("8.1.5", "noflag", "database", 47.2, 200, 0),
		duel("8.1.6", "nuvc", "database", 57.2, 100, 0),
		duel("8.1.6", "nuvc", "rvh", 52.8, 200, 0),
		duel("8.1.7", "nn", "database", 8.2, 100, networkSlow),
		duel("8.1.8", "double", "database", 12, 100, networkSlow),
		duel("8.1.9", "doublenuc", "database", 16, 100, networkSlow),
	}, w)
}
