// Command marengo plays, studies and measures Stratego.
//
// Each subcommand lives in a file of its own; commands lists them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// commands makes the subcommands, in the order that help shows them.
var commands = []func() *cobra.Command{
	newServe,
	newBackup,
	newWatch,
	newLoad,
	newLevels,
	newMatch,
	newTournament,
	newCluster,
	newWorker,
	newAgents,
	newEngine,
	newGames,
	newSetups,
	newExport,
	newShow,
	newExplain,
	newAnalyse,
	newPuzzles,
	newConvert,
	newPerft,
	newConform,
	newBench,
	newExperiment,
	newDataset,
	newCalibrate,
	newTune,
	newVersion,
}

// Exit statuses: 1 for work that failed or found a difference, 2 for input that
// cannot be used.
const (
	exitFailed   = 1
	exitBadInput = 2
)

// badInput marks an error as the caller's: main exits with status 2.
type badInput struct{ error }

func (e badInput) Unwrap() error { return e.error }

// badInputf returns an error that says what was wrong with the input.
func badInputf(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	if err := newRoot().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "marengo: "+sentence(ctx, err))
		var bad badInput
		if errors.As(err, &bad) {
			os.Exit(exitBadInput)
		}
		os.Exit(exitFailed)
	}
}

// sentence says what ended the program. Whoever interrupted it need not hear in which
// call that was.
func sentence(ctx context.Context, err error) string {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return err.Error()
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "marengo",
		Short:         "Play, study and measure Stratego",
		Long:          "Marengo is a Stratego engine: the full rules, the players of five research papers,\na champion of its own, an arena that measures them, and a client to play them in.",
		Example:       "  marengo serve\n  marengo watch lewis marengo\n  marengo match lewis random --games 20",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return badInput{err} })
	for _, make := range commands {
		root.AddCommand(make())
	}
	addCompletion(root)
	blameCaller(root)
	return root
}

// addCompletion adds cobra's command that writes completion scripts, with an
// example for each shell.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	load := map[string]string{
		"bash":       "source <(marengo completion bash)",
		"fish":       "marengo completion fish | source",
		"powershell": "marengo completion powershell | Out-String | Invoke-Expression",
		"zsh":        "source <(marengo completion zsh)",
	}
	for _, cmd := range root.Commands() {
		if cmd.Name() != "completion" {
			continue
		}
		cmd.Example = "  " + load["bash"]
		for _, shell := range cmd.Commands() {
			shell.Example = "  " + load[shell.Name()]
		}
	}
}

// noArguments refuses a subcommand that does not exist, and names those like it.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if like := cmd.SuggestionsFor(args[0]); len(like) > 0 {
		return fmt.Errorf("unknown command %q, did you mean %s?", args[0], strings.Join(like, " or "))
	}
	return fmt.Errorf("unknown command %q, see %s --help", args[0], cmd.CommandPath())
}

// blameCaller marks wrong arguments of a command and all below it as bad input. A
// command that only groups others shows its help.
func blameCaller(cmd *cobra.Command) {
	if !cmd.Runnable() {
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		cmd.Args = noArguments
	}
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return badInput{err}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		blameCaller(sub)
	}
}
