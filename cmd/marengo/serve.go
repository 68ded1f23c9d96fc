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
	var s serveFlags
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Play, replay and study in the browser",
		Example: "  marengo serve --open\n  marengo serve --addr 127.0.0.1:9000 --db games.db\n  marengo serve --public\n  marengo serve --public --addr 127.0.0.1:8377 --origin https://marengo.example --trusted-proxy 127.0.0.1",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.run(cmd) },
	}
	s.db.flag(cmd)
	f := cmd.Flags()
	s.host.flags(cmd)
	f.StringArrayVar(&s.further, "agent", nil, "a further agent on offer, such as star:depth=4,table=16; may be repeated")
	f.BoolVar(&s.open, "open", false, "open the page in the browser")
	f.IntVar(&s.limits.Thinkers, "thinkers", 0, "games that think at once (default: one for each processor)")
	threadsFlag(f, &s.limits.Threads)
	s.crowd.flags(cmd, "show how this cluster is, on the page /cluster")
	return cmd
}

// serveFlags is what the command line says of a server.
type serveFlags struct {
	db      database
	host    hosting
	open    bool
	limits  web.Limits
	further []string
	crowd   clusterFlags
}

// options checks all that can be checked before there is an address and a database.
func (s *serveFlags) options(cmd *cobra.Command) (web.Options, error) {
	if s.limits.Thinkers < 0 {
		return web.Options{}, badInputf("--thinkers is %d, expected at least 0", s.limits.Thinkers)
	}
	if s.limits.Threads < 1 {
		return web.Options{}, badInputf("--threads is %d, expected at least 1", s.limits.Threads)
	}
	o, err := s.host.check(cmd)
	if err != nil {
		return web.Options{}, err
	}
	players, err := parseAll(s.db.players(cmd.Context()), splitNames(s.further))
	if err != nil {
		return web.Options{}, badInput{err}
	}
	o.Catalogue, o.Limits = roster.Agents(players...), s.limits
	return o, nil
}

func (s *serveFlags) run(cmd *cobra.Command) error {
	options, err := s.options(cmd)
	if err != nil {
		return err
	}
	version, err := serverVersion()
	if err != nil {
		return err
	}
	listener, err := listen(cmd.Context(), s.host.address, version)
	if errors.Is(err, errAlreadyThere) && s.open {
		openBrowser(pageAt(s.host.address))
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "Marengo is at %s already\n", pageAt(s.host.address))
		return err
	}
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // the server has closed it, once there is one
	if options.Addresses, err = s.host.addresses(listener); err != nil {
		return err
	}
	if listener, err = s.host.secure(listener); err != nil {
		return err
	}
	return s.db.with(cmd.Context(), func(db *store.DB) error {
		options.DB, options.Cluster = db, s.crowd.cluster()
		server := web.New(options)
		url := s.host.scheme() + strings.TrimPrefix(pageAt(listener.Addr().String()), "http://")
		if err := s.host.greet(cmd.OutOrStdout(), url, options); err != nil {
			return err
		}
		if err := s.host.serveMetrics(cmd.Context(), server, options.Log); err != nil {
			return err
		}
		if s.open {
			openBrowser(url)
		}
		return serve(cmd.Context(), listener, server, version)
	})
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
