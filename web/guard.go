package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"marengo/store"
	"marengo/web/api"
	"marengo/web/fair"
	"marengo/web/wire"
)

// guard refuses requests of other sites, bounds bodies, and turns errors into
// answers.
func (s *Server) guard(h api.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Content-Security-Policy", contentPolicy)
		s.fromProxy(r)
		err := s.checkOrigin(r)
		if err == nil {
			err = s.readBody(w, r)
		}
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			if r.Context().Err() == nil && statusOf(err) == http.StatusInternalServerError {
				s.log.Error("request failed", "path", r.URL.Path, "error", err)
			}
			answerError(w, err)
		}
		s.counters.count(statusOf(err))
	})
}

// readBody reads a request's body whole before anything is done, so that one that
// comes too slowly is cut as slow headers are.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	c := http.NewResponseController(w)
	if err := c.SetReadDeadline(time.Now().Add(s.body)); err != nil {
		return err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		w.Header().Set("Connection", "close")
		return api.Fail(http.StatusRequestTimeout, "the request came too slowly")
	}
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return c.SetReadDeadline(time.Time{})
}

// contentPolicy lets the page load from this server alone.
const contentPolicy = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

// maxBody bounds a request's body: the longest game files stay below it.
const maxBody = 2 << 20

// checkOrigin refuses pages of other sites, also those whose name was made to
// point at this machine.
func (s *Server) checkOrigin(r *http.Request) error {
	if !s.answersTo(r.Host) {
		return api.Fail(http.StatusForbidden, "this server does not answer to the name %q; see --host-name", r.Host)
	}
	origin := r.Header.Get("Origin")
	if origin == "" || r.Method == http.MethodGet && r.Header.Get("Upgrade") == "" {
		return nil
	}
	if s.isOwn(origin) {
		return nil
	}
	_, host, ok := strings.Cut(origin, "://")
	if !ok || !strings.EqualFold(host, r.Host) {
		return api.Fail(http.StatusForbidden, "requests of other sites are refused")
	}
	return nil
}

func (s *Server) answersTo(hostport string) bool {
	host := hostOf(hostport)
	if isLoopback(host) {
		return true
	}
	for _, h := range s.hosts {
		if h == "*" || strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

func statusOf(err error) int {
	var told *api.Error
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return http.StatusOK
	case errors.As(err, &told):
		return told.Status
	case errors.Is(err, fair.ErrCrowded):
		return http.StatusTooManyRequests
	case errors.Is(err, store.ErrNotFound):
		return http.StatusNotFound
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	}
	return http.StatusInternalServerError
}

func answerError(w http.ResponseWriter, err error) {
	status := statusOf(err)
	text := err.Error()
	if status == http.StatusNotFound && errors.Is(err, store.ErrNotFound) {
		text = "that is not here (any more)"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The status tells the client even if it is gone before the sentence.
	_, _ = w.Write(wire.Encode(map[string]string{"text": text}))
}
