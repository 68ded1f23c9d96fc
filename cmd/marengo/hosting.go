package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/web"
	"marengo/web/qr"
)

// hosting is how a server is reached by others.
type hosting struct {
	address string
	public  bool
	names   []string
	origins []string
	tls     string
	proxies []string
	metrics string
	logs    string
}

func (h *hosting) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&h.address, "addr", "127.0.0.1:8377", "address to listen on; others than loopback need --public")
	f.BoolVar(&h.public, "public", false, "let other machines in: the local network over plain HTTP, or the world with --origin or --tls")
	f.StringSliceVar(&h.names, "host-name", nil, "names that the server answers to beside loopback's; * for any")
	f.StringSliceVar(&h.origins, "origin", nil, "where visitors find the server, such as https://marengo.example behind a proxy")
	f.StringVar(&h.tls, "tls", "", "serve HTTPS with these files, CERTIFICATE,KEY in PEM")
	f.StringSliceVar(&h.proxies, "trusted-proxy", nil, "addresses or networks of proxies that may say what a visitor's address is")
	f.StringVar(&h.metrics, "metrics", "", "address of a listener of its own for figures in plain text, such as 127.0.0.1:9377")
	f.StringVar(&h.logs, "log", "text", "how the log is written: text or json")
}

// check reads the flags into what a server needs, and refuses what does not go together.
func (h *hosting) check(cmd *cobra.Command) (o web.Options, err error) {
	host, port, err := net.SplitHostPort(h.address)
	if err != nil {
		return o, badInputf("--addr is %q, expected an address such as 127.0.0.1:8377", h.address)
	}
	if h.public && !cmd.Flags().Changed("addr") {
		host, h.address = "", net.JoinHostPort("", port)
	}
	if !h.public && !loopback(host) {
		return o, badInputf("--addr %s would let other machines in: say so with --public", h.address)
	}
	o.Hosts = h.names
	for _, text := range h.origins {
		origin, err := web.ParseOrigin(text)
		if err != nil {
			return o, badInputf("--origin: %v", err)
		}
		o.Origins = append(o.Origins, origin)
	}
	for _, text := range h.proxies {
		p, err := netip.ParsePrefix(text)
		if address, wrong := netip.ParseAddr(text); err != nil && wrong == nil {
			p, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil {
			return o, badInputf("--trusted-proxy %q is no address or network, expected one such as 127.0.0.1 or 10.0.0.0/8", text)
		}
		o.Proxies = append(o.Proxies, p)
	}
	if o.Log, err = h.logger(cmd.ErrOrStderr()); err != nil {
		return o, err
	}
	if _, _, ok := strings.Cut(h.tls, ","); h.tls != "" && !ok {
		return o, badInputf("--tls is %q, expected CERTIFICATE,KEY", h.tls)
	}
	if h.metrics != "" {
		if _, _, err := net.SplitHostPort(h.metrics); err != nil {
			return o, badInputf("--metrics is %q, expected an address such as 127.0.0.1:9377", h.metrics)
		}
	}
	return o, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (h *hosting) logger(w io.Writer) (*slog.Logger, error) {
	switch h.logs {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil)), nil
	}
	return nil, badInputf("--log is %q, expected text or json", h.logs)
}

// scheme is what the server itself speaks.
func (h *hosting) scheme() string {
	if h.tls != "" {
		return "https://"
	}
	return "http://"
}

// secure lets a listener speak TLS, if it is to.
func (h *hosting) secure(listener net.Listener) (net.Listener, error) {
	if h.tls == "" {
		return listener, nil
	}
	certificate, key, _ := strings.Cut(h.tls, ",")
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return listener, badInputf("--tls %s: %v", h.tls, err)
	}
	return tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}), nil
}

// addresses are where other machines find a public server: its own in the local network,
// unless it has an origin or listens at one address alone.
func (h *hosting) addresses(listener net.Listener) (list []string, err error) {
	if !h.public || len(h.origins) > 0 {
		return nil, nil
	}
	host, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip != nil && !ip.IsUnspecified() {
		return []string{h.scheme() + net.JoinHostPort(host, port)}, nil
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("this machine's addresses: %w", err)
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() && n.IP.To4() != nil {
			list = append(list, h.scheme()+net.JoinHostPort(n.IP.String(), port))
		}
	}
	if name, err := os.Hostname(); err == nil && name != "" {
		list = append(list, h.scheme()+net.JoinHostPort(name, port))
	}
	return list, nil
}

// greet prints where the server is, and for other machines a code that a phone reads.
func (h *hosting) greet(w io.Writer, url string, o web.Options) error {
	if _, err := fmt.Fprintf(w, "Marengo is at %s (Ctrl-C ends it)\n", url); err != nil || !h.public {
		return err
	}
	links := append(append([]string(nil), o.Origins...), o.Addresses...)
	if len(links) == 0 {
		return nil
	}
	code, err := qr.Encode(links[0] + "/")
	if err != nil {
		return err
	}
	for _, link := range links {
		if _, err := fmt.Fprintf(w, "  for others: %s/\n", link); err != nil {
			return err
		}
	}
	_, err = fmt.Fprint(w, code.Terminal())
	return err
}

// serveMetrics answers with the server's figures until the context ends.
func (h *hosting) serveMetrics(ctx context.Context, server *web.Server, log *slog.Logger) error {
	if h.metrics == "" {
		return nil
	}
	listener, err := net.Listen("tcp", h.metrics)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", h.metrics, err)
	}
	m := &http.Server{Handler: server.Metrics(), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = m.Close() }) // nobody waits for figures
	go func() {
		if err := m.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics", "error", err)
		}
	}()
	return nil
}
