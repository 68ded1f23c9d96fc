package arena

import (
	"context"
	"errors"
	"testing"
	"time"

	"marengo/agent"
	"marengo/stratego"
)

// TestSeatIsAskedAgain breaks a question off, as a takeback does, and puts another.
func TestSeatIsAskedAgain(t *testing.T) {
	asked := make(chan struct{}, 2)
	patient := true
	s := Sit(&scripted{move: func(ctx context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
		asked <- struct{}{}
		if patient {
			<-ctx.Done()
		}
		return agent.Action{Move: v.Moves(nil)[0]}, nil
	}})
	setups := shuffled(1)
	v, err := stratego.NewView(stratego.DefaultRules, stratego.Red, *setups[0])
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-asked
		cancel()
	}()
	var fault *FaultError
	if _, _, err := s.Move(ctx, time.Minute, v, agent.Budget{}); !errors.Is(err, context.Canceled) || errors.As(err, &fault) || s.Hung() {
		t.Fatalf("a question broken off: %v, hung %v", err, s.Hung())
	}
	patient = false
	if a, _, err := s.Move(context.Background(), time.Minute, v, agent.Budget{}); err != nil || a.Move != v.Moves(nil)[0] {
		t.Errorf("the next one: %v, %v", a, err)
	}
	if err := s.Leave(); err != nil {
		t.Error(err)
	}
}

// TestSeatRefusesWhatTheRulesDo holds the word of an answer that is no move.
func TestSeatRefusesWhatTheRulesDo(t *testing.T) {
	s := Sit(&scripted{
		setup: func(context.Context, agent.Game) (stratego.Setup, error) { return stratego.Setup{}, nil },
		move:  func(context.Context, *stratego.View, agent.Budget) (agent.Action, error) { return agent.Action{}, nil },
	})
	v, err := stratego.NewView(stratego.DefaultRules, stratego.Red, *shuffled(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	var fault *FaultError
	if _, err := s.Setup(context.Background(), time.Minute, agent.Game{Rules: stratego.DefaultRules}); !errors.As(err, &fault) || fault.Fault != BadSetup {
		t.Errorf("a setup without pieces: %v", err)
	}
	if _, _, err := s.Move(context.Background(), time.Minute, v, agent.Budget{}); !errors.As(err, &fault) || fault.Fault != IllegalMove {
		t.Errorf("a move without one: %v", err)
	}
	if err := s.Leave(); err != nil {
		t.Error(err)
	}
}
