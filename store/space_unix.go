//go:build unix

package store

import (
	"fmt"
	"path/filepath"
	"syscall"
)

// Space returns the bytes that are free where the database lies.
func (d *DB) Space() (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(d.path), &s); err != nil {
		return 0, fmt.Errorf("database %s: free space: %w", d.path, err)
	}
	return uint64(s.Bavail) * uint64(s.Bsize), nil
}
