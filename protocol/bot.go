package protocol

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"marengo/agent"
	"marengo/protocol/notation"
	"marengo/stratego"
)

// Bot is an agent.Agent that plays by a child process. The process starts with
// Setup and ends with Close.
//
// The one thing a Bot cannot do is to play a position handed to it cold: the
// protocol knows only whole games.
type Bot struct {
	argv    []string
	process *process
	game    agent.Game
	seen    int    // plies that the child has been told of
	plies   int    // played in all
	value   [2]int // the sum of each side's living ranks
	own     string // its last move as it wrote it, to be echoed verbatim
	failure error  // a line that could not be sent outside Setup and Move
}

var (
	_ agent.Agent      = (*Bot)(nil)
	_ agent.Watcher    = (*Bot)(nil)
	_ agent.Accountant = (*Bot)(nil)
)

// NewBot returns the agent that a command line, split into words, plays as.
func NewBot(argv []string) *Bot { return &Bot{argv: argv} }

// name is the child's name in lines of the protocol.
func (b *Bot) name() string { return oneWord(filepath.Base(b.argv[0])) }

// oneWord replaces what must not stand in a name.
func oneWord(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == '%' || r > '~' {
			return '_'
		}
		return r
	}, s)
}

// Setup starts the child and asks for its setup.
func (b *Bot) Setup(ctx context.Context, g agent.Game) (s stratego.Setup, err error) {
	if b.process != nil {
		return s, errors.New("the bot is in a game already")
	}
	b.game = g
	army := armyValue(g.Rules.Variant.Counts())
	b.value = [2]int{army, army}
	if b.process, err = startProcess(b.argv); err != nil {
		return s, err
	}
	if err := b.process.write(ctx, fmt.Sprintf("%s %s %d %d", notation.Color(g.Color), oneWord(g.Opponent), notation.Size, notation.Size)); err != nil {
		return s, err
	}
	for line := range notation.SetupRows {
		text, err := b.process.read(ctx)
		if err != nil {
			return s, fmt.Errorf("setup line %d: %w", line+1, err)
		}
		if err := parseSetupRow(g.Color, &s, line, text); err != nil {
			return s, fmt.Errorf("%w: %w", agent.ErrIllegal, err)
		}
	}
	return s, nil
}

// Move tells the child what it has not seen, shows it the board and reads its move.
func (b *Bot) Move(ctx context.Context, v *stratego.View, _ agent.Budget) (agent.Action, error) {
	if b.process == nil {
		return agent.Action{}, errors.New("a bot in another process plays whole games only: it has not been asked for its setup")
	}
	if b.failure != nil {
		return agent.Action{}, b.failure
	}
	lines, err := b.news(v)
	if err != nil {
		return agent.Action{}, err
	}
	rows := boardRows(v)
	if err := b.process.write(ctx, append(lines, rows[:]...)...); err != nil {
		return agent.Action{}, err
	}
	text, err := b.process.read(ctx)
	if err != nil {
		return agent.Action{}, err
	}
	if strings.TrimSpace(text) == notation.Surrender {
		return agent.Action{Resign: true}, nil
	}
	m, err := notation.ParseMove(text)
	if err != nil {
		return agent.Action{}, fmt.Errorf("%w: %.60q: %w", agent.ErrIllegal, text, err)
	}
	b.own = text
	return agent.Action{Move: m}, nil
}

// news writes the plies that the child has not been told of. Before red's first
// move that is the word START.
func (b *Bot) news(v *stratego.View) ([]string, error) {
	if v.Ply() == 0 {
		return []string{startWord}, nil
	}
	events := v.Events(nil)
	if len(events) != v.Ply() || b.seen > v.Ply() || v.Ply()-b.seen > 2 {
		return nil, errors.New("a bot in another process plays whole games only: this position is not the next of its game")
	}
	var lines []string
	for b.seen < v.Ply() {
		lines = append(lines, b.line(events[b.seen]))
	}
	return lines, nil
}

// line writes the next ply with its outcome: the child's own move as the child
// wrote it.
func (b *Bot) line(e stratego.Event) string {
	mover := stratego.Color(b.seen % 2)
	move := notation.FormatMove(e.Move())
	if mover == b.game.Color {
		move = b.own
	}
	b.seen++
	return move + " " + notation.FormatOutcome(e)
}

// echoLimit is how long the child may take to make room for a line that it need
// not answer.
const echoLimit = 2 * time.Second

// Played echoes the child's own move with its outcome at once. The opponent's
// comes with the next board. Of a move that ends the game only the mover's own
// loss and a limit are echoed.
func (b *Bot) Played(e stratego.Event, r stratego.Result) {
	mover := stratego.Color(b.plies % 2)
	b.plies++
	if e.Battle == stratego.Lose || e.Battle == stratego.Tie {
		b.value[mover] -= notation.RankValue(e.Attacker)
	}
	if e.Battle == stratego.Win || e.Battle == stratego.Tie {
		b.value[mover.Other()] -= notation.RankValue(e.Defender)
	}
	if b.process == nil || b.failure != nil || mover != b.game.Color || (r.Over() && r.Winner == mover) {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), echoLimit)
	defer cancel()
	b.failure = b.process.write(ctx, b.line(e))
}

// GameOver tells the child to quit.
func (b *Bot) GameOver(winner stratego.Color, reason string) {
	if b.process == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), echoLimit)
	defer cancel()
	// A child that takes no line any more is killed by Close.
	_ = b.process.write(ctx, b.quitLine(winner, reason))
}

// armyValue adds up the ranks of an army.
func armyValue(army stratego.Counts) (sum int) {
	for r, n := range army {
		sum += int(n) * notation.RankValue(stratego.Rank(r))
	}
	return sum
}

// quitLine says who won or lost, in which turn, and the values of red's and blue's
// living pieces.
func (b *Bot) quitLine(winner stratego.Color, reason string) string {
	who, result, turn := notation.End(winner, reason, b.plies)
	name := b.name()
	if who != b.game.Color {
		name = oneWord(b.game.Opponent)
	}
	return fmt.Sprintf("%s %s %s %s %d %d %d", quitWord, name, notation.Color(who), result, turn, b.value[stratego.Red], b.value[stratego.Blue])
}

// quitLimit is how long the child may take to exit after QUIT before it is killed.
const quitLimit = 5 * time.Second

// Close ends the child: it may exit by itself for a moment, and is then killed.
func (b *Bot) Close() error {
	if b.process == nil {
		return nil
	}
	return b.process.end(quitLimit)
}

// Account says what the child used, how it ended and what it complained of.
func (b *Bot) Account() []string {
	if b.process == nil {
		return nil
	}
	lines := []string{fmt.Sprintf("%s: %s, %s", b.name(), usage(b.process.cmd), b.process.cmd.ProcessState)}
	for _, text := range b.process.tail.lines() {
		lines = append(lines, "stderr: "+text)
	}
	return lines
}
