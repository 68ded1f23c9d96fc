// Package analysis tells luck from skill in finished games.
//
// There are only a few types. An Analyst looks at one Ply after another: what the move was
// worth beside the best, and what luck its battle brought, both as its player could know it. A
// Report is what follows for the game: an Account for each side, which adds up from what
// it expected at first to the result; the Moments that decided it; and the Secrets, what
// the enemy could believe of each piece.
//
// All figures are expected scores: 0 lost, ½ drawn, 1 won. An account moves only by what
// happened. Skill is what moves lost against the best known one, the enemy's for and one's own
// against. Luck is what battles brought beyond what their attackers could expect, and what
// neither could see from where it stood.
//
// The Analyst knows the truth and is told only about games that are over; no player uses it.
package analysis
