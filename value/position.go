package value

import "marengo/stratego"

// Lanes is the number of passages between and beside the lakes (3.4.1).
const Lanes = 3

// LaneSquares returns the four squares of a lane, red's side first.
func LaneSquares(lane int) [4]stratego.Square {
	f := 4 * lane
	return [4]stratego.Square{stratego.At(f, 4), stratego.At(f+1, 4), stratego.At(f, 5), stratego.At(f+1, 5)}
}

// LaneBefore returns the lane through which the shortest way leads to a square.
func LaneBefore(s stratego.Square) int {
	switch f := s.File(); {
	case f < 3:
		return 0
	case f < 7:
		return 1
	}
	return 2
}

// GuardPosts returns the squares from which a high piece defends the flag best:
// on the third line before the flag and one to each side of it (3.4.2). Those off
// the board are left out.
func GuardPosts(flag stratego.Square, c stratego.Color) []stratego.Square {
	const thirdLine = 2
	row := stratego.At(0, thirdLine).From(c).Row()
	var posts []stratego.Square
	for f := flag.File() - 1; f <= flag.File()+1; f++ {
		if f >= 0 && f < stratego.Files {
			posts = append(posts, stratego.At(f, row))
		}
	}
	return posts
}
