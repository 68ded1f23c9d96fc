package notation

import (
	"strings"

	"marengo/stratego"
)

// The results. All but Victory and the draws name the loser.
const (
	Victory       = "VICTORY"
	Surrender     = "SURRENDER" // also in a move's place
	Illegal       = "ILLEGAL"
	BadSetup      = "BAD_SETUP"
	Draw          = "DRAW"
	DrawDefault   = "DRAW_DEFAULT" // the turn limit
	InternalError = "INTERNAL_ERROR"
)

// End returns whom the line about the end of a game names, its word and its turn, after
// a number of plies. The reason is stratego's or a referee's word. The turn is that
// of the last ply, or of the player who gave up or failed in a ply's place; a draw
// names whoever's turn that was.
func End(winner stratego.Color, reason string, plies int) (who stratego.Color, word string, turn int) {
	turn = (plies + 1) / 2
	switch {
	case winner == stratego.NoColor:
		word = Draw
		if strings.HasSuffix(reason, "limit") {
			word = DrawDefault
		}
		return stratego.Color((max(plies, 1) - 1) % 2), word, turn
	case reason == stratego.FlagCaptured.String(), reason == stratego.NoMoves.String():
		return winner, Victory, turn
	case reason == badSetup:
		return winner.Other(), BadSetup, turn
	case reason == stratego.Resigned.String():
		return winner.Other(), Surrender, plies/2 + 1
	}
	return winner.Other(), Illegal, plies/2 + 1
}

// badSetup is the referee's word for a setup that the rules refuse.
const badSetup = "bad_setup"
