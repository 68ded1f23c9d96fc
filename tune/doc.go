// Package tune sets the figures that a player plays by, by measurement.
//
// There are only a few types. An Objective says how well a vector of figures does, from 0 to 1,
// by playing: Pairs plays a Stratego player against a set of opponents, Small one of the
// small games. A Method looks for better vectors: SPSA, as chess engines use it, or
// Evolution, which is CMA-ES. A Run joins the two and keeps a Journal, from which it
// goes on after any interruption.
//
// What a run finds is a claim. Validate tests it, on boards that no run has seen.
package tune
