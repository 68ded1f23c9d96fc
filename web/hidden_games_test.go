package web

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"sync/atomic"
	"testing"

	"marengo/arena"
	"marengo/setup"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

// rehearsed is a game that was played beforehand, at random, and the enemy's army with two
// pieces exchanged that neither moved nor were seen in it: nothing that the player is told may
// depend on which of the two armies it is.
type rehearsed struct {
	you    stratego.Color
	rules  stratego.Rules
	setups [2]stratego.Setup
	other  stratego.Setup // the enemy's, with the pieces exchanged
	moves  []stratego.Move
}

// rehearse plays a game of at most 240 plies, and ends it before it is over.
func rehearse(t *testing.T, rng *rand.Rand, you stratego.Color) rehearsed {
	t.Helper()
	rules, err := stratego.Preset("match")
	if err != nil {
		t.Fatal(err)
	}
	for {
		g := rehearsed{you: you, rules: rules}
		for c := range g.setups {
			if g.setups[c], err = setup.Default().Setup(rules, rng); err != nil {
				t.Fatal(err)
			}
		}
		s, err := stratego.NewState(rules, g.setups[0], g.setups[1])
		if err != nil {
			t.Fatal(err)
		}
		for plies := 40 + rng.IntN(200); len(g.moves) < plies || s.Turn() != you; {
			legal := s.Moves(nil)
			m := legal[rng.IntN(len(legal))]
			g.moves = append(g.moves, m)
			if s.Do(m); s.Result().Over() {
				break
			}
		}
		if !s.Result().Over() && g.exchange(s, rng) {
			return g
		}
	}
}

// exchange chooses the two pieces; false when there are none.
func (g *rehearsed) exchange(end *stratego.State, rng *rand.Rand) bool {
	enemy := g.you.Other()
	var unseen []stratego.Piece
	for id := range stratego.SetupSquares {
		if p := end.Piece(enemy, id); p.Alive() && !p.Known && !p.Moved {
			unseen = append(unseen, p)
		}
	}
	rng.Shuffle(len(unseen), func(i, j int) { unseen[i], unseen[j] = unseen[j], unseen[i] })
	for i, p := range unseen {
		for _, q := range unseen[:i] {
			if p.Rank != q.Rank {
				g.other = g.setups[enemy]
				a, b := p.StartIndex(), q.StartIndex()
				g.other[a], g.other[b] = g.other[b], g.other[a]
				return true
			}
		}
	}
	return false
}

// stage is a server whose one machine player has the army and the moves of the game that is on.
type stage struct {
	roster.Catalogue
	army  stratego.Setup
	agent testAgent
	names atomic.Int64
}

// name is another for each game, and the same on both stages.
func (s *stage) name() string {
	n := s.names.Add(1)
	return fmt.Sprintf("name%08dname%08d", n, n)
}

func (s *stage) Setup(stratego.Rules, *rand.Rand) (stratego.Setup, error) { return s.army, nil }

func (s *stage) Find(text string) (arena.Contender, error) {
	if text == s.agent.name {
		return s.agent, nil
	}
	return s.Catalogue.Find(text)
}

// perform plays a rehearsed game through the line and returns every byte that came.
func (s *stage) perform(t *testing.T, h string, g rehearsed, army stratego.Setup, hint bool) []byte {
	t.Helper()
	enemy := g.you.Other()
	s.army, s.agent = army, testAgent{name: "rehearsed"}
	for i, m := range g.moves {
		if stratego.Color(i%2) == enemy {
			s.agent.script = append(s.agent.script, stratego.FormatMove(m))
		}
	}
	c := &client{t: t, url: h}
	ask := wire.NewGame{Rules: "match", Red: "me", Blue: "rehearsed", Setup: g.setups[g.you].String(), Level: 5, Seed: "7", Counts: true}
	if g.you == stratego.Blue {
		ask.Red, ask.Blue = ask.Blue, ask.Red
	}
	c.start(ask)
	setups := g.setups
	setups[enemy] = army
	state, err := stratego.NewState(g.rules, setups[0], setups[1])
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range g.moves {
		if state.Turn() == g.you {
			c.until(func() bool { return c.state.Ply == i && c.state.Position.ToMove == g.you.String() })
			checkState(t, c.state, g.you, state)
			c.send(wire.Command{Type: "move", Move: stratego.FormatMove(m), Ply: i})
		}
		state.Do(m)
	}
	c.until(func() bool { return c.state.Ply == len(g.moves) })
	checkState(t, c.state, g.you, state)
	c.look(hint)
	heard := stripWork(c.heard.Bytes())
	if err := c.conn.CloseNow(); err != nil {
		t.Error(err)
	}
	return heard
}

// look asks for what is told beside the game, and for what may not be told before its end.
func (c *client) look(hint bool) {
	c.t.Helper()
	if hint {
		c.send(wire.Command{Type: "practice", Ply: c.state.Ply})
		c.send(wire.Command{Type: "hint", Agent: "lewis", Ply: c.state.Ply})
		for {
			if kind, _ := c.hear(); kind == "mind" {
				break
			}
		}
	}
	for _, path := range []string{"/", "/play/" + c.game, "/api/boot", "/api/statistics", "/api/setups/results"} {
		status, data := c.do("GET", path, nil)
		if status != http.StatusOK {
			c.t.Fatalf("%s: status %d: %.200s", path, status, data)
		}
		c.heard.Write(data)
	}
	c.askForMore()
}

// TestExchangedPiecesInManyGames plays each game twice, the second time with two of the enemy's
// pieces exchanged that were never seen: every byte must be the same, and every rank that is
// sent be one that both know.
func TestExchangedPiecesInManyGames(t *testing.T) {
	games := 4
	if os.Getenv("MARENGO_SLOW") != "" {
		games = 1000
	}
	rng := rand.New(rand.NewPCG(2026, 11))
	var stages [2]*stage
	var urls [2]string
	for i := range stages {
		stages[i] = &stage{Catalogue: roster.Agents()}
		_, h := startServer(t, Options{Catalogue: stages[i], Setups: stages[i], NewID: stages[i].name, Limits: Limits{Commands: 100_000, Begins: 100_000}})
		urls[i] = h.URL
	}
	plies, size := 0, 0
	for i := range games {
		g := rehearse(t, rng, stratego.Color(i%2))
		hint := i%4 == 0
		plain := stages[0].perform(t, urls[0], g, g.setups[g.you.Other()], hint)
		exchanged := stages[1].perform(t, urls[1], g, g.other, hint)
		if !bytes.Equal(plain, exchanged) {
			t.Fatalf("game %d: the client can tell the armies apart %s", i, firstDifference(plain, exchanged))
		}
		plies, size = plies+len(g.moves), size+len(plain)
		if games > 100 && i%50 == 49 {
			fmt.Printf("%d games, %d plies, %d bytes\n", i+1, plies, size)
		}
	}
	t.Logf("%d games, %d plies, %d bytes", games, plies, size)
}
