package agents_test

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/nn"
	"marengo/setup"
	"marengo/stratego"
)

var updateGames = flag.Bool("update-games", false, "write the golden games anew")

const (
	goldenGames = "testdata/golden-games.tsv"
	goldenSeeds = 10

	// pinnedKernel is the one whose rounding the networks' games were recorded with.
	pinnedKernel = "avx2"
)

// goldenPlayers are the players whose games are kept, each with its budget of a
// move, on goldenSeeds or the seeds given. One that asks a network plays with the pinned kernel.
var goldenPlayers = []struct {
	name    string
	budget  agent.Budget
	network bool
	seeds   []uint64
}{
	{name: "random"},
	{name: "careful"},
	{name: "lewis"},
	{name: "star", budget: agent.Budget{Nodes: 300}},
	{name: "star:paper", budget: agent.Budget{Nodes: 300}},
	{name: "star:schadd", budget: agent.Budget{Nodes: 300}},
	{name: "star:schadd-paper", budget: agent.Budget{Nodes: 300}},
	{name: "invincible"},
	{name: "invincible:paper"},
	{name: "invincible:paper,guess=model"},
	{name: "mcts", budget: agent.Budget{Evaluations: 100}, network: true},
	{name: "mcts:paper", budget: agent.Budget{Evaluations: 100}},
	{name: "marengo:weights=small,think=off", network: true},
	{name: "marengo:weights=small", budget: agent.Budget{Evaluations: 48}, network: true, seeds: []uint64{0, goldenSeeds - 1}},
}

// TestGoldenGames plays every player against careful, on its seeds with the seats
// changing, and compares each game with the one that was recorded: a change that is
// not meant to touch play changes none of them.
func TestGoldenGames(t *testing.T) {
	var lines []string
	kept := map[string]string{}
	if raw, err := os.ReadFile(goldenGames); err == nil {
		for line := range strings.Lines(string(raw)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
			kept[key] = value
		}
	} else if !*updateGames {
		t.Fatal(err)
	}
	for _, p := range goldenPlayers {
		player := p.name
		if p.network {
			if _, err := nn.KernelNamed(pinnedKernel); err != nil {
				t.Logf("%s: not played: %v", p.name, err)
				continue
			}
			player = withKernel(player, pinnedKernel)
		}
		seeds := p.seeds
		if seeds == nil {
			for seed := range uint64(goldenSeeds) {
				seeds = append(seeds, seed)
			}
		}
		for _, seed := range seeds {
			key, got := fmt.Sprintf("%s/%d", p.name, seed), goldenGame(t, player, p.budget, seed)
			if want := kept[key]; got != want && !*updateGames {
				t.Errorf("%s: %s, recorded was %s", key, got, want)
			}
			lines = append(lines, key+"\t"+got+"\n")
		}
	}
	if *updateGames {
		if err := os.WriteFile(goldenGames, []byte(strings.Join(lines, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// withKernel adds a kernel to an agent string.
func withKernel(player, kernel string) string {
	name, options, ok := strings.Cut(player, ":")
	if ok {
		options += ","
	}
	return name + ":" + options + "kernel=" + kernel
}

// goldenGame plays one game and returns its length, its end and a digest of all that
// was played.
func goldenGame(t *testing.T, name string, b agent.Budget, seed uint64) string {
	t.Helper()
	players := [2]arena.Contender{contender(t, name), contender(t, "careful")}
	if seed%2 == 1 {
		players[0], players[1] = players[1], players[0]
	}
	boards, err := setup.Parse("human-like")
	if err != nil {
		t.Fatal(err)
	}
	var board [2]*stratego.Setup
	rng := agent.Game{Seed: seed}.Rand()
	for c := range board {
		s, err := boards.Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		board[c] = &s
	}
	if seed >= goldenSeeds/2 {
		board = [2]*stratego.Setup{} // their own setups
	}
	g, err := arena.Play(context.Background(), arena.Bout{Terms: arena.Terms{Rules: stratego.DefaultRules, Budget: b}, Players: players, Setups: board, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(fmt.Append(nil, g.Setups, g.Moves))
	return fmt.Sprintf("%d plies\t%v\t%s\t%x", len(g.Moves), g.Winner, g.Reason, sum[:12])
}

func contender(t *testing.T, name string) arena.Contender {
	t.Helper()
	f, err := agents.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
