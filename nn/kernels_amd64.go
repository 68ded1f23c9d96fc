package nn

import "golang.org/x/sys/cpu"

// assembly returns the kernels in assembly that this processor can run, the
// fastest first.
func assembly() (list []*Kernel) {
	has := &cpu.X86
	if !has.HasAVX2 || !has.HasFMA {
		return nil
	}
	if has.HasAVX512F && has.HasAVX512BW && has.HasAVX512DQ && has.HasAVX512VL {
		list = append(list, &avx512)
	}
	return append(list, &avx2)
}
