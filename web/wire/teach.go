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
