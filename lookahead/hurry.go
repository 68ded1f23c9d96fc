package lookahead

import "marengo/stratego"

// Where the rules know no quiet limit, waiting costs a player nothing who has won, and a network
// that learnt with a limit waits. So one that is far ahead and has waited for some plies asks for
// its moves as in a game under the default rules, in which time runs short.
const (
	farAhead = 0.8  // what it expects, win − loss
	waited   = 20   // quiet plies
	shortOf  = 0.75 // the part of the limit that is shown as gone at the most
)

// waits says whether the player waits in a game that is won.
func (t *Thinker) waits() bool {
	return t.view.Rules().QuietLimit == 0 && t.lead() >= farAhead && t.view.Quiet() >= waited
}

// hurry makes t.root questions about a game with a limit.
func (t *Thinker) hurry() {
	limit := stratego.DefaultRules.QuietLimit
	for i := range t.root {
		t.root[i].Record.SetQuiet(min(t.view.Quiet(), int(shortOf*float64(limit))), limit)
	}
}
