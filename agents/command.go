package agents

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"marengo/agent"
	"marengo/protocol"
)

var commandEntry = Entry{
	Name:        "cmd",
	Description: `another program that speaks the evaluator's line protocol: cmd:"path arguments"`,
	Variants:    classicOnly,
	OwnSetup:    true,
	Free:        true,
	build: func(a *Args) Maker {
		argv, err := a.commandLine()
		if err == nil {
			argv[0], err = exec.LookPath(argv[0])
		}
		if err == nil {
			err = a.identifyCommand(argv)
		}
		if err != nil {
			a.err = err
			return nil
		}
		return func() (agent.Agent, error) { return protocol.NewBot(argv), nil }
	},
}

// commandLine returns the words of the command.
func (a *Args) commandLine() ([]string, error) {
	text := a.String(freeText)
	if a.loader.Command != nil {
		var err error
		if text, err = a.loader.Command(text); err != nil {
			return nil, err
		}
	}
	return splitCommand(text)
}

// identifyCommand makes the program, and every argument that is a file, part of
// the player's identity: what an interpreter runs is named by an argument. The
// command's hash holds wherever those files lie.
func (a *Args) identifyCommand(argv []string) error {
	var line strings.Builder
	defer func() { a.command = hexSum([]byte(line.String())) }()
	for i, word := range argv {
		info, err := os.Stat(word)
		if err != nil || !info.Mode().IsRegular() {
			fmt.Fprintf(&line, "word %q\n", word)
			continue
		}
		data, err := os.ReadFile(word)
		if err != nil {
			if i == 0 && errors.Is(err, os.ErrPermission) {
				a.bound = word + " can be run, but not read"
				continue
			}
			return err
		}
		a.identify(word, data)
		fmt.Fprintf(&line, "file %s\n", hexSum(data))
	}
	return nil
}

// splitCommand splits a command line into words. Quotes, single or double, hold
// words together; a backslash takes the next character as it is. The whole may
// stand in quotes.
func splitCommand(text string) ([]string, error) {
	text = strings.TrimSpace(text)
	if n := len(text); n >= 2 && text[0] == '"' && strings.IndexByte(text[1:], '"') == n-2 {
		text = text[1 : n-1]
	}
	var words []string
	var word strings.Builder
	inWord := false
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
			inWord = true
		case quote == 0 && (c == ' ' || c == '\t'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, fmt.Errorf(`no program, expected cmd:"path arguments"`)
	}
	return words, nil
}
