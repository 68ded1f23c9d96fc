//go:build !unix

package protocol

import (
	"fmt"
	"os/exec"
)

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills the child alone.
func killGroup(cmd *exec.Cmd) {
	// Nobody left to kill is as good.
	_ = cmd.Process.Kill()
}

// usage says what a reaped child used.
func usage(cmd *exec.Cmd) string {
	state := cmd.ProcessState
	return fmt.Sprintf("processor time %.3f s", (state.UserTime() + state.SystemTime()).Seconds())
}
