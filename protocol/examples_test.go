package protocol

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/stratego"
)

// program is a contender that plays as a command.
type program struct {
	child
	argv []string
}

func (p *program) New() (agent.Agent, error) { return NewBot(p.argv), nil }

// The examples of docs/bots.md are the files tested here, and play whole games.
func TestExamples(t *testing.T) {
	doc, err := os.ReadFile("../docs/bots.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"bot.py", "bot.go"} {
		code, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(doc), "\n"+string(code)+"```\n") {
			t.Errorf("docs/bots.md does not show %s as it is", name)
		}
	}
	binary := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.Command("go", "build", "-o", binary, "testdata/bot.go").CombinedOutput(); err != nil {
		t.Fatalf("bot.go: %v\n%s", err, out)
	}
	t.Run("go", func(t *testing.T) { playExample(t, binary) })
	t.Run("python", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("no python3 to run bot.py with")
		}
		playExample(t, python, "testdata/bot.py")
	})
}

// playExample plays a bot in both seats.
func playExample(t *testing.T, argv ...string) {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	rules.PlyLimit = 1000
	p := &program{argv: argv}
	for _, seats := range [][2]arena.Contender{{p, honest{}}, {honest{}, p}} {
		g, err := arena.Play(context.Background(), arena.Bout{Terms: arena.Terms{Rules: rules, Hard: time.Minute}, Players: seats, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stratego.ParseReason(g.Reason); err != nil || len(g.Moves) == 0 { // they play by chance: any end by the rules will do
			t.Errorf("%v: %v wins by %s (%s) after %d plies\n%v", argv, g.Winner, g.Reason, g.Detail, len(g.Moves), g.Log)
		}
	}
}
