// Package arena plays agents against each other and says what the results prove.
//
// There are only a few types. A Referee steps one game, by the rules and nothing
// else; people and agents play through the same one. A Seat asks an agent, holds it
// to its limits and names its faults; Play seats two before a Referee. A Spec is a
// schedule of games, played in pairs that change seats on one board; Run plays what
// is missing of it, storing each game before the next begins; a Report is what came
// of it.
package arena
