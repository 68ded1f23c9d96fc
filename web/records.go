package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"marengo/record"
	"marengo/record/formats"
	"marengo/store"
	"marengo/stratego"
)

// PlyLog is what an agent logged while choosing a ply.
type PlyLog struct {
	Ply   int      `json:"ply"`
	Lines []string `json:"lines"`
}

// GameRecord is a finished game with everything open.
type GameRecord struct {
	GameRow
	Variant string   `json:"variant"`
	Start   []Piece  `json:"start"`
	First   string   `json:"first"`
	Events  []Event  `json:"events"`
	Log     []PlyLog `json:"log"`
	Minds   []Mind   `json:"minds"`
}

// finished finds a finished game by its number, or by the name it had while live.
func (s *Server) finished(ctx context.Context, id string) (*store.Game, *store.Live, error) {
	if number, err := strconv.ParseInt(id, 10, 64); err == nil {
		g, err := s.db.Game(ctx, number)
		if err != nil {
			return nil, nil, err
		}
		l, err := s.db.LiveOf(ctx, number)
		if errors.Is(err, store.ErrNotFound) {
			return g, nil, nil
		}
		return g, &l, err
	}
	l, err := s.db.Live(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if l.Game == 0 {
		return nil, nil, httpError{http.StatusForbidden, "this game is not over yet"}
	}
	g, err := s.db.Game(ctx, l.Game)
	return g, &l, err
}

// recordOf is a stored game as package record knows it.
func recordOf(g *store.Game) (*record.Game, error) {
	r := record.New(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
	if g.Start != "" {
		start, err := readPosition(g.Start)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", g.ID, err)
		}
		r.Setups, r.Position = start.Setups, start.Position
	}
	r.Players = [2]string{g.Red.Name, g.Blue.Name}
	r.Date = g.Finished.UTC().Truncate(time.Second)
	r.Moves, r.Note = g.Moves, g.Detail
	r.Result = stratego.Result{Winner: g.Winner, Reason: stratego.Forfeit}
	if reason, err := stratego.ParseReason(g.Reason); err == nil {
		r.Result.Reason = reason
	}
	for _, l := range g.Log {
		r.Log = append(r.Log, record.LogLine{Ply: l.Ply, Text: l.Text})
	}
	return r, nil
}

func (s *Server) getRecord(w http.ResponseWriter, r *http.Request) error {
	g, live, err := s.finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	game, err := recordOf(g)
	if err != nil {
		return err
	}
	first, err := game.Begin()
	if err != nil {
		return err
	}
	last, err := game.At(len(game.Moves))
	if err != nil {
		return err
	}
	winner := g.Winner.String()
	if g.Winner == stratego.NoColor {
		winner = ""
	}
	out := GameRecord{
		GameRow: GameRow{ID: r.PathValue("id"), Date: g.Finished.UTC().Format(time.RFC3339), Red: g.Red.Name, Blue: g.Blue.Name,
			Rules: g.Rules.String(), Plies: len(g.Moves), Winner: winner, Reason: g.Reason},
		Variant: g.Rules.Variant.String(), Start: openPieces(first), First: first.Turn().String(),
		Events: eventsOf(last.Events(nil), 0), Log: logOf(g.Log), Minds: []Mind{},
	}
	if live != nil {
		row, spec, err := rowOf(*live)
		if err != nil {
			return err
		}
		if live.Profile == s.profile(w, r) {
			out.You = spec.you()
		}
		out.Counts, out.Red, out.Blue = row.Counts, row.Red, row.Blue
	}
	if out.Minds, err = s.mindsOf(r.Context(), g.ID); err != nil {
		return err
	}
	return answer(w, out)
}

// logOf gathers log lines by ply. The lines of a ply were written before it, so
// the client shows them at the position the agent looked at.
func logOf(lines []store.LogLine) []PlyLog {
	list := []PlyLog{}
	for _, l := range lines {
		ply := max(0, l.Ply-1)
		if n := len(list); n > 0 && list[n-1].Ply == ply {
			list[n-1].Lines = append(list[n-1].Lines, l.Text)
			continue
		}
		list = append(list, PlyLog{ply, []string{l.Text}})
	}
	return list
}

// mindsOf reads what a game's agents thought.
func (s *Server) mindsOf(ctx context.Context, game int64) ([]Mind, error) {
	minds := []Mind{}
	data, err := s.db.Thoughts(ctx, game)
	if err != nil || len(data) == 0 {
		return minds, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return minds, fmt.Errorf("thoughts of game %d: %w", game, err)
	}
	lines := bufio.NewReader(z)
	for {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return minds, nil
		}
		if err != nil {
			return minds, fmt.Errorf("thoughts of game %d: %w", game, err)
		}
		var m Mind
		if err := json.Unmarshal(text, &m); err != nil {
			return minds, fmt.Errorf("thoughts of game %d: %w", game, err)
		}
		minds = append(minds, m)
	}
}

// fileFormats are the forms that a game can be downloaded in.
var fileFormats = map[string]formats.Format{"marengo": formats.Text, "gsn": formats.GSN, "xml": formats.XML}

func (s *Server) getFile(w http.ResponseWriter, r *http.Request) error {
	name := r.URL.Query().Get("format")
	format, ok := fileFormats[name]
	if !ok {
		return badRequest("unknown format %q, expected marengo, gsn or xml", name)
	}
	g, _, err := s.finished(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	game, err := recordOf(g)
	if err != nil {
		return err
	}
	data, err := format.Encode(game)
	if err != nil {
		return badRequest("the game does not fit this format: %v", err)
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "game-"+strconv.FormatInt(g.ID, 10)+"."+name))
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// postImport keeps a game file that a person dropped on the page.
func (s *Server) postImport(w http.ResponseWriter, r *http.Request) error {
	if !s.imports.take(visitor(r), time.Now()) {
		return tooMany("too many game files at once; wait a little")
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	name := r.URL.Query().Get("name")
	if name == "" || len(name) > 200 {
		name = "file"
	}
	game, err := formats.Parse(name, data)
	if err != nil {
		return badRequest("%v", err)
	}
	for c, player := range game.Players {
		if player == "" {
			game.Players[c] = "unknown"
		}
	}
	g, err := store.FromRecord(game)
	if err != nil {
		return badRequest("%v", err)
	}
	id, err := s.db.SaveGame(r.Context(), g)
	if err != nil {
		return err
	}
	return answer(w, GameMeta{ID: strconv.FormatInt(id, 10), Phase: "over", Seats: []Seat{}, Variant: game.Rules.Variant.String()})
}
