package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// serverName begins the header by which a server of ours names itself.
const serverName = "Marengo "

// serverVersion names this very program.
func serverVersion() (string, error) {
	sum, err := programSum()
	if err != nil {
		return "", err
	}
	return buildVersion().Revision + "/" + sum[:12], nil
}

// named has every answer of a server say which version it is.
func named(h http.Handler, version string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", serverName+version)
		h.ServeHTTP(w, r)
	})
}

// errAlreadyThere says that this very program serves at the address.
var errAlreadyThere = errors.New("this marengo serves there already")

// listen takes an address. Where another has it, the error says who.
func listen(ctx context.Context, address, version string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if !errors.Is(err, syscall.EADDRINUSE) {
		if err != nil {
			err = fmt.Errorf("cannot listen on %s: %w", address, err)
		}
		return listener, err
	}
	const another = "--addr chooses another address, such as 127.0.0.1:0 for any that is free"
	switch theirs, ours := whoServes(ctx, address); {
	case theirs == version:
		return nil, fmt.Errorf("%s: %w: %s", address, errAlreadyThere, another)
	case ours:
		return nil, fmt.Errorf("another version of marengo (%s; this is %s) is at %s: end it, or %s", theirs, version, address, another)
	}
	return nil, fmt.Errorf("another program listens on %s: %s", address, another)
}

// askLimit is how long whoever has the address may take to name itself.
const askLimit = 2 * time.Second

// whoServes returns the version of the Marengo at an address, if one is there. Those
// from before servers named themselves are known by what they offer.
func whoServes(ctx context.Context, address string) (version string, ours bool) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, pageAt(address)+"api/boot", nil)
	if err != nil {
		return "", false
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return "", false
	}
	defer func() { _ = answer.Body.Close() }() // only read from
	if version, ours := strings.CutPrefix(answer.Header.Get("Server"), serverName); ours {
		return version, true
	}
	var boot struct {
		Agents []json.RawMessage `json:"agents"`
		Rules  []json.RawMessage `json:"rules"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&boot); err != nil || len(boot.Agents) == 0 || len(boot.Rules) == 0 {
		return "", false
	}
	return "an earlier one", true
}

// pageAt returns the address of the page as this machine reaches it.
func pageAt(address string) string {
	host, port, err := net.SplitHostPort(address)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		address = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + address + "/"
}
