package agents

import (
	"fmt"
	"math"

	"marengo/agent"
	"marengo/game"
	"marengo/hidden"
	"marengo/search"
	"marengo/stratego"
)

// The most that thoughts show.
const (
	starShownMoves  = 12
	starShownEvents = 4
)

// thoughts says what a search found, in the agent's own eyes.
func (s *star) thoughts(r *search.Result) agent.Thoughts {
	side := game.Score(1)
	if s.state.Color() == stratego.Blue {
		side = -1
	}
	line := s.line(r.Line)
	score := float64(side * r.Score)
	t := agent.Thoughts{
		Summary: fmt.Sprintf("Looks %d plies ahead and expects %.0f of 100 after %s. %s", r.Depth, 100*s.expected(score), stratego.FormatMove(r.Move), s.fear(r.Line)),
		Win:     s.expected(score), Valued: true, Score: score,
		Depth: r.Depth, Nodes: r.Nodes, Seconds: r.Time.Seconds(),
		Log: []string{
			fmt.Sprintf("depth %d score %+.2f nodes %d nps %.0f", r.Depth, score, r.Nodes, r.NodesPerSecond()),
			"cutoffs " + r.Cutoffs.String(),
		},
	}
	for i, c := range r.Moves[:min(starShownMoves, len(r.Moves))] {
		x := agent.Candidate{Move: stratego.FormatMove(c.Move), Score: float64(side * c.Score)}
		x.Win = s.expected(x.Score)
		if i == 0 && len(line) > 0 {
			x.Line = line
		}
		if !c.Exact {
			x.Note = "at most"
		}
		t.Candidates = append(t.Candidates, x)
	}
	t.Tables = append(t.Tables, cutoffTable(r))
	t.Belief = s.belief()
	return t
}

// belief lists the chances that the search takes the enemy's unknown pieces to have.
func (s *star) belief() (rows []agent.Belief) {
	f := s.state.Field()
	enemy := uint8(s.state.Color().Other())
	for id := enemy * stratego.SetupSquares; id < (enemy+1)*stratego.SetupSquares; id++ {
		if sq := f.SquareOf(id); sq != stratego.NoSquare && f.Rank(id) == stratego.NoRank {
			b := agent.Belief{Square: sq.String()}
			s.state.Chances(id, false, &b.P)
			rows = append(rows, b)
		}
	}
	return rows
}

// How many points of an evaluation make a win e times as likely as a loss. Each is the best
// fit to 120 games of the player against itself at 1,500 nodes a move: over 30,866 positions for
// Arts's evaluation (log-loss 0.685, 0.693 for no knowledge at all), over 29,908 for Schadd's
// (0.679).
const (
	artsScale   = 5400
	schaddScale = 380
)

// expected turns an evaluation into an expected score, by the logistic function.
func (s *star) expected(score float64) float64 {
	scale := float64(artsScale)
	if s.schadd != nil {
		scale = schaddScale
	}
	return 1 / (1 + math.Exp(-score/scale))
}

// likelyFear is how likely an event must be to be feared.
const likelyFear = 0.05

// fear says what would be worst in the line that is expected: of what an attacked piece may
// be, or else the enemy's answer.
func (s *star) fear(line []search.Step) string {
	for _, st := range line[min(1, len(line)):] {
		if st.Player != game.Chance {
			return fmt.Sprintf("It fears the answer %s most.", stratego.FormatMove(st.Move))
		}
		worst := -1
		for i, e := range st.Events {
			if e.Known && e.P >= likelyFear && (worst < 0 || s.own(e.Score) < s.own(st.Events[worst].Score)) {
				worst = i
			}
		}
		if worst >= 0 {
			e := st.Events[worst]
			return fmt.Sprintf("It fears most: %v (%.0f%% likely), which would leave %.0f of 100.", hidden.Event(e.Move), 100*e.P, 100*s.expected(s.own(e.Score)))
		}
	}
	return "It sees no answer to fear."
}

// line writes the principal variation, chance outcomes in words.
func (s *star) line(steps []search.Step) (line []string) {
	for _, st := range steps {
		if st.Player != game.Chance {
			line = append(line, stratego.FormatMove(st.Move))
			continue
		}
		words := fmt.Sprintf("if %v (%.0f%%)", hidden.Event(st.Move), 100*st.Chance)
		for i, e := range st.Events {
			if i == 0 || i >= starShownEvents || !e.Known {
				continue
			}
			words += fmt.Sprintf("; %v %.0f%%: %.0f of 100", hidden.Event(e.Move), 100*e.P, 100*s.expected(s.own(e.Score)))
		}
		line = append(line, words)
	}
	return line
}

// own turns a value for First into one for the agent.
func (s *star) own(v game.Score) float64 {
	if s.state.Color() == stratego.Blue {
		return -float64(v)
	}
	return float64(v)
}

// cutoffTable shows what ended nodes early.
func cutoffTable(r *search.Result) agent.Table {
	t := agent.Table{Name: "cutoffs", Columns: []string{"count"}}
	for k, n := range r.Cutoffs {
		if n > 0 {
			t.Rows = append(t.Rows, agent.Row{Name: search.Cut(k).String(), Cells: []float64{float64(n)}})
		}
	}
	return t
}
