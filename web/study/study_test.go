package study

import (
	"testing"

	"marengo/agent"
	"marengo/stratego"
	"marengo/web/wire"
)

func TestTurningPointsAreFarBelowTheBest(t *testing.T) {
	move := func(text string) stratego.Move {
		m, err := stratego.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	mind := wire.Mind{Thoughts: agent.Thoughts{Valued: true, Win: 0.7, Candidates: []agent.Candidate{{Move: "a4-a5", Win: 0.7}, {Move: "b4-b5", Win: 0.56}, {Move: "e4-e5", Win: 0.5}}}}
	for text, turning := range map[string]bool{"a4-a5": false, "b4-b5": false, "e4-e5": true, "k4-k5": true} {
		if p := judge(mind, move(text)); p.Turning != turning {
			t.Errorf("%s: %+v", text, p)
		}
	}
	mind.Thoughts.Candidates = []agent.Candidate{{Move: "a4-a5", P: 0.9}}
	if p := judge(mind, move("b4-b5")); p.Turning || p.Best != 0.7 || p.Played != 0.7 {
		t.Errorf("no move valued: %+v", p)
	}
}
