package experiment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/record"
	"marengo/setup"
	"marengo/stratego"
)

// straitegoNetworks measures StrAItego's networks on games that they did not learn from, each
// beside what one would do without it.
func straitegoNetworks(ctx context.Context, o *Options, w io.Writer) error {
	networks, err := agents.LoadNetworks(o.Player)
	if err != nil {
		return BadInput{err}
	}
	x, err := readExamination(ctx, o)
	if err != nil {
		return err
	}
	known := *o
	known.playedSum = x.sum(&networks)
	x.marks, err = gather(ctx, &known, len(x.games), "games", func() func(int) (networkMarks, error) {
		e := newExaminer(&networks, &x.counts)
		return func(i int) (networkMarks, error) { return e.examine(x.games[i], x.counted[i]) }
	})
	if err != nil {
		return err
	}
	for _, table := range []*Table{x.moveTable(), x.stateTable(), x.rankTable()} {
		if err := table.Write(w, o); err != nil {
			return err
		}
	}
	return nil
}

// examination is the games that networks are held against, and what came of it.
type examination struct {
	source  string
	seed    uint64
	games   []*record.Game
	counted []bool // whose moves are counted, and not predicted
	counts  slideCounts
	marks   []networkMarks
}

// countedShare is one in how many games is counted for the frequencies of moves.
const countedShare = 5

// readExamination takes the games that the options name, or plays some.
func readExamination(ctx context.Context, o *Options) (*examination, error) {
	x := &examination{seed: o.Seed}
	var err error
	if o.Played != nil {
		x.source = o.Played.Source
		x.games, err = readPlayed(ctx, o)
	} else {
		x.source = "invincible and lewis, played here on setups of our generator (give others with --played or --db)"
		x.games, err = playExamined(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	if len(x.games) < 2 {
		return nil, badInputf("%s: %d classic games, expected two at the least", x.source, len(x.games))
	}
	x.counted = make([]bool, len(x.games))
	order := rand.New(rand.NewPCG(o.Seed, 0x636f756e74)).Perm(len(x.games))
	for _, i := range order[:max(1, len(x.games)/countedShare)] {
		x.counted[i] = true
		x.counts.add(x.games[i])
	}
	return x, nil
}

// readPlayed reads games and sees that the rules allow them.
func readPlayed(ctx context.Context, o *Options) (games []*record.Game, err error) {
	enough := errors.New("enough games")
	err = o.Played.Each(ctx, func(where string, g *record.Game) error {
		if _, err := g.At(len(g.Moves)); err != nil {
			return BadInput{fmt.Errorf("%s: %w", where, err)}
		}
		if games = append(games, g); len(games) == o.Games {
			return enough
		}
		return ctx.Err()
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return games, err
}

// examinedPlayers play where no games are given: each against each and itself.
var examinedPlayers = [...]string{"invincible", "lewis"}

// playExamined plays games.
func playExamined(ctx context.Context, o *Options) ([]*record.Game, error) {
	provider, err := setup.Parse("human-like")
	if err != nil {
		return nil, err
	}
	games := make([]*record.Game, o.games(40))
	err = spread(ctx, o, len(games), "games played", func() func(int) error {
		return func(i int) error {
			rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
			terms := arena.Terms{Rules: o.cut(stratego.DefaultRules), Budget: agent.Budget{Nodes: o.nodes(1000)}, Hard: patience}
			b := arena.Bout{Terms: terms, Seed: rng.Uint64()}
			board, err := drawBoard(provider, terms.Rules, rng)
			if err != nil {
				return err
			}
			for c, k := range [2]int{i % len(examinedPlayers), i / len(examinedPlayers) % len(examinedPlayers)} {
				b.Setups[c] = &board[c]
				if b.Players[c], err = findPlayer(examinedPlayers[k]); err != nil {
					return err
				}
			}
			g, err := playFair(ctx, b)
			if err != nil {
				return err
			}
			games[i], err = g.Record()
			return err
		}
	})
	return games, err
}

// sum tells this examination from those of other games and networks.
func (x *examination) sum(n *agents.Networks) string {
	h := sha256.New()
	fmt.Fprintln(h, n.Files)
	for i, g := range x.games {
		fmt.Fprintln(h, x.counted[i], g.Rules, g.Setups, g.Moves, g.Result.Winner)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}

// pick returns what the games say of the parts of them that are asked for.
func (x *examination) pick(parts func(g *record.Game, m *networkMarks) []marks) (list byGame) {
	for i := range x.marks {
		var all marks
		for _, part := range parts(x.games[i], &x.marks[i]) {
			all.add(part)
		}
		if all.Examples > 0 {
			list = append(list, all)
		}
	}
	return list
}

// mostPlayers is how many players have a row of their own.
const mostPlayers = 12

// moveTable is about the move predictor.
func (x *examination) moveTable() *Table {
	t := &Table{Title: "Move predictor (Schoenmakers 6.2.4): shares of moves that are foreseen", Columns: []string{"moves of", "positions", "of all moves",
		"likeliest of all slides", "likeliest legal move", "most frequent legal move", "better by", "cross-entropy", "of frequencies"}}
	everyone := x.pick(func(_ *record.Game, m *networkMarks) []marks { return m.Moves[:] })
	row := func(name string, list byGame) {
		t.Add(name, thousands(int64(list.examples())), percent1(list.examples()/max(1, everyone.examples())),
			list.text(asShare, nth(slideRight)), list.text(asShare, nth(legalRight)), list.text(asShare, nth(frequentRight)),
			list.text(asShareLead, lead(legalRight, frequentRight)), list.text(asLoss, nth(slideLoss)), list.text(asLoss, nth(frequentLoss)))
	}
	row("all players", everyone)
	by := x.movesByPlayer()
	names := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(cmp.Compare(by[b].examples(), by[a].examples()), cmp.Compare(a, b))
	})
	for _, name := range names[:min(len(names), mostPlayers)] {
		row(cmp.Or(name, "without a name"), by[name])
	}
	if left := len(names) - mostPlayers; left > 0 {
		t.Note("The other %d players have fewer moves.", left)
	}
	n := 0
	for _, counted := range x.counted {
		n += int(right(counted))
	}
	t.Note("Games of %s: %d measured, and %d others counted for the frequencies, seed %d. ± is a standard error over games.",
		x.source, len(x.games)-n, n, x.seed)
	t.Note("Cross-entropy in nats over all slides, legal or not. The paper, on people's moves: 24.6%% and 2.91.")
	return t
}

// movesByPlayer sorts what was measured of moves by who made them.
func (x *examination) movesByPlayer() map[string]byGame {
	by := make(map[string]byGame)
	for i, g := range x.games {
		parts := make(map[string]*marks)
		for c, name := range g.Players {
			if parts[name] == nil {
				parts[name] = new(marks)
			}
			parts[name].add(x.marks[i].Moves[c])
		}
		for name, part := range parts {
			if part.Examples > 0 {
				by[name] = append(by[name], *part)
			}
		}
	}
	return by
}

// stateTable is about the state evaluator.
func (x *examination) stateTable() *Table {
	t := &Table{Title: "State evaluator (Schoenmakers 8.1.7): shares of positions whose winner is foreseen",
		Columns: []string{"positions of", "games", "positions", "network", "piece count", "better by", "cross-entropy"}}
	row := func(name string, of func(*record.Game) bool, from, to int) {
		list := x.pick(func(g *record.Game, m *networkMarks) []marks {
			if !of(g) {
				return nil
			}
			return m.States[from:to]
		})
		t.Add(name, len(list), thousands(int64(list.examples())), list.text(asShare, nth(stateRight)), list.text(asShare, nth(countRight)),
			list.text(asShareLead, lead(stateRight, countRight)), list.text(asLoss, nth(stateLoss)))
	}
	for _, group := range []struct {
		name string
		of   func(*record.Game) bool
	}{
		{"decided games", func(*record.Game) bool { return true }},
		{"equal opponents", equalOpponents},
	} {
		row(group.name, group.of, 0, len(guessPhases))
		for i, phase := range guessPhases {
			row(group.name+", "+phase.name, group.of, i, i+1)
		}
	}
	t.Note("Equal opponents are a player against itself. With equal numbers of pieces, the count is half right. ± is a standard error over games.")
	t.Note("The paper's 93%% and 0.18 were measured on what had just been learnt.")
	return t
}

// rankTable is about the rank network.
func (x *examination) rankTable() *Table {
	t := &Table{Title: "Rank network (Schoenmakers 7.2.6): ranks of hidden pieces",
		Columns: []string{"guesser", "phase", "pieces", "right", "network better by", "log-loss", "network better by"}}
	row := func(phase string, k int, from, to int) {
		list := x.pick(func(_ *record.Game, m *networkMarks) []marks { return m.Ranks[from:to] })
		better := [2]string{"", ""}
		if k > 0 {
			better = [2]string{list.text(asShareLead, lead(rankRight(0), rankRight(k))), list.text(asLossLead, lead(rankLoss(k), rankLoss(0)))}
		}
		t.Add(rankGuessers[k].name, phase, thousands(int64(list.examples())), list.text(asShare, nth(rankRight(k))), better[0],
			list.text(asLoss, nth(rankLoss(k))), better[1])
	}
	for k := range rankGuessers {
		row("all", k, 0, len(guessPhases))
	}
	for i, phase := range guessPhases {
		for k := range rankGuessers {
			row(phase.name, k, i, i+1)
		}
	}
	t.Note("Pieces whose rank cannot be inferred, at every %dth turn of either player. None of the guessers looks at how pieces move. ± is a standard error over games.", lookTurns)
	t.Note("Network and setup model learnt from human setups: where the games begin with those, both have seen them. The paper has about 18%% right.")
	return t
}
