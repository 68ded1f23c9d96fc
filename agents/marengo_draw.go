package agents

import (
	"context"

	"marengo/nn"
	"marengo/stratego"
)

// The network thinks too little of its chances against others than itself: positions from which it
// expected 46% scored 72% against a stranger. So a draw is welcome only where it is clearly behind.
const (
	drawWelcome = -0.25 // what it expects, win − loss, from where it takes a draw
	drawOffered = -0.5  // and from where it offers one,
	drawEvery   = 40    // whenever so many more plies have passed quietly
)

// AcceptDraw implements agent.DrawAnswerer.
func (m *marengo) AcceptDraw(ctx context.Context, v *stratego.View) bool {
	_, _, value, err := m.view(ctx, v)
	return err == nil && value.Expected() <= drawWelcome
}

// offersDraw says whether it asks for a draw with its move.
func offersDraw(v *stratego.View, value nn.Value) bool {
	quiet := v.Quiet()
	// Its turn comes every other ply.
	return value.Expected() <= drawOffered && quiet >= drawEvery && quiet%drawEvery < 2
}
