package web

import (
	"marengo/agent"
	"marengo/stratego"
)

// Piece is a piece as the receiver may know it. Rank is empty while it is hidden.
type Piece struct {
	ID    int    `json:"id"`
	Color string `json:"color"`
	At    int    `json:"at"`
	Rank  string `json:"rank"`
	Moved bool   `json:"moved"`
	Shown bool   `json:"shown"`         // the other side has seen its rank
	May   string `json:"may,omitempty"` // the ranks that a hidden piece can still have
}

// Event is a ply as both players saw it.
type Event struct {
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
	Pieces    []Piece     `json:"pieces"`
	Dead      []Dead      `json:"dead"`
	Legal     [][]int     `json:"legal"` // a square, then where its piece may go
	Forbidden []Forbidden `json:"forbidden"`
	Quiet     int         `json:"quiet"`
}

// Player is who sits at a seat.
type Player struct {
	Kind   string   `json:"kind"` // person or agent
	Name   string   `json:"name"`
	Agent  string   `json:"agent,omitempty"`
	Level  int      `json:"level,omitempty"`
	Rating *float64 `json:"rating,omitempty"`
}

// Result is how a game ended.
type Result struct {
	Winner string `json:"winner"` // red, blue, or empty for a draw
	Reason string `json:"reason"`
}

// Clock is what time is left, in milliseconds.
type Clock struct {
	Red     int64  `json:"red"`
	Blue    int64  `json:"blue"`
	Running string `json:"running"`
}

// State is the whole of what a seat may see, sent after every change.
type State struct {
	Type      string   `json:"type"`
	Game      string   `json:"game"`
	Seat      string   `json:"seat"` // red, blue or watch
	Ply       int      `json:"ply"`
	Rules     string   `json:"rules"`
	Variant   string   `json:"variant"`
	Red       Player   `json:"red"`
	Blue      Player   `json:"blue"`
	Position  Position `json:"position"`
	Begins    string   `json:"begins"` // who moved first
	First     int      `json:"first"`  // the ply that Events begin after
	Events    []Event  `json:"events"`
	Result    *Result  `json:"result,omitempty"`
	Clock     *Clock   `json:"clock,omitempty"`
	DrawOffer string   `json:"drawOffer"`
	Declined  bool     `json:"declined,omitempty"`
	Thinking  bool     `json:"thinking"`
	Counts    bool     `json:"counts"`
	Open      bool     `json:"open"`
	Takebacks bool     `json:"takebacks"`
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
}

// commandError is a refusal that the client shows; code is for programs.
type commandError struct{ code, text string }

func (e commandError) Error() string { return e.text }

// colorName is a colour on the wire, empty for nobody.
func colorName(c stratego.Color) string {
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
