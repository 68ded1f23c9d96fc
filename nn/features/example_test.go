package features_test

import (
	"fmt"

	"marengo/nn/features"
	"marengo/stratego"
)

// A record holds what the side to move may know, always seen from its own side of the board.
func ExampleWriter() {
	setup, err := stratego.ParseSetup("3BFB54B4B473B8359B325862267356224M62S722")
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := stratego.NewState(stratego.DefaultRules, setup, setup)
	if err != nil {
		fmt.Println(err)
		return
	}
	var writer features.Writer
	var record features.Record
	if err := writer.WriteState(state, &record); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(record), "bytes,", record.Legal(), "legal moves")
	// Output: 960 bytes, 16 legal moves
}
