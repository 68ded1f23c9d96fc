// Package gym steps thousands of games side by side for a learner in another
// process, with the same rules as everything else.
//
// A Gym holds the games in groups, so that one group is stepped while the
// learner evaluates another. Memory is what it shares with the learner: for
// each game the learner's action, a report of what the action did, and the
// record of the position that the side to move faces (nn/features). A game that
// ends starts over from two setups of a Source. Serve answers the learner's
// requests, which come as single bytes through a pipe.
//
// The learner is train/champion/gym.py; cmd/gym is the program it starts.
package gym
