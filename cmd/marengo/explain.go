package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/agent"
	"marengo/agents"
	"marengo/record"
	"marengo/record/draw"
	"marengo/record/formats"
	"marengo/stratego"
)

func newExplain() *cobra.Command {
	var e explain
	cmd := &cobra.Command{
		Use:   "explain FILE",
		Short: "Show what a player thinks of a position",
		Long: `Hand the position of a game or position file to a player and print its mind: the moves it
considered, the best first, with what speaks for each, and whatever tables it keeps, such as
invincible's moves against plans and the values of the pieces. The position is the last one
before the end of the game, or the one after a given ply. The player sees what the side to
move may know, and nothing else.`,
		Example: `  marengo explain --agent invincible game.marengo
  marengo explain --agent invincible --ply 40 --moves 5 game.gsn
  marengo explain --agent lewis --json game.marengo`,
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args[0]) },
	}
	e.db.flag(cmd)
	f := cmd.Flags()
	f.StringVar(&e.agent, "agent", "invincible", "the player that explains itself")
	f.IntVar(&e.ply, "ply", 0, "explain the move after this ply; negative counts from the end")
	f.IntVar(&e.moves, "moves", 12, "show at most so many moves, 0 for all")
	f.DurationVar(&e.time, "time", 0, "thinking time (default: the player's own)")
	f.Int64Var(&e.nodes, "nodes", 0, "nodes to search (default: the player's own)")
	f.Uint64Var(&e.seed, "seed", 1, "seed of the player's random choices")
	f.BoolVar(&e.belief, "belief", false, "show what it believes of every hidden piece")
	f.BoolVar(&e.json, "json", false, "print the thoughts as a JSON object")
	return cmd
}

// explain holds the command's flags.
type explain struct {
	db           database
	agent        string
	ply, moves   int
	time         time.Duration
	nodes        int64
	seed         uint64
	belief, json bool
}

func (o *explain) run(cmd *cobra.Command, path string) error {
	factory, err := o.db.players(cmd.Context()).Parse(o.agent)
	if err != nil {
		return badInput{err}
	}
	g, err := formats.Read(path)
	if err != nil {
		return badInput{err}
	}
	reportRepairs(cmd.ErrOrStderr(), path, g)
	s, err := o.position(cmd, g)
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	thoughts, action, err := o.think(cmd, factory, s)
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if o.json {
		return json.NewEncoder(out).Encode(thoughts)
	}
	eyes := s.Turn()
	if err := draw.Position(out, s, draw.Options{Color: coloured(out), Players: g.Players, Eyes: &eyes}); err != nil {
		return err
	}
	_, err = io.WriteString(out, o.text(thoughts, s, action))
	return err
}

// position finds the position to explain: by default the last in which a player
// is to move.
func (o *explain) position(cmd *cobra.Command, g *record.Game) (*stratego.State, error) {
	ply := chosenPly(cmd, o.ply, g)
	s, err := g.At(ply)
	if err != nil {
		return nil, err
	}
	if s.Result().Over() && !cmd.Flags().Changed("ply") && ply > 0 {
		if s, err = g.At(ply - 1); err != nil {
			return nil, err
		}
	}
	if s.Result().Over() {
		return nil, fmt.Errorf("the game is over after ply %d", s.Ply())
	}
	return s, nil
}

// think asks the player for a move and keeps the last thoughts it reports.
func (o *explain) think(cmd *cobra.Command, f *agents.Factory, s *stratego.State) (t agent.Thoughts, a agent.Action, err error) {
	if !f.Plays(s.Rules().Variant) {
		return t, a, badInputf("%s does not play %v", o.agent, s.Rules().Variant)
	}
	player, err := f.New()
	if err != nil {
		return t, a, err
	}
	var v stratego.View
	s.View(s.Turn(), &v)
	a, err = player.Move(cmd.Context(), &v, agent.Budget{Time: o.time, Nodes: o.nodes, Seed: o.seed,
		Report: func(latest agent.Thoughts) { t = latest }})
	if closeErr := player.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return t, a, fmt.Errorf("%s: %w", o.agent, err)
	}
	return t, a, nil
}

// text writes the thoughts for a terminal.
func (o *explain) text(t agent.Thoughts, s *stratego.State, a agent.Action) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, %v to move after ply %d: ", o.agent, s.Turn(), s.Ply())
	if a.Resign {
		b.WriteString("resigns")
	} else {
		b.WriteString(stratego.FormatMove(a.Move))
	}
	if t.Valued {
		fmt.Fprintf(&b, ", expecting %.1f%%", 100*t.Win)
	}
	b.WriteByte('\n')
	if t.Summary != "" {
		b.WriteString(t.Summary + "\n")
	}
	b.WriteString(candidatesText(t.Candidates[:o.limit(len(t.Candidates))], t.Valued))
	for _, table := range t.Tables {
		b.WriteString("\n" + tableText(o.best(table, t.Candidates)))
	}
	if o.belief {
		b.WriteString("\n" + tableText(beliefTable("the enemy's hidden pieces", t.Belief)))
		b.WriteString("\n" + tableText(beliefTable("what the enemy may think of ours", t.Exposed)))
	}
	return b.String()
}

// candidateColumns are the numbers that thoughts may have for moves. What is expected needs
// no score beside it that says the same.
var candidateColumns = []struct {
	name string
	has  func(c agent.Candidate, valued bool) bool
	text func(c agent.Candidate) string
}{
	{"expects", func(c agent.Candidate, valued bool) bool { return valued && c.Win > 0 },
		func(c agent.Candidate) string { return fmt.Sprintf("%.1f%%", 100*c.Win) }},
	{"score", func(c agent.Candidate, valued bool) bool {
		return c.Score != 0 && !(valued && math.Abs(c.Win-(1+c.Score)/2) < 1e-9)
	}, func(c agent.Candidate) string { return fmt.Sprintf("%.3f", c.Score) }},
	{"share", func(c agent.Candidate, _ bool) bool { return c.P > 0 }, func(c agent.Candidate) string { return fmt.Sprintf("%.0f%%", 100*c.P) }},
	{"visits", func(c agent.Candidate, _ bool) bool { return c.Visits > 0 }, func(c agent.Candidate) string { return fmt.Sprint(c.Visits) }},
}

// candidatesText aligns the moves with their numbers and notes, and with the line of each
// that has one below it.
func candidatesText(list []agent.Candidate, valued bool) string {
	if len(list) == 0 {
		return ""
	}
	const width = 9
	var b strings.Builder
	fmt.Fprintf(&b, "\n  %-8s", "move")
	shown := candidateColumns[:0:0]
	for _, column := range candidateColumns {
		if slices.ContainsFunc(list, func(c agent.Candidate) bool { return column.has(c, valued) }) {
			shown = append(shown, column)
			fmt.Fprintf(&b, "%*s", width, column.name)
		}
	}
	b.WriteByte('\n')
	for _, c := range list {
		row := fmt.Sprintf("  %-8s", c.Move)
		for _, column := range shown {
			row += fmt.Sprintf("%*s", width, column.text(c))
		}
		b.WriteString(strings.TrimRight(row+"  "+c.Note, " ") + "\n")
		if len(c.Line) > 0 {
			fmt.Fprintf(&b, "  %*s  %s\n", 8+width*len(shown), "", strings.Join(c.Line, " "))
		}
	}
	return b.String()
}

func (o *explain) limit(n int) int {
	if o.moves > 0 {
		return min(n, o.moves)
	}
	return n
}

// best brings a table whose rows are moves into the order of the candidates, and
// cuts it as they are cut.
func (o *explain) best(t agent.Table, candidates []agent.Candidate) agent.Table {
	rows := make(map[string]agent.Row)
	for _, r := range t.Rows {
		rows[r.Name] = r
	}
	var ordered []agent.Row
	for _, c := range candidates {
		r, ok := rows[c.Move]
		if !ok {
			return t
		}
		ordered = append(ordered, r)
	}
	if len(ordered) > 0 {
		t.Rows = ordered[:o.limit(len(ordered))]
	}
	return t
}

// tableText aligns a table under its name.
func tableText(t agent.Table) string {
	var b strings.Builder
	first, width := len(t.Name), 8
	for _, r := range t.Rows {
		first = max(first, len(r.Name))
	}
	fmt.Fprintf(&b, "%-*s", first, t.Name)
	for _, c := range t.Columns {
		fmt.Fprintf(&b, " %*s", width, c)
	}
	b.WriteByte('\n')
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%-*s", first, r.Name)
		for _, x := range r.Cells {
			if x == 0 {
				fmt.Fprintf(&b, " %*s", width, "0")
			} else {
				fmt.Fprintf(&b, " %*.3g", width, x)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// beliefTable shows probabilities in percent.
func beliefTable(name string, rows []agent.Belief) agent.Table {
	t := agent.Table{Name: name}
	for r := stratego.Rank(0); r < stratego.Ranks; r++ {
		t.Columns = append(t.Columns, r.String()[:min(8, len(r.String()))])
	}
	for _, row := range rows {
		cells := make([]float64, len(row.P))
		for r, p := range row.P {
			cells[r] = 100 * p
		}
		t.Rows = append(t.Rows, agent.Row{Name: row.Square, Cells: cells})
	}
	return t
}
