package wire_test

import (
	"fmt"

	"marengo/stratego"
	"marengo/web/wire"
)

// A client's command as it travels.
func Example() {
	fmt.Println(wire.ColorName(stratego.Red))
	fmt.Printf("%s\n", wire.Encode(wire.Command{Type: "move", Game: "g", Seat: "s", Ply: 4, Move: "a4-a5"}))
	// Output:
	// red
	// {"type":"move","game":"g","seat":"s","ply":4,"move":"a4-a5"}
}
