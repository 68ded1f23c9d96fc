package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/plot"
	"marengo/setup"
	"marengo/stratego"
)

// straitegoExperiments are the comparisons of chapters 5 to 8 of F. Schoenmakers,
// "Designing an AI agent for Stratego" (2021).
func straitegoExperiments() []Experiment {
	return []Experiment{
		{"straitego-setups", "Schoenmakers 5.2: setup providers against each other, played by random agents", straitegoSetups},
		{"straitego-6.1", "Schoenmakers Figure 6.1: epsilon-greedy by epsilon, against lewis", straitegoEpsilon},
		{"straitego-6.2", "Schoenmakers Figure 6.2: UCB by c, against epsilon-greedy", straitegoC},
		{"straitego-puct", "Schoenmakers 6.2.4: pUCT against UCB", straitegoPUCT},
		{"straitego-depth", "Schoenmakers 6.2: how deep each selector searches", straitegoDepth},
		{"straitego-information", "Schoenmakers 6.3: selectors that know more", straitegoInformation},
		{"straitego-estimators", "Schoenmakers 7.2 and 7.3: estimators against each other; --plot draws Figures 7.1 and 7.2", straitegoEstimators},
		{"straitego-evaluators", "Schoenmakers 8.1: evaluators against the unit count", straitegoEvaluators},
		{"straitego-networks", "Schoenmakers 6.2.4, 7.2.6, 8.1.7: the networks on games that they did not learn from (--played, --db), each beside a yardstick", straitegoNetworks},
		{"straitego-good", "Schoenmakers 12: whether the better of two setups wins (--played, --db), by the network of good setups and two other judges", straitegoGood},
	}
}

// contest is one comparison: two players with their setups, and the paper's win rate
// of the first, draws left out, in percent.
type contest struct {
	section, what string
	a, b          string // agent strings; mcts's without n and database
	setupA        string // providers; gravon stands for human setups
	setupB        string
	paper         float64 // 0 where the paper has none
	paperGames    int
	slow          int // divides the evaluations of both, for evaluators that take long
}

// gravon is the provider of human setups: the file of --setups, or generated
// ones.
const gravon = "gravon"

// winRate is the paper's: draws are left out (4.3).
func winRate(t arena.Tally) (rate, lo, hi float64) {
	n := t.Wins + t.Losses
	rate = float64(t.Wins) / float64(max(1, n))
	lo, hi = proportion(rate, n)
	return rate, lo, hi
}

// laboratory runs contests: it holds what they share.
type laboratory struct {
	o           *Options
	rules       stratego.Rules
	evaluations int64
	games       int
	providers   map[string]setup.Provider
}

// newLaboratory prepares contests. Its own numbers of games and evaluations end in
// minutes; the paper's are 100 and 10,000.
func newLaboratory(o *Options, games int, evaluations int64) (*laboratory, error) {
	rules, err := stratego.Preset("straitego")
	if err != nil {
		return nil, err
	}
	l := &laboratory{o: o, rules: rules, providers: map[string]setup.Provider{}}
	l.evaluations = orElse(o.Evaluations, evaluations)
	l.games = o.games(games)
	return l, nil
}

// provider returns a setup provider by name.
func (l *laboratory) provider(name string) (setup.Provider, error) {
	if p, ok := l.providers[name]; ok {
		return p, nil
	}
	text := name
	if name == gravon {
		text = "semi-random"
		if l.o.Setups != "" {
			text = "file:" + l.o.Setups
		}
	}
	p, err := setup.Parse(text)
	if err != nil {
		return nil, BadInput{err}
	}
	l.providers[name] = p
	return p, nil
}

// agentText completes an agent string.
func (l *laboratory) agentText(text string, slow int) string {
	if !strings.HasPrefix(text, "mcts:") {
		return text
	}
	text += fmt.Sprintf(",n=%d", max(1, l.evaluations/int64(max(1, slow))))
	if strings.Contains(text, "guess=database") {
		if l.o.Setups != "" {
			return text + ",database=" + l.o.Setups
		}
		return text + ",database=generated"
	}
	return text
}

// labStream sets the moves' seeds apart from the boards'.
const labStream = 0x73747261

// run plays a contest: pairs of games in which each player keeps its own setup and
// the seats change.
func (l *laboratory) run(ctx context.Context, c *contest) (t arena.Tally, err error) {
	players, err := identities(findExperimental, l.agentText(c.a, c.slow), l.agentText(c.b, c.slow))
	if err != nil {
		return t, err
	}
	var providers [2]setup.Provider
	for i, name := range [...]string{c.setupA, c.setupB} {
		if providers[i], err = l.provider(name); err != nil {
			return t, err
		}
	}
	w := l.o.local(findExperimental)
	if strings.Contains(c.a+c.b, "omniscient") {
		w.Look = func(*arena.Pair, int) arena.Onlooker { return arena.Onlooker{Begun: openDoor} }
	}
	s := series{players: players, rules: l.rules, games: l.games, what: c.what}
	return s.play(ctx, l.o, w, func(i int) (pair [2]arena.PairGame, err error) {
		rng := rand.New(rand.NewPCG(l.o.Seed, uint64(i)))
		var setups [2]stratego.Setup
		for k, p := range providers {
			if setups[k], err = p.Setup(l.rules, rng); err != nil {
				return pair, err
			}
		}
		for k := range pair {
			pair[k] = arena.PairGame{Setups: &[2]stratego.Setup{setups[k], setups[1-k]}, Stream: &[2]uint64{l.o.Seed ^ labStream, uint64(2*i + k)}}
		}
		return pair, nil
	})
}

// findExperimental finds players for the arena, those among them that are to be
// told the truth.
func findExperimental(text string) (arena.Contender, error) { return agents.ParseExperimental(text) }

// openDoor tells the truth to the players that ask for it.
func openDoor(r *arena.Referee, players [2]agent.Agent) {
	for _, p := range players {
		if o, ok := p.(agents.Omniscient); ok {
			o.SeeTruth(r.State)
		}
	}
}

// runAll plays contests and writes their table.
func (l *laboratory) runAll(ctx context.Context, title string, contests []contest, w io.Writer) error {
	_, err := l.tallyAll(ctx, title, contests, w)
	return err
}

// runCurve is runAll for contests along a parameter, which it also draws where a plot is asked for.
func (l *laboratory) runCurve(ctx context.Context, title, xLabel string, x []float64, contests []contest, w io.Writer) error {
	tallies, err := l.tallyAll(ctx, title, contests, w)
	if err != nil || l.o.Plot == "" {
		return err
	}
	f := plot.Figure{Title: title, XLabel: xLabel, YLabel: "win rate, draws left out"}
	line := plot.Line{Name: fmt.Sprintf("%d games a point, 95%% intervals", l.games)}
	for i, t := range tallies {
		if t.Wins+t.Losses == 0 {
			continue
		}
		rate, lo, hi := winRate(t)
		line.Points = append(line.Points, [2]float64{x[i], rate})
		f.Bars = append(f.Bars, [3]float64{x[i], lo, hi})
	}
	f.Points, f.Lines = line.Points, []plot.Line{line}
	return plot.Write(l.o.Plot, []plot.Figure{f})
}

// tallyAll plays the contests whose rows are wanted, writes their table and returns what came of each,
// nothing for the others.
func (l *laboratory) tallyAll(ctx context.Context, title string, contests []contest, w io.Writer) (tallies []arena.Tally, err error) {
	t := &Table{Title: title, Columns: []string{"comparison", "section", "paper", "win rate", "95% interval", "with draws", "won-drawn-lost"}}
	wanted, err := l.o.only(labels(contests))
	if err != nil {
		return nil, err
	}
	tallies = make([]arena.Tally, len(contests))
	for i := range contests {
		if !wanted[i] {
			continue
		}
		c := &contests[i]
		r, err := l.run(ctx, c)
		if err != nil {
			return nil, err
		}
		tallies[i] = r
		rate, lo, hi := winRate(r)
		t.Add(c.what, c.section, c.published(), percent1(rate), percent1(lo)+" to "+percent1(hi), percent1(r.Score()),
			fmt.Sprintf("%d-%d-%d", r.Wins, r.Draws, r.Losses))
	}
	l.notes(t)
	return tallies, t.Write(w, l.o)
}

// published writes the paper's figure.
func (c *contest) published() string {
	if c.paperGames == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", c.paper)
}

func percent1(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// notes says what the figures rest on.
func (l *laboratory) notes(t *Table) {
	human := "semi-random setups stand for human ones (--setups FILE plays with human ones)"
	if l.o.Setups != "" {
		human = "human setups from the file that was given"
	}
	t.Note("%d games each in pairs that change seats, %d evaluations a move (the paper: 100 and 10,000), seed %d; %s.",
		l.games, l.evaluations, l.o.Seed, human)
	t.Note("The win rate is that of the first named and leaves draws out, as the paper's does; with draws, a draw is half a win.")
	t.Note("Our networks learnt from games between our own agents and, the setup classifier, from human setups; the paper's from human games.")
}
