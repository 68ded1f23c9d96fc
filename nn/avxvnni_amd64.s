#include "textflag.h"
#include "constants_amd64.h"

// VPDPBUSD in its VEX form, which processors without AVX-512 have and Go's assembler does not know (it writes the EVEX
// form): VEX.256.66.0F38.W0 50 /r. DOT adds the products of the bytes of Y14 (unsigned) and of Y12 or Y13 (signed) to a
// register of the lower (DOT) or upper eight (DOTHIGH); both are given as a ModRM byte: 0xc4 for Y12, 0xc5 for Y13, plus
// eight times the register's low three bits.
#define DOT(MODRM)     BYTE $0xc4; BYTE $0xc2; BYTE $0x0d; BYTE $0x50; BYTE $MODRM
#define DOTHIGH(MODRM) BYTE $0xc4; BYTE $0x42; BYTE $0x0d; BYTE $0x50; BYTE $MODRM

// SCALE turns a row's sums into floats times the scales of the outputs (Y12, Y13).
#define SCALE(LO, HI) \
	VCVTDQ2PS LO, LO      \
	VCVTDQ2PS HI, HI      \
	VMULPS    Y12, LO, LO \
	VMULPS    Y13, HI, HI

// STEP multiplies a row by its step at (BX), adds the bias (Y12, Y13) and goes to the next step.
#define STEP(LO, HI) \
	VBROADCASTSS (BX), Y14   \
	VMULPS       Y14, LO, LO \
	VMULPS       Y14, HI, HI \
	VADDPS       Y12, LO, LO \
	VADDPS       Y13, HI, HI \
	ADDQ         $4, BX

// STORE writes a row to (DX) and steps DX to the next.
#define STORE(LO, HI) \
	VMOVUPS LO, (DX)   \
	VMOVUPS HI, 32(DX) \
	ADDQ    R9, DX

// ADDC adds the row of c at (AX) and steps AX.
#define ADDC(LO, HI) \
	VADDPS (AX), LO, LO   \
	VADDPS 32(AX), HI, HI \
	ADDQ   R9, AX

// RELU cuts a row at zero, which Y15 holds.
#define RELU(LO, HI) \
	VMAXPS Y15, LO, LO \
	VMAXPS Y15, HI, HI

// START gives a row the sums of the first.
#define START(LO, HI) \
	VMOVDQA Y0, LO \
	VMOVDQA Y1, HI

// ALL does the same with each of the six rows.
#define ALL(DO) \
	DO(Y0, Y1)   \
	DO(Y2, Y3)   \
	DO(Y4, Y5)   \
	DO(Y6, Y7)   \
	DO(Y8, Y9)   \
	DO(Y10, Y11)

// func panelAVXVNNI(rows, k int, a *uint8, lda int, steps *float32, panel *int8, start *int32, scale, bias, c *float32, ldc int, m int)
//
// R11 rows left, R12 k/4, SI a, R8 lda, BX steps, R13 the panel, R10 its length, DX c, R9 ldc in bytes. In the loop R14
// and CX walk a (rows 0–2 and 3–5), DI walks the panel, AX counts; the panel behind it is fetched meanwhile.
TEXT ·panelAVXVNNI(SB), NOSPLIT, $0-96
	MOVQ rows+0(FP), R11
	MOVQ k+8(FP), R12
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R8
	MOVQ steps+32(FP), BX
	MOVQ panel+40(FP), R13
	MOVQ c+72(FP), DX
	MOVQ ldc+80(FP), R9
	MOVQ R12, R10
	SHLQ $4, R10
	SHRQ $2, R12
	SHLQ $2, R9

six:
	MOVQ    start+48(FP), AX
	VMOVDQU (AX), Y0
	VMOVDQU 32(AX), Y1
	ALL(START)
	MOVQ    SI, R14
	LEAQ    (SI)(R8*2), CX
	ADDQ    R8, CX
	MOVQ    R13, DI
	MOVQ    R12, AX

loop:
	VMOVDQU      (DI), Y12
	VMOVDQU      32(DI), Y13
	PREFETCHT1   (DI)(R10*1)
	VPBROADCASTD (R14), Y14
	DOT(0xc4)
	DOT(0xcd)
	VPBROADCASTD (R14)(R8*1), Y14
	DOT(0xd4)
	DOT(0xdd)
	VPBROADCASTD (R14)(R8*2), Y14
	DOT(0xe4)
	DOT(0xed)
	VPBROADCASTD (CX), Y14
	DOT(0xf4)
	DOT(0xfd)
	VPBROADCASTD (CX)(R8*1), Y14
	DOTHIGH(0xc4)
	DOTHIGH(0xcd)
	VPBROADCASTD (CX)(R8*2), Y14
	DOTHIGH(0xd4)
	DOTHIGH(0xdd)
	ADDQ         $4, R14
	ADDQ         $4, CX
	ADDQ         $64, DI
	DECQ         AX
	JNZ          loop

	MOVQ    scale+56(FP), AX
	VMOVUPS (AX), Y12
	VMOVUPS 32(AX), Y13
	ALL(SCALE)
	MOVQ    bias+64(FP), AX
	VMOVUPS (AX), Y12
	VMOVUPS 32(AX), Y13
	ALL(STEP)
	MOVQ    m+88(FP), AX
	CMPQ    AX, $1
	JE      add
	JG      relu

write:
	ALL(STORE)
	LEAQ (SI)(R8*4), SI
	LEAQ (SI)(R8*2), SI
	SUBQ $6, R11
	JNZ  six
	VZEROUPPER
	RET

add:
	MOVQ DX, AX
	ALL(ADDC)
	JMP  write

relu:
	VXORPS Y15, Y15, Y15
	ALL(RELU)
	JMP    write

// func quantiseAVX2(rows int, dst *uint8, ldd int, steps, src *float32, lds, n int, limit float32, zero int32)
//
// BX rows left, DI dst, R8 ldd, DX steps, SI src, R9 lds in bytes, CX n.
TEXT ·quantiseAVX2(SB), NOSPLIT, $0-64
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
	VMOVD        AX, X5
	VPBROADCASTD X5, Y5
	VPBROADCASTD magnitude<>(SB), Y3

row:
	// X0 = the largest magnitude.
	VBROADCASTSS smallestTop<>(SB), Y0
	VMOVAPS      Y0, Y2
	XORQ         AX, AX

largest:
	VPAND  (SI)(AX*4), Y3, Y1
	VMAXPS Y1, Y0, Y0
	VPAND  32(SI)(AX*4), Y3, Y1
	VMAXPS Y1, Y2, Y2
	ADDQ   $16, AX
	CMPQ   AX, CX
	JLT    largest
	VMAXPS       Y2, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VMAXPS       X1, X0, X0
	VPERMILPS    $0x4e, X0, X1
	VMAXPS       X1, X0, X0
	VPERMILPS    $0xb1, X0, X1
	VMAXPS       X1, X0, X0

	VDIVSS       X4, X0, X1
	VMOVSS       X1, (DX)
	VDIVSS       X0, X4, X1
	VBROADCASTSS X1, Y1
	XORQ         AX, AX

	// Packing takes the lanes in turn, so 16 bytes come out as 0–3, 8–11, 4–7, 12–15 and are put in order.
bytes:
	VMULPS       (SI)(AX*4), Y1, Y0
	VMULPS       32(SI)(AX*4), Y1, Y2
	VCVTPS2DQ    Y0, Y0
	VCVTPS2DQ    Y2, Y2
	VPADDD       Y5, Y0, Y0
	VPADDD       Y5, Y2, Y2
	VPACKUSDW    Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X2
	VPACKUSWB    X2, X0, X0
	VPSHUFD      $0xd8, X0, X0
	VMOVDQU      X0, (DI)(AX*1)
	ADDQ         $16, AX
	CMPQ         AX, CX
	JLT          bytes
	ADDQ         $4, DX
	ADDQ         R8, DI
	ADDQ         R9, SI
	DECQ         BX
	JNZ          row
	VZEROUPPER
	RET
