package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/cluster"
)

func newClusterStatus() *cobra.Command {
	var c clusterFlags
	var asJSON bool
	var every time.Duration
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say what a cluster's matches and workers do",
		Long: `Say how the matches of a cluster stand, with intervals and the bounds of sequential tests, what
its workers play, what they leave to others and why, what failed, and what was dropped as
malformed.`,
		Example: `  marengo cluster status --cluster nats://127.0.0.1:4222
  marengo cluster status --cluster nats://127.0.0.1:4222 --every 2s`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			conn, err := c.dial(cmd.Context(), cluster.RoleOnlooker, 0, nil)
			if err != nil {
				return err
			}
			defer conn.Close()
			for {
				s, err := conn.Status(cmd.Context())
				if err != nil {
					return err
				}
				if err := printStatus(cmd.OutOrStdout(), s, asJSON); err != nil || every == 0 {
					return err
				}
				if !waited(cmd.Context(), every) {
					return nil
				}
			}
		},
	}
	c.flags(cmd, "the cluster")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	cmd.Flags().DurationVar(&every, "every", 0, "say it again and again, so often")
	return cmd
}

// waited waits, unless the context ends first.
func waited(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// printStatus writes a status for people or programs.
func printStatus(w io.Writer, s *cluster.Status, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	b := new(strings.Builder)
	fmt.Fprintf(b, "%s  %s  %d pairs queued or being played, %d results not stored yet\n", s.Server, s.When.Format(time.TimeOnly), s.Queued, s.Results)
	if len(s.Matches) == 0 {
		fmt.Fprintln(b, "no matches")
	}
	for i := range s.Matches {
		writeMatch(b, &s.Matches[i])
	}
	if len(s.Workers) == 0 {
		fmt.Fprintln(b, "no workers")
	}
	for i := range s.Workers {
		writeMachine(b, &s.Workers[i])
	}
	writeCounts(b, "", s.Dropped)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeMatch(b *strings.Builder, m *cluster.Match) {
	fmt.Fprintf(b, "\n%s %s  %s  from %s\n", m.Kind, m.Key[:6], m.State, m.Host)
	fmt.Fprintf(b, "  %s\n  %d pairs done, %d queued or being played, %d queued again, %.0f an hour\n", m.Title, m.Pairs.Done, m.Pairs.Queued, m.Pairs.Again, m.Pairs.PerHour)
	for _, g := range m.Meetings {
		fmt.Fprintf(b, "  %s – %s: %d-%d-%d  %.1f%% (%.1f to %.1f)  Elo %+.0f ± %.0f", g.A, g.B, g.Wins, g.Draws, g.Losses, 100*g.Score, 100*g.ScoreLow, 100*g.ScoreHigh, g.Elo, g.EloError)
		if t := g.SPRT; t != nil {
			fmt.Fprintf(b, "  LLR %.2f (%.2f, %.2f) %s", t.LLR, t.Lower, t.Upper, t.Verdict)
		}
		fmt.Fprintln(b)
	}
	for _, f := range m.Failures {
		fmt.Fprintf(b, "  pair %d failed on %s at %s: %s\n", f.Number/2+1, f.Worker, f.When.Format(time.TimeOnly), f.Reason)
	}
	writeCounts(b, "  ", m.Dropped)
}

func writeMachine(b *strings.Builder, m *cluster.Machine) {
	fmt.Fprintf(b, "\nworker %s  %s, %s, networks by %s, %d slots, %.2f million nodes a second\n", m.ID, m.Version, m.Platform, m.Kernel, m.Slots, m.Bench/1e6)
	state := ""
	if m.Leaving {
		state = ", leaving"
	}
	fmt.Fprintf(b, "  %d pairs played, %d failed, %.0f an hour%s\n", m.Done, m.Failed, m.PerHour, state)
	for _, p := range m.Playing {
		fmt.Fprintf(b, "  plays pair %d of %s: %s, since %s\n", p.Number/2+1, p.Match[:6], p.What, p.Since.Format(time.TimeOnly))
	}
	if m.SetAside != "" {
		fmt.Fprintf(b, "  no games by the clock: %s\n", m.SetAside)
	}
	for _, r := range m.Refused {
		fmt.Fprintf(b, "  leaves %s to others: %s\n", r.Match[:6], r.Why)
	}
	writeCounts(b, "  ", m.Dropped)
}

func writeCounts(b *strings.Builder, indent string, counts map[string]int) {
	for _, why := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(b, "%sdropped messages, %s: %d\n", indent, why, counts[why])
	}
}
