package setup

import "marengo/stratego"

// barrageScore judges a Barrage setup with a guarded flag: eight pieces on forty squares, where
// every attack is near the flag and there is no second line. It takes from De
// Boer's heuristics what still holds there: a strong piece on the flag's side (H4), the
// miner kept back (H7), and the spy in no one's way (H5).
func barrageScore(s *stratego.Setup) (points int) {
	var at [stratego.Ranks]int
	for i, r := range s {
		if r < stratego.NoRank {
			at[r] = i
		}
	}
	row := func(r stratego.Rank) int { return at[r] / stratego.Files }
	for _, r := range [...]stratego.Rank{stratego.Marshal, stratego.General} {
		if side(at[r]) == side(at[stratego.Flag]) {
			points++
		}
		if row(r) == frontRow {
			points-- // the first scout would find it
		}
	}
	if row(stratego.Miner) == frontRow {
		points--
	}
	if row(stratego.Spy) == frontRow {
		points--
	}
	return points
}
