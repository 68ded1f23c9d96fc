// Package agent says what an artificial player is, and nothing else.
//
// There are only a few types. An Agent sets up and moves; a Budget says how much
// it may spend on a move; an Action is what it answers; Thoughts are what it is
// willing to show of its mind. The players themselves live in package agents, and
// those that run as child processes in package protocol.
package agent

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"marengo/stratego"
)

// Game says which game an agent is asked to set up for.
type Game struct {
	Rules    stratego.Rules
	Color    stratego.Color
	Opponent string // the opponent's name, without spaces
	Seed     uint64 // feeds every random choice of the setup
}

// Rand returns the source of the setup's random choices: equal games draw equally.
func (g Game) Rand() *rand.Rand { return source(g.Seed) }

// Budget is what an agent may spend on one move. A zero field sets no limit;
// with no limit at all an agent chooses its own.
type Budget struct {
	Time        time.Duration
	Nodes       int64 // positions visited by a search
	Evaluations int64 // positions judged by an evaluator or a network

	// Hard is the time after which an answer loses the game; 0 where none is known. An agent
	// that spends more than Time on some moves keeps well below it.
	Hard time.Duration `json:"-"`

	// Threads is how many threads the agent may compute on at once; 0 means one, since
	// games are played side by side.
	Threads int

	// Seed feeds every random choice of the move: an equal View, Budget and Seed
	// give an equal Action, unless Time cuts the thinking short.
	Seed uint64

	// Asked are moves whose worth is wanted in the thoughts, whatever the agent thinks of
	// them. They do not change what it plays; agents that value few moves heed them.
	Asked []stratego.Move

	// Report takes the agent's thoughts as they form, each call replacing the
	// one before; none overlaps another or comes after Move has returned. It may
	// be nil: an agent then spares itself the trouble.
	Report func(Thoughts) `json:"-"`
}

// Rand returns the source of the move's random choices: equal budgets draw equally.
func (b Budget) Rand() *rand.Rand { return source(b.Seed) }

// seedStream sets the second word of each generator apart from its first.
const seedStream = 0x9e3779b97f4a7c15 // 2⁶⁴ divided by the golden ratio

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed^seedStream)) }

// Action is an agent's answer. Resign ends the game. OfferDraw stands beside a
// Move: once that is played the opponent may accept instead of answering it.
type Action struct {
	Move      stratego.Move
	Resign    bool
	OfferDraw bool
}

// Agent plays one side of one game. Its calls never overlap.
//
// An agent plays from any View handed to it cold, be it the first of a game, one
// after a takeback or a position made by hand, and chooses as it would have with
// memory: what it keeps between moves is only a cache.
type Agent interface {
	// Setup places the agent's pieces. It is called at most once, before any
	// Move, and not at all where the board is given.
	Setup(ctx context.Context, g Game) (stratego.Setup, error)
	// Move chooses for the player whose View it is. The View is the agent's to
	// read during the call and no longer. A context that ends cuts the thinking
	// short: the agent returns the best it has at once, or the context's error.
	Move(ctx context.Context, v *stratego.View, b Budget) (Action, error)
	// Close frees what the agent holds; no call follows it.
	Close() error
}

// DrawAnswerer is an Agent that can accept an offered draw. The others decline.
type DrawAnswerer interface {
	AcceptDraw(ctx context.Context, v *stratego.View) bool
}

// ErrIllegal is wrapped by the error of a Setup or Move that did get an answer, but
// one that is no setup or move at all, such as a garbled line.
var ErrIllegal = errors.New("not a legal answer")

// Watcher is an Agent that wants to hear of each ply as it is played, its own too,
// and of the end.
type Watcher interface {
	// Played is called after each ply with how the game stands.
	Played(e stratego.Event, r stratego.Result)
	// GameOver is called once, after the last move and before Close. The winner
	// is NoColor for a draw; reason is the referee's word for the end.
	GameOver(winner stratego.Color, reason string)
}

// Accountant is an Agent that can say what it used and what it complained of, such
// as a process's time, memory and error output.
type Accountant interface {
	// Account returns lines to keep with the game. It is called after Close.
	Account() []string
}
