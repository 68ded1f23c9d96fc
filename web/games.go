package web

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/store"
	"marengo/stratego"
)

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

func (s *Server) getBoot(w http.ResponseWriter, r *http.Request) error {
	s.profile(w, r)
	return answer(w, s.boot(r.Context()))
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
func (s *Server) answerMeta(w http.ResponseWriter, l store.Live, spec gameSpec) error {
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
	if err := s.canGoOn(l, spec); err != nil {
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
	for i, m := range l.Moves {
		if err := referee.Apply(referee.Turn(), agent.Action{Move: m}); err != nil {
			return "", fmt.Errorf("live game %s, ply %d: %w", l.ID, i+1, err)
		}
	}
	board := make([]byte, stratego.Squares)
	for square := range board {
		board[square] = '.'
		if piece, ok := referee.State().At(stratego.Square(square)); ok {
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
	case p.Level > 0 && p.Level < agents.Levels:
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
