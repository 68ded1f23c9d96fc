package arena

import (
	"fmt"

	"marengo/agent"
	"marengo/stratego"
)

// Fault is a word for what an agent did wrong; it then lost the game.
type Fault string

// The faults.
const (
	NoFault     Fault = ""
	Timeout     Fault = "timeout"      // it overran the hard limit
	IllegalMove Fault = "illegal_move" // it answered a move that it may not play
	BadSetup    Fault = "bad_setup"    // it answered a setup that it may not play
	Failed      Fault = "error"        // it gave up with an error
	Panicked    Fault = "panic"        // its code broke
	Gone        Fault = "gone"         // a person who left
)

// Result is how a game ended. A game lost by a Fault has the Reason Forfeit.
type Result struct {
	stratego.Result
	Fault  Fault
	Detail string // what exactly went wrong, in words
}

// Word returns the reason of the end in one word, as reports count it.
func (r Result) Word() string {
	if r.Fault != NoFault {
		return string(r.Fault)
	}
	return r.Reason.String()
}

// Referee steps one game: it alone holds the truth, and hands out Views. It is not
// safe for use by several goroutines at once.
type Referee struct {
	state  *stratego.State
	moves  []stratego.Move
	offer  stratego.Color // whose draw offer stands; NoColor for none
	result Result
}

// NewReferee starts a game from two setups.
func NewReferee(rules stratego.Rules, red, blue stratego.Setup) (*Referee, error) {
	state, err := stratego.NewState(rules, red, blue)
	if err != nil {
		return nil, err
	}
	return NewRefereeAt(state), nil
}

// NewRefereeAt starts a game from any position, which it takes over.
func NewRefereeAt(state *stratego.State) *Referee {
	r := &Referee{state: state, offer: stratego.NoColor}
	r.result.Result = state.Result()
	return r
}

// State returns the truth. It is the referee's: to be read, not changed, and not
// to be shown to who plays.
func (r *Referee) State() *stratego.State { return r.state }

// View writes what a player may know into a View.
func (r *Referee) View(c stratego.Color, into *stratego.View) { r.state.View(c, into) }

// Turn returns who is to move.
func (r *Referee) Turn() stratego.Color { return r.state.Turn() }

// Moves returns the moves played. The slice is the referee's.
func (r *Referee) Moves() []stratego.Move { return r.moves }

// Result returns how the game ended, or that it goes on.
func (r *Referee) Result() Result { return r.result }

// DrawOffer returns whose draw offer stands, NoColor for none.
func (r *Referee) DrawOffer() stratego.Color { return r.offer }

// Apply lets a player act: move, on its turn, with or without a draw offer; or
// resign, at any time. What the rules do not allow is an error and changes nothing.
// A move declines the opponent's offer.
func (r *Referee) Apply(c stratego.Color, a agent.Action) error {
	switch {
	case r.result.Over():
		return fmt.Errorf("the game is over: %v", r.result.Result)
	case c > stratego.Blue:
		return fmt.Errorf("nobody cannot act")
	case a.Resign:
		r.end(c.Other(), stratego.Resigned)
		return nil
	case r.state.Turn() != c:
		return fmt.Errorf("it is not %v's turn", c)
	}
	if err := r.state.Play(a.Move); err != nil {
		return err
	}
	r.moves = append(r.moves, a.Move)
	r.offer = stratego.NoColor
	r.result.Result = r.state.Result()
	if a.OfferDraw && !r.result.Over() {
		r.offer = c
	}
	return nil
}

// AnswerDraw accepts or declines the opponent's standing offer.
func (r *Referee) AnswerDraw(c stratego.Color, accept bool) error {
	if r.result.Over() || c > stratego.Blue || r.offer != c.Other() {
		return fmt.Errorf("no draw offer stands for %v to answer", c)
	}
	r.offer = stratego.NoColor
	if accept {
		r.end(stratego.NoColor, stratego.AgreedDraw)
	}
	return nil
}

// Forfeit ends the game against a player that did something wrong.
func (r *Referee) Forfeit(c stratego.Color, f Fault, detail string) {
	r.end(c.Other(), stratego.Forfeit)
	r.result.Fault, r.result.Detail = f, detail
}

// TakeBack takes plies back, and with them the end of the game.
func (r *Referee) TakeBack(plies int) error {
	if plies < 0 || plies > len(r.moves) {
		return fmt.Errorf("cannot take %d plies back, the game has %d", plies, len(r.moves))
	}
	for range plies {
		r.state.Undo()
	}
	r.moves = r.moves[:len(r.moves)-plies]
	r.offer = stratego.NoColor
	r.result = Result{Result: r.state.Result()}
	return nil
}

func (r *Referee) end(winner stratego.Color, reason stratego.Reason) {
	r.offer = stratego.NoColor
	r.result = Result{Result: stratego.Result{Winner: winner, Reason: reason}}
}
