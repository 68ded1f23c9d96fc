// Package setup says where setups come from.
//
// There are only a few types. A Provider makes setups; Parse finds one by a text
// such as "human-like", "named:lewis/1" or "file:mine.txt". Statistics count
// where people put their pieces. A Report is the heuristic score of a setup
// with the findings that it is made of, so that a client can show why a setup
// scores as it does.
//
// The generator is that of V. de Boer, "Invincible: A Stratego Bot" (2007),
// chapter 4 and section 7.2.5: pieces are placed one by one by the statistics of
// human setups, and the best of fifty such setups by nine heuristics is played.
package setup
