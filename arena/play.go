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

// player returns a contender's identity.
func player(c Contender) store.Player { return store.Player{Name: c.String(), Files: c.Files()} }

// Terms are what one game is played under.
type Terms struct {
	Rules  stratego.Rules
	Budget agent.Budget  // its limits hold for each move; Seed and Report are the referee's
	Hard   time.Duration // overrunning it loses; 0: HardLimit's
	Logs   bool          // keep the lines that agents log
}

// HardLimit returns the time after which an answer is no longer awaited, for a
// budget that names none: generous, since a busy machine is no agent's fault.
func HardLimit(b agent.Budget) time.Duration {
	if b.Time > 0 {
		return 2*b.Time + 10*time.Second
	}
	return 2 * time.Minute
}

// Play plays one game and returns it ready to be stored. Setups that are nil are
// asked of the agents. It fails only if ctx ends or an agent cannot be made;
// what agents do wrong loses the game.
func Play(ctx context.Context, t Terms, players [2]Contender, setups [2]*stratego.Setup, seed uint64) (*store.Game, error) {
	if t.Hard == 0 {
		t.Hard = HardLimit(t.Budget)
	}
	p := &playing{terms: t, seed: seed, game: &store.Game{
		Red: player(players[stratego.Red]), Blue: player(players[stratego.Blue]), Rules: t.Rules, Seed: seed,
	}}
	for c, contender := range players {
		a, err := contender.New()
		if err != nil {
			return nil, errors.Join(err, p.leave())
		}
		p.seats[c] = sit(a)
	}
	if err := p.run(ctx, players, setups); err != nil {
		return nil, errors.Join(err, p.leave())
	}
	p.finish()
	if err := p.leave(); err != nil {
		p.note("close: %v", err) // the game stands
	}
	p.accounts()
	return p.game, nil
}

// run plays from the setups to the end.
func (p *playing) run(ctx context.Context, players [2]Contender, setups [2]*stratego.Setup) error {
	if err := p.start(ctx, players, setups); err != nil {
		return err
	}
	for !p.referee.Result().Over() {
		if err := p.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// playing is a game in progress between two seated agents.
type playing struct {
	terms   Terms
	seed    uint64
	seats   [2]*seat
	referee *Referee
	views   [2]stratego.View
	game    *store.Game
}

// start places the pieces. An agent without a legal setup has lost; the board is
// then filled with a shuffled one, so that the record is whole.
func (p *playing) start(ctx context.Context, players [2]Contender, given [2]*stratego.Setup) error {
	var faults [2]*faultError
	for c := range p.seats {
		color := stratego.Color(c)
		if given[c] != nil {
			p.game.Setups[c] = *given[c]
			continue
		}
		g := agent.Game{Rules: p.terms.Rules, Color: color, Opponent: oneWord(players[color.Other()].String()), Seed: setupSeed(p.seed, uint64(c))}
		var s stratego.Setup
		_, err := p.seats[c].call(ctx, p.terms.Hard, func(ctx context.Context) (err error) {
			if s, err = p.seats[c].agent.Setup(ctx, g); err != nil {
				return asFault(err, BadSetup)
			}
			if err := s.Check(p.terms.Rules.Variant); err != nil {
				return &faultError{BadSetup, err.Error()}
			}
			return nil
		})
		switch {
		case errors.As(err, &faults[c]):
			p.game.Setups[c] = stratego.ShuffledSetup(p.terms.Rules.Variant, g.Rand())
		case err != nil:
			return err
		default:
			p.game.Setups[c] = s
		}
	}
	referee, err := NewReferee(p.terms.Rules, p.game.Setups[stratego.Red], p.game.Setups[stratego.Blue])
	if err != nil {
		return fmt.Errorf("the board that was given: %w", err)
	}
	p.referee = referee
	for c, f := range faults {
		if f != nil && !referee.Result().Over() {
			referee.Forfeit(stratego.Color(c), f.fault, f.detail)
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
	budget := p.terms.Budget
	budget.Seed = moveSeed(p.seed, v.Ply())
	var thoughts agent.Thoughts
	budget.Report = nil
	if p.terms.Logs {
		budget.Report = func(t agent.Thoughts) { thoughts = t }
	}
	var action agent.Action
	took, err := s.call(ctx, p.terms.Hard, func(ctx context.Context) (err error) {
		action, err = s.agent.Move(ctx, v, budget)
		return asFault(err, IllegalMove)
	})
	var fault *faultError
	switch {
	case errors.As(err, &fault):
		p.referee.Forfeit(c, fault.fault, fault.detail)
		return nil
	case err != nil:
		return err
	}
	if err := p.referee.Apply(c, action); err != nil {
		p.referee.Forfeit(c, IllegalMove, err.Error())
		return nil
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

// asFault turns an answer that is none into a fault.
func asFault(err error, f Fault) error {
	if errors.Is(err, agent.ErrIllegal) {
		return &faultError{f, err.Error()}
	}
	return err
}

// tellPlayed tells those who want to know of the ply just played. What goes wrong
// in them shows when they are next asked.
func (p *playing) tellPlayed() {
	for _, s := range p.seats {
		w, ok := s.agent.(agent.Watcher)
		if !ok {
			continue
		}
		e := p.referee.State().LastEvents(nil, 1)[0]
		_, _ = s.call(context.Background(), p.terms.Hard, func(context.Context) error {
			w.Played(e, p.referee.Result().Result)
			return nil
		})
	}
}

// askDraw puts an offer to an agent that can answer one.
func (p *playing) askDraw(ctx context.Context, c stratego.Color) error {
	s, v := p.seats[c], &p.views[c]
	accept := false
	if answerer, ok := s.agent.(agent.DrawAnswerer); ok {
		p.referee.View(c, v)
		_, err := s.call(ctx, p.terms.Hard, func(ctx context.Context) error {
			accept = answerer.AcceptDraw(ctx, v)
			return nil
		})
		var fault *faultError
		if errors.As(err, &fault) {
			p.referee.Forfeit(c, fault.fault, fault.detail)
			return nil
		} else if err != nil {
			return err
		}
	}
	return p.referee.AnswerDraw(c, accept)
}

// finish tells those who want to know how it ended and completes the record.
func (p *playing) finish() {
	r := p.referee.Result()
	for _, s := range p.seats {
		if w, ok := s.agent.(agent.Watcher); ok && !s.hung {
			// A fault after the end changes nothing.
			_, _ = s.call(context.Background(), closeLimit, func(context.Context) error {
				w.GameOver(r.Winner, r.Word())
				return nil
			})
		}
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
		if a, ok := s.agent.(agent.Accountant); ok && !s.hung {
			for _, line := range a.Account() {
				p.note("%v: %s", stratego.Color(c), line)
			}
		}
	}
}

// leave closes the agents that were seated.
func (p *playing) leave() error {
	var errs []error
	for _, s := range p.seats {
		if s != nil {
			errs = append(errs, s.leave())
		}
	}
	return errors.Join(errs...)
}
