package web

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/record"
	"marengo/record/formats"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/roster"
	"marengo/web/wire"
)

// The child's environment: with it the test binary is a server that a test can
// kill.
const (
	childAddress = "MARENGO_TEST_SERVE"
	childDB      = "MARENGO_TEST_DB"
	childBot     = "MARENGO_TEST_BOT" // or a bot that speaks the evaluator's protocol
)

var screenshots = flag.String("screenshots", "", "write screenshots of the main pages into this folder")

func TestMain(m *testing.M) {
	if address := os.Getenv(childAddress); address != "" {
		if err := serveChild(address, os.Getenv(childDB)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if os.Getenv(childBot) != "" {
		if err := playBot(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

func serveChild(address, path string) error {
	db, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	return http.Serve(listener, New(Options{DB: db, Catalogue: testCatalogue{roster.Agents()}, Setups: known(easySetup), Limits: Limits{Begins: 1000, Guesses: 1000}}))
}

// openDB makes a database that ends with the test.
func openDB(t testing.TB) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "web.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// startServer serves until the test ends.
func startServer(t testing.TB, o Options) (*Server, *httptest.Server) {
	t.Helper()
	if o.DB == nil {
		o.DB = openDB(t)
	}
	if o.Catalogue == nil {
		o.Catalogue = testCatalogue{roster.Agents()}
	}
	if o.Setups == nil {
		o.Setups = known(easySetup)
	}
	s := New(o)
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close()
		h.Close()
	})
	return s, h
}

// freeAddress returns an address that nobody listened at a moment ago, for a server that comes back to it.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	return listener.Addr().String()
}

// startChild runs a server in a process of its own.
func startChild(t *testing.T, address, db string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childAddress+"="+address, childDB+"="+db)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have been killed already
		_ = cmd.Wait()
	})
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Get("http://" + address + "/api/boot")
		if err == nil {
			if err := response.Body.Close(); err != nil {
				t.Error(err)
			}
			return cmd
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server does not come up: %v", err)
		}
	}
}

// testCatalogue has the real agents and some that exist for tests.
type testCatalogue struct{ roster.Catalogue }

func (c testCatalogue) Find(text string) (arena.Contender, error) {
	if a, ok := testAgents[text]; ok {
		return a, nil
	}
	return c.Catalogue.Find(text)
}

func (c testCatalogue) List() []wire.AgentInfo {
	list := c.Catalogue.List()
	// The last is what the page asks when nobody is rated.
	for _, name := range []string{"broken", "cheat", "polite", "sleeper", "easy"} {
		list = append(list, wire.AgentInfo{Name: name, Description: "A player for tests.", Variants: []string{"classic", "barrage"}})
	}
	return list
}

// known gives every machine the same setup.
type known string

func (k known) Setup(r stratego.Rules, _ *rand.Rand) (stratego.Setup, error) {
	if r.Variant == stratego.Barrage {
		return stratego.ParseSetup("........................M92B3S2F........")
	}
	return stratego.ParseSetup(string(k))
}

// easySetup has its flag in the third row, behind one sergeant at an open lane.
const easySetup = "B6B42532377B5B63BS54B2238F53M22796246284"

var testAgents = map[string]arena.Contender{
	"easy":    testAgent{name: "easy"},
	"sleeper": testAgent{name: "sleeper", sleep: time.Hour},
	"slow":    testAgent{name: "slow", sleep: 300 * time.Millisecond},
	"broken":  testAgent{name: "broken", panics: true},
	"cheat":   testAgent{name: "cheat", illegal: true},
	"polite":  testAgent{name: "polite", accepts: true},
}

// testAgent plays its pieces to and fro at random, thinks as told and can go wrong.
type testAgent struct {
	name    string
	script  []string
	sleep   time.Duration
	asked   chan<- struct{} // told of each question, if not nil
	waits   <-chan struct{} // answers only when told, if not nil
	panics  bool
	illegal bool
	accepts bool
}

func (a testAgent) String() string                                  { return a.name }
func (a testAgent) Files() string                                   { return "" }
func (a testAgent) SetsUpItself() bool                              { return false }
func (a testAgent) Plays(stratego.Variant) bool                     { return true }
func (a testAgent) New() (agent.Agent, error)                       { return a, nil }
func (a testAgent) Close() error                                    { return nil }
func (a testAgent) AcceptDraw(context.Context, *stratego.View) bool { return a.accepts }

func (a testAgent) Setup(context.Context, agent.Game) (stratego.Setup, error) {
	return stratego.Setup{}, errors.New("it is given its board")
}

func (a testAgent) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if a.asked != nil {
		a.asked <- struct{}{}
	}
	if a.waits != nil {
		select {
		case <-a.waits:
		case <-ctx.Done():
			return agent.Action{}, ctx.Err()
		}
	}
	if a.sleep > 0 {
		select {
		case <-time.After(a.sleep):
		case <-ctx.Done():
			return agent.Action{}, ctx.Err()
		}
	}
	if a.panics {
		panic("broken by design")
	}
	if a.illegal {
		return agent.Action{Move: stratego.NewMove(0, 99)}, nil
	}
	moves := v.Moves(nil)
	m := moves[rand.New(rand.NewPCG(b.Seed, 1)).IntN(len(moves))]
	if n := v.Ply() / 2; n < len(a.script) {
		scripted, err := stratego.ParseMove(a.script[n])
		if err != nil {
			return agent.Action{}, err
		}
		m = scripted
	}
	if b.Report != nil {
		b.Report(agent.Thoughts{Summary: "It moved at random.", Win: 0.5, Valued: true, Log: []string{"secret of " + a.name},
			Candidates: []agent.Candidate{{Move: stratego.FormatMove(m), Win: 0.5}}})
	}
	return agent.Action{Move: m}, nil
}

// parsed reads the agent string of a further player.
func parsed(t testing.TB, text string) *agents.Factory {
	t.Helper()
	f, err := agents.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// truth is the test's own knowledge: a live game as the store has it, which no page
// ever gets.
func truth(t testing.TB, s *Server, id string) *stratego.State {
	t.Helper()
	l, err := s.hall.DB.Live(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	spec := decode[struct {
		Rules, Start string
		Setups       [2]string
	}](t, []byte(l.Spec))
	rules, err := stratego.Preset(spec.Rules)
	if err != nil {
		t.Fatal(err)
	}
	game := record.New(rules, stratego.Setup{}, stratego.Setup{})
	for c, text := range spec.Setups {
		if spec.Start == "" {
			if game.Setups[c], err = stratego.ParseSetup(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if spec.Start != "" {
		if game, err = formats.Parse("position", []byte(spec.Start)); err != nil {
			t.Fatal(err)
		}
	}
	game.Moves = l.Moves
	state, err := game.At(len(l.Moves))
	if err != nil {
		t.Fatal(err)
	}
	return state
}
