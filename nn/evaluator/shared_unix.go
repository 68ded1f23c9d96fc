//go:build unix

package evaluator

import (
	"fmt"
	"os"
	"syscall"
)

// mapShared maps a file into memory, to be shared with the process that made it.
func mapShared(f *os.File, size int) ([]byte, error) {
	bytes, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping %s: %w", f.Name(), err)
	}
	return bytes, nil
}
