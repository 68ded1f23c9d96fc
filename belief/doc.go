// Package belief says what a player thinks the hidden ranks are.
//
// There are only a few types. A Matrix holds the probability of each rank for
// each piece of one side; an Estimator fills it from what a View shows. Counting
// treats every assignment that the facts permit alike; Guesser adds what setups
// and behaviour tell, after V. de Boer, "Invincible: A Stratego Bot" (2007),
// chapter 6, with the opponent model of Stankiewicz as a switch; Network asks a
// network that was taught to guess.
//
// Estimators use nothing but public knowledge, but for Omniscient, which is told the
// truth in experiments. Most can be turned round: the same inference runs on the
// enemy's pieces and on a player's own, to see what the enemy may think of them.
package belief
