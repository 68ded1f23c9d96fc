package arena

import (
	"encoding/csv"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"text/tabwriter"
)

// WriteText writes the report as tables for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if len(r.Players) > 0 {
		if err := r.writeRatings(&b); err != nil {
			return err
		}
	} else {
		r.Meetings[0].writeText(&b)
	}
	state := ""
	if !r.Finished {
		state = ", unfinished"
	}
	fmt.Fprintf(&b, "Match %d, rules %s, seed %d%s\n", r.Match, r.Rules, r.Seed, state)
	_, err := io.WriteString(w, b.String())
	return err
}

// Line sums a meeting up in one line.
func (m *Meeting) Line() string {
	return fmt.Sprintf("+%d =%d -%d  score %.1f%% [%.1f, %.1f]  Elo %+.0f ± %.0f",
		m.Wins, m.Draws, m.Losses, 100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh, m.Elo, m.EloError)
}

func (m *Meeting) writeText(b *strings.Builder) {
	fmt.Fprintf(b, "%s against %s: %d games\n", m.A, m.B, m.Games)
	if m.Games == 0 {
		return // nothing to tell
	}
	fmt.Fprintf(b, "  wins, draws, losses  %d, %d, %d\n", m.Wins, m.Draws, m.Losses)
	fmt.Fprintf(b, "  score                %.1f%% (95%%: %.1f%% to %.1f%%)\n", 100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh)
	fmt.Fprintf(b, "  Elo difference       %+.0f ± %.0f\n", m.Elo, m.EloError)
	fmt.Fprintf(b, "  pairs by points      0: %d, ½: %d, 1: %d, 1½: %d, 2: %d\n", m.Pairs[0], m.Pairs[1], m.Pairs[2], m.Pairs[3], m.Pairs[4])
	fmt.Fprintf(b, "  plies                mean %.0f, %d to %d\n", m.Plies.Mean, m.Plies.Min, m.Plies.Max)
	fmt.Fprintf(b, "  endings              %s\n", m.reasons(", ", " "))
	fmt.Fprintf(b, "  time a move          %s: mean %.2f ms, p99 %.2f ms; %s: mean %.2f ms, p99 %.2f ms\n",
		m.A, m.TimeA.Mean, m.TimeA.P99, m.B, m.TimeB.Mean, m.TimeB.P99)
	if m.FaultsA+m.FaultsB > 0 {
		fmt.Fprintf(b, "  lost by a fault      %s: %d, %s: %d\n", m.A, m.FaultsA, m.B, m.FaultsB)
		for _, f := range m.Faults {
			fmt.Fprintf(b, "    game %d: %s: %s: %s\n", f.Game, f.Agent, f.Reason, f.Detail)
			for _, line := range f.Errors {
				fmt.Fprintf(b, "      %s\n", line)
			}
		}
	}
	if m.OwnSetups {
		b.WriteString("  setups               each agent's own: in a pair only the seats changed\n")
	}
	if t := m.SPRT; t != nil {
		fmt.Fprintf(b, "  SPRT                 Elo %g against %g: LLR %.2f (%.2f, %.2f) after %d pairs: %s\n",
			t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, t.Pairs, t.Verdict)
	}
}

// reasons lists the endings, the most frequent first.
func (m *Meeting) reasons(between, within string) string {
	words := make([]string, 0, len(m.Reasons))
	for word := range m.Reasons {
		words = append(words, word)
	}
	sort.Slice(words, func(i, j int) bool {
		if a, b := m.Reasons[words[i]], m.Reasons[words[j]]; a != b {
			return a > b
		}
		return words[i] < words[j]
	})
	for i, word := range words {
		words[i] = fmt.Sprintf("%s%s%d", word, within, m.Reasons[word])
	}
	return strings.Join(words, between)
}

// writeRatings writes the cross-table, rated by Bradley and Terry's model.
func (r *Report) writeRatings(b *strings.Builder) error {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tagent\tElo\t±\tpoints\tgames\tscore\t")
	for i := range r.Players {
		fmt.Fprintf(w, "%d\t", i+1)
	}
	fmt.Fprintln(w)
	points := r.crossTable()
	for i, p := range r.Players {
		fmt.Fprintf(w, "%d\t%s\t%+.0f\t%.0f\t%g\t%d\t%.1f%%\t", i+1, p.Agent, p.Elo, p.EloError, p.Points, p.Games, 100*p.Score)
		for j := range r.Players {
			cell := points[[2]int{p.index, r.Players[j].index}]
			if i == j {
				cell = "·"
			}
			fmt.Fprintf(w, "%s\t", cell)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, m := range r.Meetings {
		if m.OwnSetups {
			fmt.Fprintf(b, "%s and %s set up by themselves: in a pair only the seats changed\n", m.A, m.B)
		}
	}
	return nil
}

// crossTable holds what each agent scored against each other, by their places in
// the schedule's list.
func (r *Report) crossTable() map[[2]int]string {
	cells := make(map[[2]int]string)
	k := 0
	for a := range r.Players {
		for b := a + 1; b < len(r.Players); b++ {
			m := r.Meetings[k]
			points := float64(m.Wins) + float64(m.Draws)/2
			cells[[2]int{a, b}] = fmt.Sprintf("%g", points)
			cells[[2]int{b, a}] = fmt.Sprintf("%g", float64(m.Games)-points)
			k++
		}
	}
	return cells
}

// WriteCSV writes a line for every meeting, under a line of keys.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	rows := [][]string{{"a", "b", "games", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "elo_error",
		"pairs", "reasons", "faults_a", "faults_b", "plies_mean", "plies_min", "plies_max",
		"time_a_mean_ms", "time_a_p99_ms", "time_b_mean_ms", "time_b_p99_ms", "own_setups", "llr", "verdict"}}
	num := func(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
	for _, m := range r.Meetings {
		llr, verdict := "", ""
		if m.SPRT != nil {
			llr, verdict = num(m.SPRT.LLR), string(m.SPRT.Verdict)
		}
		pairs := strings.Trim(strings.ReplaceAll(fmt.Sprint(m.Pairs), " ", ";"), "[]")
		rows = append(rows, []string{m.A, m.B, strconv.Itoa(m.Games), strconv.Itoa(m.Wins), strconv.Itoa(m.Draws), strconv.Itoa(m.Losses),
			num(m.Score), num(m.ScoreLow), num(m.ScoreHigh), num(m.Elo), num(m.EloError),
			pairs, m.reasons(";", "="), strconv.Itoa(m.FaultsA), strconv.Itoa(m.FaultsB), num(m.Plies.Mean), strconv.Itoa(m.Plies.Min),
			strconv.Itoa(m.Plies.Max), num(m.TimeA.Mean), num(m.TimeA.P99), num(m.TimeB.Mean), num(m.TimeB.P99), strconv.FormatBool(m.OwnSetups), llr, verdict})
	}
	return c.WriteAll(rows)
}
