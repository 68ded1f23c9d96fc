package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/store"
	"marengo/web"
	"marengo/web/roster"
)

// closeLimit is how long requests may take to end when the server stops.
const closeLimit = 5 * time.Second

func newServe() *cobra.Command {
	var (
		db       database
		host     hosting
		open     bool
		thinkers int
		threads  int
		further  []string
		crowd    clusterFlags
	)
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Play, replay and study in the browser",
		Example: "  marengo serve --open\n  marengo serve --addr 127.0.0.1:9000 --db games.db\n  marengo serve --public\n  marengo serve --public --addr 127.0.0.1:8377 --origin https://marengo.example --trusted-proxy 127.0.0.1",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if thinkers < 0 {
				return badInputf("--thinkers is %d, expected at least 0", thinkers)
			}
			if threads < 1 {
				return badInputf("--threads is %d, expected at least 1", threads)
			}
			options, err := host.check(cmd)
			if err != nil {
				return err
			}
			players, err := parseAll(db.players(cmd.Context()), splitNames(further))
			if err != nil {
				return badInput{err}
			}
			version, err := serverVersion()
			if err != nil {
				return err
			}
			listener, err := listen(cmd.Context(), host.address, version)
			if errors.Is(err, errAlreadyThere) && open {
				openBrowser(pageAt(host.address))
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "Marengo is at %s already\n", pageAt(host.address))
				return err
			}
			if err != nil {
				return err
			}
			defer func() { _ = listener.Close() }() // the server has closed it, once there is one
			if options.Addresses, err = host.addresses(listener); err != nil {
				return err
			}
			if listener, err = host.secure(listener); err != nil {
				return err
			}
			return db.with(cmd.Context(), func(db *store.DB) error {
				options.DB, options.Catalogue, options.Limits = db, roster.Agents(players...), web.Limits{Thinkers: thinkers, Threads: threads}
				options.Cluster = crowd.cluster()
				server := web.New(options)
				url := host.scheme() + strings.TrimPrefix(pageAt(listener.Addr().String()), "http://")
				if err := host.greet(cmd.OutOrStdout(), url, options); err != nil {
					return err
				}
				if err := host.serveMetrics(cmd.Context(), server, options.Log); err != nil {
					return err
				}
				if open {
					openBrowser(url)
				}
				return serve(cmd.Context(), listener, server, version)
			})
		},
	}
	db.flag(cmd)
	f := cmd.Flags()
	host.flags(cmd)
	f.StringArrayVar(&further, "agent", nil, "a further agent on offer, such as star:depth=4,table=16; may be repeated")
	f.BoolVar(&open, "open", false, "open the page in the browser")
	f.IntVar(&thinkers, "thinkers", 0, "games that think at once (default: one for each processor)")
	threadsFlag(f, &threads)
	crowd.flags(cmd, "show how this cluster is, on the page /cluster")
	return cmd
}

// splitNames parts lists of plain names, such as lewis,random. The commas of an agent
// string with options are its own.
func splitNames(texts []string) (names []string) {
	for _, text := range texts {
		if strings.Contains(text, ":") {
			names = append(names, text)
		} else {
			names = append(names, strings.Split(text, ",")...)
		}
	}
	return names
}

// parseAll reads agent strings.
func parseAll(l agents.Loader, texts []string) (list []*agents.Factory, err error) {
	for _, text := range texts {
		f, err := l.Parse(text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// serve answers until the context ends, then lets requests finish.
func serve(ctx context.Context, listener net.Listener, server *web.Server, version string) error {
	h := &http.Server{Handler: named(server, version), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10}
	failed := make(chan error, 1)
	go func() { failed <- h.Serve(listener) }()
	select {
	case err := <-failed:
		server.Close()
		return err
	case <-ctx.Done():
	}
	server.Close()
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
	defer cancel()
	err := h.Shutdown(limited)
	if errors.Is(err, context.DeadlineExceeded) {
		return h.Close()
	}
	return err
}

// openBrowser shows the page where there is a desktop; the address stands on the
// terminal in any case.
func openBrowser(url string) {
	name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
	if name == "" {
		name = "xdg-open"
	}
	if path, err := exec.LookPath(name); err == nil {
		cmd := exec.Command(path, url)
		if cmd.Start() == nil {
			go func() { _ = cmd.Wait() }() // reaped, whatever it says
		}
	}
}
