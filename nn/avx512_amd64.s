#include "textflag.h"
#include "constants_amd64.h"

// Every sum here is taken in the order of its AVX2 twin, so that both give the same bits.

// ROWS3 adds the row of b in Z12, times one element of each of three rows of a from P on, to three sums.
#define ROWS3(P, C0, C1, C2) \
	VFMADD231PS.BCST (P), Z12, C0        \
	VFMADD231PS.BCST (P)(R8*1), Z12, C1  \
	VFMADD231PS.BCST (P)(R8*2), Z12, C2  \
	ADDQ             $4, P

// STORE writes a row of the tile to (DX) and steps DX to the next row.
#define STORE(C) \
	VMOVUPS C, (DX) \
	ADDQ    R9, DX

// ADDC adds the row of c at (AX) to a row of the tile and steps AX.
#define ADDC(C) \
	VADDPS (AX), C, C \
	ADDQ   R9, AX

// RELU cuts a row at zero, which Z12 holds.
#define RELU(C) VMAXPS Z12, C, C

// ALL does the same with each of the twelve rows.
#define ALL(DO) \
	DO(Z0)  \
	DO(Z1)  \
	DO(Z2)  \
	DO(Z3)  \
	DO(Z4)  \
	DO(Z5)  \
	DO(Z6)  \
	DO(Z7)  \
	DO(Z8)  \
	DO(Z9)  \
	DO(Z10) \
	DO(Z11)

// func panelAVX512(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)
//
// R11 rows left, R12 k, SI a, R8 lda, R13 b, R10 ldb, DX c, R9 ldc (strides in bytes).
// In the loops R14, CX, R15 and BX walk a (three rows each), DI walks b, AX counts; with twelve rows R12 is the length
// of the panel in bytes, since the panel behind it is fetched meanwhile.
TEXT ·panelAVX512(SB), NOSPLIT, $0-80
	MOVQ rows+0(FP), R11
	MOVQ k+8(FP), R12
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R8
	MOVQ b+32(FP), R13
	MOVQ ldb+40(FP), R10
	MOVQ c+48(FP), DX
	MOVQ ldc+56(FP), R9
	SHLQ $2, R8
	SHLQ $2, R10
	SHLQ $2, R9

twelve:
	CMPQ   R11, $12
	JLT    one
	VPXORD Z0, Z0, Z0
	MOVQ   bias+64(FP), AX
	TESTQ  AX, AX
	JZ     twelveStart
	VMOVUPS (AX), Z0

twelveStart:
	VMOVAPS Z0, Z1
	VMOVAPS Z0, Z2
	VMOVAPS Z0, Z3
	VMOVAPS Z0, Z4
	VMOVAPS Z0, Z5
	VMOVAPS Z0, Z6
	VMOVAPS Z0, Z7
	VMOVAPS Z0, Z8
	VMOVAPS Z0, Z9
	VMOVAPS Z0, Z10
	VMOVAPS Z0, Z11
	LEAQ    (R8)(R8*2), AX
	MOVQ    SI, R14
	LEAQ    (R14)(AX*1), CX
	LEAQ    (CX)(AX*1), R15
	LEAQ    (R15)(AX*1), BX
	MOVQ    R13, DI
	MOVQ    R12, AX
	IMULQ   R10, R12

twelveLoop:
	VMOVUPS    (DI), Z12
	PREFETCHT1 (DI)(R12*1)
	ADDQ       R10, DI
	ROWS3(R14, Z0, Z1, Z2)
	ROWS3(CX, Z3, Z4, Z5)
	ROWS3(R15, Z6, Z7, Z8)
	ROWS3(BX, Z9, Z10, Z11)
	DECQ       AX
	JNZ        twelveLoop

	MOVQ k+8(FP), R12
	MOVQ m+72(FP), AX
	CMPQ AX, $1
	JE   twelveAdd
	JG   twelveReLU

twelveStore:
	ALL(STORE)
	LEAQ (R8)(R8*2), AX
	LEAQ (SI)(AX*4), SI
	SUBQ $12, R11
	JMP  twelve

twelveAdd:
	MOVQ DX, AX
	ALL(ADDC)
	JMP  twelveStore

twelveReLU:
	VPXORD Z12, Z12, Z12
	ALL(RELU)
	JMP    twelveStore

// One row: four steps of k at a time into four sums, which hides the latency of FMA.
one:
	TESTQ  R11, R11
	JZ     done
	VPXORD Z0, Z0, Z0
	MOVQ   bias+64(FP), AX
	TESTQ  AX, AX
	JZ     oneStart
	VMOVUPS (AX), Z0

oneStart:
	VPXORD Z1, Z1, Z1
	VPXORD Z2, Z2, Z2
	VPXORD Z3, Z3, Z3
	MOVQ   SI, R14
	MOVQ   R13, DI
	LEAQ   (R10)(R10*2), CX
	MOVQ   R12, AX
	SUBQ   $4, AX
	JLT    oneRest

oneLoop:
	VBROADCASTSS (R14), Z4
	VBROADCASTSS 4(R14), Z5
	VBROADCASTSS 8(R14), Z6
	VBROADCASTSS 12(R14), Z7
	VFMADD231PS  (DI), Z4, Z0
	VFMADD231PS  (DI)(R10*1), Z5, Z1
	VFMADD231PS  (DI)(R10*2), Z6, Z2
	VFMADD231PS  (DI)(CX*1), Z7, Z3
	ADDQ         $16, R14
	LEAQ         (DI)(R10*4), DI
	SUBQ         $4, AX
	JGE          oneLoop

oneRest:
	ADDQ $4, AX
	JZ   oneSum

oneStep:
	VBROADCASTSS (R14), Z4
	VFMADD231PS  (DI), Z4, Z0
	ADDQ         $4, R14
	ADDQ         R10, DI
	DECQ         AX
	JNZ          oneStep

oneSum:
	VADDPS Z1, Z0, Z0
	VADDPS Z3, Z2, Z2
	VADDPS Z2, Z0, Z0
	MOVQ   m+72(FP), AX
	CMPQ   AX, $1
	JE     oneAdd
	JG     oneReLU

oneStore:
	STORE(Z0)
	ADDQ R8, SI
	DECQ R11
	JMP  one

oneAdd:
	VADDPS (DX), Z0, Z0
	JMP    oneStore

oneReLU:
	VPXORD Z12, Z12, Z12
	RELU(Z0)
	JMP oneStore

done:
	VZEROUPPER
	RET

// func softmaxAVX512(rows int, x *float32, n int)
//
// As softmaxAVX2. The sum adds the low half of a register, then the high half.
TEXT ·softmaxAVX512(SB), NOSPLIT, $0-24
	MOVQ rows+0(FP), BX
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	SHLQ $2, CX

	VBROADCASTSS lowest<>(SB), Z4
	VBROADCASTSS log2e<>(SB), Z5
	VBROADCASTSS ln2High<>(SB), Z6
	VBROADCASTSS ln2Low<>(SB), Z7
	VBROADCASTSS c7<>(SB), Z8
	VBROADCASTSS c6<>(SB), Z9
	VBROADCASTSS c5<>(SB), Z10
	VBROADCASTSS c4<>(SB), Z11
	VBROADCASTSS c3<>(SB), Z12
	VBROADCASTSS half<>(SB), Z13
	VBROADCASTSS one<>(SB), Z14

row:
	// Z0 = the largest value.
	VMOVUPS (SI), Z0
	MOVQ    $64, AX
	JMP     largestTest

largest:
	VMAXPS (SI)(AX*1), Z0, Z0
	ADDQ   $64, AX

largestTest:
	CMPQ AX, CX
	JLT  largest
	VSHUFF64X2 $0x4e, Z0, Z0, Z2
	VMAXPS     Z2, Z0, Z0
	VSHUFF64X2 $0xb1, Z0, Z0, Z2
	VMAXPS     Z2, Z0, Z0
	VPERMILPS  $0x4e, Z0, Z2
	VMAXPS     Z2, Z0, Z0
	VPERMILPS  $0xb1, Z0, Z2
	VMAXPS     Z2, Z0, Z0

	// x = exp(x − Z0), Y1 = the sum.
	VXORPS Y1, Y1, Y1
	XORQ   AX, AX

exp:
	VMOVUPS       (SI)(AX*1), Z2
	VSUBPS        Z0, Z2, Z2
	VMAXPS        Z4, Z2, Z2
	VMULPS        Z5, Z2, Z3
	VRNDSCALEPS   $0, Z3, Z3
	VFNMADD231PS  Z6, Z3, Z2
	VFNMADD231PS  Z7, Z3, Z2
	VCVTPS2DQ     Z3, Z3
	VPSLLD        $23, Z3, Z3
	VMOVAPS       Z8, Z15
	VFMADD213PS   Z9, Z2, Z15
	VFMADD213PS   Z10, Z2, Z15
	VFMADD213PS   Z11, Z2, Z15
	VFMADD213PS   Z12, Z2, Z15
	VFMADD213PS   Z13, Z2, Z15
	VFMADD213PS   Z14, Z2, Z15
	VFMADD213PS   Z14, Z2, Z15
	VPADDD        Z3, Z15, Z15
	VMOVUPS       Z15, (SI)(AX*1)
	VEXTRACTF64X4 $1, Z15, Y16
	VADDPS        Y15, Y1, Y1
	VADDPS        Y16, Y1, Y1
	ADDQ          $64, AX
	CMPQ          AX, CX
	JLT           exp
	VPERM2F128   $0x01, Y1, Y1, Y2
	VADDPS       Y2, Y1, Y1
	VPERMILPS    $0x4e, Y1, Y2
	VADDPS       Y2, Y1, Y1
	VPERMILPS    $0xb1, Y1, Y2
	VADDPS       Y2, Y1, Y1
	VDIVPS       Y1, Y14, Y1
	VBROADCASTSS X1, Z1

	XORQ AX, AX

share:
	VMULPS  (SI)(AX*1), Z1, Z2
	VMOVUPS Z2, (SI)(AX*1)
	ADDQ    $64, AX
	CMPQ    AX, CX
	JLT     share
	ADDQ    CX, SI
	DECQ    BX
	JNZ     row
	VZEROUPPER
	RET
