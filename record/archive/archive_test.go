package archive

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"marengo/stratego"
)

// played returns a game of random moves.
func played(t *testing.T, rng *rand.Rand, plies int) Game {
	t.Helper()
	g := Game{Players: [2]uint8{0, 1}, Winner: stratego.NoColor}
	for c := range g.Setups {
		g.Setups[c] = stratego.ShuffledSetup(stratego.Classic, rng)
	}
	s, err := g.Begin(stratego.DefaultRules)
	if err != nil {
		t.Fatal(err)
	}
	for !s.Result().Over() && len(g.Moves) < plies {
		moves := s.Moves(nil)
		m := moves[rng.IntN(len(moves))]
		g.Moves = append(g.Moves, m)
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if s.Result().Over() {
		g.Winner = s.Result().Winner
	}
	return g
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	h := Header{Rules: "match", Players: []string{"lewis", "invincible"}, Note: "a try"}
	var file bytes.Buffer
	w, err := NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	var want []Game
	for i := range 20 {
		g := played(t, rng, 100*i)
		g.Winner = []stratego.Color{stratego.Red, stratego.Blue, stratego.NoColor}[i%3]
		want = append(want, g)
		if err := w.Write(&g); err != nil {
			t.Fatal(err)
		}
	}
	whole := file.Bytes()
	r, err := NewReader(bytes.NewReader(whole))
	if err != nil || !reflect.DeepEqual(r.Header, h) {
		t.Fatalf("head %+v, error %v", r.Header, err)
	}
	var g Game
	var ends []int64
	for i := range want {
		if err := r.Next(&g); err != nil {
			t.Fatal(err)
		}
		if len(want[i].Moves) == 0 {
			want[i].Moves = g.Moves[:0]
		}
		if !reflect.DeepEqual(g, want[i]) {
			t.Fatalf("game %d is %+v, was %+v", i, g, want[i])
		}
		n, at := r.Whole()
		if n != i+1 {
			t.Fatalf("%d games read, counted %d", i+1, n)
		}
		ends = append(ends, at)
	}
	if err := r.Next(&g); err != io.EOF {
		t.Fatalf("after the last game: %v", err)
	}
	// Cut off anywhere, the file is whole up to the last game that is.
	for n := ends[3]; n <= ends[5]; n++ {
		r, err := NewReader(bytes.NewReader(whole[:n]))
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			err = r.Next(&g)
		}
		games, at := r.Whole()
		if at > n || ends[games-1] != at || (err == io.EOF) != (at == n) || err != io.EOF && !errors.Is(err, ErrCut) {
			t.Fatalf("%d bytes: %d games up to byte %d, then %v", n, games, at, err)
		}
	}
}

func TestBadFiles(t *testing.T) {
	head := "marengo games 1\n{\"rules\":\"match\",\"players\":[\"a\"]}\n"
	game := func(change func([]byte)) string {
		b := make([]byte, fixedSize+2)
		b[4] = 1
		change(b)
		return head + string(b)
	}
	for text, want := range map[string]string{
		"":                                   "no file of games",
		"marengo game 1\n":                   "no file of games",
		"marengo games 1\nx":                 "second line",
		"marengo games 1\nx\n":               "bad second line",
		"marengo games 1\n{\"ruls\":1}\n":    "bad second line",
		game(func(b []byte) { b[0] = 1 }):    "game 1: player 1",
		game(func(b []byte) { b[2] = 3 }):    "game 1: winner 3",
		game(func(b []byte) { b[46] = 100 }): "game 1, ply 1",
		head + "x":                           "within a game",
	} {
		r, err := NewReader(strings.NewReader(text))
		if err == nil {
			err = r.Next(new(Game))
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected one with %q", text, err, want)
		}
	}
}
