package setup

import "marengo/stratego"

// barrageScore judges a Barrage setup: eight pieces on forty squares, where
// every attack is near the flag and there is no second line. It takes from De
// Boer's heuristics what still holds there: the flag away from the front (H9), the bomb beside it
// (H3), a strong piece on its side (H4), the miner kept back (H7), and the spy
// in no one's way (H5).
func barrageScore(s *stratego.Setup) (points int) {
	var at [stratego.Ranks]int
	for i, r := range s {
		if r < stratego.NoRank {
			at[r] = i
		}
	}
	row := func(r stratego.Rank) int { return at[r] / stratego.Files }
	points -= 2 * row(stratego.Flag)
	if row(stratego.Flag) == frontRow {
		points -= 10
	}
	if stratego.Distance(stratego.Square(at[stratego.Bomb]), stratego.Square(at[stratego.Flag])) == 1 {
		points += 3
	}
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
