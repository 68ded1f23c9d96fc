package wire

import "marengo/analysis"

// PlyLog is what an agent logged while choosing a ply.
type PlyLog struct {
	Ply   int      `json:"ply"`
	Lines []string `json:"lines"`
}

// GameRecord is a finished game with everything open.
type GameRecord struct {
	GameRow
	Variant string      `json:"variant"`
	Start   []SeenPiece `json:"start"`
	First   string      `json:"first"`
	Events  []GameEvent `json:"events"`
	Log     []PlyLog    `json:"log"`
	Minds   []Mind      `json:"minds"`
	Marks   []Mark      `json:"marks,omitempty"` // what the asker noted on enemy pieces while playing
}

// OwnSetup is a setup that belongs to a browser.
type OwnSetup struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Setup   string `json:"setup"`
}

// SetupScore is a setup's heuristic score with its reasons.
type SetupScore struct {
	Total   int           `json:"total"`
	Reasons []SetupReason `json:"reasons"`
}

// SetupReason is one thing that counts for or against a setup.
type SetupReason struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Text   string `json:"text"`
}

// FreePosition is a position as people share it, with the pieces it describes.
type FreePosition struct {
	Text    string      `json:"text"`
	ToMove  string      `json:"toMove"`
	Variant string      `json:"variant"`
	Pieces  []SeenPiece `json:"pieces"`
	Error   string      `json:"error,omitempty"`
}

// BoardRequest asks where moves lead, from a ply of a finished game or from a position's
// or game's text.
type BoardRequest struct {
	Game  string   `json:"game"`
	Ply   int      `json:"ply"`
	Text  string   `json:"text"`
	Moves []string `json:"moves"`
}

// BoardState is where they lead: all ranks open, the moves of the side to move, and the
// line from the first ply on, as people share it.
type BoardState struct {
	Text     string      `json:"text"`
	Variant  string      `json:"variant"`
	First    string      `json:"first"`
	Position Position    `json:"position"`
	Events   []GameEvent `json:"events"`
	Result   *Ending     `json:"result,omitempty"`
}

// Analysis is how far the analysis of a finished game is, and what it has found.
type Analysis struct {
	Done    int              `json:"done"` // plies
	All     int              `json:"all"`
	Running bool             `json:"running"`
	Mine    bool             `json:"mine"` // the asker began it, and may stop it
	Error   string           `json:"error,omitempty"`
	Report  *analysis.Report `json:"report,omitempty"`
}

// MatchRow is one of the arena's matches.
type MatchRow struct {
	ID       int64   `json:"id"`
	A        string  `json:"a"`
	B        string  `json:"b"`
	Rules    string  `json:"rules"`
	Games    int     `json:"games"`
	Played   int     `json:"played"`
	Wins     int     `json:"wins"`
	Draws    int     `json:"draws"`
	Losses   int     `json:"losses"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Elo      float64 `json:"elo"`
	EloError float64 `json:"eloError"`
	Running  bool    `json:"running"`
	Mine     bool    `json:"mine"` // the asker started it, and may stop it
	Date     string  `json:"date"`
}

// RatingRow is an agent's measured strength.
type RatingRow struct {
	Agent string  `json:"agent"`
	Elo   float64 `json:"elo"`
	Error float64 `json:"error"`
	Games int     `json:"games"`
	Old   bool    `json:"old,omitempty"` // the agent has come to play otherwise since
}

// Statistics are a person's record.
type Statistics struct {
	Rows    []StatRow  `json:"rows"`    // by opponent
	Endings []StatRow  `json:"endings"` // by how games ended
	Games   []StatGame `json:"games"`
	Guesses []GuessRow `json:"guesses"` // at enemy pieces, by the rank guessed
}

// StatRow is a person's record in games of one sort.
type StatRow struct {
	Name   string `json:"name"`
	Games  int    `json:"games"`
	Wins   int    `json:"wins"`
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
}

// GuessRow is how often a person took an enemy piece for a rank, and was right.
type GuessRow struct {
	Rank    string `json:"rank"`
	Guesses int    `json:"guesses"`
	Right   int    `json:"right"`
}

// StatGame is one game of a person's record.
type StatGame struct {
	Date     string  `json:"date"`
	Opponent string  `json:"opponent"`
	Score    float64 `json:"score"`
}

// MindRequest asks what an agent thinks of a position of a finished game, or of a
// free one, from one side.
type MindRequest struct {
	Game     string  `json:"game"`
	Ply      int     `json:"ply"`
	Position string  `json:"position"`
	Color    string  `json:"color"`
	Agent    string  `json:"agent"`
	Seconds  float64 `json:"seconds"`
}

// SetupJudgement is what fast games say of a setup so far.
type SetupJudgement struct {
	Games     int       `json:"games"`
	All       int       `json:"all"` // that will be played
	Score     float64   `json:"score"`
	Low       float64   `json:"low"`
	High      float64   `json:"high"`
	Read      float64   `json:"read"` // the probability that a guesser gives to what its hidden pieces are
	Usual     float64   `json:"usual"`
	Flag      float64   `json:"flag"` // and to where its flag is
	UsualFlag float64   `json:"usualFlag"`
	Heat      []float64 `json:"heat"` // of the flag, by the setup's squares
}

// SetupResult is what a person scored with a setup.
type SetupResult struct {
	Setup   string `json:"setup"`
	Variant string `json:"variant"`
	Wins    int    `json:"wins"`
	Draws   int    `json:"draws"`
	Losses  int    `json:"losses"`
}
