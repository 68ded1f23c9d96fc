#include "textflag.h"

// Comments give the Go names; a "row" of Y registers is a low and a high half.

// ROW6 adds to one row of the 6×16 tile: the broadcast of a times the row of b in Y12, Y13.
#define ROW6(A, LO, HI) \
	VBROADCASTSS A, Y14         \
	VFMADD231PS  Y12, Y14, LO   \
	VFMADD231PS  Y13, Y14, HI

// STORE writes a row of the tile to (DX) and steps DX to the next row.
#define STORE(LO, HI) \
	VMOVUPS LO, (DX)   \
	VMOVUPS HI, 32(DX) \
	ADDQ    R9, DX

// ADDC adds the row of c at (AX) to a row of the tile and steps AX.
#define ADDC(LO, HI) \
	VADDPS (AX), LO, LO   \
	VADDPS 32(AX), HI, HI \
	ADDQ   R9, AX

// RELU cuts a row at zero, which Y15 holds.
#define RELU(LO, HI) \
	VMAXPS Y15, LO, LO \
	VMAXPS Y15, HI, HI

// func panelAVX2(rows, k int, a *float32, lda int, b *float32, ldb int, c *float32, ldc int, bias *float32, m int)
//
// R11 rows left, R12 k, SI a, R8 lda, R13 b, R10 ldb, DX c, R9 ldc (strides in bytes), BX bias.
// In the loops R14 and CX walk a (rows 0–2 and 3–5), DI walks b, AX counts; with six rows R12 is the length of the
// panel in bytes, since the panel behind it is fetched meanwhile.
TEXT ·panelAVX2(SB), NOSPLIT, $0-80
	MOVQ rows+0(FP), R11
	MOVQ k+8(FP), R12
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R8
	MOVQ b+32(FP), R13
	MOVQ ldb+40(FP), R10
	MOVQ c+48(FP), DX
	MOVQ ldc+56(FP), R9
	MOVQ bias+64(FP), BX
	SHLQ $2, R8
	SHLQ $2, R10
	SHLQ $2, R9

six:
	CMPQ   R11, $6
	JLT    one
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	TESTQ  BX, BX
	JZ     sixStart
	VMOVUPS (BX), Y0
	VMOVUPS 32(BX), Y1

sixStart:
	VMOVAPS Y0, Y2
	VMOVAPS Y1, Y3
	VMOVAPS Y0, Y4
	VMOVAPS Y1, Y5
	VMOVAPS Y0, Y6
	VMOVAPS Y1, Y7
	VMOVAPS Y0, Y8
	VMOVAPS Y1, Y9
	VMOVAPS Y0, Y10
	VMOVAPS Y1, Y11
	MOVQ    SI, R14
	LEAQ    (SI)(R8*2), CX
	ADDQ    R8, CX
	MOVQ    R13, DI
	MOVQ    R12, AX
	IMULQ   R10, R12

sixLoop:
	VMOVUPS    (DI), Y12
	VMOVUPS    32(DI), Y13
	PREFETCHT1 (DI)(R12*1)
	ADDQ       R10, DI
	ROW6((R14), Y0, Y1)
	ROW6((R14)(R8*1), Y2, Y3)
	ROW6((R14)(R8*2), Y4, Y5)
	ROW6((CX), Y6, Y7)
	ROW6((CX)(R8*1), Y8, Y9)
	ROW6((CX)(R8*2), Y10, Y11)
	ADDQ    $4, R14
	ADDQ    $4, CX
	DECQ    AX
	JNZ     sixLoop

	MOVQ k+8(FP), R12
	MOVQ m+72(FP), AX
	CMPQ AX, $1
	JE   sixAdd
	JG   sixReLU

sixStore:
	STORE(Y0, Y1)
	STORE(Y2, Y3)
	STORE(Y4, Y5)
	STORE(Y6, Y7)
	STORE(Y8, Y9)
	STORE(Y10, Y11)
	LEAQ (SI)(R8*4), SI
	LEAQ (SI)(R8*2), SI
	SUBQ $6, R11
	JMP  six

sixAdd:
	MOVQ DX, AX
	ADDC(Y0, Y1)
	ADDC(Y2, Y3)
	ADDC(Y4, Y5)
	ADDC(Y6, Y7)
	ADDC(Y8, Y9)
	ADDC(Y10, Y11)
	JMP  sixStore

sixReLU:
	VXORPS Y15, Y15, Y15
	RELU(Y0, Y1)
	RELU(Y2, Y3)
	RELU(Y4, Y5)
	RELU(Y6, Y7)
	RELU(Y8, Y9)
	RELU(Y10, Y11)
	JMP sixStore

// One row: four steps of k at a time into four rows of sums, which hides the latency of FMA.
one:
	TESTQ  R11, R11
	JZ     done
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	TESTQ  BX, BX
	JZ     oneStart
	VMOVUPS (BX), Y0
	VMOVUPS 32(BX), Y1

oneStart:
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	VXORPS Y4, Y4, Y4
	VXORPS Y5, Y5, Y5
	VXORPS Y6, Y6, Y6
	VXORPS Y7, Y7, Y7
	MOVQ   SI, R14
	MOVQ   R13, DI
	LEAQ   (R10)(R10*2), CX
	MOVQ   R12, AX
	SUBQ   $4, AX
	JLT    oneRest

oneLoop:
	VBROADCASTSS (R14), Y8
	VBROADCASTSS 4(R14), Y9
	VBROADCASTSS 8(R14), Y10
	VBROADCASTSS 12(R14), Y11
	VFMADD231PS  (DI), Y8, Y0
	VFMADD231PS  32(DI), Y8, Y1
	VFMADD231PS  (DI)(R10*1), Y9, Y2
	VFMADD231PS  32(DI)(R10*1), Y9, Y3
	VFMADD231PS  (DI)(R10*2), Y10, Y4
	VFMADD231PS  32(DI)(R10*2), Y10, Y5
	VFMADD231PS  (DI)(CX*1), Y11, Y6
	VFMADD231PS  32(DI)(CX*1), Y11, Y7
	ADDQ         $16, R14
	LEAQ         (DI)(R10*4), DI
	SUBQ         $4, AX
	JGE          oneLoop

oneRest:
	ADDQ $4, AX
	JZ   oneSum

oneStep:
	VBROADCASTSS (R14), Y8
	VFMADD231PS  (DI), Y8, Y0
	VFMADD231PS  32(DI), Y8, Y1
	ADDQ         $4, R14
	ADDQ         R10, DI
	DECQ         AX
	JNZ          oneStep

oneSum:
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y1, Y1
	VADDPS Y6, Y4, Y4
	VADDPS Y7, Y5, Y5
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	MOVQ   m+72(FP), AX
	CMPQ   AX, $1
	JE     oneAdd
	JG     oneReLU

oneStore:
	STORE(Y0, Y1)
	ADDQ R8, SI
	DECQ R11
	JMP  one

oneAdd:
	VADDPS (DX), Y0, Y0
	VADDPS 32(DX), Y1, Y1
	JMP    oneStore

oneReLU:
	VXORPS Y15, Y15, Y15
	RELU(Y0, Y1)
	JMP oneStore

done:
	VZEROUPPER
	RET
