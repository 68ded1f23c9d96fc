package wire

import "marengo/stratego"

// NewTable is a request for a game of two people, each at a screen of their own.
type NewTable struct {
	Rules   string         `json:"rules"`
	Variant string         `json:"variant"`
	Color   string         `json:"color"` // of who asks: red, blue or either
	Clock   *ClockSettings `json:"clock"`
	Rated   bool           `json:"rated"`
	Looking bool           `json:"looking"` // others may look on
	Delay   int            `json:"delay"`   // plies that those lag behind
	Open    bool           `json:"open"`    // whoever comes first may join, without a link
	Unaided bool           `json:"unaided"` // ranks fade for both, and nothing tells what beats what
}

// PeopleTable is how a game of two people begins, and how far they are.
type PeopleTable struct {
	Game    string         `json:"game"`
	Rules   string         `json:"rules"`
	Variant string         `json:"variant"`
	Red     string         `json:"red"`  // a name; empty while the seat is free
	Blue    string         `json:"blue"` //
	Free    string         `json:"free"` // the colour of the seat that nobody has
	Ready   []string       `json:"ready"`
	Clock   *ClockSettings `json:"clock,omitempty"`
	Rated   bool           `json:"rated"`
	Looking bool           `json:"looking"`
	Delay   int            `json:"delay"`
	Unaided bool           `json:"unaided"`
}

// Invitation is a link that is good for one seat, once, with its QR code: rows of
// 0 and 1. Watch is the link for looking on.
type Invitation struct {
	Game  string   `json:"game"`
	Link  string   `json:"link"`
	QR    []string `json:"qr"`
	Watch string   `json:"watch,omitempty"`
}

// Join takes a seat: that of a link's secret, or the open one of a game.
type Join struct {
	Secret string `json:"secret"`
	Game   string `json:"game"`
}

// PeopleState is what two people have between them beside the board.
type PeopleState struct {
	Rated    bool     `json:"rated"`
	Here     []string `json:"here"`     // the colours that are connected
	Claim    int64    `json:"claim"`    // milliseconds until the other's absence wins the game; -1: it does not
	Takeback string   `json:"takeback"` // who asks to take back
	Rematch  string   `json:"rematch"`  // who offers one
	Muted    bool     `json:"muted"`    // the receiver hears no phrases
	Lookers  int      `json:"lookers"`  // how many look on
	Delay    int      `json:"delay"`    // plies that those lag behind
	Unaided  bool     `json:"unaided"`
}

// PhraseMessage is one of the preset phrases, by its number.
type PhraseMessage struct {
	Type   string `json:"type"`
	Game   string `json:"game"`
	From   string `json:"from"`
	Phrase int    `json:"phrase"`
}

// NextMessage says which game follows this one.
type NextMessage struct {
	Type string `json:"type"`
	Game string `json:"game"`
	Next string `json:"next"`
}

// CommonPosition is the board as both players see it: only ranks that were shown.
func CommonPosition(s *stratego.State) Position {
	p := OpenPosition(s)
	for i := range p.Pieces {
		if !p.Pieces[i].Shown {
			p.Pieces[i].Rank = ""
		}
	}
	return p
}
