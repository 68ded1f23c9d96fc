package search

import "marengo/game"

// addKiller remembers a move that cut, for the other nodes of the same ply (Akl
// and Newborn 1977). The two latest are kept.
func (f *frame) addKiller(m game.Move) {
	if f.killers[0] != m {
		f.killers[1] = f.killers[0]
		f.killers[0] = m
	}
}
