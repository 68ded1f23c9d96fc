package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// run runs the command line in-process.
func run(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	root := newRoot()
	var out, errs bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetArgs(args)
	err = root.ExecuteContext(context.Background())
	return out.String(), errs.String(), err
}

// mustRun runs a command that has to succeed.
func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, _, err := run(t, args...)
	if err != nil {
		t.Fatalf("marengo %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// refused runs a command whose input has to be refused, saying why.
func refused(t *testing.T, want string, args ...string) {
	t.Helper()
	_, _, err := run(t, args...)
	var bad badInput
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
		t.Errorf("marengo %s: %v, expected bad input: %s", strings.Join(args, " "), err, want)
	}
}

// write puts a text into a file of a fresh folder.
func write(t *testing.T, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Every command, of the first level and below, explains itself and shows an example.
func TestEveryCommandHasAnExample(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		if cmd.Short == "" || cmd.Example == "" {
			t.Errorf("%s: no short help or no example", cmd.CommandPath())
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}

const testGame = `marengo game 1
red: Napoleon
blue: Mélas
date: 1800-06-14T09:00:00Z
rules: match
red setup: 23B23BFB33 4B4785B564 54BS927782 6225263M26
blue setup: F6B3735523 7B2442B462 BS65B84B25 983722632M
moves:
   1. a4-a5     a7-a6
   2. a5#6xa6#M b7-b6
   3. b4#2xb6#2
note: a bad day
result: red wins (resigned)
`

const testPosition = `marengo position 1
rules: isf
red pieces: a1#F b1#B
red pieces: e4#M*!
blue pieces: e7#S*
blue pieces: k0#F
to move: red
`

// An interrupted run says so in one sentence, whatever it was doing.
func TestInterruptedRunsSaySo(t *testing.T) {
	for _, args := range [][]string{
		{"experiment", "plans", "--games", "1000"},
		{"levels", "lewis", "--games", "1000"},
	} {
		var stderr string
		var err error
		for _, into := range []time.Duration{500 * time.Millisecond, 5 * time.Second, 30 * time.Second} {
			if stderr, err = interrupted(t, into, args...); stderr != "" {
				break // otherwise it had not yet begun to listen to signals
			}
		}
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != exitFailed || stderr != "marengo: interrupted\n" {
			t.Errorf("marengo %s: %v, said %q", strings.Join(args, " "), err, stderr)
		}
	}
}

// interrupted runs the program, interrupts it after a while and returns what it said.
func interrupted(t *testing.T, after time.Duration, args ...string) (string, error) {
	t.Helper()
	cmd := program(args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	return stderr.String(), err
}
