package nn

import "golang.org/x/sys/cpu"

// assembly returns the kernels in assembly that this processor can run, the
// fastest first.
func assembly() (list []*Kernel) {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		list = append(list, &avx2)
	}
	return list
}
