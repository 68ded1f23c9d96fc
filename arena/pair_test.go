package arena

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/store"
	"marengo/stratego"
)

func findAgent(text string) (Contender, error) { return agents.Parse(text) }

// weaker is a player that, as lewis, is of the first revision still.
const weaker = "lewis:level=1"

func lewisPair(seed uint64) *Pair {
	board := shuffled(seed)
	p := &Pair{Match: 3, Number: 8, Players: [2]store.Player{{Name: "lewis"}, {Name: weaker}},
		Terms: Terms{Rules: stratego.DefaultRules, Budget: agent.Budget{Nodes: 10}}}
	for i := range p.Games {
		p.Games[i] = PairGame{Setups: &[2]stratego.Setup{*board[0], *board[1]}, Seed: seed + uint64(i)}
	}
	p.Games[1].Stream = &[2]uint64{seed, 1}
	return p
}

// playPair returns a pair's games without what differs from run to run.
func playPair(t *testing.T, p *Pair) (games []*store.Game) {
	t.Helper()
	if err := p.Play(context.Background(), findAgent, nil, func(g *store.Game) error {
		g.Finished, g.Times = time.Time{}, nil
		games = append(games, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

// A pair that travelled as text plays the same games where it arrives.
func TestPairTravels(t *testing.T) {
	here := lewisPair(1)
	text, err := json.Marshal(here)
	if err != nil {
		t.Fatal(err)
	}
	there := new(Pair)
	if err := json.Unmarshal(text, there); err != nil {
		t.Fatal(err)
	}
	want, got := playPair(t, here), playPair(t, there)
	if len(want) != 2 || !reflect.DeepEqual(want, got) {
		t.Errorf("%d games here and %d there differ", len(want), len(got))
	}
	if want[0].Red.Name != "lewis" || want[1].Blue.Name != "lewis" || want[0].Number != 8 || want[1].Number != 9 || want[1].Match != 3 {
		t.Errorf("games %+v and %+v are no pair", want[0], want[1])
	}
	here.Games[0].Absent = true
	if second := playPair(t, here); len(second) != 1 || !reflect.DeepEqual(second[0], want[1]) {
		t.Error("the second game differs without the first")
	}
}

func TestPairRefusesOtherPlayers(t *testing.T) {
	p := lewisPair(1)
	p.Players[1].Files = "weights=sha256:00"
	err := p.Play(context.Background(), findAgent, nil, func(*store.Game) error { return nil })
	if err == nil || !strings.Contains(err.Error(), weaker+`" has other files`) {
		t.Errorf("a player with other files: %v", err)
	}
}

func TestPlayPairs(t *testing.T) {
	w := Local{Find: findAgent, Concurrency: 2}
	make := func(i int) (*Pair, error) { return lewisPair(uint64(2 * i)), nil }
	seen := map[int]Outcome{}
	series := Series{Pairs: 5, Pair: make, Kept: func(number int, o Outcome) error {
		seen[number] = o
		return nil
	}}
	tally, err := PlayPairs(context.Background(), w, series)
	if err != nil || tally.Games() != 10 || tally.finishedPairs() != 5 || len(seen) != 10 || tally.Score() <= 0.5 {
		t.Errorf("tally %+v after %d games, %v", tally, len(seen), err)
	}
	// A series that was stopped goes on.
	series.Known = maps.Clone(seen)
	for _, number := range []int{3, 6, 7} {
		delete(series.Known, number)
	}
	clear(seen)
	if again, err := PlayPairs(context.Background(), w, series); err != nil || again != tally || len(seen) != 3 {
		t.Errorf("continued: %+v with %d games played, %v, want %+v with 3", again, len(seen), err, tally)
	}
	w.Find = func(text string) (Contender, error) {
		if text == weaker {
			return &scripted{name: text, move: func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
				panic("out of ideas")
			}}, nil
		}
		return findAgent(text)
	}
	var fault *FaultError
	if _, err := PlayPairs(context.Background(), w, Series{Pairs: 5, Pair: make}); !errors.As(err, &fault) || fault.Fault != Panicked || !strings.Contains(err.Error(), weaker+" as blue") {
		t.Errorf("a player that panics: %v", err)
	}
	faults := 0
	tally, err = PlayPairs(context.Background(), w, Series{Pairs: 5, Pair: make, Fault: func(error) { faults++ }})
	if err != nil || faults != 10 || tally.Games() != 0 {
		t.Errorf("a player that panics, where faults are reported: %d faults, %+v, %v", faults, tally, err)
	}
}

func TestWorkersStopAtEnough(t *testing.T) {
	kept := 0
	err := Local{Find: findAgent, Concurrency: 3}.Play(context.Background(),
		func() (*Pair, error) { return lewisPair(1), nil }, // without end
		func(...*store.Game) error {
			if kept++; kept >= 4 {
				return ErrEnough
			}
			return nil
		})
	if err != nil || kept < 4 || kept > 6 {
		t.Errorf("%d games were kept, %v", kept, err)
	}
}
