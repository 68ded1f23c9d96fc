package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marengo/agent"
	"marengo/store"
	"marengo/stratego"
)

// Contender is a player in the arena: *agents.Factory is one.
type Contender interface {
	String() string // the agent string
	Files() string  // the files it loads with their hashes
	SetsUpItself() bool
	Plays(v stratego.Variant) bool
	New() (agent.Agent, error)
}

// Terms are what one game is played under.
type Terms struct {
	Rules  stratego.Rules `json:"rules"`
	Budget agent.Budget   `json:"budget"` // its limits hold for each move; Seed and Report are the referee's
	Hard   time.Duration  `json:"hard"`   // overrunning it loses; 0: HardLimit's
	Logs   bool           `json:"logs"`   // keep the lines that agents log
}

// Bout is one game to be played by two agents.
type Bout struct {
	Terms   Terms
	Players [2]Contender       // by colour
	Setups  [2]*stratego.Setup // those that are nil are asked of the agents
	Seed    uint64             // of everything random
	Seeds   func() uint64      // if set, gives each move its seed in turn, in place of Seed
	Onlooker
}

// Onlooker sees a game as it is played. Every function may be nil; none changes the
// game.
type Onlooker struct {
	// Begun is called once the pieces stand, before the first move.
	Begun func(r *Referee, players [2]agent.Agent)
	// Turn is called before a player is asked for its move, with what it will see.
	// An error breaks the game off.
	Turn func(r *Referee, v *stratego.View) error
	// Chosen is called with a move before it is played.
	Chosen func(r *Referee, v *stratego.View, m stratego.Move)
	// Thought is called with the last of what the player said of that move, after Chosen.
	Thought func(v *stratego.View, t agent.Thoughts)
}

// Play plays one game and returns it ready to be stored. It fails only if ctx or an
// onlooker ends it or an agent cannot be made; what agents do wrong loses the game.
func Play(ctx context.Context, b Bout) (*store.Game, error) {
	if b.Terms.Hard == 0 {
		b.Terms.Hard = HardLimit(b.Terms.Budget)
	}
	p := &playing{Bout: b, game: &store.Game{
		Red: Identity(b.Players[stratego.Red]), Blue: Identity(b.Players[stratego.Blue]), Rules: b.Terms.Rules, Seed: b.Seed,
	}}
	for c, contender := range b.Players {
		a, err := contender.New()
		if err != nil {
			return nil, errors.Join(err, p.leave())
		}
		p.seats[c] = Sit(a)
	}
	if err := p.run(ctx); err != nil {
		return nil, errors.Join(err, p.leave())
	}
	p.finish()
	if err := p.leave(); err != nil {
		p.note("close: %v", err) // the game stands
	}
	p.accounts()
	return p.game, nil
}

// playing is a Bout in progress.
type playing struct {
	Bout
	seats   [2]*Seat
	referee *Referee
	views   [2]stratego.View
	game    *store.Game
}

// run plays from the setups to the end.
func (p *playing) run(ctx context.Context) error {
	if err := p.start(ctx); err != nil {
		return err
	}
	if p.Begun != nil {
		p.Begun(p.referee, [2]agent.Agent{p.seats[0].Agent(), p.seats[1].Agent()})
	}
	for !p.referee.Result().Over() {
		if err := p.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// start places the pieces. An agent without a legal setup has lost; the board is
// then filled with a shuffled one, so that the record is whole.
func (p *playing) start(ctx context.Context) error {
	var faults [2]*FaultError
	for c := range p.seats {
		color := stratego.Color(c)
		if p.Setups[c] != nil {
			p.game.Setups[c] = *p.Setups[c]
			continue
		}
		g := agent.Game{Rules: p.Terms.Rules, Color: color, Opponent: oneWord(p.Players[color.Other()].String()), Seed: setupSeed(p.Seed, uint64(c))}
		s, err := p.seats[c].Setup(ctx, p.Terms.Hard, g)
		switch {
		case errors.As(err, &faults[c]):
			p.game.Setups[c] = stratego.ShuffledSetup(p.Terms.Rules.Variant, g.Rand())
		case err != nil:
			return err
		default:
			p.game.Setups[c] = s
		}
	}
	referee, err := NewReferee(p.Terms.Rules, p.game.Setups[stratego.Red], p.game.Setups[stratego.Blue])
	if err != nil {
		return fmt.Errorf("the board that was given: %w", err)
	}
	p.referee = referee
	for c, f := range faults {
		if f != nil && !referee.Result().Over() {
			referee.Forfeit(stratego.Color(c), f.Fault, f.Detail)
		}
	}
	return nil
}

// oneWord makes an agent string fit to be a name in a line of words.
func oneWord(s string) string {
	b := []byte(s)
	for i, x := range b {
		if x <= ' ' || x == '%' || x >= 0x7f {
			b[i] = '_'
		}
	}
	return string(b)
}

// step plays one ply.
func (p *playing) step(ctx context.Context) error {
	c := p.referee.Turn()
	s, v := p.seats[c], &p.views[c]
	p.referee.View(c, v)
	if p.Turn != nil {
		if err := p.Turn(p.referee, v); err != nil {
			return err
		}
	}
	budget := p.Terms.Budget
	budget.Seed = MoveSeed(p.Seed, v.Ply())
	if p.Seeds != nil {
		budget.Seed = p.Seeds()
	}
	var thoughts agent.Thoughts
	budget.Report = nil
	if p.Terms.Logs || p.Thought != nil {
		budget.Report = func(t agent.Thoughts) { thoughts = t }
	}
	action, took, err := s.Move(ctx, p.Terms.Hard, v, budget)
	if err != nil {
		return p.forfeit(c, err)
	}
	if p.Chosen != nil && !action.Resign {
		p.Chosen(p.referee, v, action.Move)
	}
	if p.Thought != nil {
		p.Thought(v, thoughts)
	}
	if err := p.referee.Apply(c, action); err != nil {
		return p.forfeit(c, &FaultError{IllegalMove, err.Error()})
	}
	if !p.Terms.Logs {
		thoughts.Log = nil
	}
	for _, line := range thoughts.Log {
		p.game.Log = append(p.game.Log, store.LogLine{Ply: v.Ply() + 1, Text: line})
	}
	if action.Resign {
		return nil
	}
	p.game.Times = append(p.game.Times, took.Truncate(time.Microsecond))
	p.tellPlayed()
	if p.referee.DrawOffer() == c {
		return p.askDraw(ctx, c.Other())
	}
	return nil
}

// forfeit ends the game for a player at fault; other errors are passed on.
func (p *playing) forfeit(c stratego.Color, err error) error {
	var fault *FaultError
	if !errors.As(err, &fault) {
		return err
	}
	p.referee.Forfeit(c, fault.Fault, fault.Detail)
	return nil
}

// tellPlayed tells both agents of the ply just played.
func (p *playing) tellPlayed() {
	e := p.referee.State().LastEvents(nil, 1)[0]
	for _, s := range p.seats {
		s.Played(p.Terms.Hard, e, p.referee.Result().Result)
	}
}

// askDraw puts an offer to the opponent.
func (p *playing) askDraw(ctx context.Context, c stratego.Color) error {
	p.referee.View(c, &p.views[c])
	accept, err := p.seats[c].AcceptDraw(ctx, p.Terms.Hard, &p.views[c])
	if err != nil {
		return p.forfeit(c, err)
	}
	return p.referee.AnswerDraw(c, accept)
}

// finish tells those who want to know how it ended and completes the record.
func (p *playing) finish() {
	r := p.referee.Result()
	for _, s := range p.seats {
		s.GameOver(r.Winner, r.Word())
	}
	g := p.game
	g.Moves = append(g.Moves, p.referee.Moves()...)
	g.Winner, g.Reason, g.Detail = r.Winner, r.Word(), r.Detail
	g.Finished = time.Now()
}

// note keeps a line of the referee's with the last ply.
func (p *playing) note(format string, args ...any) {
	p.game.Log = append(p.game.Log, store.LogLine{Ply: len(p.game.Moves), Text: fmt.Sprintf(format, args...)})
}

// accounts keeps what the agents' processes used and said.
func (p *playing) accounts() {
	for c, s := range p.seats {
		for _, line := range s.Account() {
			p.note("%v: %s", stratego.Color(c), line)
		}
	}
}

// leave closes the agents that were seated.
func (p *playing) leave() error {
	var errs []error
	for _, s := range p.seats {
		if s != nil {
			errs = append(errs, s.Leave())
		}
	}
	return errors.Join(errs...)
}
