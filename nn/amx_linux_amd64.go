package nn

import "syscall"

// Linux gives a process tiles when it asks for them (Documentation/arch/x86/xstate.rst).
const (
	archRequestPermission = 0x1023 // ARCH_REQ_XCOMP_PERM
	tileData              = 18     // XFEATURE_XTILEDATA
)

// tilesGranted asks the system whether this process may use tiles.
func tilesGranted() bool {
	_, _, errno := syscall.RawSyscall(syscall.SYS_ARCH_PRCTL, archRequestPermission, tileData, 0)
	return errno == 0
}
