package teach

import (
	"fmt"
	"slices"
	"strings"

	"marengo/stratego"
	"marengo/web/wire"
)

// lesson is a row of steps. The last one is a game, which needs no step.
type lesson struct {
	id    string
	steps []step
}

// step is a board with a goal for red. Blue answers with the moves told, then with its
// idle piece.
type step struct {
	id      string
	red     string // pieces as letter and square; ! is known to the enemy, ~ has moved
	blue    string
	idle    string   // the square of the piece that blue moves
	replies []string // blue's first moves
	goal    func(*try) verdict
	target  string // a square to be marked
	setup   bool   // an army is to be set up instead
}

// verdict is how a try stands.
type verdict int

const (
	open verdict = iota
	reached
	failed
)

// lessons are the five, in order.
var lessons = []lesson{
	{"moves", []step{
		{id: "walk", red: "5e4 Fa1", blue: "4k9! Fk0", idle: "k9", target: "e6", goal: standsOn("e6")},
		{id: "win", red: "8e4 Fa1", blue: "6e6! 4k9! Fk0", idle: "k9", goal: wins},
		{id: "choose", red: "6e5 Fa1", blue: "7e6! 4f5! 5k9! Fk0", idle: "k9", goal: wins},
		{id: "equal", red: "9e4 Fa1", blue: "9e6! 4k9! Fk0", idle: "k9", goal: ties},
	}},
	{"special", []step{
		{id: "scout", red: "2a2 Fk1", blue: "Sa9! 4k9! Fk0", idle: "k9", goal: winsWith(stratego.Scout)},
		{id: "spy", red: "Se4 8f4 Fa1", blue: "Me6! 4k9! Fk0", idle: "k9", goal: winsWith(stratego.Spy)},
		{id: "miner", red: "3e5 8f5 Fa1", blue: "Be6! Bf6! 4k9! Fk0", idle: "k9", goal: winsWith(stratego.Miner)},
	}},
	{"flag", []step{
		{id: "capture", red: "3e8 2f8 Fa1", blue: "Fe0! Be9! Bd0! Bf0! 4k8!", idle: "k8", goal: captures},
		{id: "setup", setup: true},
	}},
	{"hidden", []step{
		{id: "ask", red: "2b4 2e4 6f4 Fa1", blue: "Mb8 3e8 Bf8 4k9 Fk0", idle: "k9", goal: fights},
		{id: "still", red: "8e5 Fa1", blue: "4d8 Fe8 5f8", replies: []string{"d8-d9", "f8-f9", "d9-d8", "f9-f8"}, idle: "d8", goal: captures},
		{id: "fear", red: "7e5 Me4 Fa1", blue: "8e6! 4k9 Fk0", idle: "k9", goal: winsWith(stratego.Marshal)},
	}},
	{"game", []step{}},
}

func find(id, name string) (*step, bool) {
	for _, l := range lessons {
		if i := slices.IndexFunc(l.steps, func(s step) bool { return s.id == name && !s.setup }); l.id == id && i >= 0 {
			return &l.steps[i], true
		}
	}
	return nil, false
}

// The goals.

func standsOn(name string) func(*try) verdict {
	return func(t *try) verdict {
		square, err := stratego.ParseSquare(name)
		if p, ok := t.state.At(square); err == nil && ok && p.Color == stratego.Red {
			return reached
		}
		return open
	}
}

// fought returns red's latest battle.
func (t *try) fought() (stratego.Event, bool) {
	for i, e := range slices.Backward(t.state.Events(nil)) {
		if i%2 == 0 && e.Battle != stratego.NoBattle {
			return e, true
		}
	}
	return stratego.Event{}, false
}

func ends(want func(stratego.Event) bool) func(*try) verdict {
	return func(t *try) verdict {
		e, ok := t.fought()
		switch {
		case !ok:
			return open
		case want(e):
			return reached
		}
		return failed
	}
}

var (
	wins   = ends(func(e stratego.Event) bool { return e.Battle == stratego.Win })
	ties   = ends(func(e stratego.Event) bool { return e.Battle == stratego.Tie })
	fights = ends(func(stratego.Event) bool { return true })
)

func winsWith(r stratego.Rank) func(*try) verdict {
	return ends(func(e stratego.Event) bool { return e.Battle == stratego.Win && e.Attacker == r })
}

func captures(t *try) verdict {
	e, ok := t.fought()
	switch {
	case t.state.Result().Winner == stratego.Red:
		return reached
	case ok && e.Battle != stratego.Win:
		return failed
	}
	return open
}

// try is one go at a step.
type try struct {
	step  *step
	state *stratego.State
	idle  int // blue's piece that moves
}

func (s *step) begin() (*try, error) {
	var pieces []stratego.Placement
	for c, text := range []string{s.red, s.blue} {
		for _, word := range strings.Fields(text) {
			p := stratego.Placement{Color: stratego.Color(c), Known: strings.Contains(word, "!"), Moved: strings.Contains(word, "~")}
			rank, ok := stratego.ParseRank(word[0])
			square, err := stratego.ParseSquare(word[1:3])
			if !ok || err != nil {
				return nil, fmt.Errorf("step %s: no piece %q", s.id, word)
			}
			p.Rank, p.Square = rank, square
			pieces = append(pieces, p)
		}
	}
	state, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, pieces)
	if err != nil {
		return nil, fmt.Errorf("step %s: %w", s.id, err)
	}
	t := &try{step: s, state: state}
	square, err := stratego.ParseSquare(s.idle)
	if err != nil {
		return nil, fmt.Errorf("step %s: %w", s.id, err)
	}
	p, _ := state.At(square)
	t.idle = p.ID
	return t, nil
}

// play makes red's move and, where the step goes on, blue's answer.
func (t *try) play(m stratego.Move) error {
	if t.verdict() != open {
		return fmt.Errorf("the step is over")
	}
	if err := t.state.Play(m); err != nil || t.verdict() != open {
		return err
	}
	if reply, ok := t.reply(); ok {
		return t.state.Play(reply)
	}
	return nil
}

// reply is what blue plays: the next move told, else a step of the idle piece, else
// anything that attacks nobody.
func (t *try) reply() (m stratego.Move, ok bool) {
	moves := t.state.Moves(nil)
	if n := t.state.Ply() / 2; n < len(t.step.replies) {
		told, err := stratego.ParseMove(t.step.replies[n])
		if err == nil && slices.Contains(moves, told) {
			return told, true
		}
	}
	for _, x := range moves {
		if _, attack := t.state.At(stratego.To(x)); attack {
			continue
		}
		if p, _ := t.state.At(stratego.From(x)); p.ID == t.idle {
			return x, true
		}
		m, ok = x, true
	}
	return m, ok
}

func (t *try) verdict() verdict {
	v := t.step.goal(t)
	if v == open && t.state.Result().Over() {
		return failed
	}
	return v
}

// shown is the board as red may know it.
func (t *try) shown() wire.LessonState {
	var v stratego.View
	t.state.View(stratego.Red, &v)
	x := wire.LessonState{Position: wire.SeatPosition(&v), Events: wire.EventsOf(v.Events(nil), 0), Target: -1, Reached: t.verdict() == reached, Failed: t.verdict() == failed}
	if square, err := stratego.ParseSquare(t.step.target); err == nil {
		x.Target = int(square)
	}
	if x.Reached || x.Failed {
		x.Position.Legal, x.Position.Forbidden = [][]int{}, []wire.Forbidden{}
	}
	return x
}
