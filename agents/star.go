package agents

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/eval"
	"marengo/hidden"
	"marengo/search"
	"marengo/stratego"
)

var starEntry = Entry{
	Name:        "star",
	Description: "expectimax with Star1, Star2 and StarETC: Arts's Starbot, and with the preset schadd Schadd's engine",
	Paper:       "S. Arts (2010) and M. Schadd (2009)",
	Play:        5,
	Variants:    anyVariant,
	Options: slices.Concat(guessOptions("counting", "belief"), []Option{
		setupOption("human-like"),
		{Name: "depth", Default: "0", Help: "plies at most, 0 for no limit"},
		{Name: "nodes", Default: "0", Help: "nodes a move where the budget sets no limit, 0 for one second"},
		{Name: "eval", Default: "arts", Help: "evaluation: arts or schadd"},
		{Name: "features", Default: "none", Help: "Arts's evaluation features, such as 25 for the second and fifth"},
		figuresOption(tunedFigures),
		{Name: "ebqs", Default: "off", Help: "evaluation-based quiescence of Schadd's evaluation: off, 0, 1, 2 or 3"},
		{Name: "importance", Default: "even", Help: "how what squares near the flag are worth to Schadd's evaluation falls with the distance: even or steep"},
		{Name: "random", Default: "5", Help: "width of the random factor of Schadd's evaluation in points"},
		{Name: "table", Default: "18", Help: "transposition table of 2^n entries, 0 for none"},
		{Name: "replace", Default: "deep", Help: "replacement scheme: deep, new, old or big"},
		{Name: "static", Default: "on", Help: "order moves by Arts's seven classes"},
		{Name: "history", Default: "on", Help: "history heuristic"},
		{Name: "killers", Default: "off", Help: "killer moves"},
		{Name: "star1", Default: "on", Help: "Star1"},
		{Name: "bounds", Default: "on", Help: "start Star1 from bounds of each event, which no paper has"},
		{Name: "star2", Default: "1", Help: "Star2's probe factor, 0 for off"},
		{Name: "etc", Default: "on", Help: "StarETC"},
		{Name: "null", Default: "0", Help: "null move's depth reduction, and the least plies left after it, such as 2/2; 0 for off"},
		{Name: "multicut", Default: "off", Help: "multi-cut's M/C/R, such as 8/3/2"},
		{Name: "probcut", Default: "off", Help: "ProbCut's t at move nodes"},
		{Name: "cpc", Default: "off", Help: "ChanceProbCut's t at chance nodes"},
		{Name: "pcdepths", Default: "4+5", Help: "the depths at which ProbCut is tried"},
		{Name: "cpcdepths", Was: "depths", Default: "4+5", Help: "the depths at which ChanceProbCut is tried"},
		{Name: "model", Default: "builtin", Help: "calibration file of the two, see marengo calibrate"},
		{Name: "quiescence", Default: "off", Help: "chance nodes of a quiescence search: off, a number or all"},
		{Name: "pvs", Default: "off", Help: "principal variation search"},
		{Name: "lmr", Default: "off", Help: "late-move reductions: moves before one ply less, and before two, such as 4/12"},
		{Name: "byhistory", Was: "late", Default: "on", Help: "order attacks with an open outcome by history, like quiet moves, instead of before them"},
		{Name: "scouts", Default: "short", Help: "moves of unknown pieces: short, or long as scouts go"},
	}),
	Presets: []Preset{{
		Name: "schadd",
		Options: "eval=schadd,ebqs=3,killers=on,null=2/2,probcut=" + schaddProbCut + ",pcdepths=6+7,cpc=" + schaddChanceProbCut +
			",pvs=on,lmr=4/12,table=20,importance=steep,guess=habits",
		Help: "Schadd's engine as we play it: with our guesser, figures, importance and quiescence, and with reductions",
	}, {
		Name: "schadd-paper",
		Options: "eval=schadd,ebqs=1,importance=even,random=5,killers=on,null=2,probcut=" + schaddProbCut + ",pcdepths=4+5,cpc=" + schaddChanceProbCut +
			",cpcdepths=4+5,pvs=off,lmr=off,table=20,bounds=off,guess=counting,scouts=short,figures=" + paperFigures,
		Help: "the engine of Schadd & Winands by the letter: killers, null move, ProbCut, ChanceProbCut, EBQS, ranks by counting",
	}, {
		Name: "paper",
		Options: "eval=arts,features=none,guess=counting,table=18,replace=deep,static=on,history=on,killers=off,star1=on,bounds=off,star2=1,etc=on" +
			",null=0,multicut=off,probcut=off,cpc=off,quiescence=off,pvs=off,lmr=off,byhistory=on,scouts=short,figures=" + paperFigures,
		Help: "Arts's Starbot by the letter: all his techniques but multi-cut, ranks by counting",
	}},
	build: buildStar,
}

// What star:schadd plays with. Schadd's table 5.5 has its best results at 0.2 and
// 0.8; ProbCut's t is Buro's. ProbCut is tried at depths where the search it predicts
// with still sees slow threats, such as a piece that is chased.
const (
	schaddChanceProbCut = "0.8"
	schaddProbCut       = "1.5"
)

// starProbCutR is by how much less the two look ahead (Schadd 5.6.1).
const starProbCutR = 2

// ebqsLevels are the values of ebqs, in the order of eval's levels.
var ebqsLevels = []string{"off", "0", "1", "2", "3"}

// The calibrations of the paper's evaluation, and of the one star:schadd plays with.
var (
	//go:embed calibration/schadd-ebqs1.json
	calibrationEBQS1 string
	//go:embed calibration/schadd-ebqs3.json
	calibrationEBQS3 string
	//go:embed calibration/schadd-ebqs3-tuned.json
	calibrationTuned string
)

// starCalibrations are the built-in calibrations by evaluation.
var starCalibrations = map[string]string{"schadd,ebqs=1": calibrationEBQS1, "schadd,ebqs=3": calibrationEBQS3, "schadd,ebqs=3,tuned": calibrationTuned}

// StarCalibration returns the calibration of the paper's evaluation, as a file's text.
func StarCalibration() string { return calibrationEBQS1 }

// starConfig is what an agent string says.
type starConfig struct {
	search   search.Options
	hidden   hidden.Options
	arts     eval.Arts
	schadd   bool
	figures  *eval.SchaddFigures
	ebqs     eval.EBQSLevel
	steep    bool
	random   float64
	guess    guess
	depth    int
	nodes    int64
	describe string // the evaluation's name in calibration files
}

func buildStar(a *Args) Maker {
	p := placer{a.Provider("setup")}
	c := readStar(a)
	if a.err == nil {
		if err := c.search.Check(); err != nil {
			a.err = err
		}
	}
	return func() (agent.Agent, error) { return newStar(p, c) }
}

func readStar(a *Args) *starConfig {
	c := &starConfig{
		schadd: a.Choice("eval", "arts", "schadd") == "schadd",
		steep:  a.Choice("importance", "even", "steep") == "steep",
		random: a.Float("random", 0, 1000),
		guess:  readGuess(a),
		depth:  a.Int("depth", 0, search.MaxDepth),
		nodes:  int64(a.Int("nodes", 0, 1<<40)),
	}
	var err error
	if c.arts.Features, err = eval.ParseArtsFeatures(a.String("features")); err != nil {
		a.Fail("features", err)
	}
	c.ebqs = eval.EBQSLevel(slices.Index(ebqsLevels, a.Choice("ebqs", ebqsLevels...)))
	if c.ebqs != eval.NoEBQS && !c.schadd {
		a.Fail("ebqs", fmt.Errorf("it belongs to eval=schadd"))
	}
	c.hidden.LongScouts = a.Choice("scouts", "short", "long") == "long"
	c.hidden.KeyQuiet = c.schadd
	c.hidden.BattlesByHistory = a.Bool("byhistory")
	if c.schadd {
		c.figures = eval.NewSchaddFigures()
		a.Figures(c.figures.Vector(), "schadd")
		c.hidden.Bombs, c.hidden.Flags = c.figures.Bombs, c.figures.Flags
	} else {
		c.arts.Figures = eval.NewArtsFigures()
		a.Figures(c.arts.Figures.Vector(), "arts")
	}
	c.describe = describeStar(c, a.String("figures"))
	c.readTechniques(a)
	return c
}

// describeStar names the evaluation for calibration files. How importance falls is left
// out: it moves values by a few points, the models' deviations are 54 or more. Figures other than
// the paper's go by the calibration of the tuned ones, at the level that has one.
func describeStar(c *starConfig, figures string) string {
	if !c.schadd {
		return fmt.Sprintf("arts,features=%06b", c.arts.Features)
	}
	name := fmt.Sprintf("schadd,ebqs=%d", int(c.ebqs)-1)
	if tuned := name + ",tuned"; figures != paperFigures && starCalibrations[tuned] != "" {
		return tuned
	}
	return name
}

// readTechniques reads the options of the search itself.
func (c *starConfig) readTechniques(a *Args) {
	o := &c.search
	*o = search.Options{AlphaBeta: true, Deepening: true, Static: a.Bool("static"), History: a.Bool("history"),
		Killers: a.Bool("killers"), PVS: a.Bool("pvs"), Star1: a.Bool("star1"), Star2: a.Int("star2", 0, 255), StarETC: a.Bool("etc")}
	o.EventBounds = a.Bool("bounds") && o.Star1
	c.readNullMove(a)
	o.Table.Bits = a.Int("table", 0, 28)
	r, err := search.ParseReplacement(a.String("replace"))
	if err != nil {
		a.Fail("replace", err)
	}
	o.Table.Replacement = r
	if text := a.String("multicut"); text != "off" {
		if _, err := fmt.Sscanf(text, "%d/%d/%d", &o.MultiCut.M, &o.MultiCut.C, &o.MultiCut.R); err != nil {
			a.Fail("multicut", fmt.Errorf("%q, expected M/C/R such as 8/3/2", text))
		}
	}
	if text := a.String("lmr"); text != "off" {
		if _, err := fmt.Sscanf(text, "%d/%d", &o.Late.After, &o.Late.Far); err != nil {
			a.Fail("lmr", fmt.Errorf("%q, expected two numbers of moves such as 4/12", text))
		}
	}
	c.readQuiescence(a)
	c.readProbCut(a)
}

// readNullMove reads R, or R and the plies that must be left, such as 2/2.
func (c *starConfig) readNullMove(a *Args) {
	reduction, left, two := strings.Cut(a.String("null"), "/")
	if !two {
		left = "0"
	}
	r, err := strconv.Atoi(reduction)
	n, err2 := strconv.Atoi(left)
	if err != nil || err2 != nil || r < 0 || r > 8 || n < 0 || n > 8 {
		a.Fail("null", fmt.Errorf("%q, expected a reduction from 0 to 8, or with the plies left after it, such as 2/2", a.String("null")))
		return
	}
	c.search.NullMove, c.search.NullLeft = r, n
}

func (c *starConfig) readQuiescence(a *Args) {
	q := &c.search.Quiescence
	switch text := a.String("quiescence"); text {
	case "off":
	case "all":
		*q = search.Quiescence{On: true, Chance: -1}
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > search.MaxDepth {
			a.Fail("quiescence", fmt.Errorf("%q, expected off, all or a number of chance nodes", text))
			return
		}
		*q = search.Quiescence{On: true, Chance: n}
	}
}

// readProbCut reads the two cuts that predict, and their model.
func (c *starConfig) readProbCut(a *Args) {
	read := func(name, where string, into *search.ProbCut) {
		if a.String(name) != "off" {
			*into = search.ProbCut{Depths: starDepths(a, where), R: starProbCutR, T: a.Float(name, 0, 100)}
		}
	}
	read("probcut", "pcdepths", &c.search.ProbCut)
	read("cpc", "cpcdepths", &c.search.ChanceProbCut)
	if len(c.search.ProbCut.Depths)+len(c.search.ChanceProbCut.Depths) == 0 {
		return
	}
	text, source := starCalibrations[c.describe], "the built-in calibration"
	switch {
	case a.String("model") != "builtin":
		source = a.String("model")
		text = string(a.Load("model"))
		if a.err != nil {
			return
		}
	case text == "":
		a.Fail("model", fmt.Errorf("there is no built-in calibration for evaluation %q: see marengo calibrate", c.describe))
		return
	}
	m, err := search.ReadModel(strings.NewReader(text))
	switch {
	case err != nil:
		a.Fail("model", fmt.Errorf("%s: %w", source, err))
	case m.Game != "stratego" || m.Evaluation != c.describe:
		a.Fail("model", fmt.Errorf("%s is for %s with evaluation %q, not for stratego with %q: see marengo calibrate",
			source, m.Game, m.Evaluation, c.describe))
	}
	c.search.Model = m
}

// starDepths reads a list of depths, such as 4+5.
func starDepths(a *Args, name string) (depths []int) {
	for _, text := range strings.Split(a.String(name), "+") {
		d, err := strconv.Atoi(text)
		if err != nil {
			a.Fail(name, fmt.Errorf("%q, expected numbers such as 4+5", a.String(name)))
			return nil
		}
		depths = append(depths, d)
	}
	return depths
}

// star searches the game as its View shows it.
type star struct {
	placer
	config   *starConfig
	searcher *search.Searcher[*hidden.State]
	schadd   *eval.Schadd // nil for Arts's evaluation
	state    hidden.State
	estimate belief.Estimator // nil for counting, which the search does by itself
}

func newStar(p placer, c *starConfig) (*star, error) {
	s := &star{placer: p, config: c}
	if c.guess.name != "counting" {
		var err error
		if s.estimate, err = c.guess.make(belief.Enemy); err != nil {
			return nil, err
		}
	}
	if c.schadd {
		s.schadd = eval.NewSchadd(0)
		s.schadd.Figures, s.schadd.EBQS, s.schadd.Steep, s.schadd.Random = c.figures, c.ebqs, c.steep, c.random
		s.searcher = search.New[*hidden.State](s.schadd, c.search)
	} else {
		s.searcher = search.New[*hidden.State](new(c.arts), c.search)
	}
	return s, nil
}

// starTime is what a move takes where nothing limits it.
const starTime = time.Second

// Move implements agent.Agent.
func (s *star) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if len(v.Moves(nil)) == 0 {
		return agent.Action{}, errNoMoves
	}
	if err := s.config.guess.check(v); err != nil {
		return agent.Action{}, err
	}
	var m *belief.Matrix
	if s.estimate != nil {
		s.estimate.Update(v)
		m = s.estimate.Matrix()
	}
	if err := s.state.Reset(v, m, s.config.hidden); err != nil {
		return agent.Action{}, err
	}
	if s.schadd != nil {
		s.schadd.Seed = b.Seed
	}
	l := s.limits(b)
	if b.Report != nil {
		l.Report = func(r search.Result) { b.Report(s.thoughts(&r)) }
	}
	r, err := s.searcher.Search(ctx, &s.state, l)
	if err != nil {
		return agent.Action{}, err
	}
	if b.Report != nil {
		b.Report(s.thoughts(&r))
	}
	return agent.Action{Move: r.Move}, nil
}

// limits turns the budget into the search's limits.
func (s *star) limits(b agent.Budget) search.Limits {
	l := search.Limits{Depth: s.config.depth, Nodes: b.Nodes, Time: b.Time}
	if l.Nodes == 0 && l.Time == 0 {
		l.Nodes = s.config.nodes
		if l.Nodes == 0 && l.Depth == 0 {
			l.Time = starTime
		}
	}
	return l
}
