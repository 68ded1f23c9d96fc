// Package record is a game as it is written down: rules, players, how it began,
// its moves, its result. A Game is replayed by the rules: every move must be
// legal, and the result must follow from the last position.
//
// Package formats reads and writes games, draw draws positions, and conform
// compares our rules with games that another implementation refereed.
package record
