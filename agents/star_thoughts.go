package agents

import (
	"fmt"

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
	lo, hi := s.bounds()
	line := s.line(r.Line)
	score := float64(side * r.Score)
	t := agent.Thoughts{
		Summary: fmt.Sprintf("Looks %d plies ahead and expects %+.1f points after %s.", r.Depth, score, stratego.FormatMove(r.Move)),
		Win:     (score - lo) / (hi - lo), Valued: true, Score: score,
		Depth: r.Depth, Nodes: r.Nodes, Seconds: r.Time.Seconds(),
		Log: []string{
			fmt.Sprintf("depth %d score %+.2f nodes %d nps %.0f", r.Depth, score, r.Nodes, r.NodesPerSecond()),
			"cutoffs " + r.Cutoffs.String(),
		},
	}
	for i, c := range r.Moves[:min(starShownMoves, len(r.Moves))] {
		x := agent.Candidate{Move: stratego.FormatMove(c.Move), Score: float64(side * c.Score)}
		x.Win = (x.Score - lo) / (hi - lo)
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

func (s *star) bounds() (lo, hi float64) {
	if s.schadd != nil {
		l, h := s.schadd.Bounds()
		return float64(l), float64(h)
	}
	return -artsScale, artsScale
}

// artsScale is the material at which Arts's evaluation counts as decided; the
// flag's own value would make every position look even.
const artsScale = 2000

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
			words += fmt.Sprintf("; %v %.0f%%: %+.0f", hidden.Event(e.Move), 100*e.P, s.own(e.Score))
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
