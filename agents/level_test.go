package agents

import (
	"context"
	"testing"

	"marengo/agent"
	"marengo/stratego"
)

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		text  string
		level int
		want  string
	}{
		{"lewis", 1, "lewis:level=1"},
		{"lewis", Levels, "lewis"},
		{"lewis", 0, "lewis"},
		{"star:schadd,table=16", 3, "star:schadd,table=16,level=3"},
		{"cmd:bot -x", 2, "cmd:bot -x"},
	} {
		if got := AtLevel(c.text, c.level); got != c.want {
			t.Errorf("%s at level %d is %s, want %s", c.text, c.level, got, c.want)
		}
	}
	full, weak := newAgent(t, "lewis"), newAgent(t, AtLevel("lewis", 1))
	same, all := 0, 0
	playPlies(t, 7, 200, func(v *stratego.View, b agent.Budget) {
		x, err1 := full.Move(context.Background(), v, b)
		y, err2 := weak.Move(context.Background(), v, b)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		all++
		if x == y {
			same++
		}
	})
	if share := float64(same) / float64(all); share < 0.3 || share > 0.6 {
		t.Errorf("level 1 plays %d of %d moves as the player does, expected about 2 in 5", same, all)
	}
	if _, err := Parse("lewis:level=6"); err == nil {
		t.Error("a level 6 was accepted")
	}
}
