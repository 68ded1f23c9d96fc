//go:build unix

package protocol

import (
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
)

// ownGroup gives a child a process group of its own, so that keys pressed at our
// terminal do not reach it and its own children are found.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a child's process group.
func killGroup(cmd *exec.Cmd) {
	// Nobody left to kill is as good.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// usage says what a reaped child used.
func usage(cmd *exec.Cmd) string {
	state := cmd.ProcessState
	text := fmt.Sprintf("processor time %.3f s", (state.UserTime() + state.SystemTime()).Seconds())
	if r, ok := state.SysUsage().(*syscall.Rusage); ok {
		peak := r.Maxrss << 10 // kilobytes, but bytes on Darwin
		if runtime.GOOS == "darwin" {
			peak = r.Maxrss
		}
		text += fmt.Sprintf(", peak memory %.1f MB", float64(peak)/1e6)
	}
	return text
}
