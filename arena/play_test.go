package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// scripted is a contender and agent that does what a test tells it.
type scripted struct {
	name   string
	own    bool
	setup  func(ctx context.Context, g agent.Game) (stratego.Setup, error)
	move   func(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error)
	accept bool
	closed chan struct{} // closed by Close, if set
}

func (s *scripted) String() string              { return s.name }
func (s *scripted) Files() string               { return "" }
func (s *scripted) SetsUpItself() bool          { return s.own }
func (s *scripted) Plays(stratego.Variant) bool { return true }
func (s *scripted) New() (agent.Agent, error)   { return s, nil }

func (s *scripted) Setup(ctx context.Context, g agent.Game) (stratego.Setup, error) {
	if s.setup != nil {
		return s.setup(ctx, g)
	}
	return stratego.ShuffledSetup(g.Rules.Variant, g.Rand()), nil
}

func (s *scripted) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if s.move != nil {
		return s.move(ctx, v, b)
	}
	moves := v.Moves(nil)
	return agent.Action{Move: moves[b.Rand().IntN(len(moves))]}, nil
}

func (s *scripted) AcceptDraw(context.Context, *stratego.View) bool { return s.accept }

func (s *scripted) Close() error {
	if s.closed != nil {
		close(s.closed)
	}
	return nil
}

func shuffled(seed uint64) [2]*stratego.Setup {
	rng := rand.New(rand.NewPCG(seed, 0))
	a, b := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	return [2]*stratego.Setup{&a, &b}
}

func TestFaultsLoseTheGame(t *testing.T) {
	hang := make(chan struct{})
	t.Cleanup(func() { close(hang) })
	type move = func(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error)
	for _, c := range []struct {
		name   string
		move   move
		reason Fault
		detail string
	}{
		{"hang", func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			<-hang
			return agent.Action{}, nil
		}, Timeout, "no answer"},
		{"late", func(ctx context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
			<-ctx.Done()
			return agent.Action{Move: v.Moves(nil)[0]}, nil
		}, Timeout, "answered after"},
		{"ended", func(ctx context.Context, _ *stratego.View, _ agent.Budget) (agent.Action, error) {
			<-ctx.Done()
			return agent.Action{}, ctx.Err()
		}, Timeout, "the limit is"},
		{"panic", func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			var nobody *scripted
			return agent.Action{OfferDraw: nobody.own}, nil
		}, Panicked, "play_test.go"},
		{"error", func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			return agent.Action{}, errors.New("no idea")
		}, Failed, "no idea"},
		{"garbled", func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			return agent.Action{}, fmt.Errorf("%w: %q", agent.ErrIllegal, "xyzzy")
		}, IllegalMove, "xyzzy"},
		{"illegal", func(_ context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
			return agent.Action{Move: stratego.NewMove(stratego.At(2, 4), stratego.At(2, 5))}, nil
		}, IllegalMove, "c5-c6"},
		{"none", func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
			return agent.Action{}, nil
		}, IllegalMove, "a1-a1"},
	} {
		bad := &scripted{name: c.name, move: c.move}
		g, err := Play(context.Background(), Bout{Terms: Terms{Rules: stratego.DefaultRules, Hard: 50 * time.Millisecond}, Players: [2]Contender{&scripted{name: "good"}, bad}, Setups: shuffled(1), Seed: 7})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if g.Reason != string(c.reason) || g.Winner != stratego.Red || !strings.Contains(g.Detail, c.detail) || len(g.Moves) != 1 {
			t.Errorf("%s: %v wins by %s (%s) after %d plies, want red by %s (%s) after 1", c.name, g.Winner, g.Reason, g.Detail, len(g.Moves), c.reason, c.detail)
		}
	}
}

func TestBadSetups(t *testing.T) {
	for _, c := range []struct {
		name   string
		setup  func(context.Context, agent.Game) (stratego.Setup, error)
		reason Fault
	}{
		{"flags", func(context.Context, agent.Game) (stratego.Setup, error) { return stratego.Setup{}, nil }, BadSetup},
		{"garbled", func(context.Context, agent.Game) (stratego.Setup, error) {
			return stratego.Setup{}, fmt.Errorf("%w: %q", agent.ErrIllegal, "S")
		}, BadSetup},
		{"error", func(context.Context, agent.Game) (stratego.Setup, error) {
			return stratego.Setup{}, errors.New("gone")
		}, Failed},
	} {
		g, err := Play(context.Background(), Bout{Terms: Terms{Rules: stratego.DefaultRules}, Players: [2]Contender{&scripted{name: "bad", setup: c.setup}, &scripted{name: "good"}}, Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		if g.Reason != string(c.reason) || g.Winner != stratego.Blue || len(g.Moves) != 0 {
			t.Errorf("%s: %v wins by %s (%s)", c.name, g.Winner, g.Reason, g.Detail)
		}
	}
}

func TestResignationAndDraws(t *testing.T) {
	play := func(move func(v *stratego.View) agent.Action, accept bool) string {
		a := &scripted{name: "a", move: func(_ context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
			return move(v), nil
		}}
		g, err := Play(context.Background(), Bout{Terms: Terms{Rules: stratego.DefaultRules}, Players: [2]Contender{a, &scripted{name: "b", accept: accept}}, Setups: shuffled(1), Seed: 7})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(g.Winner, " ", g.Reason, " ", len(g.Moves))
	}
	if got := play(func(*stratego.View) agent.Action { return agent.Action{Resign: true} }, false); got != "blue resigned 0" {
		t.Errorf("resigned: %s", got)
	}
	offer := func(v *stratego.View) agent.Action { return agent.Action{Move: v.Moves(nil)[0], OfferDraw: true} }
	if got := play(offer, true); got != "nobody agreed_draw 1" {
		t.Errorf("accepted: %s", got)
	}
	if got := play(func(v *stratego.View) agent.Action {
		if v.Ply() > 10 {
			return agent.Action{Resign: true}
		}
		return offer(v)
	}, false); got != "blue resigned 12" {
		t.Errorf("declined: %s", got)
	}
}

func TestAgentsAreClosed(t *testing.T) {
	a, b := &scripted{name: "a", closed: make(chan struct{})}, &scripted{name: "b", closed: make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	b.move = func(ctx context.Context, _ *stratego.View, _ agent.Budget) (agent.Action, error) {
		cancel()
		<-ctx.Done()
		return agent.Action{}, ctx.Err()
	}
	if _, err := Play(ctx, Bout{Terms: Terms{Rules: stratego.DefaultRules}, Players: [2]Contender{a, b}, Setups: shuffled(1), Seed: 7}); !errors.Is(err, context.Canceled) {
		t.Errorf("a game broken off: %v", err)
	}
	<-a.closed
	<-b.closed
}

func TestLogsAreKept(t *testing.T) {
	a := &scripted{name: "a", move: func(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
		if v.Ply() > 2 {
			return agent.Action{Resign: true}, nil
		}
		if b.Report != nil {
			b.Report(agent.Thoughts{Log: []string{"overwritten"}})
			b.Report(agent.Thoughts{Log: []string{fmt.Sprint("saw ", v.Ply())}})
		}
		return agent.Action{Move: v.Moves(nil)[0]}, nil
	}}
	g, err := Play(context.Background(), Bout{Terms: Terms{Rules: stratego.DefaultRules, Logs: true}, Players: [2]Contender{a, &scripted{name: "b"}}, Setups: shuffled(1), Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(g.Log) != "[{1 saw 0} {3 saw 2}]" {
		t.Errorf("log %v", g.Log)
	}
}

func TestReferee(t *testing.T) {
	s := shuffled(1)
	r, err := NewReferee(stratego.DefaultRules, *s[0], *s[1])
	if err != nil {
		t.Fatal(err)
	}
	var v stratego.View
	r.View(stratego.Red, &v)
	m := v.Moves(nil)[0]
	if err := r.Apply(stratego.Blue, agent.Action{Move: m}); err == nil {
		t.Error("blue moved on red's turn")
	}
	if err := r.AnswerDraw(stratego.Blue, true); err == nil {
		t.Error("an offer that nobody made was accepted")
	}
	if err := r.Apply(stratego.Red, agent.Action{Move: m, OfferDraw: true}); err != nil {
		t.Fatal(err)
	}
	if err := r.AnswerDraw(stratego.Red, true); err == nil || r.DrawOffer() != stratego.Red {
		t.Error("red answered its own offer")
	}
	if err := r.AnswerDraw(stratego.Blue, true); err != nil || !r.Result().Draw() {
		t.Errorf("agreed: %v, %v", r.Result(), err)
	}
	if err := r.Apply(stratego.Blue, agent.Action{Resign: true}); err == nil {
		t.Error("somebody acted after the end")
	}
	if err := r.TakeBack(2); err == nil {
		t.Error("more was taken back than was played")
	}
	if err := r.TakeBack(1); err != nil || r.Result().Over() || r.Turn() != stratego.Red || len(r.Moves()) != 0 {
		t.Errorf("taken back: %v, %v", r.Result(), err)
	}
	if err := r.Apply(stratego.Blue, agent.Action{Resign: true}); err != nil || r.Result().Winner != stratego.Red {
		t.Errorf("resigned out of turn: %v, %v", r.Result(), err)
	}
}
