#include "textflag.h"
#include "constants_amd64.h"

// ROW4 multiplies four bytes of a row of a by the four panels in Z24–Z27 and adds to the row's four sums.
#define ROW4(A, C0, C1, C2, C3) \
	VPBROADCASTD A, Z28        \
	VPDPBUSD     Z24, Z28, C0  \
	VPDPBUSD     Z25, Z28, C1  \
	VPDPBUSD     Z26, Z28, C2  \
	VPDPBUSD     Z27, Z28, C3

// FLOAT turns a row's sums into floats: times the scales of the outputs (Z24–Z27), times the row's step at (BX), plus
// the bias (Z28–Z31).
#define FLOAT(C0, C1, C2, C3) \
	VCVTDQ2PS    C0, C0        \
	VCVTDQ2PS    C1, C1        \
	VCVTDQ2PS    C2, C2        \
	VCVTDQ2PS    C3, C3        \
	VMULPS       Z24, C0, C0   \
	VMULPS       Z25, C1, C1   \
	VMULPS       Z26, C2, C2   \
	VMULPS       Z27, C3, C3   \
	VMULPS.BCST  (BX), C0, C0  \
	VMULPS.BCST  (BX), C1, C1  \
	VMULPS.BCST  (BX), C2, C2  \
	VMULPS.BCST  (BX), C3, C3  \
	VADDPS       Z28, C0, C0   \
	VADDPS       Z29, C1, C1   \
	VADDPS       Z30, C2, C2   \
	VADDPS       Z31, C3, C3   \
	ADDQ         $4, BX

// STORE writes a row to (DX) and steps DX to the next.
#define STORE(C0, C1, C2, C3) \
	VMOVUPS C0, (DX)     \
	VMOVUPS C1, 64(DX)   \
	VMOVUPS C2, 128(DX)  \
	VMOVUPS C3, 192(DX)  \
	ADDQ    R9, DX

// ADDC adds the row of c at (AX) and steps AX.
#define ADDC(C0, C1, C2, C3) \
	VADDPS (AX), C0, C0     \
	VADDPS 64(AX), C1, C1   \
	VADDPS 128(AX), C2, C2  \
	VADDPS 192(AX), C3, C3  \
	ADDQ   R9, AX

// RELU cuts a row at zero, which Z24 holds.
#define RELU(C0, C1, C2, C3) \
	VMAXPS Z24, C0, C0 \
	VMAXPS Z24, C1, C1 \
	VMAXPS Z24, C2, C2 \
	VMAXPS Z24, C3, C3

// START gives a row the sums of the first.
#define START(C0, C1, C2, C3) \
	VMOVDQA32 Z0, C0 \
	VMOVDQA32 Z1, C1 \
	VMOVDQA32 Z2, C2 \
	VMOVDQA32 Z3, C3

// ALL does the same with each of the six rows.
#define ALL(DO) \
	DO(Z0, Z1, Z2, Z3)     \
	DO(Z4, Z5, Z6, Z7)     \
	DO(Z8, Z9, Z10, Z11)   \
	DO(Z12, Z13, Z14, Z15) \
	DO(Z16, Z17, Z18, Z19) \
	DO(Z20, Z21, Z22, Z23)

// func productVNNI(rows, k int, a *uint8, lda int, steps *float32, panels *int8, start *int32, scale, bias, c *float32, ldc int, m int)
//
// rows counts down. R12 k/4, SI a, R8 lda, BX steps, R13 panels, R10 the length of a panel, R15 three times that, DX c,
// R9 ldc in bytes. In the loop R14 and CX walk a (rows 0–2 and 3–5), DI walks the panels, AX counts. Each six rows
// fetch one more of the panels to come, which is R11 bytes away.
TEXT ·productVNNI(SB), NOSPLIT, $0-96
	MOVQ k+8(FP), R12
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R8
	MOVQ steps+32(FP), BX
	MOVQ panels+40(FP), R13
	MOVQ c+72(FP), DX
	MOVQ ldc+80(FP), R9
	MOVQ R12, R10
	SHLQ $4, R10
	LEAQ (R10)(R10*2), R15
	MOVQ R15, R11
	SHRQ $2, R12
	SHLQ $2, R9

six:
	MOVQ      start+48(FP), AX
	VMOVDQU32 (AX), Z0
	VMOVDQU32 64(AX), Z1
	VMOVDQU32 128(AX), Z2
	VMOVDQU32 192(AX), Z3
	ALL(START)
	MOVQ      SI, R14
	LEAQ      (SI)(R8*2), CX
	ADDQ      R8, CX
	MOVQ      R13, DI
	MOVQ      R12, AX
	ADDQ      R10, R11

loop:
	VMOVDQU32  (DI), Z24
	VMOVDQU32  (DI)(R10*1), Z25
	VMOVDQU32  (DI)(R10*2), Z26
	VMOVDQU32  (DI)(R15*1), Z27
	PREFETCHT1 (DI)(R11*1)
	ROW4((R14), Z0, Z1, Z2, Z3)
	ROW4((R14)(R8*1), Z4, Z5, Z6, Z7)
	ROW4((R14)(R8*2), Z8, Z9, Z10, Z11)
	ROW4((CX), Z12, Z13, Z14, Z15)
	ROW4((CX)(R8*1), Z16, Z17, Z18, Z19)
	ROW4((CX)(R8*2), Z20, Z21, Z22, Z23)
	ADDQ       $4, R14
	ADDQ       $4, CX
	ADDQ       $64, DI
	DECQ       AX
	JNZ        loop

	MOVQ    scale+56(FP), AX
	VMOVUPS (AX), Z24
	VMOVUPS 64(AX), Z25
	VMOVUPS 128(AX), Z26
	VMOVUPS 192(AX), Z27
	MOVQ    bias+64(FP), AX
	VMOVUPS (AX), Z28
	VMOVUPS 64(AX), Z29
	VMOVUPS 128(AX), Z30
	VMOVUPS 192(AX), Z31
	ALL(FLOAT)
	MOVQ    m+88(FP), AX
	CMPQ    AX, $1
	JE      add
	JG      relu

write:
	ALL(STORE)
	LEAQ (SI)(R8*4), SI
	LEAQ (SI)(R8*2), SI
	SUBQ $6, rows+0(FP)
	JNZ  six
	VZEROUPPER
	RET

add:
	MOVQ DX, AX
	ALL(ADDC)
	JMP  write

relu:
	VPXORD Z24, Z24, Z24
	ALL(RELU)
	JMP    write

// func quantiseAVX512(rows int, dst *uint8, ldd int, steps, src *float32, lds, n int, limit float32, zero int32)
//
// BX rows left, DI dst, R8 ldd, DX steps, SI src, R9 lds in bytes, CX n.
TEXT ·quantiseAVX512(SB), NOSPLIT, $0-64
	MOVQ         rows+0(FP), BX
	MOVQ         dst+8(FP), DI
	MOVQ         ldd+16(FP), R8
	MOVQ         steps+24(FP), DX
	MOVQ         src+32(FP), SI
	MOVQ         lds+40(FP), R9
	MOVQ         n+48(FP), CX
	SHLQ         $2, R9
	VMOVSS       limit+56(FP), X4
	MOVL         zero+60(FP), AX
	VPBROADCASTD AX, Z5
	VPBROADCASTD magnitude<>(SB), Z3

row:
	// X0 = the largest magnitude.
	VBROADCASTSS smallestTop<>(SB), Z0
	XORQ         AX, AX

largest:
	VPANDD (SI)(AX*4), Z3, Z1
	VMAXPS Z1, Z0, Z0
	ADDQ   $16, AX
	CMPQ   AX, CX
	JLT    largest
	VEXTRACTF64X4 $1, Z0, Y1
	VMAXPS        Y1, Y0, Y0
	VEXTRACTF128  $1, Y0, X1
	VMAXPS        X1, X0, X0
	VPERMILPS     $0x4e, X0, X1
	VMAXPS        X1, X0, X0
	VPERMILPS     $0xb1, X0, X1
	VMAXPS        X1, X0, X0

	VDIVSS       X4, X0, X1
	VMOVSS       X1, (DX)
	VDIVSS       X0, X4, X1
	VBROADCASTSS X1, Z1
	XORQ         AX, AX

bytes:
	VMULPS    (SI)(AX*4), Z1, Z0
	VCVTPS2DQ Z0, Z0
	VPADDD    Z5, Z0, Z0
	VPMOVDB   Z0, (DI)(AX*1)
	ADDQ      $16, AX
	CMPQ      AX, CX
	JLT       bytes
	ADDQ      $4, DX
	ADDQ      R8, DI
	ADDQ      R9, SI
	DECQ      BX
	JNZ       row
	VZEROUPPER
	RET
