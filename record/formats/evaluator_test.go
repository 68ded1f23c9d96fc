package formats_test

import (
	"strings"
	"testing"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

// evaluatorHead has red's scout on (0,3), our k4, and blue's on (0,6), our k7.
const evaluatorHead = `../bots/one RED SETUP
BFB7968984
4B6B58Bs67
B998356819
9425975937
two BLUE SETUP
967B669999
6724898974
BB31555583
FB8sB479B8
`

func TestEvaluatorLog(t *testing.T) {
	g, err := formats.Parse("f.log", []byte(evaluatorHead+`1 RED: 0 3 DOWN 3 BOTHDIE 9 9
1 BLU: 
Game ends on BLUE's turn - REASON: Unintelligable response
SIGPIPE - Broken pipe (AI program no longer running)
	Strange; BLUE still appears valid.
two BLUE ILLEGAL 1 146 146
`))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Moves) != 1 || stratego.FormatMove(g.Moves[0]) != "k4-k7" {
		t.Errorf("moves %v, expected k4-k7", g.Moves)
	}
	if want := (stratego.Result{Winner: stratego.Red, Reason: stratego.Forfeit}); g.Result != want {
		t.Errorf("result %v, expected %v", g.Result, want)
	}
	if g.Players != [2]string{"../bots/one", "two"} || g.Rules.String() != "evaluator" {
		t.Errorf("players %q, rules %v", g.Players, g.Rules)
	}
	// The home rows, as red sees them and as blue does.
	if s := g.Setups[stratego.Red].String(); s[:10] != "7323524BFB" {
		t.Errorf("red's setup is %s", s)
	}
	if s := g.Setups[stratego.Blue].String(); s[:10] != "FB3SB742B3" {
		t.Errorf("blue's setup is %s", s)
	}
	data, err := formats.EvaluatorLog.Encode(g)
	if err != nil {
		t.Fatal(err)
	}
	if want := evaluatorHead + "1 RED: 0 3 DOWN 3 BOTHDIE 9 9\ntwo BLUE ILLEGAL 1 146 146\n"; string(data) != want {
		t.Errorf("written again:\n%s", data)
	}
}

func TestEvaluatorLogRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"cut in the setup", evaluatorHead[:60], "5:1: "},
		{"cut after a move", evaluatorHead + "1 RED: 0 3 DOWN OK\n", "12:1: the log ends too early, expected a result"},
		{"counts", strings.Replace(evaluatorHead, "BFB7968984", "BFB7968985", 1) + "one RED VICTORY 1 1 1\n", "2:1: red's setup has 5 of rank 6"},
		{"letter", strings.Replace(evaluatorHead, "BFB7968984", "BFB796898S", 1), `2:10: unknown rank "S"`},
		{"order", evaluatorHead + "1 BLU: 0 6 UP OK\n", "11:3: BLU:, expected RED:"},
		{"number", evaluatorHead + "7 RED: 0 3 DOWN OK\n", "11:1: turn 7, expected 1"},
		{"direction", evaluatorHead + "1 RED: 0 3 NORTH OK\n", `11:12: bad direction "NORTH", expected UP`},
		{"off the board", evaluatorHead + "1 RED: 0 3 LEFT OK\n", "11:12: the move leaves the board"},
		{"coordinate", evaluatorHead + "1 RED: 0 13 DOWN OK\n", `11:10: "13", expected a coordinate`},
		{"no piece", evaluatorHead + "1 RED: 0 4 DOWN OK\none RED VICTORY 1 1 1\n", "11:8: ply 1: red cannot play k5-k6: there is no piece"},
		{"wrong rank", evaluatorHead + "1 RED: 0 3 DOWN 3 BOTHDIE 9 8\none RED VICTORY 1 1 1\n", "11:8: ply 1: the piece on k7 is called a miner, but it is a scout"},
		{"wrong outcome", evaluatorHead + "1 RED: 0 3 DOWN 3 KILLS 9 9\none RED VICTORY 1 1 1\n", "11:8: ply 1: the attacker's outcome is called"},
		{"no battle", evaluatorHead + "1 RED: 0 3 DOWN KILLS 9 9\none RED VICTORY 1 1 1\n", "an attack on k5, but nobody stands there"},
		{"result", evaluatorHead + "one RED TRIUMPH 1 1 1\n", `11:9: result "TRIUMPH", expected VICTORY`},
		{"after the result", evaluatorHead + "one RED SURRENDER 1 1 1\n1 RED: 0 3 DOWN OK\n", "12:1: "},
		{"junk", evaluatorHead + "what is this\n", `11:1: "what is this", expected a move`},
	} {
		g, err := formats.Parse("f", []byte(c.text))
		if err == nil || g != nil || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}

func TestEvaluatorLogNeedsAnEnd(t *testing.T) {
	g, err := formats.Parse("f", []byte(evaluatorHead+"1 RED: 0 3 DOWN OK\ntwo BLUE SURRENDER 1 146 146\n"))
	if err != nil {
		t.Fatal(err)
	}
	g.Result = record.Unfinished
	if _, err := formats.EvaluatorLog.Losses(g); err == nil || !strings.Contains(err.Error(), "only games that have ended") {
		t.Errorf("an unfinished game: %v", err)
	}
}
