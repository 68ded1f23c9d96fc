// Package experiment repeats the papers' experiments and prints their tables with
// our figures beside the published ones.
//
// There are only a few types. An Experiment has a name, such as "arts-6.4", and
// runs with Options that scale it; it writes a Table or several, as aligned text or
// comma-separated values, and a figure where the paper has one and Options name a
// file. To add one, write it in a file of its own and join it to All.
package experiment

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"marengo/arena"
	"marengo/record"
	"marengo/stratego"
)

// Options scale an experiment. A zero field is the experiment's own choice, which
// ends in minutes.
type Options struct {
	Positions int   // positions to search
	Depth     int   // plies
	Games     int   // games to play
	Nodes     int64 // nodes a move
	Plies     int   // games of Stratego are drawn after so many; 0: as their rules say

	Evaluations int64 // evaluations a move, for Monte-Carlo tree search

	T         []float64 // in tables of ChanceProbCut only the rows of these t; none is all
	Rows      []string  // in tables of matches only the rows of these sections, called so or with these words; none is all
	CutDepths []int     // where ChanceProbCut is tried; none is where the paper does
	Line      int       // checkers of a winning line in 11×11 Dice; 0 is as inferred

	Concurrency int // positions or games at a time; 0 is one a processor

	Seed   uint64 // of everything random
	CSV    bool   // comma-separated values in place of aligned text
	Plot   string // write the figure to this SVG file
	Player string // options of the player that is looked at, such as weights=FILE
	Setups string // take setups from this file, for experiments that need human ones

	Played *Played // games for experiments that look at such; nil for those that they play themselves

	Journal *Journal // keeps finished pieces, so that a stopped experiment goes on; nil for none

	// Workers play pairs of games in place of this process, where there are any: a cluster.
	Workers arena.Workers

	name      string // of the experiment that runs
	setupsSum string // checksum of the file of setups
	playedSum string // checksum of the games looked at and of what looks at them

	// Progress takes how much of the work is done; it may be nil.
	Progress func(done, total int, what string)
}

// Played are games that were played before.
type Played struct {
	Source string // where they come from
	// Each calls f with every game, and with where it stands, for errors; f's first error ends it.
	Each func(ctx context.Context, f func(where string, g *record.Game) error) error
}

func (o *Options) progress(done, total int, what string) {
	if o.Progress != nil {
		o.Progress(done, total, what)
	}
}

// positions returns how many positions to take, or the experiment's own number.
func (o *Options) positions(own int) int { return orElse(o.Positions, own) }
func (o *Options) depth(own int) int     { return orElse(o.Depth, own) }
func (o *Options) games(own int) int     { return orElse(o.Games, own) }
func (o *Options) nodes(own int64) int64 { return orElse(o.Nodes, own) }
func (o *Options) line() int             { return orElse(o.Line, diceLine) }

// cut ends games under rules as early as the options say.
func (o *Options) cut(r stratego.Rules) stratego.Rules {
	if o.Plies > 0 && (r.PlyLimit == 0 || o.Plies < r.PlyLimit) {
		r.PlyLimit = o.Plies
	}
	return r
}

func orElse[T int | int64](given, own T) T {
	if given > 0 {
		return given
	}
	return own
}

// Experiment is one table or figure of a paper.
type Experiment struct {
	Name  string // as typed: "arts-6.1"
	Short string // one line
	Run   func(ctx context.Context, o *Options, w io.Writer) error
}

// All returns every experiment, paper by paper.
func All() []Experiment {
	list := slices.Concat(
		artsExperiments(),
		schaddExperiments(),
		futureExperiments(),
		quiescenceExperiments(),
		complexityExperiments(),
		searchExperiments(),
		straitegoExperiments(),
		deBoerExperiments(),
		lookaheadExperiments(),
		networkExperiments(),
	)
	for i := range list {
		list[i].Run = list[i].named()
	}
	return list
}

// named runs an experiment with its name, and what else names its results, known.
func (e Experiment) named() func(context.Context, *Options, io.Writer) error {
	return func(ctx context.Context, o *Options, w io.Writer) error {
		known := *o
		known.name = e.Name
		if err := known.checkChoice(); err != nil {
			return err
		}
		if o.Setups != "" && o.Journal != nil {
			raw, err := os.ReadFile(o.Setups)
			if err != nil {
				return BadInput{fmt.Errorf("setups: %w", err)}
			}
			known.setupsSum = fmt.Sprintf("%x", sha256.Sum256(raw))[:16]
		}
		return e.Run(ctx, &known, w)
	}
}

// Find returns the experiment of a name.
func Find(name string) (Experiment, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Experiment{}, fmt.Errorf("unknown experiment %q, expected one of %s", name, strings.Join(names, ", "))
}

// BadInput is an error in what was asked for, not in the work.
type BadInput struct{ error }

// Unwrap returns the error itself.
func (e BadInput) Unwrap() error { return e.error }

func badInputf(format string, args ...any) error { return BadInput{fmt.Errorf(format, args...)} }
