package stratego_test

import (
	"slices"
	"testing"

	"marengo/stratego"
)

// FuzzDoUndo plays the moves that the bytes choose, in an endgame that they
// place, checks every legal list against the board one ply on, and takes it all
// back.
func FuzzDoUndo(f *testing.F) {
	f.Add([]byte{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5})
	f.Add([]byte("to and fro, to and fro, to and fro, to and fro, to and fro"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := fuzzPosition(data)
		if s == nil {
			return
		}
		type before struct {
			moves  []stratego.Move
			key    uint64
			quiet  int
			result stratego.Result
		}
		var path []before
		for _, b := range data {
			at := before{s.Moves(nil), s.Key(6), s.Quiet(), s.Result()}
			if len(at.moves) == 0 {
				if !s.Result().Over() {
					t.Fatal("no moves, and the game goes on")
				}
				break
			}
			path = append(path, at)
			s.Do(at.moves[int(b)%len(at.moves)])
		}
		for i := len(path) - 1; i >= 0; i-- {
			s.Undo()
			if p := path[i]; !slices.Equal(p.moves, s.Moves(nil)) || p.key != s.Key(6) || p.quiet != s.Quiet() || p.result != s.Result() {
				t.Fatalf("taking back to ply %d did not restore the position", i)
			}
		}
	})
}

// fuzzPosition places up to a dozen pieces by pairs of bytes: square and rank.
func fuzzPosition(data []byte) *stratego.State {
	rules := stratego.DefaultRules
	rules.QuietLimit = 50
	var pieces []stratego.Placement
	for i := 0; i+1 < len(data) && i < 24; i += 2 {
		pieces = append(pieces, stratego.Placement{Square: stratego.Square(data[i] % 100),
			Color: stratego.Color(data[i+1] >> 7), Rank: stratego.Rank(data[i+1] % stratego.Ranks)})
	}
	s, err := stratego.NewPosition(rules, stratego.Red, pieces)
	if err != nil {
		return nil
	}
	return s
}

func FuzzParseSetup(f *testing.F) {
	f.Add("3BFB54B4B473B8359B325862267356224M62S722")
	f.Add("F.......................................")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := stratego.ParseSetup(text)
		if err == nil && s.String() != text {
			t.Errorf("%q was read as %q", text, s)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add("a4-a5")
	f.Add("d8#Mxe8#8")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := stratego.ParseMove(text)
		if err != nil {
			return
		}
		again, err := stratego.ParseMove(stratego.FormatMove(m))
		if err != nil || again != m {
			t.Errorf("%q was read as %s, which reads as %s (%v)", text, stratego.FormatMove(m), stratego.FormatMove(again), err)
		}
	})
}

func FuzzParseRules(f *testing.F) {
	for _, name := range stratego.PresetNames() {
		f.Add(name)
	}
	f.Add("two=3,scout=true,more=false,quiet=0,plies=77/barrage")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := stratego.ParseRules(text)
		if err != nil {
			return
		}
		if again, err := stratego.ParseRules(r.String()); err != nil || again != r {
			t.Errorf("%q was read as %v, which reads as %v (%v)", text, r, again, err)
		}
	})
}
