package wire

// AgentInfo is an agent as the client offers it.
type AgentInfo struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Paper       string   `json:"paper"`
	Variants    []string `json:"variants"`
	Whole       bool     `json:"whole,omitempty"` // it plays whole games only, and thinks about no position
	Rating      *float64 `json:"rating,omitempty"`
	RatingError *float64 `json:"ratingError,omitempty"`
	RatingGames *int     `json:"ratingGames,omitempty"`
	RatingOld   bool     `json:"ratingOld,omitempty"` // it has come to play otherwise since
}

// RulesInfo is a rule preset with a sentence on it.
type RulesInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// NamedSetup is a setup of the literature.
type NamedSetup struct {
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Setup   string `json:"setup"`
}

// Boot is what a client needs to know at its start.
type Boot struct {
	Agents []AgentInfo  `json:"agents"`
	Rules  []RulesInfo  `json:"rules"`
	Setups []NamedSetup `json:"setups"`

	Battles map[string]Fights `json:"battles"` // by the attacker's rank
}

// NewGame is a request for a game. A player is "me" or an agent string. The setup
// is that of the first person; a second one at the same screen gives its own later.
type NewGame struct {
	Rules    string         `json:"rules"`
	Variant  string         `json:"variant"`
	Red      string         `json:"red"`
	Blue     string         `json:"blue"`
	Level    int            `json:"level"`
	Seconds  float64        `json:"seconds"`
	Setup    string         `json:"setup"`
	Clock    *ClockSettings `json:"clock"`
	Seed     string         `json:"seed"`
	Position string         `json:"position"`
	Open     bool           `json:"open"`
	Counts   bool           `json:"counts"`
}

// GameMeta says where a game is and which seats the asker has.
type GameMeta struct {
	ID      string `json:"id"`
	Phase   string `json:"phase"` // setup, live or over
	Turn    string `json:"turn"`  // who is to set up or to move; empty once it is over
	Seats   []Seat `json:"seats"`
	Variant string `json:"variant"`

	Table *PeopleTable `json:"table,omitempty"` // of two people, each at a screen of their own
}

// Seat is a place at a game that the asker has: red, blue, or watch for looking on.
type Seat struct {
	Color string `json:"color"`
}

// GameRow is a game in a list.
type GameRow struct {
	ID     string `json:"id"`
	Date   string `json:"date"`
	Red    string `json:"red"`
	Blue   string `json:"blue"`
	Rules  string `json:"rules"`
	Plies  int    `json:"plies"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	You    string `json:"you"`
	Counts bool   `json:"counts"`
	Live   bool   `json:"live"`
	Board  string `json:"board,omitempty"` // of an unfinished game: r, b or . for each square
	People int    `json:"people"`          // how many of the two are people
}

// Score is what the one person of a finished game got: 1, a half or 0.
func (g GameRow) Score() float64 {
	switch g.Winner {
	case "":
		return 0.5
	case g.You:
		return 1
	}
	return 0
}

// ClockSettings give each side time for the whole game and for each move, or days for
// each move alone.
type ClockSettings struct {
	Minutes   float64 `json:"minutes"`
	Increment float64 `json:"increment"`      // seconds
	Days      int     `json:"days,omitempty"` // a move
}
