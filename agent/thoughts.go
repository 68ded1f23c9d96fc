package agent

import "marengo/stratego"

// Thoughts is what an agent shows of its mind while it chooses a move: plain
// data, for a person to read, a client to draw and a database to keep. Every
// part is optional. Squares and moves are in our notation, "a4-a5".
type Thoughts struct {
	// Summary is one plain sentence about the choice.
	Summary string `json:"summary,omitempty"`

	// Win is the result the agent expects for itself: 0 lost, 0.5 drawn, 1 won.
	// It means something only where Valued is set. Score is the same in the
	// agent's own units.
	Win    float64 `json:"win"`
	Valued bool    `json:"valued"`
	Score  float64 `json:"score,omitempty"`

	// Work done: plies looked ahead, positions visited and judged, seconds.
	Depth       int     `json:"depth,omitempty"`
	Nodes       int64   `json:"nodes,omitempty"`
	Evaluations int64   `json:"evaluations,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"`

	Candidates []Candidate `json:"candidates,omitempty"` // the best first
	Belief     []Belief    `json:"belief,omitempty"`     // what the enemy's pieces may be
	Exposed    []Belief    `json:"exposed,omitempty"`    // what the enemy may think of the agent's own
	Tables     []Table     `json:"tables,omitempty"`     // anything peculiar to the agent
	Log        []string    `json:"log,omitempty"`        // lines kept with the game
}

// Candidate is a move the agent considered. Win, Score and Visits are as in
// Thoughts, after the move; P is the share a policy gives it.
type Candidate struct {
	Move   string   `json:"move"`
	Win    float64  `json:"win,omitempty"`
	Score  float64  `json:"score,omitempty"`
	P      float64  `json:"p,omitempty"`
	Visits int64    `json:"visits,omitempty"`
	Line   []string `json:"line,omitempty"` // how the game is expected to go on, the move first, chance outcomes in words
	Note   string   `json:"note,omitempty"` // why, in a few words
}

// Compare returns the candidate of which most is expected, and what is expected after a
// move. One that is not among the candidates is no better than the worst of them. It is
// false where the agent has valued none.
func (t *Thoughts) Compare(m stratego.Move) (best Candidate, win float64, ok bool) {
	worst := 1.0
	played := -1.0
	for _, c := range t.Candidates {
		if c.Win > best.Win {
			best = c
		}
		worst = min(worst, c.Win)
		if x, err := stratego.ParseMove(c.Move); err == nil && x == m {
			played = c.Win
		}
	}
	if played < 0 {
		played = worst
	}
	return best, played, t.Valued && best.Win > 0
}

// Belief is the probability of each rank for the piece on one square, in the
// order of the ranks: flag, spy, scout … marshal, bomb.
type Belief struct {
	Square string                  `json:"square"`
	P      [stratego.Ranks]float64 `json:"p"`
	Note   string                  `json:"note,omitempty"` // what speaks for it, in a sentence
}

// Table is a named grid of numbers, such as plans against moves.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    []Row    `json:"rows"`
}

// Row is one line of a Table, with a cell for each column.
type Row struct {
	Name  string    `json:"name"`
	Cells []float64 `json:"cells"`
}
