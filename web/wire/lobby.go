package wire

// Me is who a browser is to others.
type Me struct {
	Name string `json:"name"` // empty for one without
	Key  bool   `json:"key"`  // a personal key is valid
}

// PersonRow is a person in the table of ratings.
type PersonRow struct {
	Name      string  `json:"name"`
	Rating    float64 `json:"rating"`
	Deviation float64 `json:"deviation"`
	Games     int     `json:"games"`
}

// LobbyGame is a game of two people in the lobby: open, going on or over.
type LobbyGame struct {
	PeopleTable
	Date   string `json:"date"`
	Plies  int    `json:"plies"`
	Winner string `json:"winner"`
	Reason string `json:"reason"` // empty while it goes on
	Mine   bool   `json:"mine"`
}

// Lobby is where people meet.
type Lobby struct {
	Me      Me                     `json:"me"`
	Open    []LobbyGame            `json:"open"`
	Playing []LobbyGame            `json:"playing"`
	Results []LobbyGame            `json:"results"`
	Ratings map[string][]PersonRow `json:"ratings"` // by variant
	Matches []Contest              `json:"matches"`
}

// NewContest is a request for a counted match against an agent: an even number of
// games, so that each side begins as often.
type NewContest struct {
	Agent   string         `json:"agent"`
	Level   int            `json:"level"`
	Rules   string         `json:"rules"`
	Variant string         `json:"variant"`
	Games   int            `json:"games"`
	Clock   *ClockSettings `json:"clock"`
}

// Contest is a counted match of a person against an agent, and its report.
type Contest struct {
	ID       int64          `json:"id"`
	Person   string         `json:"person"`
	Agent    string         `json:"agent"`
	Level    int            `json:"level"`
	Revision string         `json:"revision"` // of the agent's play, empty for the first
	Rules    string         `json:"rules"`
	Variant  string         `json:"variant"`
	Clock    *ClockSettings `json:"clock,omitempty"`
	Games    int            `json:"games"`
	Played   int            `json:"played"`
	Wins     int            `json:"wins"`
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	Score    float64        `json:"score"`
	Low      float64        `json:"low"` // the 95% interval of the score, by Wilson's formula
	High     float64        `json:"high"`
	Date     string         `json:"date"`
	Over     bool           `json:"over"`
	Mine     bool           `json:"mine"`
	Current  string         `json:"current"` // the game under way
	List     []ContestGame  `json:"list"`
}

// ContestGame is one game of a counted match.
type ContestGame struct {
	Game   string `json:"game"`
	You    string `json:"you"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	Plies  int    `json:"plies"`
}
