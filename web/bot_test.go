package web

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"marengo/agents"
	"marengo/protocol"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

// playBot is the test binary as a program of other people's.
func playBot() error {
	f, err := agents.Parse("random")
	if err != nil {
		return err
	}
	a, err := f.New()
	if err != nil {
		return err
	}
	e := &protocol.Engine{Agent: a, Rules: stratego.DefaultRules, Log: os.Stderr}
	return e.Serve(context.Background(), os.Stdin, os.Stdout)
}

// TestABotPlaysItsWholeGame: one process is asked for its setup and its moves. It
// can neither go back nor come back, and the page is told so.
func TestABotPlaysItsWholeGame(t *testing.T) {
	t.Setenv(childBot, "1")
	bot := fmt.Sprintf("cmd:%q", os.Args[0])
	db := openDB(t)
	s, h := startServer(t, Options{DB: db, Catalogue: roster.Agents(parsed(t, bot))})
	c := newClient(t, h)
	ask := easyGame()
	ask.Blue = bot
	c.start(ask)
	for range 10 {
		legal := c.state.Position.Legal
		from := legal[0]
		c.play(stratego.FormatMove(stratego.NewMove(stratego.Square(from[0]), stratego.Square(from[1]))))
		if c.state.Result != nil {
			t.Fatalf("the game ended: %+v", c.state.Result)
		}
	}
	c.send(wire.Command{Type: "takeback", Ply: c.state.Ply})
	if e := c.refusal(); e.Code != "takeback" || c.state.Takebacks {
		t.Errorf("a bot was asked to go back: %+v", e)
	}
	unfinished := c.game
	again := newClient(t, h)
	again.start(ask)
	again.play("e4-e5")
	again.send(wire.Command{Type: "resign"})
	again.until(func() bool { return again.state.Result != nil })
	if again.state.Result.Reason != "resigned" {
		t.Errorf("result %+v", again.state.Result)
	}
	for path, body := range map[string]any{
		"/api/games": wire.NewGame{Rules: "match", Red: "me", Blue: bot, Position: "marengo position 1"},
		"/api/mind":  wire.MindRequest{Game: again.game, Color: "red", Agent: bot, Seconds: 1},
	} {
		if status, data := c.do("POST", path, body); status != http.StatusBadRequest {
			t.Errorf("%s: status %d: %s", path, status, data)
		}
	}
	s.Close()

	_, h = startServer(t, Options{DB: db, Catalogue: roster.Agents(parsed(t, bot))})
	c.url = h.URL
	if status, data := c.do("GET", "/api/games/"+unfinished, nil); status != http.StatusGone {
		t.Errorf("status %d: %s", status, data)
	}
	if status, _ := c.do("GET", "/api/games/"+again.game, nil); status != http.StatusOK {
		t.Errorf("a finished game: status %d", status)
	}
	if status, _ := c.do("DELETE", "/api/games/"+unfinished, nil); status != http.StatusNoContent {
		t.Errorf("it cannot be dropped: status %d", status)
	}
}
