package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"marengo/agent"
	"marengo/protocol/notation"
	"marengo/stratego"
)

// Engine plays an agent over a line for a manager, as a bot does.
type Engine struct {
	Agent  agent.Agent
	Rules  stratego.Rules
	Budget agent.Budget // of each move; Seed is the game's
	Log    io.Writer    // what goes wrong, for who looks

	in   *bufio.Reader
	out  io.Writer
	view *stratego.View
}

// LineError is a line of the manager's that has no meaning, or none at this point.
type LineError struct {
	Line string
	Err  error
}

// Error names the line and what was expected.
func (e *LineError) Error() string { return fmt.Sprintf("line %q: %v", e.Line, e.Err) }

// Unwrap returns what was expected.
func (e *LineError) Unwrap() error { return e.Err }

// errQuit ends a game in order: the manager said QUIT or went away.
var errQuit = errors.New("quit")

// Serve plays one game: from the manager's first line until QUIT or the end of the
// input. At a line it cannot understand it gives up with a *LineError.
func (e *Engine) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	e.in, e.out = bufio.NewReader(in), out
	err := e.begin(ctx)
	for err == nil {
		err = e.turn(ctx)
	}
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// line reads the next line, without what managers and bots append to it.
func (e *Engine) line() (string, error) {
	text, err := e.in.ReadString('\n')
	text = strings.TrimRight(text, "\r\n ")
	if text == quitWord || strings.HasPrefix(text, quitWord+" ") || (text == "" && errors.Is(err, io.EOF)) {
		return "", errQuit
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading from the manager: %w", err)
	}
	return text, nil
}

// send writes lines in one piece.
func (e *Engine) send(lines ...string) error {
	if _, err := io.WriteString(e.out, strings.Join(lines, "\n")+"\n"); err != nil {
		return fmt.Errorf("writing to the manager: %w", err)
	}
	return nil
}

// begin answers the first line with a setup.
func (e *Engine) begin(ctx context.Context) error {
	text, err := e.line()
	if err != nil {
		return err
	}
	words := strings.Fields(text)
	if len(words) != 4 || words[2] != "10" || words[3] != "10" {
		return &LineError{text, errors.New("expected COLOUR OPPONENT 10 10")}
	}
	color, err := stratego.ParseColor(strings.ToLower(words[0]))
	if err != nil {
		return &LineError{text, err}
	}
	setup, err := e.Agent.Setup(ctx, agent.Game{Rules: e.Rules, Color: color, Opponent: words[1], Seed: e.Budget.Seed})
	if err != nil {
		return fmt.Errorf("setup: %w", err)
	}
	if e.view, err = stratego.NewView(e.Rules, color, setup); err != nil {
		return err
	}
	rows := notation.FormatSetup(color, setup)
	return e.send(rows[:]...)
}

// turn reads what the opponent did and the board, answers a move and reads its echo.
func (e *Engine) turn(ctx context.Context) error {
	text, err := e.line()
	if err != nil {
		return err
	}
	if text != startWord || e.view.Ply() > 0 {
		if err := e.apply(text); err != nil {
			return err
		}
	}
	for range notation.Size { // our own view knows better
		if _, err := e.line(); err != nil {
			return err
		}
	}
	if err := e.send(e.answer(ctx)); err != nil {
		return err
	}
	if text, err = e.line(); err != nil {
		return err
	}
	return e.apply(text)
}

// apply enters a ply into the view.
func (e *Engine) apply(text string) error {
	event, err := parseEvent(text)
	if err != nil {
		return &LineError{text, err}
	}
	if err := e.view.Apply(event); err != nil {
		return &LineError{text, err}
	}
	return nil
}

// answer asks the agent. One that cannot answer gives up the game: a manager
// waits for a line in any case.
func (e *Engine) answer(ctx context.Context) string {
	if len(e.view.Moves(nil)) == 0 {
		return notation.Surrender
	}
	budget := e.Budget
	budget.Seed += uint64(e.view.Ply())
	if budget.Time > 0 { // for agents that look at nothing else
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Time*3/2)
		defer cancel()
	}
	action, err := e.Agent.Move(ctx, e.view.Clone(), budget)
	if err == nil && !action.Resign {
		if why := e.view.Why(action.Move); !why.OK() {
			err = fmt.Errorf("it answered %s: %v", stratego.FormatMove(action.Move), why)
		}
	}
	if err != nil {
		// The line to the manager is all that matters here.
		_, _ = fmt.Fprintln(e.Log, "marengo: the agent failed:", err)
		return notation.Surrender
	}
	if action.Resign {
		return notation.Surrender
	}
	return notation.FormatMove(action.Move)
}
