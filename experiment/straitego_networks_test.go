package experiment

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"marengo/agents"
	"marengo/nn/features"
	"marengo/record"
	"marengo/stratego"
)

// given are games as a file or a database has them.
func given(games ...*record.Game) *Played {
	return &Played{Source: "a test", Each: func(_ context.Context, f func(string, *record.Game) error) error {
		for i, g := range games {
			if err := f(fmt.Sprintf("game %d", i+1), g); err != nil {
				return err
			}
		}
		return nil
	}}
}

// randomGame plays so many random plies.
func randomGame(t *testing.T, seed uint64, plies int, players [2]string, winner stratego.Color) *record.Game {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	board, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		t.Fatal(err)
	}
	g := record.New(stratego.DefaultRules, board, board.Mirror())
	g.Players, g.Result.Winner = players, winner
	s, err := g.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		moves := s.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		g.Moves = append(g.Moves, m)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// examined runs the experiment and returns its lines by their first column, or by the first two among ranks.
func examined(t *testing.T, o Options) (rows map[string][]string, text string) {
	t.Helper()
	e, err := Find("straitego-networks")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o.CSV = true
	if err := e.Run(context.Background(), &o, &out); err != nil {
		t.Fatal(err)
	}
	text = out.String()
	r := csv.NewReader(&out)
	r.FieldsPerRecord = -1
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows = make(map[string][]string)
	for _, line := range lines {
		rows[line[0]] = line
		rows[line[0]+", "+line[1]] = line
	}
	return rows, text
}

// TestStraitegoNetworks: every position counts where it belongs, however many games are looked at
// at a time, and a journal has it all.
func TestStraitegoNetworks(t *testing.T) {
	games := []*record.Game{
		randomGame(t, 1, 40, [2]string{"ann", "ben"}, stratego.Red),
		randomGame(t, 2, 31, [2]string{"ann", "ann"}, stratego.Blue),
		randomGame(t, 3, 22, [2]string{"ben", "ann"}, stratego.NoColor),
		randomGame(t, 4, 13, [2]string{"", ""}, stratego.Red),
	}
	o := Options{Seed: 1, Concurrency: 1, Played: given(games...)}
	rows, text := examined(t, o)
	x, err := readExamination(context.Background(), &o)
	if err != nil {
		t.Fatal(err)
	}
	plies := make(map[string]int)
	counted := 0
	for i, g := range games {
		if x.counted[i] {
			counted++
			continue
		}
		for p := range g.Moves {
			plies[g.Players[p%2]]++
			plies["all players"]++
		}
	}
	if counted != 1 {
		t.Errorf("%d games are counted, want one of four", counted)
	}
	for name, n := range plies {
		if name == "" {
			name = "without a name"
		}
		if got := rows[name]; got == nil || got[1] != fmt.Sprint(n) {
			t.Errorf("%s has %v, want %d positions", name, got, n)
		}
	}
	for name, want := range map[string][2]string{"decided games": {"3", "84"}, "equal opponents": {"1", "31"}} {
		if got := rows[name]; got == nil || got[1] != want[0] || got[2] != want[1] {
			t.Errorf("%s: %v, want games and positions %v", name, got, want)
		}
	}
	for k := range rankGuessers {
		if got := rows[rankGuessers[k].name+", all"]; got == nil || got[2] != rows["network, all"][2] {
			t.Errorf("%s guesses at %v, the network at %v", rankGuessers[k].name, got, rows["network, all"])
		}
	}

	j, err := OpenJournal(filepath.Join(t.TempDir(), "results"), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, concurrency := range []int{3, 1} {
		o.Concurrency, o.Journal = concurrency, j
		if _, again := examined(t, o); again != text {
			t.Errorf("%d at a time give other figures:\n%s\n%s", concurrency, again, text)
		}
	}
	if len(j.done) != len(games) {
		t.Errorf("the journal has %d pieces, want one a game", len(j.done))
	}
	o.Played = given(games[:3]...)
	examined(t, o)
	if len(j.done) != len(games)+3 {
		t.Errorf("other games left %d pieces, expected three of their own", len(j.done)-len(games))
	}
}

// TestYardsticks: of two equal games of one move, that move is the most frequent, and the piece count of a
// first position is half right.
func TestYardsticks(t *testing.T) {
	g := randomGame(t, 5, 1, [2]string{"ann", "ben"}, stratego.Red)
	networks, err := agents.LoadNetworks("")
	if err != nil {
		t.Fatal(err)
	}
	var counts slideCounts
	counts.add(g)
	m, err := newExaminer(&networks, &counts).examine(g, false)
	if err != nil {
		t.Fatal(err)
	}
	moves, states := m.Moves[stratego.Red], m.States[0]
	if want := math.Log((1 + features.Slides) / 2.0); moves.Examples != 1 || moves.Sums[frequentRight] != 1 || math.Abs(moves.Sums[frequentLoss]-want) > 1e-12 {
		t.Errorf("moves %+v, want one that is the most frequent, for %v nats", moves, want)
	}
	if states.Examples != 1 || states.Sums[countRight] != half {
		t.Errorf("states %+v, want one half", states)
	}
	if hidden := m.Ranks[0]; hidden.Examples != stratego.SetupSquares {
		t.Errorf("%v hidden pieces before the first move", hidden.Examples)
	}
	if m, err = newExaminer(&networks, &counts).examine(g, true); err != nil || m.Moves[stratego.Red].Examples != 0 {
		t.Errorf("a game that was counted is measured: %+v, %v", m.Moves, err)
	}
}

func TestStraitegoNetworksRefuse(t *testing.T) {
	good := randomGame(t, 6, 10, [2]string{"ann", "ben"}, stratego.Red)
	bad := randomGame(t, 7, 10, [2]string{"ann", "ben"}, stratego.Red)
	bad.Moves[4] = stratego.NewMove(0, 0)
	for want, o := range map[string]*Options{
		"game 2: ply 5":                 {Played: given(good, bad)},
		"1 classic games, expected two": {Played: given(good)},
		"option weights has no value":   {Played: given(good, good), Player: "weights="},
	} {
		err := straitegoNetworks(context.Background(), o, new(bytes.Buffer))
		var refused BadInput
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected bad input: %s", err, want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := straitegoNetworks(ctx, &Options{Played: given(good, good)}, new(bytes.Buffer)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped, it says %v", err)
	}
}
