package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"marengo/web/api"
)

// ParseOrigin checks an origin such as https://marengo.example.
func ParseOrigin(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", fmt.Errorf("%q is no origin, expected one such as https://marengo.example", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

// isOwn says whether an origin is this server's, as its host named it.
func (s *Server) isOwn(origin string) bool {
	for _, o := range s.origins {
		if strings.EqualFold(o, origin) {
			return true
		}
	}
	return false
}

// linkBase is the address of this server for people elsewhere: what its host says, or
// what the page was asked at, unless nobody else could reach that.
func (s *Server) linkBase(r *http.Request) string {
	switch {
	case len(s.origins) > 0:
		return s.origins[0]
	case len(s.addresses) > 0 && isLoopback(hostOf(r.Host)):
		return s.addresses[0]
	case r.TLS != nil:
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func hostOf(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return strings.Trim(host, "[]")
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// fromProxy puts the visitor's address in place of a proxy's that is trusted: the last
// one that no trusted proxy has. Otherwise the peer counts, whatever it claims.
func (s *Server) fromProxy(r *http.Request) {
	peer, err := netip.ParseAddr(api.Address(r))
	if err != nil || !s.trusts(peer) {
		return
	}
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0; i-- {
		address, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
		if err != nil {
			return
		}
		r.RemoteAddr = net.JoinHostPort(address.Unmap().String(), "0")
		if !s.trusts(address) {
			return
		}
	}
}

func (s *Server) trusts(a netip.Addr) bool {
	for _, p := range s.proxies {
		if p.Contains(a.Unmap()) {
			return true
		}
	}
	return false
}

// counters are what the metrics tell of requests.
type counters struct {
	answered, refused, failed atomic.Int64
}

func (c *counters) count(status int) {
	switch {
	case status >= 500:
		c.failed.Add(1)
	case status >= 400:
		c.refused.Add(1)
	default:
		c.answered.Add(1)
	}
}

// getHealth says whether the server can keep what is played.
func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	if err := s.hall.DB.Alive(r.Context()); err != nil {
		s.note("health", err)
		return api.Fail(http.StatusServiceUnavailable, "the database does not answer")
	}
	if err := s.hall.Space(); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n")) // the asker may be gone
	return nil
}

// Metrics tells figures about the server in the plain text that Prometheus reads. It is
// meant for a listener of its own, which visitors do not reach.
func (s *Server) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		rooms, lines := s.hall.Count()
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		for _, x := range []struct {
			name, help, kind string
			value            float64
		}{
			{"marengo_up_seconds", "How long the server has run.", "gauge", time.Since(s.began).Seconds()},
			{"marengo_games_open", "Games in memory.", "gauge", float64(rooms)},
			{"marengo_lines_open", "Connections to games.", "gauge", float64(lines)},
			{"marengo_moves_total", "Moves that were kept.", "counter", float64(s.hall.Moves())},
			{"marengo_requests_answered_total", "Requests answered.", "counter", float64(s.counters.answered.Load())},
			{"marengo_requests_refused_total", "Requests refused.", "counter", float64(s.counters.refused.Load())},
			{"marengo_requests_failed_total", "Requests that failed by a fault of the server's.", "counter", float64(s.counters.failed.Load())},
			{"marengo_goroutines", "Goroutines.", "gauge", float64(runtime.NumGoroutine())},
			{"marengo_heap_bytes", "Memory in use.", "gauge", float64(m.HeapInuse)},
		} {
			_, _ = fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %g\n", x.name, x.help, x.name, x.kind, x.name, x.value) // the asker may be gone
		}
	})
}
