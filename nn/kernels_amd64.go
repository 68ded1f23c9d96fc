package nn

import "golang.org/x/sys/cpu"

// assembly returns the kernels in assembly that this processor can run, the
// fastest first.
func assembly() (list []*Kernel) {
	has := &cpu.X86
	if !has.HasAVX2 || !has.HasFMA {
		return nil
	}
	wide := has.HasAVX512F && has.HasAVX512BW && has.HasAVX512DQ && has.HasAVX512VL
	for _, k := range []struct {
		present bool
		kernel  *Kernel
	}{
		{wide && has.HasAVX512VNNI && has.HasAMXTile && has.HasAMXInt8 && tilesGranted(), &amx},
		{wide && has.HasAVX512VNNI, &vnni},
		{has.HasAVXVNNI, &avxvnni},
		{wide, &avx512},
		{true, &avx2},
	} {
		if k.present {
			list = append(list, k.kernel)
		}
	}
	return list
}
