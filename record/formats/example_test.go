package formats_test

import (
	"fmt"
	"os"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

func ExampleParse() {
	g, err := formats.Parse("duel.marengo", []byte(`marengo position 1
red pieces: a1#F
red pieces: e4#M*!
blue pieces: e7#S*
blue pieces: k0#F
to move: red
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := g.Begin()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Rules, s.Turn(), len(s.Moves(nil)))
	// Output: match red 4
}

func ExampleFormat_Encode() {
	red, _ := stratego.ParseSetup("23B23BFB334B4785B56454BS9277826225263M26")
	blue, _ := stratego.ParseSetup("F6B37355237B2442B462BS65B84B25983722632M")
	g := record.New(stratego.DefaultRules, red, blue)
	for _, text := range []string{"a4-a5", "a7-a6", "a5-a6"} {
		m, err := stratego.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Moves = append(g.Moves, m)
	}
	data, err := formats.Text.Encode(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(data)
	// Output:
	// marengo game 1
	// rules: match
	// red setup: 23B23BFB33 4B4785B564 54BS927782 6225263M26
	// blue setup: F6B3735523 7B2442B462 BS65B84B25 983722632M
	// moves:
	//    1. a4-a5     a7-a6
	//    2. a5#6xa6#M
	// result: unfinished
}

func ExampleParse_error() {
	_, err := formats.Parse("bad.marengo", []byte("marengo position 1\nred pieces: a1#F c5#M\nto move: red\n"))
	fmt.Println(err)
	// Output: bad.marengo:2:18: a piece in the lake on c5
}
