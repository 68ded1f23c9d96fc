// Package record reads and writes games.
//
// There are only a few types. A Game is one game as it is written down: rules,
// players, how it began, its moves, its result. A Format is a kind of file: our
// own text form, Gravon's .gsn and .xml, the evaluator's log. Read finds the
// format by looking at the file, Write by the file's extension. An Error says
// where in a file something is wrong and what was expected there. Conformance
// compares our rules with games that another implementation refereed.
//
// A Game that a reader returns has been replayed: every move is legal, the
// result follows from the last position, and nothing was left out silently. What
// a tolerant reader had to mend stands in Game.Repairs.
//
// docs/formats.md describes the formats.
package record
