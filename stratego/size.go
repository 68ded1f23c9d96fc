package stratego

import "unsafe"

// StateSize returns the bytes of a State without its path, which takes sixteen
// for each ply.
func StateSize() int { return int(unsafe.Sizeof(State{})) }
