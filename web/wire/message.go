// Package wire has what travels between the server and its pages, and is the one
// place that turns games into it. client/model/wire.ts declares the same shapes.
//
// A seat only ever gets what its stratego.View holds: SeatPosition reads Views. The
// State is read for the open boards of games that no person plays, and for finished
// games.
package wire

import (
	"encoding/json"

	"marengo/agent"
	"marengo/stratego"
)

// SeenPiece is a piece as the receiver may know it. Rank is empty while it is hidden.
type SeenPiece struct {
	ID    int    `json:"id"`
	Color string `json:"color"`
	At    int    `json:"at"`
	Rank  string `json:"rank"`
	Moved bool   `json:"moved"`
	Shown bool   `json:"shown"`         // the other side has seen its rank
	May   string `json:"may,omitempty"` // the ranks that a hidden piece can still have
}

// GameEvent is a ply as both players saw it.
type GameEvent struct {
	From     int    `json:"from"`
	To       int    `json:"to"`
	Battle   string `json:"battle,omitempty"`
	Attacker string `json:"attacker,omitempty"`
	Defender string `json:"defender,omitempty"`
}

// Dead is a captured piece.
type Dead struct {
	ID    int    `json:"id"`
	Color string `json:"color"`
	Rank  string `json:"rank"`
}

// Forbidden is a move that a repetition rule forbids.
type Forbidden struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Rule  string `json:"rule"` // two or more
	Since int    `json:"since"`
}

// Position is a board as the receiver may know it.
type Position struct {
	Ply       int         `json:"ply"`
	ToMove    string      `json:"toMove"`
	Pieces    []SeenPiece `json:"pieces"`
	Dead      []Dead      `json:"dead"`
	Legal     [][]int     `json:"legal"` // a square, then where its piece may go
	Forbidden []Forbidden `json:"forbidden"`
	Losing    [][]int     `json:"losing"` // attacks, from and to, that lose the attacker whatever stands there
	Quiet     int         `json:"quiet"`
}

// Seated is who sits at a seat.
type Seated struct {
	Kind   string   `json:"kind"` // person or agent
	Name   string   `json:"name"`
	Agent  string   `json:"agent,omitempty"`
	Level  int      `json:"level,omitempty"`
	Rating *float64 `json:"rating,omitempty"`
}

// Ending is how a game ended.
type Ending struct {
	Winner string `json:"winner"` // red, blue, or empty for a draw
	Reason string `json:"reason"`
}

// Clock is what time is left, in milliseconds.
type Clock struct {
	Red     int64  `json:"red"`
	Blue    int64  `json:"blue"`
	Running string `json:"running"`
}

// GameState is the whole of what a seat may see, sent after every change.
type GameState struct {
	Type      string      `json:"type"`
	Game      string      `json:"game"`
	Seat      string      `json:"seat"` // red, blue or watch
	Ply       int         `json:"ply"`
	Rules     string      `json:"rules"`
	Variant   string      `json:"variant"`
	Red       Seated      `json:"red"`
	Blue      Seated      `json:"blue"`
	Position  Position    `json:"position"`
	Begins    string      `json:"begins"` // who moved first
	First     int         `json:"first"`  // the ply that Events begin after
	Events    []GameEvent `json:"events"`
	Result    *Ending     `json:"result,omitempty"`
	Clock     *Clock      `json:"clock,omitempty"`
	DrawOffer string      `json:"drawOffer"`
	Declined  bool        `json:"declined,omitempty"`
	Thinking  bool        `json:"thinking"`
	Counts    bool        `json:"counts"`
	Open      bool        `json:"open"`
	Takebacks bool        `json:"takebacks"`
	Score     *Score      `json:"score,omitempty"` // of this game and those it is a rematch of
	Marks     []Mark      `json:"marks,omitempty"` // what this seat has noted on enemy pieces, for itself alone

	People *PeopleState `json:"people,omitempty"` // of two people, each at a screen of their own
}

// Mark is what a person notes on an enemy piece: a rank that it may be, a colour.
type Mark struct {
	Piece int    `json:"piece"`
	Rank  string `json:"rank"` // a letter, or empty
	Tone  string `json:"tone"` // a, b or c, or empty
}

// Score is how one person stands against one opponent.
type Score struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Mind is one agent's thoughts on one position.
type Mind struct {
	Agent    string         `json:"agent"`
	Color    string         `json:"color"`
	Ply      int            `json:"ply"`
	Done     bool           `json:"done"`
	Counted  bool           `json:"counted"` // the belief comes from counting: the agent keeps none
	Thoughts agent.Thoughts `json:"thoughts"`
}

// MindMessage carries a Mind to a seat.
type MindMessage struct {
	Type string `json:"type"`
	Game string `json:"game"`
	Hint bool   `json:"hint"`
	Mind Mind   `json:"mind"`
}

// ErrorMessage says what was wrong with a command.
type ErrorMessage struct {
	Type string `json:"type"`
	Code string `json:"code"`
	Text string `json:"text"`
}

// Command is what a client sends. Ply is the number of plies it has seen: a
// command that comes twice finds its ply gone and does nothing.
type Command struct {
	Type   string `json:"type"`
	Game   string `json:"game"`
	Seat   string `json:"seat"`
	Ply    int    `json:"ply"`
	Move   string `json:"move,omitempty"`
	Draw   bool   `json:"draw,omitempty"` // offer a draw beside the move
	Accept bool   `json:"accept,omitempty"`
	Agent  string `json:"agent,omitempty"`
	Delay  int    `json:"delay,omitempty"`
	Mark   *Mark  `json:"mark,omitempty"`
	Phrase int    `json:"phrase,omitempty"`
}

// ColorName is a colour on the wire, empty for nobody.
func ColorName(c stratego.Color) string {
	if c > stratego.Blue {
		return ""
	}
	return c.String()
}

// rankText is a rank on the wire, empty while hidden.
func rankText(r stratego.Rank) string {
	if r >= stratego.NoRank {
		return ""
	}
	return string(r.Letter())
}

// Encode writes a message. The shapes here have only text, numbers and lists; one
// that an agent filled with what is no number is answered by a sentence.
func Encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return []byte(`{"type":"error","code":"server","text":"a message could not be written"}`)
	}
	return data
}
