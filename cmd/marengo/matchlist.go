package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"marengo/arena"
	"marengo/store"
)

// listedMatch is a match in a JSON array, its schedule and report being objects.
type listedMatch struct {
	store.Match
	Spec   json.RawMessage `json:"spec"`
	Report json.RawMessage `json:"report,omitempty"`
}

func listMatches(list []store.Match) []listedMatch {
	out := make([]listedMatch, len(list))
	for i, m := range list {
		out[i] = listedMatch{Match: m, Spec: json.RawMessage(m.Spec), Report: json.RawMessage(m.Report)}
	}
	return out
}

// writeMatchList writes matches and tournaments as a table.
func writeMatchList(out io.Writer, list []store.Match) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "match\tkind\tstatus\tgames\tseed\trules\tagents\tcreated")
	for _, m := range list {
		spec, err := arena.ParseSpec(m.Spec)
		if err != nil {
			return fmt.Errorf("match %d: %w", m.ID, err)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", m.ID, m.Kind, m.Status, m.Games, spec.Seed, spec.Rules,
			strings.Join(spec.Agents, ", "), m.Created.Local().Format(time.DateTime))
	}
	return w.Flush()
}
