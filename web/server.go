package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/advice"
	"marengo/web/api"
	"marengo/web/contests"
	"marengo/web/fair"
	"marengo/web/library"
	"marengo/web/live"
	"marengo/web/lobby"
	"marengo/web/roster"
	"marengo/web/study"
	"marengo/web/teach"
	"marengo/web/wire"
	"marengo/web/workshop"
)

// Limits bound what clients can ask of the machine.
type Limits struct {
	Thinkers int // games that think at once; 0: one for each processor
	Threads  int // that each of them may think on; 0: one
	Helpers  int // minds and analyses at once, beside one hint; 0: one
	Waiting  int // questions of one visitor that wait; 0: 8
	Live     int // unfinished games a profile may have; 0: 200
	Lines    int // connections in all; 0: 4,000
	Each     int // connections from one address; 0: 400
	Begins   int // games that one address may begin at once, and as many in two minutes; 0: 60
	Guesses  int // links and keys that one address may try at once, and as many in a minute; 0: 30
	Commands int // commands a second from one connection; 0: 20

	Body time.Duration // how long a request's body may take to arrive; 0: 15 s
	Gone time.Duration // how long a person must be gone for the other to claim the victory; 0: 2 minutes
}

func (l Limits) filled() Limits {
	fill := func(x *int, value int) {
		if *x <= 0 {
			*x = value
		}
	}
	fill(&l.Thinkers, runtime.GOMAXPROCS(0))
	fill(&l.Threads, 1)
	fill(&l.Helpers, 1)
	fill(&l.Waiting, 8)
	fill(&l.Live, 200)
	fill(&l.Lines, 4000)
	fill(&l.Each, 400)
	fill(&l.Begins, 60)
	fill(&l.Guesses, 30)
	fill(&l.Commands, 20)
	if l.Gone <= 0 {
		l.Gone = 2 * time.Minute
	}
	if l.Body <= 0 {
		l.Body = 15 * time.Second
	}
	return l
}

// What visitors may ask for beside games.
const (
	maxWaitingAll = 256      // questions that wait, of all visitors together
	maxAnalyses   = 4        // at once, of all visitors together
	maxJudged     = 4        // setups in fast games at once, of all visitors together
	importRate    = 1.0 / 10 // game files a second from one visitor
	importsAtOnce = 30       // from one visitor after a pause
	crowd         = 10       // all visitors together may do as much as so many
	beginsPause   = 120      // seconds after which an address may begin as many games again
	guessesPause  = 60       // seconds after which an address may try as many links and keys again
)

// Options are what a Server needs.
type Options struct {
	DB        *store.DB
	Catalogue roster.Catalogue // nil: roster.Agents()
	Log       *slog.Logger     // nil: none
	Limits    Limits
	Setups    setup.Provider         // nil: setup.Default(); where machines' setups come from
	Hosts     []string               // names the server answers to beside loopback's; "*" for any
	Origins   []string               // where a proxy or the host's own name has it, such as https://marengo.example
	Addresses []string               // where others reach it, such as http://192.168.1.20:8377; links begin with the first
	Proxies   []netip.Prefix         // who may say what a visitor's address is
	Space     func() (uint64, error) // nil: of the database's disk; bytes that are free
	NewID     func() string          // nil: api.RandomID; names games and tokens
	Cluster   Cluster                // nil: none to look on at
}

// Server serves the client and the games.
type Server struct {
	catalogue roster.Catalogue
	ratings   *roster.Ratings
	browsers  api.Browsers
	log       *slog.Logger
	hosts     []string
	origins   []string
	addresses []string
	proxies   []netip.Prefix
	began     time.Time
	counters  counters
	body      time.Duration
	cluster   Cluster
	handler   http.Handler
	patterns  []string // of the routes
	close     sync.Once

	hall     *live.Hall
	library  *library.Library
	study    *study.Study
	contests *contests.Contests
	lobby    *lobby.Lobby
	teacher  *teach.Teacher
	workshop *workshop.Workshop
}

// New makes a Server. Close it before its database.
func New(o Options) *Server {
	if o.Catalogue == nil {
		o.Catalogue = roster.Agents()
	}
	if o.Setups == nil {
		o.Setups = setup.Default()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.NewID == nil {
		o.NewID = api.RandomID
	}
	limits := o.Limits.filled()
	if o.Space == nil {
		o.Space = o.DB.Space
	}
	s := &Server{catalogue: o.Catalogue, ratings: &roster.Ratings{DB: o.DB}, browsers: api.Browsers{NewID: o.NewID, Secure: secure(slices.Concat(o.Origins, o.Addresses))}, log: o.Log,
		hosts: o.Hosts, origins: o.Origins, addresses: o.Addresses, proxies: o.Proxies, began: time.Now(), body: limits.Body, cluster: o.Cluster}
	for _, origin := range slices.Concat(o.Origins, o.Addresses) {
		if _, host, ok := strings.Cut(origin, "://"); ok {
			s.hosts = append(s.hosts[:len(s.hosts):len(s.hosts)], hostOf(host))
		}
	}
	// A watched game never takes the last place from those who play, nor a question
	// about a finished game from who waits for a hint.
	common := max(1, limits.Thinkers-1)
	thinkers, helpers := fair.NewQueue(common, limits.Thinkers-common), fair.NewQueue(limits.Helpers, 1)
	helpers.Limit(limits.Waiting, maxWaitingAll)
	adviser := &advice.Adviser{Catalogue: o.Catalogue, Queue: helpers, Threads: limits.Threads, Note: s.note}
	s.hall = live.New(live.Options{DB: o.DB, Catalogue: o.Catalogue, Ratings: s.ratings, Setups: o.Setups, Thinkers: thinkers, Threads: limits.Threads, Adviser: adviser,
		Browsers: s.browsers, Note: s.note, Links: s.linkBase, FreeSpace: o.Space, Finished: s.contestGameOver,
		Begins:  fair.NewRates(float64(limits.Begins)/beginsPause, float64(limits.Begins), crowd),
		Guesses: fair.NewRates(float64(limits.Guesses)/guessesPause, float64(limits.Guesses), crowd),
		Limits:  live.Limits{Live: limits.Live, Lines: limits.Lines, Each: limits.Each, Commands: limits.Commands, Gone: limits.Gone}})
	adviser.Barred = s.hall.Barred
	s.lobby = &lobby.Lobby{DB: o.DB, Catalogue: o.Catalogue, Browsers: s.browsers, Hall: s.hall, Names: fair.NewRates(float64(limits.Guesses)/guessesPause, float64(limits.Guesses), crowd)}
	s.library = &library.Library{DB: o.DB, Browsers: s.browsers, Imports: fair.NewRates(importRate, importsAtOnce, crowd)}
	s.study = study.New(s.library, adviser, &fair.Tally{Each: 1, All: maxAnalyses})
	s.contests = contests.New(contests.Options{DB: o.DB, Catalogue: o.Catalogue, Ratings: s.ratings, Browsers: s.browsers, Note: s.note})
	s.teacher = &teach.Teacher{DB: o.DB, Catalogue: o.Catalogue, Browsers: s.browsers}
	s.workshop = &workshop.Workshop{Catalogue: o.Catalogue, Queue: helpers, Judging: &fair.Tally{Each: 1, All: maxJudged}, Setups: setup.Default()}
	s.handler = s.routes()
	return s
}

// Close ends all games' thinking and connections. The games stay in the store.
// Closing twice does no harm.
func (s *Server) Close() {
	s.close.Do(func() {
		s.study.Close()
		s.contests.Close()
		s.hall.Close()
	})
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	add := func(pattern string, h api.Handler) {
		s.patterns = append(s.patterns, pattern)
		mux.Handle(pattern, s.guard(h))
	}
	s.hall.Routes(add)
	s.library.Routes(add)
	s.study.Routes(add)
	s.contests.Routes(add)
	s.lobby.Routes(add)
	s.teacher.Routes(add)
	s.workshop.Routes(add)
	add("GET /api/boot", s.getBoot)
	add("GET /api/cluster", s.getCluster)
	add("GET /healthz", s.getHealth)
	add("/api/", func(http.ResponseWriter, *http.Request) error {
		return api.Fail(http.StatusNotFound, "there is no such request")
	})
	add("/", s.servePage)
	return mux
}

// getBoot tells a client what it needs to know at its start.
func (s *Server) getBoot(w http.ResponseWriter, r *http.Request) error {
	s.browsers.Profile(w, r)
	return api.Answer(w, s.boot(r.Context()))
}

// boot gathers what the client offers.
func (s *Server) boot(ctx context.Context) wire.Boot {
	b := wire.Boot{Agents: s.catalogue.List(), Setups: []wire.NamedSetup{}, Battles: wire.Battles()}
	rated := s.ratings.All(ctx)
	for i := range b.Agents {
		if x, ok := rated[b.Agents[i].Name]; ok {
			b.Agents[i].Rating, b.Agents[i].RatingError, b.Agents[i].RatingGames = &x.Elo, &x.Error, &x.Games
			b.Agents[i].RatingOld = !roster.Current(x.Player)
		}
	}
	for _, name := range stratego.PresetNames() {
		b.Rules = append(b.Rules, wire.RulesInfo{Name: name, Description: stratego.AboutPreset(name)})
	}
	for _, n := range setup.Named() {
		b.Setups = append(b.Setups, wire.NamedSetup{Name: n.Name, Variant: stratego.Classic.String(), Setup: n.Setup.String()})
	}
	return b
}

// contestGameOver stores the report of a counted match that a game has ended.
func (s *Server) contestGameOver(game string) {
	s.note("store the report of a counted match", s.lobby.Finished(context.Background(), game))
}

// secure says whether every way here is HTTPS, so that a browser's secret takes no other.
func secure(origins []string) bool {
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o string) bool { return !strings.HasPrefix(o, "https://") })
}

// note logs what went wrong where no client waits for an answer.
func (s *Server) note(what string, err error) {
	if err != nil {
		s.log.Error(what, "error", err)
	}
}
