package main

import "fmt"

// What the server sends is counted compressed.
func Example() {
	page := make([]byte, 100_000)
	fmt.Println(compressed(page) < firstPageLimit)
	// Output: true
}
