// Package arena plays agents against each other and says what the results prove.
//
// There are only a few types. A Referee steps one game, by the rules and nothing
// else; people and agents play through the same one. A Seat asks an agent, holds it
// to its limits and names its faults. Play seats two before a Referee, for a Bout
// and whoever looks on.
//
// Games are played in pairs that change seats. A Pair is a value that any Workers
// can play: Local, in this process, is one. A Spec is a schedule of pairs; a Run
// plays what is missing of it, storing each game before the next begins; a Report is
// what came of it. PlayPairs plays pairs that are only counted.
package arena
