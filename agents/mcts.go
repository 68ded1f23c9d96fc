package agents

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/game"
	"marengo/mcts"
	"marengo/stratego"
)

var mctsEntry = Entry{
	Name:        "mcts",
	Description: "StrAItego's Monte-Carlo tree search over guessed worlds, put together from its parts",
	Paper:       "Schoenmakers (2021)",
	Play:        6,
	Variants:    classicOnly,
	Options: slices.Concat(guessOptions("habits", "estimate"), []Option{
		{Name: "select", Default: "puct", Help: "how it selects moves in the tree: " + words(selectorNames)},
		{Name: "c", Default: "figures", Help: "how much UCB explores: a number, or as the figures say"},
		{Name: "epsilon", Default: "figures", Help: "how often epsilon-greedy explores: a number, or as the figures say"},
		{Name: "draw", Default: "untried", Help: "where epsilon-greedy's random move comes from: untried moves first, or all at once as in StrAItego's program"},
		{Name: "c1", Default: "figures", Help: "how much pUCT explores: a number, or as the figures say"},
		{Name: "c2", Default: "19000", Help: "after how many visits pUCT explores more"},
		{Name: "evaluate", Default: "gain", Help: "how it judges positions: " + words(evaluatorNames)},
		{Name: "n", Default: "0", Help: "evaluations a move at most; 0 for what the budget allows, 10000 without one"},
		{Name: "time", Default: "0", Help: "seconds a move at most; 0 for what the budget allows"},
		{Name: "worlds", Default: "many", Help: "one guess a move, or many: a fresh one for each descent"},
		{Name: "threads", Default: "1", Help: "trees that grow side by side"},
		{Name: "reuse", Default: "off", Help: "keep the tree from move to move while the guess holds"},
		{Name: "advance", Default: "40", Help: "plies without a battle after which it chooses among equal moves by the way to an enemy it can take; 0 for never, as in the paper"},
		{Name: "near", Default: "2", Help: "below the root only moves within so many steps of the piece that moved last, and captures; 0 for all"},
		figuresOption(tunedFigures),
		setupOption("human-like"),
	}),
	Presets: []Preset{{
		Name:    "paper",
		Options: "select=ucb,c=0.15,c1=1.25,c2=19000,epsilon=0.65,draw=untried,near=0,guess=database,evaluate=nuc,worlds=one,threads=1,reuse=off,advance=0,figures=" + paperFigures,
		Help:    "StrAItego's player by the letter, with the selector, estimator and evaluator that it settles on",
	}},
	build: buildMCTS,
}

// mctsConfig is what the options say; every agent made of them shares it.
type mctsConfig struct {
	placer
	selector  mcts.Selector
	estimator func(belief.Side) (belief.Estimator, error)
	evaluator func(*rand.Rand) (mcts.Evaluator[*stratego.State], error)
	predictor func() (mcts.Predictor[*stratego.State], error) // nil for selectors without priors
	figures   mctsFigures
	limits    mcts.Limits
	many      bool
	reuse     bool
	threads   int
	keep      func(*stratego.State, []game.Move) []game.Move // nil for all moves
	advance   int                                            // plies without a battle after which advance chooses among equals; 0: never
}

func buildMCTS(a *Args) Maker {
	c := readMCTS(a)
	return func() (agent.Agent, error) { return c.newAgent() }
}

// readMCTS reads the options of an agent string.
func readMCTS(a *Args) *mctsConfig {
	c := &mctsConfig{
		placer:  placer{a.Provider("setup")},
		limits:  mcts.Limits{Evaluations: int64(a.Int("n", 0, 1<<31)), Time: time.Duration(a.Float("time", 0, 3600) * float64(time.Second))},
		many:    a.Choice("worlds", "one", "many") == "many",
		reuse:   a.Bool("reuse"),
		threads: a.Int("threads", 1, 64),
		advance: a.Int("advance", 0, stratego.MaxLimit),
	}
	if near := a.Int("near", 0, 2*stratego.Files); near > 0 {
		c.keep = nearMoves(near)
	}
	c.figures.read(a)
	c.readSelector(a)
	c.estimator = readEstimator(a)
	c.readEvaluator(a)
	return c
}

// mctsAgent plays by tree search in one guessed world or many.
type mctsAgent struct {
	*mctsConfig
	estimators []belief.Estimator // one for each thread; a single world needs the first only
	pool       mcts.Pool[*stratego.State]
	streams    []*rand.Rand // the threads' random choices, set anew with each move
	sources    []*rand.PCG
	roots      []*stratego.State
	moves      []stratego.Move
	last       mctsMemory
}

// newAgent makes a player of the options; each thread gets buffers of its own.
func (c *mctsConfig) newAgent() (*mctsAgent, error) {
	a := &mctsAgent{mctsConfig: c}
	for range c.threads {
		source := rand.NewPCG(0, 0)
		rng := rand.New(source)
		e, err := c.estimator(belief.Enemy)
		if err != nil {
			return nil, err
		}
		o := mcts.Options[*stratego.State]{Selector: c.selector, Seen: seenBattle, Errs: c.figures.Errs, Keep: c.keep, MaxBytes: mcts.DefaultMaxBytes / int64(c.threads)}
		if o.Evaluator, err = c.evaluator(rng); err != nil {
			return nil, err
		}
		if c.predictor != nil {
			if o.Predictor, err = c.predictor(); err != nil {
				return nil, err
			}
		}
		s, err := mcts.New(o, rng)
		if err != nil {
			return nil, err
		}
		a.estimators = append(a.estimators, e)
		a.pool = append(a.pool, s)
		a.streams, a.sources = append(a.streams, rng), append(a.sources, source)
		a.roots = append(a.roots, new(stratego.State))
	}
	return a, nil
}

// seenBattle returns what both players saw of the last ply beyond the move: the
// ranks of a battle.
func seenBattle(s *stratego.State) uint32 {
	var buf [1]stratego.Event
	return seenEvent(s.LastEvents(buf[:0], 1)[0])
}

func seenEvent(e stratego.Event) uint32 {
	if e.Battle == stratego.NoBattle {
		return 0
	}
	return 1 + uint32(e.Attacker)<<1 + uint32(e.Defender)<<8
}

func (a *mctsAgent) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	start := time.Now()
	if a.moves = v.Moves(a.moves[:0]); len(a.moves) == 0 {
		return agent.Action{}, errNoMoves
	}
	if len(a.moves) == 1 && b.Report == nil {
		return agent.Action{Move: a.moves[0]}, nil
	}
	rng := b.Rand()
	for _, s := range a.sources {
		s.Seed(rng.Uint64(), rng.Uint64())
	}
	r, err := a.search(ctx, v, a.budget(b))
	if err != nil {
		return agent.Action{}, err
	}
	if b.Report != nil {
		b.Report(a.thoughts(v, &r, time.Since(start)))
	}
	return agent.Action{Move: r.Move}, nil
}

// defaultEvaluations is the paper's usual number, for a budget without limits.
const defaultEvaluations = 10000

// budget returns the limits of one move: the tighter of the budget's and the
// options'.
func (a *mctsAgent) budget(b agent.Budget) mcts.Limits {
	l := mcts.Limits{
		Evaluations: tighter(a.limits.Evaluations, tighter(b.Evaluations, b.Nodes)),
		Time:        tighter(a.limits.Time, b.Time),
	}
	if l == (mcts.Limits{}) {
		l.Evaluations = defaultEvaluations
	}
	return l
}

// tighter returns the smaller of two limits, 0 being none.
func tighter[T int64 | time.Duration](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// search guesses and searches.
func (a *mctsAgent) search(ctx context.Context, v *stratego.View, l mcts.Limits) (mcts.Result, error) {
	a.estimators[0].Update(v)
	if a.many {
		return a.searchWorlds(ctx, v, l)
	}
	world := a.estimators[0].Sample(a.streams[0])
	for _, root := range a.roots {
		if err := v.GuessInto(world, root); err != nil {
			return mcts.Result{}, err
		}
	}
	if a.reuse {
		a.recall(v, world)
	}
	r, err := a.pool.Search(ctx, a.roots, l)
	a.prefer(&r)
	if a.reuse && err == nil {
		a.last.keep(v, world, r.Move)
	}
	return r, err
}

// prefer chooses among the moves of a result that are equal to the search, once the
// game has been quiet for long. Of many worlds it goes by the last one drawn.
func (a *mctsAgent) prefer(r *mcts.Result) {
	if world := a.roots[0]; a.advance > 0 && world.Quiet() >= a.advance {
		advance(world, r)
	}
}

func (a *mctsAgent) searchWorlds(ctx context.Context, v *stratego.View, l mcts.Limits) (mcts.Result, error) {
	worlds := make([]mcts.Worlds[*stratego.State], len(a.pool))
	for i := range worlds {
		if i > 0 {
			a.estimators[i].Update(v)
		}
		worlds[i] = &guessedWorlds{v, a.estimators[i], a.roots[i]}
	}
	if a.reuse {
		a.recall(v, nil)
	}
	r, err := a.pool.SearchWorlds(ctx, worlds, l)
	a.prefer(&r)
	if a.reuse && err == nil {
		a.last.keep(v, nil, r.Move)
	}
	return r, err
}

// guessedWorlds draws worlds from an estimator.
type guessedWorlds struct {
	view      *stratego.View
	estimator belief.Estimator
	state     *stratego.State
}

func (w *guessedWorlds) World(rng *rand.Rand) (*stratego.State, error) {
	return w.state, w.view.GuessInto(w.estimator.Sample(rng), w.state)
}
