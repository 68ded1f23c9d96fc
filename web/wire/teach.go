package wire

// Lesson is a row of steps to be played.
type Lesson struct {
	ID    string   `json:"id"`
	Steps []string `json:"steps"`
}

// LessonState is a step of a lesson as its learner, who is red, may know it.
type LessonState struct {
	Position Position    `json:"position"`
	Events   []GameEvent `json:"events"`
	Target   int         `json:"target"` // a square to go to, -1 for none
	Reached  bool        `json:"reached"`
	Failed   bool        `json:"failed"`
}

// Fights are the ranks that an attacker beats, equals and falls to, as letters.
type Fights struct {
	Wins  string `json:"wins"`
	Ties  string `json:"ties"`
	Loses string `json:"loses"`
}

// Ladder is the players that have played each other, the weakest first, and where the
// asker stands among them.
type Ladder struct {
	Rungs  []Rung  `json:"rungs"`
	Rating float64 `json:"rating"` // the asker's
	Games  int     `json:"games"`  // it is estimated from
	Next   int     `json:"next"`   // the rung that suits the asker; -1 where there are none
}

// Rung is a player at a level, its rating among the others, and what the asker scored
// against it.
type Rung struct {
	Agent  string  `json:"agent"`
	Level  int     `json:"level"`
	Rating float64 `json:"rating"`
	Error  float64 `json:"error"`
	Games  int     `json:"games"`
	Played int     `json:"played"`
	Score  float64 `json:"score"`
}

// PuzzleList names the puzzles there are; Today is the index of the day's, -1 for none.
type PuzzleList struct {
	IDs   []string `json:"ids"`
	Today int      `json:"today"`
}

// Puzzle is a position as its solver, who is to move, may know it.
type Puzzle struct {
	ID       string   `json:"id"`
	Color    string   `json:"color"`
	Position Position `json:"position"`
}

// PuzzleAnswer says whether a move is the best one; only then, and to who gives up, it
// tells which that is and why.
type PuzzleAnswer struct {
	Right  bool    `json:"right"`
	Best   string  `json:"best"`
	Second string  `json:"second"`
	Why    string  `json:"why"`
	Win    float64 `json:"win"`
	Gap    float64 `json:"gap"`
	Game   string  `json:"game"`
}
