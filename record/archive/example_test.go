package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"marengo/record/archive"
	"marengo/stratego"
)

// Games go into a file and come out one by one.
func Example() {
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	w, err := archive.NewWriter(&file, archive.Header{Rules: "match", Players: []string{"lewis", "star"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := archive.Game{Players: [2]uint8{0, 1}, Winner: stratego.Blue, Setups: [2]stratego.Setup{setup, setup.Mirror()}}
	if err := w.Write(&game); err != nil {
		fmt.Println(err)
		return
	}
	r, err := archive.NewReader(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		if err := r.Next(&game); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(r.Header.Players[game.Players[game.Winner]], "won")
	}
	// Output: star won
}
