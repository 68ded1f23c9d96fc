package puzzle_test

import (
	"fmt"

	"marengo/puzzle"
)

// The puzzles that ship with the program, each as its solver may know it.
func Example() {
	list, err := puzzle.Shipped()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range list {
		v, err := p.View()
		if err != nil || v.Turn() != v.Color() {
			fmt.Println(p.ID, "is no puzzle for who is to move:", err)
		}
	}
	fmt.Println("all can be solved")
	// Output: all can be solved
}
