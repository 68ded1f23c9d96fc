//go:build unix

package main

import "fmt"

// What cannot be done is said in a sentence.
func Example() {
	fmt.Println(run([]string{"bench", "--games", "5", "--groups", "2"}))
	// Output: 5 games do not divide into 2 groups
}
