package protocol

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/protocol/notation"
	"marengo/stratego"
)

func TestMoves(t *testing.T) {
	// (0,3) is our k4: red's front row, at the right end as red sees it.
	for text, want := range map[string]string{
		"0 3 DOWN": "k4-k5", "0 3 DOWN 1": "k4-k5", "0 3 DOWN 3": "k4-k7", "9 6 UP": "a7-a6", "4 3 LEFT": "f4-g4", "1 0 RIGHT 8": "j1-a1",
		"  0  3 DOWN \r": "k4-k5",
	} {
		m, err := notation.ParseMove(text)
		if err != nil || stratego.FormatMove(m) != want {
			t.Errorf("%q: %s, %v, want %s", text, stratego.FormatMove(m), err, want)
		}
		if back, err := notation.ParseMove(notation.FormatMove(m)); err != nil || back != m {
			t.Errorf("%q came back as %q (%v)", text, notation.FormatMove(m), err)
		}
	}
	for _, bad := range []string{"", "NO_MOVE", "0 3", "0 3 down", "a b UP", "0 0 UP", "9 9 RIGHT", "0 3 DOWN 0", "0 3 DOWN -1",
		"0 3 DOWN 7", "0 3 DOWN 1 1", "0 3 DOWN x", "-1 3 UP", "10 3 UP", "0 3 DOWN 99999999999999999999"} {
		if m, err := notation.ParseMove(bad); err == nil {
			t.Errorf("%q was read as %s", bad, stratego.FormatMove(m))
		}
	}
}

func TestEvents(t *testing.T) {
	for text, want := range map[string]string{
		"0 3 DOWN OK": "k4-k5", "0 3 DOWN 3 BOTHDIE 9 9": "k4#2xk7#2", "0 3 DOWN KILLS 1 s": "k4#Mxk5#S", "0 3 DOWN 1 DIES 2 B": "k4#9xk5#B",
	} {
		e, err := parseEvent(text)
		if err != nil || e.String() != want {
			t.Errorf("%q: %v, %v, want %s", text, e, err, want)
		}
	}
	for _, bad := range []string{"", "0 3 DOWN", "0 3 DOWN KILLS", "0 3 DOWN KILLS 1", "0 3 DOWN KILLS 1 S", "0 3 DOWN DIES x y", "OK"} {
		if e, err := parseEvent(bad); err == nil {
			t.Errorf("%q was read as %v", bad, e)
		}
	}
}

func TestSetups(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for c := stratego.Red; c <= stratego.Blue; c++ {
		want := stratego.ShuffledSetup(stratego.Classic, rng)
		var got stratego.Setup
		for line, row := range notation.FormatSetup(c, want) {
			if err := parseSetupRow(c, &got, line, row+"\r"); err != nil {
				t.Fatal(err)
			}
		}
		if got != want {
			t.Errorf("%v: %v came back as %v", c, want, got)
		}
	}
	// Red's back row is sent first and begins with the square at x = 0, our k1;
	// blue's front row is sent first and begins with our k7.
	var s stratego.Setup
	for i := range s {
		s[i] = stratego.Bomb
	}
	s[9] = stratego.Flag // red's k1
	if rows := notation.FormatSetup(stratego.Red, s); rows[0] != "FBBBBBBBBB" {
		t.Errorf("red's rows %q", rows)
	}
	s[9], s[30] = stratego.Bomb, stratego.Flag // blue's k7
	if rows := notation.FormatSetup(stratego.Blue, s); rows[0] != "FBBBBBBBBB" {
		t.Errorf("blue's rows %q", rows)
	}
}

// An engine's half of a game, line by line.
func TestEngineConversation(t *testing.T) {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	board := strings.Repeat("..........\n", 10)
	for name, c := range map[string]struct{ in, says string }{
		"quit at once":  {"QUIT a RED VICTORY 0 0 0\n", ""},
		"gone":          {"", ""},
		"quit in turn":  {"RED foe 10 10\nSTART\n" + board + "QUIT foe BLUE ILLEGAL 1 0 0\n", ""},
		"blue":          {"BLUE foe 10 10\n0 3 DOWN OK\n" + board + "QUIT\n", ""},
		"windows":       {"BLUE foe 10 10\r\n0 3 DOWN OK\r\n" + strings.ReplaceAll(board, "\n", "\r\n") + "QUIT\r\n", ""},
		"other board":   {"RED foe 8 8\n", "expected COLOUR OPPONENT 10 10"},
		"colour":        {"GREEN foe 10 10\n", "unknown colour"},
		"garbage":       {"BLUE foe 10 10\nwhat ever OK\n", "what ever OK"},
		"impossible":    {"BLUE foe 10 10\n0 9 UP OK\n", "0 9 UP OK"},
		"cut mid-board": {"RED foe 10 10\nSTART\n..........\n", ""},
	} {
		var out bytes.Buffer
		e := &Engine{Agent: anyMove{}, Rules: rules, Log: &out}
		err := e.Serve(context.Background(), strings.NewReader(c.in), &out)
		if (err == nil) != (c.says == "") || (err != nil && !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
		if lines := strings.Count(out.String(), "\n"); strings.HasPrefix(name, "blue") && lines != 5 {
			t.Errorf("%s: answered %q", name, out.String())
		}
	}
}

// failing is an agent that cannot move.
type failing struct{ anyMove }

func (failing) Move(context.Context, *stratego.View, agent.Budget) (agent.Action, error) {
	return agent.Action{}, context.DeadlineExceeded
}

func TestEngineSurrendersRatherThanHang(t *testing.T) {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	e := &Engine{Agent: failing{}, Rules: rules, Log: &log}
	in := "RED foe 10 10\nSTART\n" + strings.Repeat("..........\n", 10)
	if err := e.Serve(context.Background(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "\nSURRENDER\n") || !strings.Contains(log.String(), "the agent failed") {
		t.Errorf("answered %q and logged %q", out.String(), log.String())
	}
}

func FuzzLines(f *testing.F) {
	for _, seed := range []string{"0 3 DOWN", "0 3 DOWN 3 BOTHDIE 9 9", "9 9 UP 9 KILLS 1 s", "SURRENDER", "QUIT a RED VICTORY 1 2 3"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := notation.ParseMove(text); err == nil {
			if back, err := notation.ParseMove(notation.FormatMove(m)); err != nil || back != m {
				t.Errorf("%q came back as %q (%v)", text, notation.FormatMove(m), err)
			}
		}
		if e, err := parseEvent(text); err == nil {
			if back, err := parseEvent(notation.FormatMove(e.Move()) + " " + notation.FormatOutcome(e)); err != nil || back != e {
				t.Errorf("%q came back as %v (%v)", text, back, err)
			}
		}
	})
}
