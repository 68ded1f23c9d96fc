package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"marengo/agent"
	"marengo/arena"
	"marengo/protocol/notation"
	"marengo/store"
	"marengo/stratego"
)

// The test binary is its own child: "bot MODE" makes it one that misbehaves.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "bot" {
		if err := misbehave(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// anyMove is an agent that plays legal moves by chance.
type anyMove struct{}

func (anyMove) Setup(_ context.Context, g agent.Game) (stratego.Setup, error) {
	return stratego.ShuffledSetup(g.Rules.Variant, g.Rand()), nil
}

func (anyMove) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	moves := v.Moves(nil)
	return agent.Action{Move: moves[b.Rand().IntN(len(moves))]}, nil
}

func (anyMove) Close() error { return nil }

// misbehave plays a bot of some mode on the standard input and output.
func misbehave(mode string) error {
	in := bufio.NewReader(os.Stdin)
	switch mode {
	case "silence":
		time.Sleep(time.Hour)
	case "early exit":
		return fmt.Errorf("out of cheese")
	case "endless line":
		for {
			if _, err := io.WriteString(os.Stdout, strings.Repeat("x", 4096)); err != nil {
				return err
			}
		}
	case "capital spy":
		fmt.Println("FBBBBBBS99\n9999998888\n8777766665\n5554443321")
		time.Sleep(time.Hour)
	case "ignoring quit":
		return ignoreQuit(in)
	case "good", "always a distance", "windows":
		return wellMeant(in, mode)
	}
	if err := setUp(in); err != nil {
		return err
	}
	return answerOnce(in, mode)
}

// setUp reads the first line and answers a legal setup.
func setUp(in *bufio.Reader) error {
	if _, err := in.ReadString('\n'); err != nil {
		return err
	}
	fmt.Println("FBBBBBBs99\n9999998888\n8777766665\n5554443321")
	return nil
}

// answerOnce reads up to the first board and answers in its mode.
func answerOnce(in *bufio.Reader, mode string) error {
	for range 1 + notation.Size {
		if _, err := in.ReadString('\n'); err != nil {
			return err
		}
	}
	switch mode {
	case "mute":
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("\x00\xff*?!")
	case "half line":
		fmt.Print("0 3 DO")
		time.Sleep(time.Hour)
	case "half line, exit":
		fmt.Print("0 3 DO")
		return nil
	case "illegal":
		fmt.Println("0 0 DOWN")
	case "no move":
		fmt.Println("NO_MOVE")
	case "off the board":
		fmt.Println("0 0 UP 3")
	case "exit":
		return fmt.Errorf("segmentation fault, more or less")
	case "surrender, exit":
		fmt.Print("SURRENDER")
		return nil
	case "endless output":
		for {
			if _, err := fmt.Println("0 0 DOWN"); err != nil {
				return err
			}
		}
	case "endless errors":
		for {
			if _, err := fmt.Fprintln(os.Stderr, "woe is me"); err != nil {
				return err
			}
		}
	}
	_, err := io.Copy(io.Discard, in)
	return err
}

// ignoreQuit surrenders at once and then stays, deaf to signals, with a child of
// its own that holds its pipes.
func ignoreQuit(in *bufio.Reader) error {
	signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGPIPE)
	child := exec.Command("sleep", "3600")
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "grandchild", child.Process.Pid)
	if err := setUp(in); err != nil {
		return err
	}
	fmt.Println("SURRENDER")
	time.Sleep(time.Hour)
	return nil
}

// wellMeant plays to the end, writing its lines as some bots do.
func wellMeant(in io.Reader, mode string) error {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		return err
	}
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() {
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			text := lines.Text()
			words := strings.Fields(text)
			if mode == "always a distance" && len(words) == 3 {
				text += " 1"
			}
			if mode == "windows" {
				text += "\r"
			}
			fmt.Println(text)
		}
		done <- lines.Err()
	}()
	e := &Engine{Agent: anyMove{}, Rules: rules, Budget: agent.Budget{Seed: 5}, Log: os.Stderr}
	if err := e.Serve(context.Background(), in, w); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return <-done
}

// child is a contender that plays as the test binary's child. It keeps the bots it made.
type child struct {
	mode string
	bots []*Bot
}

func (c *child) String() string              { return "cmd:" + c.mode }
func (c *child) Files() string               { return "" }
func (c *child) SetsUpItself() bool          { return true }
func (c *child) Plays(stratego.Variant) bool { return true }
func (c *child) New() (agent.Agent, error) {
	b := NewBot([]string{os.Args[0], "bot", c.mode})
	c.bots = append(c.bots, b)
	return b, nil
}

// honest is a contender that plays anyMove.
type honest struct{}

func (honest) String() string              { return "honest player 100%" }
func (honest) Files() string               { return "" }
func (honest) SetsUpItself() bool          { return false }
func (honest) Plays(stratego.Variant) bool { return true }
func (honest) New() (agent.Agent, error)   { return anyMove{}, nil }

// playChild plays a game with the child as red.
func playChild(t *testing.T, mode string, opponent arena.Contender, hard time.Duration) (*store.Game, *child) {
	t.Helper()
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	c := &child{mode: mode}
	g, err := arena.Play(context.Background(), arena.Bout{Terms: arena.Terms{Rules: rules, Hard: hard, Logs: true}, Players: [2]arena.Contender{c, opponent}, Seed: 3})
	if err != nil {
		t.Fatalf("%s: %v", mode, err)
	}
	for _, b := range c.bots {
		if err := syscall.Kill(b.process.cmd.Process.Pid, 0); err == nil {
			t.Errorf("%s: the child is still there", mode)
		}
	}
	return g, c
}

func TestMisbehavingBotsLose(t *testing.T) {
	for _, c := range []struct {
		mode   string
		reason string
		detail string
	}{
		{"silence", "timeout", "limit"},
		{"early exit", "error", "exit status 3"},
		{"endless line", "error", "more than 512 characters"},
		{"capital spy", "bad_setup", "unknown rank"},
		{"mute", "timeout", "limit"},
		{"garbage", "illegal_move", "expected X Y DIRECTION"},
		{"half line", "timeout", "limit"},
		{"half line, exit", "illegal_move", "bad direction"},
		{"illegal", "illegal_move", "k1-k2"},
		{"no move", "illegal_move", "NO_MOVE"},
		{"off the board", "illegal_move", "leaves the board"},
		{"exit", "error", "exit status 3"},
		{"surrender, exit", "resigned", ""},
		{"endless output", "illegal_move", "k1-k2"},
		{"endless errors", "timeout", "limit"},
		{"ignoring quit", "resigned", ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			limit := time.Minute
			if c.reason == "timeout" {
				limit = 300 * time.Millisecond
			}
			g, _ := playChild(t, c.mode, honest{}, limit)
			if g.Reason != c.reason || g.Winner != stratego.Blue || !strings.Contains(g.Detail, c.detail) {
				t.Errorf("%v wins by %s (%s), want blue by %s (%s)", g.Winner, g.Reason, g.Detail, c.reason, c.detail)
			}
			account := fmt.Sprint(g.Log)
			if !strings.Contains(account, "processor time") || !strings.Contains(account, "peak memory") {
				t.Errorf("no account of the child: %s", account)
			}
			switch c.mode {
			case "exit":
				if !strings.Contains(account, "stderr: segmentation fault, more or less") {
					t.Errorf("its error output is not kept: %s", account)
				}
			case "ignoring quit":
				checkGone(t, account)
			case "endless errors":
				if kept := strings.Count(account, "woe is me") * len("woe is me\n"); kept > maxStderr {
					t.Errorf("%d characters of its error output are kept", kept)
				}
			}
		})
	}
}

// checkGone looks for the child's own child.
func checkGone(t *testing.T, account string) {
	found := regexp.MustCompile(`grandchild (\d+)`).FindStringSubmatch(account)
	if found == nil {
		t.Fatalf("no grandchild in %s", account)
	}
	pid, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	// Whoever adopted it needs a moment to reap it.
	for range 2000 {
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the grandchild %d is still there", pid)
}

// zombie says whether a process has ended and only waits to be reaped.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}

// Both ends play whole games with each other, however the lines are written.
func TestBothEnds(t *testing.T) {
	for _, mode := range []string{"good", "always a distance", "windows"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			g, _ := playChild(t, mode, &child{mode: "good"}, time.Minute)
			if _, err := stratego.ParseReason(g.Reason); err != nil || len(g.Moves) < 20 {
				t.Errorf("%v wins by %s (%s) after %d plies", g.Winner, g.Reason, g.Detail, len(g.Moves))
			}
			for _, l := range g.Log {
				if strings.Contains(l.Text, "stderr") || !strings.Contains(l.Text, "exit status 0") {
					t.Errorf("the bots complain: %v", g.Log)
				}
			}
		})
	}
}

// What a bot is told in a game of a few plies, line by line.
func TestBotHearsEveryLine(t *testing.T) {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	const script = `read first
echo "heard $first" >&2
printf 'FBBBBBBs99\n9999998888\n8777766665\n5554443321\n'
for move in '0 3 DOWN 1' SURRENDER; do
	read news; echo "heard $news" >&2
	for row in 0 1 2 3 4 5 6 7 8 9; do read board; [ $row = 4 ] && echo "row $board" >&2; done
	echo "$move"
	[ "$move" != SURRENDER ] && read echo && echo "heard $echo" >&2
done
read last; echo "heard $last" >&2`
	p := &program{argv: []string{"sh", "-c", script}}
	g, err := arena.Play(context.Background(), arena.Bout{Terms: arena.Terms{Rules: rules, Hard: time.Minute}, Players: [2]arena.Contender{p, honest{}}, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var heard []string
	for _, l := range g.Log {
		if _, text, ok := strings.Cut(l.Text, "stderr: "); ok {
			heard = append(heard, text)
		}
	}
	reply := notation.FormatMove(g.Moves[1]) + " OK"
	want := []string{"heard RED honest_player_100_ 10 10", "heard START", "row ..++..++..", "heard 0 3 DOWN 1 OK", "heard " + reply}
	if len(heard) != 7 || strings.Join(heard[:5], "\n") != strings.Join(want, "\n") || heard[6] != "heard QUIT sh RED SURRENDER 2 148 148" {
		t.Errorf("it heard\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
}

// The figures of QUIT go down by the ranks that fall.
func TestQuitFigures(t *testing.T) {
	army := armyValue(stratego.Classic.Counts())
	b := &Bot{argv: []string{"bot"}, value: [2]int{army, army}, game: agent.Game{Color: stratego.Blue, Opponent: "foe"}}
	for _, e := range []stratego.Event{
		{Battle: stratego.Tie, Attacker: stratego.Scout, Defender: stratego.Scout},
		{Battle: stratego.NoBattle},
		{Battle: stratego.Lose, Attacker: stratego.Major, Defender: stratego.Bomb},
		{Battle: stratego.Win, Attacker: stratego.Miner, Defender: stratego.Bomb},
	} {
		b.Played(e, stratego.Result{Winner: stratego.NoColor})
	}
	if got, want := b.quitLine(stratego.Red, "flag"), "QUIT foe RED VICTORY 2 139 146"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// After a draw both bots are sent one line, about whoever moved last.
func TestQuitAfterADrawIsTheSameForBoth(t *testing.T) {
	for plies, want := range map[int]string{
		5: "QUIT first RED DRAW_DEFAULT 3 0 0", 6: "QUIT second BLUE DRAW_DEFAULT 3 0 0",
	} {
		red := &Bot{argv: []string{"first"}, plies: plies, game: agent.Game{Color: stratego.Red, Opponent: "second"}}
		blue := &Bot{argv: []string{"second"}, plies: plies, game: agent.Game{Color: stratego.Blue, Opponent: "first"}}
		for _, b := range []*Bot{red, blue} {
			if got := b.quitLine(stratego.NoColor, "quiet_limit"); got != want {
				t.Errorf("%s is sent %q, want %q", b.name(), got, want)
			}
		}
	}
}

func TestBotPlaysWholeGamesOnly(t *testing.T) {
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		t.Fatal(err)
	}
	v, err := stratego.NewView(rules, stratego.Red, stratego.ShuffledSetup(stratego.Classic, agent.Game{}.Rand()))
	if err != nil {
		t.Fatal(err)
	}
	b := NewBot([]string{"true"})
	if _, err := b.Move(context.Background(), v, agent.Budget{}); err == nil || !strings.Contains(err.Error(), "whole games") {
		t.Errorf("a position handed to it cold: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	missing := NewBot([]string{"/nowhere/at/all"})
	if _, err := missing.Setup(context.Background(), agent.Game{Rules: rules}); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a program that is not there: %v", err)
	}
}
