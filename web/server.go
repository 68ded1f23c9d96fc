package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"marengo/setup"
	"marengo/store"
)

// Limits bound what clients can ask of the machine.
type Limits struct {
	Thinkers int // games that think at once; 0: one for each processor
	Helpers  int // minds and analyses at once, beside one hint; 0: one
	Waiting  int // questions of one visitor that wait; 0: 8
	Live     int // unfinished games a profile may have; 0: 200
	Lines    int // connections in all; 0: 4,000
	Commands int // commands a second from one connection; 0: 20

	Body time.Duration // how long a request's body may take to arrive; 0: 15 s
}

func (l Limits) filled() Limits {
	fill := func(x *int, value int) {
		if *x <= 0 {
			*x = value
		}
	}
	fill(&l.Thinkers, runtime.GOMAXPROCS(0))
	fill(&l.Helpers, 1)
	fill(&l.Waiting, 8)
	fill(&l.Live, 200)
	fill(&l.Lines, 4000)
	fill(&l.Commands, 20)
	if l.Body <= 0 {
		l.Body = 15 * time.Second
	}
	return l
}

// Options are what a Server needs.
type Options struct {
	DB        *store.DB
	Catalogue Catalogue    // nil: Agents()
	Log       *slog.Logger // nil: none
	Limits    Limits
	Setups    setup.Provider // nil: setup.Default(); where machines' setups come from
	Hosts     []string       // names the server answers to beside loopback's; "*" for any
	NewID     func() string  // nil: random; names games and tokens
}

// Server serves the client and the games.
type Server struct {
	db        *store.DB
	catalogue Catalogue
	setups    setup.Provider
	log       *slog.Logger
	limits    Limits
	hosts     []string
	newID     func() string
	handler   http.Handler

	ctx      context.Context
	stop     context.CancelFunc
	close    sync.Once
	wait     sync.WaitGroup
	journal  *journal
	ratings  *ratings
	thinkers *queue // agents that play
	helpers  *queue // agents that advise
	lines    atomic.Int64
	matches  matches
	analyses *tally
	imports  *rates

	mu    sync.Mutex
	rooms map[string]*room
}

// What visitors may ask for beside games.
const (
	maxWaitingAll = 256      // questions that wait, of all visitors together
	maxAnalyses   = 4        // at once, of all visitors together
	importRate    = 1.0 / 10 // game files a second from one visitor
	importsAtOnce = 30       // from one visitor after a pause
	crowd         = 10       // all visitors together may do as much as so many
)

// idleAfter is how long a room without anyone in it stays in memory.
const idleAfter = 5 * time.Minute

// boundAfter is the same for a room with an agent that could not come back.
const boundAfter = time.Hour

// New makes a Server. Close it before its database.
func New(o Options) *Server {
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{db: o.DB, catalogue: o.Catalogue, setups: o.Setups, log: o.Log, limits: o.Limits.filled(), hosts: o.Hosts, newID: o.NewID,
		ctx: ctx, stop: stop, journal: newJournal(o.DB), ratings: &ratings{db: o.DB}, rooms: make(map[string]*room)}
	if s.catalogue == nil {
		s.catalogue = Agents()
	}
	if s.setups == nil {
		s.setups = setup.Default()
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.newID == nil {
		s.newID = randomID
	}
	// A watched game never takes the last place from those who play, nor a question
	// about a finished game from who waits for a hint.
	common := max(1, s.limits.Thinkers-1)
	s.thinkers = newQueue(common, s.limits.Thinkers-common)
	s.helpers = newQueue(s.limits.Helpers, 1)
	s.analyses = &tally{each: 1, all: maxAnalyses, refusal: "an analysis is running already; wait for its end or stop it"}
	s.imports = newRates(importRate, importsAtOnce, crowd)
	s.helpers.each, s.helpers.all = s.limits.Waiting, maxWaitingAll
	s.handler = s.routes()
	s.wait.Add(1)
	go s.sweep()
	return s
}

// Close ends all games' thinking and connections. The games stay in the store.
// Closing twice does no harm.
func (s *Server) Close() { s.close.Do(s.shutDown) }

func (s *Server) shutDown() {
	s.stop()
	s.mu.Lock()
	rooms := s.rooms
	s.rooms = make(map[string]*room)
	s.mu.Unlock()
	for _, r := range rooms {
		r.close()
	}
	s.wait.Wait()
	s.journal.close()
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	route := func(pattern string, h func(http.ResponseWriter, *http.Request) error) {
		mux.Handle(pattern, s.guard(h))
	}
	route("GET /api/boot", s.getBoot)
	route("GET /api/games", s.getGames)
	route("POST /api/games", s.postGame)
	route("GET /api/games/{id}", s.getGame)
	route("DELETE /api/games/{id}", s.deleteGame)
	route("POST /api/games/{id}/setup", s.postGameSetup)
	route("GET /api/games/{id}/line", s.serveLine)
	route("GET /api/games/{id}/record", s.getRecord)
	route("GET /api/games/{id}/file", s.getFile)
	route("POST /api/import", s.postImport)
	route("POST /api/mind", s.postMind)
	route("POST /api/analysis", s.postAnalysis)
	route("GET /api/setups", s.getSetups)
	route("POST /api/setups", s.postSetup)
	route("PATCH /api/setups/{id}", s.patchSetup)
	route("DELETE /api/setups/{id}", s.deleteSetup)
	route("POST /api/setups/score", s.postScore)
	route("POST /api/setups/propose", s.postPropose)
	route("POST /api/position", s.postPosition)
	route("GET /api/arena", s.getArena)
	route("POST /api/matches", s.postMatch)
	route("DELETE /api/matches/{id}", s.deleteMatch)
	route("GET /api/statistics", s.getStatistics)
	route("/api/", func(http.ResponseWriter, *http.Request) error {
		return httpError{http.StatusNotFound, "there is no such request"}
	})
	mux.Handle("/", s.guard(s.servePage))
	return mux
}

// httpError is an answer with a status and a sentence.
type httpError struct {
	status int
	text   string
}

func (e httpError) Error() string { return e.text }

func badRequest(format string, args ...any) error {
	return httpError{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// guard refuses requests of other sites, bounds bodies, and turns errors into
// answers.
func (s *Server) guard(h func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Content-Security-Policy", contentPolicy)
		if err := s.checkOrigin(r); err != nil {
			answerError(w, err)
			return
		}
		err := s.readBody(w, r)
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			if r.Context().Err() == nil && statusOf(err) == http.StatusInternalServerError {
				s.log.Error("request failed", "path", r.URL.Path, "error", err)
			}
			answerError(w, err)
		}
	})
}

// readBody reads a request's body whole before anything is done, so that one that
// comes too slowly is cut as slow headers are.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	c := http.NewResponseController(w)
	if err := c.SetReadDeadline(time.Now().Add(s.limits.Body)); err != nil {
		return err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if errors.Is(err, os.ErrDeadlineExceeded) {
		w.Header().Set("Connection", "close")
		return httpError{http.StatusRequestTimeout, "the request came too slowly"}
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
		return httpError{http.StatusForbidden, fmt.Sprintf("this server does not answer to the name %q; see --host-name", r.Host)}
	}
	origin := r.Header.Get("Origin")
	if origin == "" || r.Method == http.MethodGet && r.Header.Get("Upgrade") == "" {
		return nil
	}
	_, host, ok := strings.Cut(origin, "://")
	if !ok || !strings.EqualFold(host, r.Host) {
		return httpError{http.StatusForbidden, "requests of other sites are refused"}
	}
	return nil
}

func (s *Server) answersTo(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	if ip := net.ParseIP(strings.Trim(host, "[]")); host == "localhost" || ip != nil && ip.IsLoopback() {
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
	var h httpError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &h):
		return h.status
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
	_, _ = w.Write(encode(map[string]string{"text": text}))
}

func answer(w http.ResponseWriter, v any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, err := w.Write(encode(v))
	if err != nil {
		return nil // the client is gone
	}
	return nil
}

// readJSON reads a request's body; unknown fields are refused, so that a
// misspelt one is not passed over.
func readJSON[T any](r *http.Request) (v T, err error) {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, badRequest("the request is no JSON of the expected shape: %v", err)
	}
	return v, nil
}

// room returns a live game, from memory or the store. Reading one holds up nobody
// else; if two read the same, the first is kept.
func (s *Server) room(ctx context.Context, id string) (*room, error) {
	if r := s.openRoom(id); r != nil {
		return r, nil
	}
	l, err := s.db.Live(ctx, id)
	if err != nil {
		return nil, err
	}
	r, err := s.newRoom(l)
	if err != nil {
		return nil, err
	}
	if err := s.canGoOn(l, r.spec); err != nil {
		return nil, err
	}
	if err := s.addRoom(r); err != nil {
		return nil, err
	}
	return s.openRoom(id), nil
}

// openRoom returns a room that is in memory, or nil.
func (s *Server) openRoom(id string) *room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rooms[id]
}

// addRoom keeps a room in memory unless it is there already.
func (s *Server) addRoom(r *room) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return httpError{http.StatusServiceUnavailable, "the server is closing"}
	}
	if s.rooms[r.id] == nil {
		s.rooms[r.id] = r
	}
	return nil
}

// canGoOn says why an unfinished game cannot: a player that plays whole games only
// has left it, with the server it played in.
func (s *Server) canGoOn(l store.Live, spec gameSpec) error {
	if l.Game != 0 || s.openRoom(l.ID) != nil {
		return nil
	}
	for _, p := range spec.Players {
		if p.person() {
			continue
		}
		contender, err := s.catalogue.Find(p.Agent)
		if err != nil {
			return httpError{http.StatusGone, fmt.Sprintf("this game cannot go on: %v", err)}
		}
		if contender.SetsUpItself() {
			return httpError{http.StatusGone, fmt.Sprintf("this game cannot go on: %s plays whole games only and has left it", p.Agent)}
		}
	}
	return nil
}

// sweep drops rooms that nobody is in.
func (s *Server) sweep() {
	defer s.wait.Done()
	ticker := time.NewTicker(idleAfter / 5)
	defer ticker.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case now := <-ticker.C:
			s.mu.Lock()
			var idle []*room
			for id, r := range s.rooms {
				if r.idle(now) {
					idle = append(idle, r)
					delete(s.rooms, id)
				}
			}
			s.mu.Unlock()
			for _, r := range idle {
				r.close()
			}
		}
	}
}

// note logs what went wrong where no client waits for an answer.
func (s *Server) note(what string, err error) {
	if err != nil && s.ctx.Err() == nil {
		s.log.Error(what, "error", err)
	}
}

// randomID is a name that nobody guesses, in letters and digits.
func randomID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // it never fails: see crypto/rand
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
