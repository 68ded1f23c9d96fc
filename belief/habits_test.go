package belief

import (
	"testing"

	"marengo/stratego"
)

// TestHabitsOfNeighbours: who comes beside a known captain is most likely stronger, and who
// stays beside a known miner most likely weaker, or a bomb.
func TestHabitsOfNeighbours(t *testing.T) {
	pieces := []stratego.Placement{
		piece(t, stratego.Red, '6', "e5", true, true), piece(t, stratego.Red, '3', "a5", true, true), piece(t, stratego.Red, 'F', "k1", false, false),
		piece(t, stratego.Blue, '7', "e7", true, false), piece(t, stratego.Blue, '4', "k8", true, false),
		piece(t, stratego.Blue, 'B', "a6", false, false), piece(t, stratego.Blue, '8', "k9", false, false), piece(t, stratego.Blue, 'F', "j0", false, false),
	}
	s := place(t, stratego.Blue, pieces...)
	play(t, s, "e7-e6")
	o := Options{NoStart: true, Habits: LearntHabits()}
	if comes := rowOf(t, s, o, "e6"); comes[stratego.Sergeant] > 0.1 {
		t.Errorf("sergeant %.2f for a piece that came beside a captain, expected far below ⅓", comes[stratego.Sergeant])
	}
	stays := rowOf(t, s, o, "a6")
	if stays[stratego.Bomb] < 0.3 || stays[stratego.Colonel] > 0.2 {
		t.Errorf("bomb %.2f, colonel %.2f for a piece that stayed beside a miner", stays[stratego.Bomb], stays[stratego.Colonel])
	}
}

func TestHabitsText(t *testing.T) {
	h := LearntHabits()
	back, err := parseHabits("# counts\n" + h.String())
	if err != nil || *back != *h {
		t.Errorf("the habits do not come back from their text: %v", err)
	}
	text := h.String()
	for _, bad := range []string{"", "could\t1\n", text + "more\t1\n", text[:len(text)/2], "x" + text} {
		if _, err := parseHabits(bad); err == nil {
			t.Errorf("habits of %d bytes were accepted", len(bad))
		}
	}
}
