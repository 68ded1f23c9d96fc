package agents

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"marengo/agent"
	"marengo/belief"
	"marengo/plan"
	"marengo/stratego"
	"marengo/value"
)

var invincibleEntry = Entry{
	Name:        "invincible",
	Description: "De Boer's Invincible: guesses ranks as it goes and adds up twenty plans",
	Paper:       "V. de Boer (2007)",
	Play:        4,
	Variants:    anyVariant,
	Options: slices.Concat(guessOptions("habits", ""), []Option{
		setupOption("human-like"),
		{Name: "without", Default: "-", Help: "plans to leave out, such as Bluff+Trap"},
		{Name: "with", Default: "-", Help: "plans to add that De Boer only suggests: Decoy, Probe"},
		figuresOption(tunedFigures),
	}),
	Presets: []Preset{{Name: "paper", Options: "guess=boer,with=-,figures=" + paperFigures, Help: "De Boer's player by the letter, ranks by his own statistics"}},
	build:   buildInvincible,
}

func buildInvincible(a *Args) Maker {
	p := placer{a.Provider("setup")}
	guess := readGuess(a)
	plans, err := plan.Without(strings.Split(a.String("without"), "+"))
	if err != nil {
		a.Fail("without", err)
	}
	suggested, err := plan.With(strings.Split(a.String("with"), "+"))
	if err != nil {
		a.Fail("with", err)
	}
	plans = append(plans, suggested...)
	figures := plan.NewFigures()
	a.Figures(figures.Vector(), "invincible")
	return func() (agent.Agent, error) {
		i := &invincible{placer: p, guess: guess, planner: plan.NewPlanner(plans, figures)}
		var err error
		if i.enemy, err = guess.make(belief.Enemy); err != nil {
			return nil, err
		}
		i.own, err = guess.make(belief.Own)
		return i, err
	}
}

// invincible is De Boer's player: a guesser for the enemy's pieces, the same for
// what the enemy may think of its own, and a planner.
type invincible struct {
	placer
	guess      guess
	enemy, own belief.Estimator
	planner    *plan.Planner
}

func (a *invincible) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if err := a.guess.check(v); err != nil {
		return agent.Action{}, err
	}
	a.enemy.Update(v)
	a.own.Update(v)
	m, ok := a.planner.Best(v, a.enemy.Matrix(), a.own.Matrix(), b.Rand())
	if !ok {
		return agent.Action{}, errNoMoves
	}
	if b.Report != nil {
		b.Report(a.thoughts(m))
	}
	return agent.Action{Move: m}, nil
}

// Planner returns the planner that chose the last move, for those who want to know
// what its plans said.
func (a *invincible) Planner() *plan.Planner { return a.planner }

// drawnOut is the number of quiet plies after which a draw is welcome.
const drawnOut = 100

// AcceptDraw implements agent.DrawAnswerer: yes when behind, and when nothing has
// happened for long.
func (a *invincible) AcceptDraw(_ context.Context, v *stratego.View) bool {
	return value.Of(v).State[v.Color()] < 1 || v.Quiet() >= drawnOut
}

// stateScale is how steeply the result to be expected follows the game state: the best
// fit to 120 games of the player against itself lies between 4 and 4.5 (log-loss 0.645 over red's 27,315
// positions, 0.693 for no knowledge at all).
const stateScale = 4

// expected turns a game state (3.3), the ratio of both armies' strengths, into a
// result between 0 and 1: the logistic function of stateScale times its logarithm. Even
// armies give 0.5, and the two players' values add up to 1.
func expected(state float64) float64 { return 1 / (1 + math.Pow(state, -stateScale)) }

// thoughts shows the planner's mind as De Boer's tools do (8.2): moves against the
// plans that speak, the values of the ranks and the game state, and the guesses.
func (a *invincible) thoughts(best stratego.Move) agent.Thoughts {
	s := a.planner.Situation()
	state := s.Values.State[s.Me]
	t := agent.Thoughts{
		Win:    expected(state),
		Valued: true,
		Tables: []agent.Table{a.planTable(), valueTable(s)},
		Belief: guessRows(&s.Enemy, a.enemy.Matrix()),
	}
	t.Exposed = guessRows(&s.Own, a.own.Matrix())
	t.Candidates = a.candidates()
	if len(t.Candidates) > 0 {
		t.Score = t.Candidates[0].Score
		t.Summary = fmt.Sprintf("%s %s. %s", stratego.FormatMove(best), a.purpose(a.planner.Ranking()[0]), standing(state))
		t.Log = []string{fmt.Sprintf("selected %s (%.3f) state %.2f", stratego.FormatMove(best), t.Score, state)}
	}
	return t
}

// candidates lists the moves, the best first, with what speaks loudest for each.
func (a *invincible) candidates() []agent.Candidate {
	s := a.planner.Situation()
	list := make([]agent.Candidate, len(s.Moves))
	for n, i := range a.planner.Ranking() {
		list[n] = agent.Candidate{Move: stratego.FormatMove(s.Moves[i]), Score: a.planner.Total(i), Note: a.loudest(i)}
	}
	return list
}

// worthNaming is from where a plan's voice counts.
const worthNaming = 1.0

// loudest names the plans that give a move the most, for and against.
func (a *invincible) loudest(i int) string {
	var parts []string
	for k, p := range a.planner.Plans() {
		if x := a.planner.Value(k, i); x >= worthNaming || x <= -worthNaming {
			parts = append(parts, fmt.Sprintf("%s %+.1f", p.Name(), x))
		}
	}
	if len(parts) == 0 {
		return "as good as any"
	}
	return strings.Join(parts, ", ")
}

// planTable is De Boer's table 8.1: moves against the plans that speak, the highest total
// first, which is what is played.
func (a *invincible) planTable() agent.Table {
	t := agent.Table{Name: "plans"}
	var active []int
	for k, p := range a.planner.Plans() {
		if a.planner.Active(k) {
			active = append(active, k)
			t.Columns = append(t.Columns, p.Name())
		}
	}
	t.Columns = append(t.Columns, "total")
	for _, i := range a.planner.Ranking() {
		row := agent.Row{Name: stratego.FormatMove(a.planner.Situation().Moves[i])}
		for _, k := range active {
			row.Cells = append(row.Cells, a.planner.Value(k, i))
		}
		row.Cells = append(row.Cells, a.planner.Total(i))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// valueTable shows what the ranks of both sides are worth, the reveal penalties
// and the game state.
func valueTable(s *plan.Situation) agent.Table {
	t := agent.Table{Name: "values", Columns: []string{"own", "enemy"}}
	row := func(name string, own, enemy float64) {
		t.Rows = append(t.Rows, agent.Row{Name: name, Cells: []float64{own, enemy}})
	}
	for r := stratego.Rank(0); r < stratego.Ranks; r++ {
		row(r.String(), s.Values.Piece[s.Me][r], s.Values.Piece[s.Foe][r])
	}
	row("reveal penalty", s.Values.Reveal[s.Me], s.Values.Reveal[s.Foe])
	row("game state", s.Values.State[s.Me], s.Values.State[s.Foe])
	return t
}

// guessRows writes the rows of living hidden pieces.
func guessRows(pieces *[stratego.SetupSquares]stratego.Piece, m *belief.Matrix) []agent.Belief {
	var rows []agent.Belief
	for id := range pieces {
		if p := &pieces[id]; p.Alive() && !p.Known {
			rows = append(rows, agent.Belief{Square: p.Square.String(), P: m[id]})
		}
	}
	return rows
}
