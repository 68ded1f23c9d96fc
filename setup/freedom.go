package setup

import "marengo/stratego"

// trapped is the distance to freedom of a piece that no moves can free.
const trapped = 1 << 7

// freedom fills in the distance to freedom of every square: how many pieces
// have to move before the one there can (De Boer 4.3.4, H1). It is 0 on the front row
// where no lake lies ahead. Bombs and flag do not move away, so the way leads
// around them; their own distance counts like any other.
func freedom(s *stratego.Setup, d *[stratego.SetupSquares]uint8) {
	var queue [stratego.SetupSquares]uint8
	n := 0
	for i := range d {
		d[i] = trapped
		if i/stratego.Files == frontRow && !stratego.Square(i+stratego.Files).Lake() {
			d[i] = 0
			queue[n] = uint8(i)
			n++
		}
	}
	for k := 0; k < n; k++ {
		i := queue[k]
		if s[i] == stratego.Bomb || s[i] == stratego.Flag {
			continue
		}
		for _, to := range setupNeighbours[i] {
			if d[to.index] == trapped {
				d[to.index] = d[i] + 1
				queue[n] = to.index
				n++
			}
		}
	}
}

// frontRow is the row of a setup that faces the enemy, counted from 0.
const frontRow = stratego.SetupSquares/stratego.Files - 1
