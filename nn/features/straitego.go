package features

import (
	"marengo/nn"
	"marengo/stratego"
)

// Schoenmakers's input for judging positions and predicting moves (6.2.4, 8.1.7):
// three channels of 92 squares by 12 ranks, from the side of the View's owner.
// The first has his pieces, the second what the enemy must think they can be,
// the third what he must think the enemy's can be.
const (
	ChannelsName = "channels-1" // how weight files name the input
	Channels     = 3 * channel
	channel      = Tokens * stratego.Ranks
)

// WriteChannels writes the input for a View as one row.
func WriteChannels(v *stratego.View, x *nn.Sparse) {
	me := v.Color()
	x.Reset()
	for id := range stratego.SetupSquares {
		if p := v.Piece(me, id); p.Alive() {
			at := uint16(TokenOf(p.Square, me)) * stratego.Ranks
			x.Add(at+uint16(p.Rank), 1)
			addSet(x, channel+at, v.Possible(me, id))
		}
		if p := v.Piece(me.Other(), id); p.Alive() {
			addSet(x, 2*channel+uint16(TokenOf(p.Square, me))*stratego.Ranks, v.Possible(me.Other(), id))
		}
	}
	x.EndRow()
}

func addSet(x *nn.Sparse, at uint16, set stratego.RankSet) {
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if set.Has(r) {
			x.Add(at+uint16(r), 1)
		}
	}
}

// Slides is the number of moves that a scout could make on an empty board, and so
// of the moves there are: the outputs of Schoenmakers's move predictor.
const Slides = 1368

// slides numbers the moves by source and destination token; -1 for what is no move.
var slides = func() (t [Tokens][Tokens]int16) {
	n := int16(0)
	for a := range t {
		for b := range t[a] {
			t[a][b] = -1
			if a != b && open(squares[a], squares[b]) {
				t[a][b] = n
				n++
			}
		}
	}
	return t
}()

// open says whether two squares lie on a line without a lake between them.
func open(a, b stratego.Square) bool {
	step := stratego.Square(1)
	if a.File() == b.File() {
		step = stratego.Files
	} else if a.Row() != b.Row() {
		return false
	}
	for s := min(a, b) + step; s < max(a, b); s += step {
		if s.Lake() {
			return false
		}
	}
	return true
}

// Slide returns a move's number below Slides for the player who makes it.
func Slide(m stratego.Move, c stratego.Color) int {
	return int(slides[TokenOf(stratego.From(m), c)][TokenOf(stratego.To(m), c)])
}
