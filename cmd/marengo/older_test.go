package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"marengo/agents"
	"marengo/store"
	"marengo/web"
)

// olderDatabase makes the database of version 2 that the store's tests describe.
func olderDatabase(t *testing.T) (path string) {
	t.Helper()
	text, err := os.ReadFile("../../store/testdata/version2.sql")
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "older.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(string(text))
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOlderMatchesGoOn continues the matches that an earlier version left unfinished.
// Their players are named as that version spelt them. Who plays as then goes on, and
// the match is the one that was never broken off; who has come to play otherwise is
// refused, and the games stay.
func TestOlderMatchesGoOn(t *testing.T) {
	path := olderDatabase(t)
	for _, m := range []struct {
		id, stored int
		players    [2]string
		args       []string
	}{
		{1, 7, [2]string{"star:belief=count,depth=2", "random"}, []string{"--games", "40", "--seed", "5", "--nodes", "500", "--rules", "match/barrage"}},
		{2, 6, [2]string{"mcts:estimate=random,n=60", "invincible:guess=counting"}, []string{"--games", "12", "--seed", "6", "--evals", "60", "--log=false"}},
		{3, 12, [2]string{"careful", "random"}, []string{"--games", "30", "--seed", "8", "--nodes", "1", "--rules", "match/barrage", "--log=false"}},
	} {
		before := exportedGames(t, path, m.id)
		if len(before) != m.stored {
			t.Errorf("match %d has %d games, want %d", m.id, len(before), m.stored)
		}
		revised := false
		for _, name := range m.players {
			f, err := agents.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			revised = revised || f.Revision() != ""
		}
		if revised {
			refused(t, "the match began with revision 1: it would be another player", "match", "--resume", strconv.Itoa(m.id), "--db", path, "--quiet")
			if after := exportedGames(t, path, m.id); len(after) != m.stored {
				t.Errorf("the refused match %d has %d games, want %d", m.id, len(after), m.stored)
			}
			continue
		}
		mustRun(t, "match", "--resume", strconv.Itoa(m.id), "--db", path, "--quiet")
		whole := filepath.Join(t.TempDir(), "whole.db")
		mustRun(t, append([]string{"match", m.players[0], m.players[1], "--db", whole, "--quiet"}, m.args...)...)
		after, want := exportedGames(t, path, m.id), exportedGames(t, whole, 1)
		for name, text := range want {
			if after[name] != text {
				t.Errorf("game %s of match %d differs from that of a match that was never broken off", name, m.id)
			}
		}
		if len(after) != len(want) {
			t.Errorf("match %d has %d games, want %d", m.id, len(after), len(want))
		}
	}
}

// exportedGames returns the games of a match as files.
func exportedGames(t *testing.T, path string, match int) map[string]string {
	t.Helper()
	dir := t.TempDir()
	mustRun(t, "games", "export", "--db", path, "--match", strconv.Itoa(match), "--out", dir)
	return folder(t, dir)
}

// TestOlderLiveGamesGoOn plays on in the games that a person has under way, whatever
// has become of the opponents' play.
func TestOlderLiveGamesGoOn(t *testing.T) {
	db, err := store.Open(context.Background(), olderDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	server := web.New(web.Options{DB: db})
	h := httptest.NewServer(server)
	t.Cleanup(func() {
		h.Close()
		server.Close()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	lives, err := db.Lives(t.Context(), store.Hash(olderBrowser), false)
	if err != nil || len(lives) != 2 {
		t.Fatalf("%d live games, %v", len(lives), err)
	}
	for _, l := range lives {
		playOn(t, h.URL, l)
	}
}

// olderBrowser is the cookie of the browser that played in the older database.
const olderBrowser = "5t6g2ig7gccxwftrivjjytet"

// playOn moves in a live game and waits for the answer.
func playOn(t *testing.T, url string, l store.Live) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cookie := http.Header{"Cookie": {"marengo_profile=" + olderBrowser}}
	line, _, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/api/games/"+l.ID+"/line?seat=red", &websocket.DialOptions{HTTPHeader: cookie})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = line.CloseNow() }()
	line.SetReadLimit(1 << 20)
	for moved := false; ; {
		_, data, err := line.Read(ctx)
		if err != nil {
			t.Fatalf("game %s: %v", l.ID, err)
		}
		var state struct {
			Type     string
			Ply      int
			Position struct {
				ToMove string
				Legal  [][]int
			}
		}
		if err := json.Unmarshal(data, &state); err != nil {
			t.Fatal(err)
		}
		switch {
		case state.Type != "state" || state.Position.ToMove != "red":
		case moved && state.Ply == len(l.Moves)+2:
			return
		case !moved && state.Ply == len(l.Moves):
			move := state.Position.Legal[0]
			square := func(i int) string { return string("abcdefghjk"[i%10]) + strconv.Itoa(i/10+1) }
			command, err := json.Marshal(map[string]any{"type": "move", "game": l.ID, "seat": "red", "ply": state.Ply, "move": square(move[0]) + "-" + square(move[1])})
			if err != nil {
				t.Fatal(err)
			}
			if err := line.Write(ctx, websocket.MessageText, command); err != nil {
				t.Fatal(err)
			}
			moved = true
		default:
			t.Fatalf("game %s stands at ply %d, %d were stored, moved %v", l.ID, state.Ply, len(l.Moves), moved)
		}
	}
}
