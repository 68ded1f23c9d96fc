package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/store"
	"marengo/web"
	"marengo/web/roster"
)

func newLoad() *cobra.Command {
	var (
		load   people
		asJSON bool
		pairs  bool
	)
	cmd := &cobra.Command{
		Use:   "load",
		Short: "Play many games at once against the server and measure its answers",
		Long: "load starts a server on a free port with a database of its own, lets many people play\n" +
			"random moves against one agent at the same time, and prints how long they waited for\n" +
			"each answer and how much memory the whole process took, players included. With --people\n" +
			"two people play in each game, who are invited, set up and move in turn, --pause apart.",
		Example: "  marengo load --games 200 --agent lewis --for 30s\n  marengo load --people --games 500 --for 1m",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if load.Games < 1 || load.For <= 0 || load.Pause < 0 {
				return badInputf("--games and --for must be positive, --pause not negative")
			}
			opponent, err := agents.Parse(load.Opponent)
			if err != nil {
				return badInput{err}
			}
			return load.measure(cmd, opponent, pairs, asJSON)
		},
	}
	f := cmd.Flags()
	f.IntVar(&load.Games, "games", 200, "games at once")
	f.StringVar(&load.Opponent, "agent", "lewis", "the opponent")
	f.DurationVar(&load.Pause, "pause", time.Second, "a person's mean pause before a move")
	f.DurationVar(&load.For, "for", 30*time.Second, "how long the load lasts")
	f.Uint64Var(&load.Seed, "seed", 1, "seed of setups and moves")
	f.BoolVar(&pairs, "people", false, "let two people play in each game, instead of one against the agent")
	f.BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// measure lets the people play against a server that exists for them alone, and prints the report.
func (l people) measure(cmd *cobra.Command, opponent *agents.Factory, pairs, asJSON bool) (err error) {
	folder, err := os.MkdirTemp("", "marengo-load")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	db, err := store.Open(cmd.Context(), filepath.Join(folder, "load.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	all := 4 * l.Games // everybody comes from one address
	server := web.New(web.Options{DB: db, Catalogue: roster.Agents(opponent), Limits: web.Limits{Begins: all, Each: all, Lines: all, Guesses: all}})
	h := &http.Server{Handler: server, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = h.Serve(listener) }() // it ends when it is closed below
	l.URL = "http://" + listener.Addr().String()
	play := l.play
	if pairs {
		play = (&pairLoad{people: l, db: db}).play
	}
	report, err := play(cmd.Context())
	memory := peakMemory()
	server.Close()
	err = errors.Join(err, h.Close())
	return errors.Join(err, printLoad(cmd, report, memory, asJSON))
}

func printLoad(cmd *cobra.Command, r loadReport, memory uint64, asJSON bool) error {
	const mega = 1e6
	if asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(struct {
			loadReport
			Memory float64 `json:"memory_mb"`
		}{r, float64(memory) / mega})
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d games at once, %d moves answered in %.0f s, %d games ended\nanswer: p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, worst %.1f ms\nmemory: %.0f MB at its peak\n",
		r.Games, r.Moves, r.Seconds, r.Ended, r.P50, r.P90, r.P99, r.Worst, float64(memory)/mega)
	return err
}
