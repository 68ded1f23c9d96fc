package main

import (
	"fmt"
	"strings"
)

// The command line lists the players, the weakest first.
func Example() {
	var out strings.Builder
	root := newRoot()
	root.SetOut(&out)
	root.SetArgs([]string{"agents"})
	if err := root.Execute(); err != nil {
		fmt.Println(err)
	}
	weakest, _, _ := strings.Cut(out.String(), "\n")
	fmt.Println(weakest)
	// Output: random: plays any legal move, all equally likely (classic, barrage)
}
