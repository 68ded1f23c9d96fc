//go:build amd64 && !linux

package nn

// tilesGranted asks the system whether this process may use tiles: only Linux is known to say so.
func tilesGranted() bool { return false }
