package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// NewGame is a request for a game. A player is "me" or an agent string. The setup
// is that of the first person; a second one at the same screen gives its own later.
type NewGame struct {
	Rules    string         `json:"rules"`
	Variant  string         `json:"variant"`
	Red      string         `json:"red"`
	Blue     string         `json:"blue"`
	Level    int            `json:"level"`
	Seconds  float64        `json:"seconds"`
	Setup    string         `json:"setup"`
	Clock    *ClockSettings `json:"clock"`
	Seed     string         `json:"seed"`
	Position string         `json:"position"`
	Open     bool           `json:"open"`
	Counts   bool           `json:"counts"`
}

// GameMeta says where a game is and which seats the asker has.
type GameMeta struct {
	ID      string `json:"id"`
	Phase   string `json:"phase"` // setup, live or over
	Turn    string `json:"turn"`  // who is to set up or to move; empty once it is over
	Seats   []Seat `json:"seats"`
	Variant string `json:"variant"`
}

// Seat is a place at a game, with the token that proves whose it is.
type Seat struct {
	Color string `json:"color"`
	Token string `json:"token"`
}

// me is a person in a NewGame.
const me = "me"

// Bounds of what a person may ask for.
const (
	maxSeconds   = 30
	maxMinutes   = 180
	maxIncrement = 120
)

func (s *Server) getBoot(w http.ResponseWriter, r *http.Request) error {
	s.profile(w, r)
	return answer(w, s.boot(r.Context()))
}

// postGame begins a game.
func (s *Server) postGame(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[NewGame](r)
	if err != nil {
		return err
	}
	profile := s.profile(w, r)
	lives, err := s.db.Lives(r.Context(), profile, false)
	if err != nil {
		return err
	}
	if len(lives) >= s.limits.Live {
		return badRequest("you have %d unfinished games; finish some first", len(lives))
	}
	spec, err := s.newSpec(r.Context(), profile, ask)
	if err != nil {
		return err
	}
	if _, waits := spec.awaited(); !waits {
		if _, err := spec.begin(); err != nil {
			return badRequest("%v", err)
		}
	}
	l := store.Live{ID: s.newID()[:12], Profile: profile, Spec: string(encode(spec)),
		Status: string(encode(gameStatus{Counts: spec.Counts, Clock: spec.Clock.start()}))}
	if err := s.db.NewLive(r.Context(), l); err != nil {
		return err
	}
	return answerMeta(w, l, spec)
}

// postGameSetup gives the setup that a game waits for.
func (s *Server) postGameSetup(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[struct {
		Seat  string `json:"seat"`
		Setup string `json:"setup"`
	}](r)
	if err != nil {
		return err
	}
	l, err := s.db.Live(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	seat, ok := spec.seatOf(ask.Seat)
	if !ok || seat == watching {
		return errSeat
	}
	if c, waits := spec.awaited(); !waits || c != seat {
		return httpError{http.StatusConflict, fmt.Sprintf("%v has set up already", seat)}
	}
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		return err
	}
	if spec.Setups[seat], err = personSetup(ask.Setup, seat, rules); err != nil {
		return err
	}
	before := l.Spec
	l.Spec = string(encode(spec))
	if err := s.db.SetUpLive(r.Context(), l, before); err != nil {
		return err
	}
	return answerMeta(w, l, spec)
}

// newSpec checks a request and makes the game's beginning of it.
func (s *Server) newSpec(ctx context.Context, visitor string, ask NewGame) (gameSpec, error) {
	spec := gameSpec{Rules: ask.Rules, Clock: ask.Clock, Counts: ask.Counts, Open: ask.Open}
	if ask.Variant != "" && ask.Variant != stratego.Classic.String() {
		spec.Rules += "/" + ask.Variant
	}
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		return spec, badRequest("%v", err)
	}
	switch {
	case ask.Level < 0 || ask.Level > Levels:
		return spec, badRequest("level %d, expected 1 to %d", ask.Level, Levels)
	case ask.Seconds < 0 || ask.Seconds > maxSeconds:
		return spec, badRequest("%g seconds a move, expected at most %d", ask.Seconds, maxSeconds)
	case ask.Clock != nil && !ask.Clock.sensible():
		return spec, badRequest("a clock of %g minutes and %g seconds a move cannot be set", ask.Clock.Minutes, ask.Clock.Increment)
	}
	if spec.Seed, err = parseSeed(ask.Seed); err != nil {
		return spec, err
	}
	persons := 0
	for c, name := range []string{ask.Red, ask.Blue} {
		p := playerSpec{Token: s.newID()}
		if name != me {
			contender, err := s.catalogue.Find(name)
			if err != nil {
				return spec, badRequest("%v", err)
			}
			if !contender.Plays(rules.Variant) {
				return spec, badRequest("%s does not play %v", name, rules.Variant)
			}
			p = playerSpec{Agent: name, Level: ask.Level, Time: ask.Seconds}
		} else {
			persons++
		}
		spec.Players[c] = p
	}
	if persons == 0 {
		spec.Watch = s.newID()
	}
	// Who chooses the seed can know the opponent's setup from an earlier game.
	if persons != 1 || ask.Position != "" || ask.Open || ask.Seed != "" {
		spec.Counts = false
	}
	if spec.Open && ask.Position == "" {
		return spec, badRequest("only a game from a free position can be played with open pieces")
	}
	if ask.Position != "" {
		return s.fromPosition(spec, ask)
	}
	return s.withSetups(ctx, visitor, spec, ask, rules)
}

func (c *ClockSettings) sensible() bool {
	return c.Minutes > 0 && c.Minutes <= maxMinutes && c.Increment >= 0 && c.Increment <= maxIncrement
}

func parseSeed(text string) (uint64, error) {
	if text == "" {
		return rand.Uint64() >> 1, nil
	}
	seed, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, badRequest("bad seed %q, expected a whole number", text)
	}
	return seed, nil
}

// fromPosition begins the game from a free position.
func (s *Server) fromPosition(spec gameSpec, ask NewGame) (gameSpec, error) {
	g, err := readPosition(ask.Position)
	if err != nil {
		return spec, badRequest("%v", err)
	}
	spec.Start = ask.Position
	if g.Position == nil {
		spec.Start = ""
		spec.Setups = [2]string{g.Setups[0].String(), g.Setups[1].String()}
	}
	return spec, nil
}

// withSetups places a person's pieces as asked and draws an agent's.
func (s *Server) withSetups(ctx context.Context, visitor string, spec gameSpec, ask NewGame, rules stratego.Rules) (gameSpec, error) {
	first := true
	for c, p := range spec.Players {
		if p.person() {
			if !first {
				continue // it is awaited
			}
			first = false
			var err error
			if spec.Setups[c], err = personSetup(ask.Setup, stratego.Color(c), rules); err != nil {
				return spec, err
			}
			continue
		}
		setup, err := s.machineSetup(ctx, visitor, p.Agent, rules, stratego.Color(c), spec.Seed)
		if err != nil {
			return spec, err
		}
		spec.Setups[c] = setup.String()
	}
	return spec, nil
}

// personSetup checks the setup that a person gave.
func personSetup(text string, c stratego.Color, rules stratego.Rules) (string, error) {
	setup, err := stratego.ParseSetup(text)
	if err == nil {
		err = setup.Check(rules.Variant)
	}
	if err != nil {
		return "", badRequest("%v's setup: %v", c, err)
	}
	return text, nil
}

// setupLimit is how long an agent may take to place its pieces.
const setupLimit = 30 * time.Second

// machineSetup draws a setup for a machine's seat: an own habit of setting up would
// be known after one game. A player that knows no board but its own, or was put on
// offer with setups of the host's choice, places itself.
func (s *Server) machineSetup(ctx context.Context, visitor, name string, rules stratego.Rules, c stratego.Color, seed uint64) (stratego.Setup, error) {
	contender, err := s.catalogue.Find(name)
	if err != nil {
		return stratego.Setup{}, badRequest("%v", err)
	}
	g := agent.Game{Rules: rules, Color: c, Opponent: personName, Seed: arena.MoveSeed(seed, -2-int(c))}
	if contender.SetsUpItself() || choosesSetups(name) {
		return s.ownSetup(ctx, visitor, contender, g)
	}
	return setup.Default().Setup(rules, g.Rand())
}

// choosesSetups says whether an agent string names where its setups come from.
func choosesSetups(name string) bool {
	_, options, _ := strings.Cut(name, ":")
	return slices.ContainsFunc(strings.Split(options, ","), func(o string) bool { return strings.HasPrefix(o, "setup=") })
}

// ownSetup asks a player to place its pieces.
func (s *Server) ownSetup(ctx context.Context, visitor string, contender arena.Contender, g agent.Game) (stratego.Setup, error) {
	release, err := s.thinkers.acquire(ctx, asker{visitor, soon})
	if err != nil {
		return stratego.Setup{}, err
	}
	defer release()
	a, err := contender.New()
	if err != nil {
		return stratego.Setup{}, err
	}
	var placed stratego.Setup
	back, err := call(ctx, setupLimit, a, func(ctx context.Context) (err error) {
		placed, err = a.Setup(ctx, g)
		return err
	})
	if !back {
		return placed, fmt.Errorf("%v does not set up: %w", contender, err)
	}
	s.note("close "+contender.String(), a.Close())
	if err != nil {
		return placed, fmt.Errorf("%v cannot set up: %w", contender, err)
	}
	return placed, placed.Check(g.Rules.Variant)
}

// metaOf describes a live game with all its seats.
func metaOf(l store.Live, spec gameSpec) (GameMeta, error) {
	m := GameMeta{ID: l.ID, Phase: "live", Seats: []Seat{}}
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		return m, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	m.Variant = rules.Variant.String()
	c, waits := spec.awaited()
	switch {
	case l.Game != 0:
		m.Phase = "over"
	case waits:
		m.Phase, m.Turn = "setup", c.String()
	default:
		referee, err := spec.begin()
		if err != nil {
			return m, fmt.Errorf("live game %s: %w", l.ID, err)
		}
		turn := referee.Turn()
		if len(l.Moves)%2 == 1 {
			turn = turn.Other()
		}
		m.Turn = turn.String()
	}
	for c, p := range spec.Players {
		if p.person() {
			m.Seats = append(m.Seats, Seat{stratego.Color(c).String(), p.Token})
		}
	}
	if spec.Watch != "" {
		m.Seats = append(m.Seats, Seat{"watch", spec.Watch})
	}
	return m, nil
}

// answerMeta describes a game to the browser it belongs to.
func answerMeta(w http.ResponseWriter, l store.Live, spec gameSpec) error {
	m, err := metaOf(l, spec)
	if err != nil {
		return err
	}
	return answer(w, m)
}

// getGame tells a browser which seats of a game are its own.
func (s *Server) getGame(w http.ResponseWriter, r *http.Request) error {
	l, err := s.db.Live(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return err
	}
	m, err := metaOf(l, spec)
	if err != nil {
		return err
	}
	if l.Profile != s.profile(w, r) && spec.Watch == "" {
		m.Seats = []Seat{}
	}
	return answer(w, m)
}

// GameRow is a game in a list.
type GameRow struct {
	ID     string `json:"id"`
	Date   string `json:"date"`
	Red    string `json:"red"`
	Blue   string `json:"blue"`
	Rules  string `json:"rules"`
	Plies  int    `json:"plies"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	You    string `json:"you"`
	Counts bool   `json:"counts"`
	Live   bool   `json:"live"`
	Board  string `json:"board,omitempty"` // of an unfinished game: r, b or . for each square
}

// getGames lists games: a browser's own, or all that are finished.
func (s *Server) getGames(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	number := func(key string, most int) int {
		n, err := strconv.Atoi(q.Get(key))
		if err != nil {
			return 0
		}
		return min(max(0, n), most)
	}
	limit, offset := number("limit", 200), number("offset", 1<<30)
	if limit == 0 {
		limit = 50
	}
	f := store.Filter{Agent: q.Get("agent"), Winner: q.Get("result"), Limit: limit, Offset: offset, Newest: true}
	if q.Get("live") == "1" || q.Get("mine") == "1" {
		return s.ownGames(w, r, f, q.Get("live") != "1")
	}
	list, err := s.db.Games(r.Context(), f)
	if err != nil {
		return err
	}
	total, err := s.db.CountGames(r.Context(), f)
	if err != nil {
		return err
	}
	rows := make([]GameRow, len(list))
	for i, g := range list {
		winner := g.Winner
		if winner == stratego.NoColor.String() {
			winner = ""
		}
		rows[i] = GameRow{ID: strconv.FormatInt(g.ID, 10), Date: g.Finished.UTC().Format(time.RFC3339), Red: g.Red, Blue: g.Blue,
			Rules: g.Rules, Plies: g.Plies, Winner: winner, Reason: g.Reason}
	}
	return answer(w, map[string]any{"games": rows, "total": total})
}

// ownGames lists a browser's games, over or not.
func (s *Server) ownGames(w http.ResponseWriter, r *http.Request, f store.Filter, over bool) error {
	lives, err := s.db.Lives(r.Context(), s.profile(w, r), over)
	if err != nil {
		return err
	}
	rows := []GameRow{}
	for _, l := range lives {
		row, spec, err := rowOf(l)
		if err != nil {
			return err
		}
		winner := row.Winner
		if winner == "" {
			winner = stratego.NoColor.String()
		}
		if f.Winner != "" && f.Winner != winner || f.Agent != "" && spec.Players[0].Agent != f.Agent && spec.Players[1].Agent != f.Agent {
			continue
		}
		if !over {
			if row.Board, err = smallBoard(l, spec); err != nil {
				return err
			}
		}
		rows = append(rows, row)
	}
	total := len(rows)
	rows = rows[min(f.Offset, total):min(f.Offset+f.Limit, total)]
	return answer(w, map[string]any{"games": rows, "total": total})
}

// smallBoard says whose piece stands on each square: what both players see. It is
// empty while a setup is missing.
func smallBoard(l store.Live, spec gameSpec) (string, error) {
	if _, waits := spec.awaited(); waits {
		return "", nil
	}
	referee, err := spec.begin()
	if err != nil {
		return "", fmt.Errorf("live game %s: %w", l.ID, err)
	}
	state := referee.State()
	for i, m := range l.Moves {
		if err := state.Play(m); err != nil {
			return "", fmt.Errorf("live game %s, ply %d: %w", l.ID, i+1, err)
		}
	}
	board := make([]byte, stratego.Squares)
	for square := range board {
		board[square] = '.'
		if piece, ok := state.At(stratego.Square(square)); ok {
			board[square] = piece.Color.String()[0]
		}
	}
	return string(board), nil
}

// deleteGame drops an unfinished game.
func (s *Server) deleteGame(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if err := s.db.DropLive(r.Context(), s.profile(w, r), id); err != nil {
		return err
	}
	s.mu.Lock()
	room, ok := s.rooms[id]
	delete(s.rooms, id)
	s.mu.Unlock()
	if ok {
		room.close()
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// rowOf is a live game's line in a list.
func rowOf(l store.Live) (GameRow, gameSpec, error) {
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return GameRow{}, spec, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	status, err := parseJSON[gameStatus](l.Status)
	if err != nil {
		return GameRow{}, spec, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	row := GameRow{ID: l.ID, Date: l.Updated.UTC().Format(time.RFC3339), Rules: spec.Rules, Plies: len(l.Moves), Counts: status.Counts,
		Live: l.Game == 0, Red: spec.Players[0].name(), Blue: spec.Players[1].name(), You: spec.you()}
	if status.Result != nil {
		row.Winner, row.Reason = status.Result.Winner, status.Result.Reason
	}
	return row, spec, nil
}

// name is how lists call a player.
func (p playerSpec) name() string {
	switch {
	case p.person():
		return personName
	case p.Level > 0 && p.Level < Levels:
		return fmt.Sprintf("%s (level %d)", p.Agent, p.Level)
	}
	return p.Agent
}

// you is the one colour that a person played, if just one.
func (s gameSpec) you() string {
	if s.Players[0].person() == s.Players[1].person() {
		return ""
	}
	if s.Players[0].person() {
		return stratego.Red.String()
	}
	return stratego.Blue.String()
}
