package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"marengo/agents"
	"marengo/arena"
	"marengo/belief"
	"marengo/record"
	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// guessPhases divide a game by the pieces captured of both sides.
var guessPhases = [...]struct {
	name string
	from int
}{{"opening", 0}, {"middle game", 12}, {"endgame", 40}}

func guessPhase(captured int) int {
	phase := 0
	for i, p := range guessPhases {
		if captured >= p.from {
			phase = i
		}
	}
	return phase
}

// capturedMost bounds the captured pieces of both sides: the flags' are the last.
const capturedMost = 2 * stratego.SetupSquares

// guessScore adds up how well an estimator did.
type guessScore struct {
	name     string
	make     func(*guessData) belief.Estimator
	estimate belief.Estimator
	loss     [len(guessPhases)]float64
	top      [len(guessPhases)]float64
	n        [len(guessPhases)]float64
	byDead   [capturedMost + 1][2]float64 // loss and count by pieces captured
	battles  [2]float64                   // right and all, at the moment of battle
}

// guessers are the estimators compared: each of De Boer's heuristics is added to
// those before it.
func guessers() []*guessScore {
	boer := func(change func(*belief.Options)) func(*guessData) belief.Estimator {
		return func(d *guessData) belief.Estimator {
			o := belief.Options{Model: d.model}
			change(&o)
			return belief.NewGuesser(o)
		}
	}
	return []*guessScore{
		{name: "counting", make: func(*guessData) belief.Estimator { return new(belief.Counting) }},
		{name: "starting position", make: boer(func(o *belief.Options) {
			o.NoNeighbours, o.NoMissed, o.NoBehaviour = true, true, true
		})},
		{name: "+ neighbours", make: boer(func(o *belief.Options) { o.NoMissed, o.NoBehaviour = true, true })},
		{name: "+ missed opportunities", make: boer(func(o *belief.Options) { o.NoBehaviour = true })},
		{name: "+ behaviour (De Boer)", make: boer(func(*belief.Options) {})},
		{name: "setup model", make: func(d *guessData) belief.Estimator {
			return belief.NewGuesser(belief.Options{Setups: d.setups, NoMissed: true, NoBehaviour: true})
		}},
		{name: "setup model + De Boer", make: func(d *guessData) belief.Estimator {
			return belief.NewGuesser(belief.Options{Setups: d.setups})
		}},
		{name: "setup model + habits", make: func(d *guessData) belief.Estimator {
			return belief.NewGuesser(belief.Options{Setups: d.setups, Habits: d.habits})
		}},
		{name: "setup model + opponent", make: func(d *guessData) belief.Estimator {
			return belief.NewGuesser(belief.Options{Setups: d.setups, Opponent: d.opponent})
		}},
	}
}

// guessData is what the guessers learn from and are measured on.
type guessData struct {
	model    *setup.Model
	setups   *setup.Conditional
	opponent *belief.Opponent
	habits   *belief.Habits
	held     []stratego.Setup // setups that the model has not seen
	source   string
}

// loadSetups splits a file of human setups in two: the model is fitted on one half,
// games are played with the other. Without a file the setups are semi-random ones, which suit the
// built-in model too well to prove much.
func loadSetups(o *Options) (*guessData, error) {
	d := &guessData{}
	if o.Setups == "" {
		rng := rand.New(rand.NewPCG(o.Seed, 0x73657473))
		for range 2000 {
			s, err := setup.SemiRandom{}.Setup(stratego.DefaultRules, rng)
			if err != nil {
				return nil, err
			}
			d.held = append(d.held, s)
		}
		d.setups = setup.HumanConditional
		d.model, d.source = setup.HumanModel, "semi-random setups; give human ones with --setups"
		return d, nil
	}
	list, err := formats.ReadSetups(o.Setups)
	if err != nil {
		return nil, BadInput{err}
	}
	var fit setup.Statistics
	var seen []stratego.Setup
	for i, s := range list {
		if s.Variant() != stratego.Classic {
			continue
		}
		if i%2 == 0 {
			fit.Add(s.Setup, 1)
			seen = append(seen, s.Setup)
		} else {
			d.held = append(d.held, s.Setup)
		}
	}
	if fit.Setups == 0 || len(d.held) == 0 {
		return nil, badInputf("%s holds too few classic setups", o.Setups)
	}
	d.model = fit.Model()
	d.setups = setup.Fit(seen, fitRounds, rand.New(rand.NewPCG(o.Seed, 0x666974)))
	d.source = fmt.Sprintf("%d human setups that the model has not seen, fitted on %d others", len(d.held), fit.Setups)
	return d, nil
}

// fitRounds is how often the setup model goes through its setups.
const fitRounds = 4

// guessingPlanner is the planner whose games are watched, with the setup model that keeps
// it apart from what is measured.
const guessingPlanner = "invincible:paper,guess=model"

// guessingPlayers are the pairs of players whose games are watched.
var guessingPlayers = [][2]string{
	{guessingPlanner, "lewis"}, {"lewis", guessingPlanner}, {guessingPlanner, guessingPlanner}, {"lewis", "lewis"},
}

// watch plays games with the held setups and shows every move, before it is played,
// and every game once it is over.
func (d *guessData) watch(ctx context.Context, o *Options, games int, seed uint64, what string,
	begin func(), see func(s *stratego.State, m stratego.Move), end func(*record.Game) error) error {
	rng := rand.New(rand.NewPCG(o.Seed, seed))
	for g := range games {
		o.progress(g, games, what)
		bout := arena.Bout{Terms: arena.Terms{Rules: o.cut(stratego.DefaultRules), Hard: patience}, Seed: rng.Uint64()}
		for c, name := range guessingPlayers[g%len(guessingPlayers)] {
			player, err := agents.Parse(name)
			if err != nil {
				return err
			}
			bout.Players[c], bout.Setups[c] = player, &d.held[rng.IntN(len(d.held))]
		}
		bout.Seeds = rand.New(rand.NewPCG(bout.Seed, duelStream)).Uint64
		bout.Chosen = func(r *arena.Referee, _ *stratego.View, m stratego.Move) { see(r.State(), m) }
		begin()
		played, err := playFair(ctx, bout)
		if err != nil {
			return err
		}
		finished, err := played.Record()
		if err != nil {
			return err
		}
		if err := end(finished); err != nil {
			return err
		}
	}
	return nil
}

// learn counts approaches and retreats over games.
func (d *guessData) learn(ctx context.Context, o *Options, games int) error {
	d.opponent, d.habits = new(belief.Opponent), new(belief.Habits)
	return d.watch(ctx, o, games, 0x6c6561726e, "learning", func() {}, func(*stratego.State, stratego.Move) {},
		func(g *record.Game) error {
			first, err := g.Begin()
			if err != nil {
				return err
			}
			if err := d.opponent.Learn(first, g.Moves); err != nil {
				return err
			}
			if first, err = g.Begin(); err != nil {
				return err
			}
			return d.habits.Learn(first, g.Moves)
		})
}

// measureEvery is the number of plies between two looks at the matrices: neighbours in
// time say much the same.
const measureEvery = 4

// guessing compares the guessers.
func guessing(ctx context.Context, o *Options, w io.Writer) error {
	d, err := loadSetups(o)
	if err != nil {
		return err
	}
	games := o.games(200)
	if err := d.learn(ctx, o, games); err != nil {
		return err
	}
	list := guessers()
	var v stratego.View
	err = d.watch(ctx, o, games, 0x6d656173, "measuring", func() {
		for _, g := range list {
			g.estimate = g.make(d)
		}
	}, func(s *stratego.State, m stratego.Move) {
		battle := false
		if _, taken := s.At(stratego.To(m)); taken {
			battle = true
		}
		if !battle && s.Ply()%measureEvery != 0 {
			return
		}
		s.View(stratego.Red, &v)
		for _, g := range list {
			g.estimate.Update(&v)
			if s.Ply()%measureEvery == 0 {
				g.measure(s, &v)
			}
			if battle {
				g.battle(s, &v, m)
			}
		}
	}, func(*record.Game) error { return nil })
	if err != nil {
		return err
	}
	t := guessTable(list)
	t.Note("%d games from %s; red's guesses at blue's hidden pieces every %d plies, seed %d.", games, d.source, measureEvery, o.Seed)
	t.Note("Log-loss in nats for each hidden piece. Stankiewicz reports 40%% right at the moment of battle.")
	if err := t.Write(w, o); err != nil {
		return err
	}
	return plotGuesses(o.Plot, list)
}

// measure compares the matrix with the truth.
func (g *guessScore) measure(s *stratego.State, v *stratego.View) {
	m := g.estimate.Matrix()
	dead := 0
	for id := range belief.Pieces {
		for c := stratego.Red; c <= stratego.Blue; c++ {
			if v.Piece(c, id).Dead() {
				dead++
			}
		}
	}
	phase := guessPhase(dead)
	for id := range belief.Pieces {
		if p := v.Piece(stratego.Blue, id); !p.Alive() || p.Known {
			continue
		}
		truth := s.Piece(stratego.Blue, id).Rank
		loss := -math.Log(m[id][truth])
		g.loss[phase] += loss
		g.n[phase]++
		if m.Best(id) == truth {
			g.top[phase]++
		}
		g.byDead[dead][0] += loss
		g.byDead[dead][1]++
	}
}

// battle notes whether the piece that is about to fight was guessed right.
func (g *guessScore) battle(s *stratego.State, v *stratego.View, m stratego.Move) {
	for _, at := range [...]stratego.Square{stratego.From(m), stratego.To(m)} {
		if p, ok := v.At(at); ok && p.Color == stratego.Blue && !p.Known {
			g.battles[1]++
			if g.estimate.Matrix().Best(p.ID) == s.Piece(stratego.Blue, p.ID).Rank {
				g.battles[0]++
			}
		}
	}
}

func guessTable(list []*guessScore) *Table {
	t := &Table{Title: "Guessing ranks: log-loss and top-1 accuracy by phase", Columns: []string{"guesser"}}
	for _, p := range guessPhases {
		t.Columns = append(t.Columns, p.name, "vs counting", "top-1")
	}
	t.Columns = append(t.Columns, "in battle")
	base := list[0]
	for _, g := range list {
		row := []any{g.name}
		for i := range guessPhases {
			loss := g.loss[i] / g.n[i]
			row = append(row, fmt.Sprintf("%.4f", loss), fmt.Sprintf("%+.1f%%", 100*(loss/(base.loss[i]/base.n[i])-1)), percent(g.top[i]/g.n[i]))
		}
		t.Add(append(row, percent(g.battles[0]/g.battles[1]))...)
	}
	return t
}

// approach prints the opponent model's counts in the form that belief embeds.
func approach(ctx context.Context, o *Options, w io.Writer) error {
	return printLearned(ctx, o, w, "# Moves of hidden pieces towards and away from the nearest enemy piece, by its kind (line) and the\n"+
		"# mover's rank, spy to marshal (column)", func(d *guessData) fmt.Stringer { return d.opponent })
}

// habits prints the counts of habits in the form that belief embeds.
func habits(ctx context.Context, o *Options, w io.Writer) error {
	return printLearned(ctx, o, w, "# What hidden pieces of each rank, spy to marshal, did", func(d *guessData) fmt.Stringer { return d.habits })
}

func printLearned(ctx context.Context, o *Options, w io.Writer, title string, counts func(*guessData) fmt.Stringer) error {
	d, err := loadSetups(o)
	if err != nil {
		return err
	}
	games := o.games(400)
	if err := d.learn(ctx, o, games); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s, over %d games between lewis and invincible.\n%s", title, games, counts(d))
	return err
}
