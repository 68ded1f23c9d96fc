package agents

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/nn"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// tinyNetwork is the small network that nn is tested with: it knows nothing, fast.
const tinyNetwork = "../nn/testdata/transformer-f16.weights"

// TestMarengoThinks plays a game cold and with memory, on one thread and on two: the same
// budget of evaluations gives the same move.
func TestMarengoThinks(t *testing.T) {
	const player = "marengo:think=on,weights=" + tinyNetwork
	a := newPlayer(t, player)
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	var v stratego.View
	for ply := 0; ply < 40 && !s.Result().Over(); ply++ {
		s.View(s.Turn(), &v)
		var last agent.Thoughts
		b := agent.Budget{Seed: uint64(ply), Evaluations: 30, Report: func(x agent.Thoughts) { last = x }}
		act, err := a.Move(context.Background(), &v, b)
		if err != nil {
			t.Fatal(err)
		}
		if len(last.Candidates) == 0 || last.Evaluations > b.Evaluations+explainEvaluations || last.Evaluations < 1 {
			t.Fatalf("ply %d: thoughts %+v", ply, last)
		}
		b.Report, b.Threads = nil, 2
		if again, err := newPlayer(t, player).Move(context.Background(), &v, b); err != nil || again != act {
			t.Fatalf("ply %d: %v with memory, %v cold (%v)", ply, act, again, err)
		}
		if err := s.Play(act.Move); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExchangedPiecesChangeNoThought replays a game in which two enemy pieces are exchanged that have not been seen, and that
// have both moved or both not: the champion, its guess included, thinks the same.
func TestExchangedPiecesChangeNoThought(t *testing.T) {
	const plies, looks = 160, 5
	exchanged := 0
	for seed := range uint64(looks) {
		rng := rand.New(rand.NewPCG(seed, 9))
		setups := [2]stratego.Setup{stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)}
		s, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
		if err != nil {
			t.Fatal(err)
		}
		var moves []stratego.Move
		for range plies {
			legal := s.Moves(nil)
			if s.Result().Over() || len(legal) == 0 {
				break
			}
			moves = append(moves, legal[rng.IntN(len(legal))])
			s.Do(moves[len(moves)-1])
		}
		me := s.Turn()
		a, b, ok := alike(s, me.Other())
		if s.Result().Over() || !ok {
			continue
		}
		exchanged++
		var heard [2]agent.Thoughts
		var acts [2]agent.Action
		for k := range heard {
			if k == 1 {
				x := &setups[me.Other()]
				x[a], x[b] = x[b], x[a]
			}
			world, err := stratego.NewState(stratego.DefaultRules, setups[0], setups[1])
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				if err := world.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			var v stratego.View
			world.View(me, &v)
			budget := agent.Budget{Seed: seed, Evaluations: 60, Report: func(x agent.Thoughts) { heard[k] = x }}
			if acts[k], err = newPlayer(t, "marengo:weights="+tinyNetwork).Move(context.Background(), &v, budget); err != nil {
				t.Fatal(err)
			}
		}
		heard[0].Seconds, heard[1].Seconds = 0, 0
		if acts[0] != acts[1] || !reflect.DeepEqual(heard[0], heard[1]) {
			t.Errorf("seed %d: with the pieces that began on %d and %d exchanged it plays %v, not %v:\n%+v\n%+v", seed, a, b, acts[1], acts[0], heard[1], heard[0])
		}
	}
	if exchanged == 0 {
		t.Error("no game had two such pieces")
	}
}

// alike finds two living pieces of a side, by where they began, of other ranks that have never been seen, which
// may be exchanged: both can move, and both have moved or neither.
func alike(s *stratego.State, c stratego.Color) (a, b int, ok bool) {
	for i := range stratego.SetupSquares {
		for j := range i {
			p, q := s.Piece(c, i), s.Piece(c, j)
			if p.Alive() && q.Alive() && !p.Known && !q.Known && p.Rank != q.Rank && p.Rank.Movable() && q.Rank.Movable() && p.Moved == q.Moved {
				return p.StartIndex(), q.StartIndex(), true
			}
		}
	}
	return 0, 0, false
}

func TestMarengoRefusesEvaluators(t *testing.T) {
	for text, reason := range map[string]string{
		"marengo:evaluator=gpu": "here or shm:SOCKET",
		"marengo:evaluator=shm:" + filepath.Join(t.TempDir(), "none"): "no evaluator answers",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, expected %q", text, err, reason)
		}
	}
}

// TestGuessIsAskedHere: a process that knows the champion's network but not the one that guesses is no error, and is told; one
// that does not know the champion's is.
func TestGuessIsAskedHere(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if _, err := bufio.NewReader(conn).ReadString('\n'); err == nil {
				fmt.Fprintln(conn, "no network of these weights")
			}
			conn.Close()
		}
	}()
	text := "evaluator=shm:" + socket + ",weights=" + tinyNetwork + ",guesser=" + tinyNetwork
	if _, err := Parse("marengo:" + text); err == nil || !strings.Contains(err.Error(), "network of these weights") {
		t.Errorf("the champion's network is not known there: %v", err)
	}
	a, err := parseArgs(marengoEntry, text)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	a.loader.Note = func(text string) { notes = append(notes, text) }
	estimator, err := readOwnGuess(a)(belief.Enemy)
	if err != nil || a.err != nil {
		t.Fatal(err, a.err)
	}
	asked, err := estimator.(*belief.Network).Ask(t.Context(), starView(t, 120, 6))
	if err != nil || asked == 0 || len(notes) != 1 || !strings.Contains(notes[0], "guessed here") {
		t.Errorf("asked %d questions (%v), told %q", asked, err, notes)
	}
}

func TestClock(t *testing.T) {
	const each = 100 * time.Millisecond
	var c clock
	if got := c.allow(each, 0); got > each {
		t.Errorf("with nothing saved a move may take %v", got)
	}
	total := time.Duration(0)
	rng := rand.New(rand.NewPCG(3, 3))
	for move := 1; move <= 1000; move++ {
		took := time.Millisecond
		if rng.IntN(2) == 0 {
			took = c.allow(each, 0)
		}
		if took > 2*each {
			t.Fatalf("move %d may take %v", move, took)
		}
		c.spend(each, took)
		if total += took; total > time.Duration(move)*each {
			t.Fatalf("%v for %d moves", total, move)
		}
	}
	c.saved = mostSaved * each
	for hard, most := range map[time.Duration]time.Duration{each: each, 3 * each / 2: 3 * each / 2, 2 * each: 2 * each, 10 * each: 2 * each} {
		if got := c.allow(each, hard); got >= most || got < each/2 {
			t.Errorf("a move that loses after %v may take %v", hard, got)
		}
	}
}

// TestMarengoAnswersDraws: yes when clearly behind, no when ahead; when lost it asks for one, now and then.
func TestMarengoAnswersDraws(t *testing.T) {
	a := newPlayer(t, "marengo").(agent.DrawAnswerer)
	if a.AcceptDraw(t.Context(), duel(t, stratego.Marshal, stratego.Major)) {
		t.Error("a draw was accepted while ahead")
	}
	few := []stratego.Placement{{Square: 0, Color: stratego.Red, Rank: stratego.Flag}, {Square: 14, Color: stratego.Red, Rank: stratego.Scout}, {Square: 99, Color: stratego.Blue, Rank: stratego.Flag}}
	for i, r := range []stratego.Rank{stratego.Marshal, stratego.General, stratego.Colonel, stratego.Colonel, stratego.Major, stratego.Major, stratego.Major} {
		few = append(few, stratego.Placement{Square: stratego.Square(70 + i), Color: stratego.Blue, Rank: r})
	}
	behind, err := stratego.NewPosition(stratego.DefaultRules, stratego.Red, few)
	if err != nil {
		t.Fatal(err)
	}
	if !a.AcceptDraw(t.Context(), strategotest.Seen(behind)) {
		t.Error("a draw was declined while behind")
	}
	s := strategotest.Shuffled(t, stratego.DefaultRules, rand.New(rand.NewPCG(2, 2)))
	offers := 0
	for v := new(stratego.View); v.Quiet() < drawEvery+2; {
		if s.View(s.Turn(), v); offersDraw(v, nn.Value{Loss: 1}) {
			offers++
		}
		if offersDraw(v, nn.Value{Draw: 1}) {
			t.Fatal("a draw is asked for in an even game")
		}
		if err := s.Play(quietMove(t, s)); err != nil {
			t.Fatal(err)
		}
	}
	if offers != 2 {
		t.Errorf("%d draws were asked for in %d quiet plies, expected one by each side", offers, drawEvery+2)
	}
}

// quietMove returns a legal move that attacks nothing.
func quietMove(t *testing.T, s *stratego.State) stratego.Move {
	t.Helper()
	for _, m := range s.Moves(nil) {
		if _, taken := s.At(stratego.To(m)); !taken {
			return m
		}
	}
	t.Fatal("every move attacks")
	return 0
}

// TestMarengoIsToldTheTruthInExperimentsOnly checks the door to the omniscient estimator.
func TestMarengoIsToldTheTruthInExperimentsOnly(t *testing.T) {
	const player = "marengo:think=on,guess=omniscient,weights=" + tinyNetwork
	if _, err := Parse(player); err == nil || !strings.Contains(err.Error(), "only experiments") {
		t.Errorf("an agent string opened the door: %v", err)
	}
	factory, err := ParseExperimental(player)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
	a, err := factory.New()
	if err != nil {
		t.Fatal(err)
	}
	a.(Omniscient).SeeTruth(func() *stratego.State { return s })
	var v stratego.View
	s.View(stratego.Red, &v)
	if _, err := a.Move(context.Background(), &v, agent.Budget{Evaluations: 30}); err != nil {
		t.Fatal(err)
	}
	for id, row := range a.(*marengo).belief.Matrix() {
		if r := s.Piece(stratego.Blue, id).Rank; row[r] != 1 {
			t.Fatalf("it is not sure of piece %d", id)
		}
	}
}
