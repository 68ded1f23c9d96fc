#include "textflag.h"

// The assembler does not know the instructions on tiles, so their bytes stand here. A tile is 16 rows of 64 bytes: T0–T3
// hold sums, T4 and T5 rows of a, T6 and T7 panels.
#define LDTILECFG        BYTE $0xc4; BYTE $0xe2; BYTE $0x78; BYTE $0x49; BYTE $0x00
#define TILERELEASE      BYTE $0xc4; BYTE $0xe2; BYTE $0x78; BYTE $0x49; BYTE $0xc0
#define TILELOADD(T, AT) BYTE $0xc4; BYTE $0xe2; BYTE $0x7b; BYTE $0x4b; BYTE $(0x04+8*T); BYTE $AT
#define TILESTORED(T)    BYTE $0xc4; BYTE $0xe2; BYTE $0x7a; BYTE $0x4b; BYTE $(0x04+8*T); BYTE $AX_CX
#define TDPBUSD(C, A, B) BYTE $0xc4; BYTE $0xe2; BYTE $(0x79-8*B); BYTE $0x5e; BYTE $(0xc0+8*C+A)

// Where a tile lies: at a register, and its rows another apart.
#define AX_CX 0x08
#define SI_CX 0x0e
#define DI_BX 0x1f
#define DX_BX 0x1a

// tiles says that all eight have 16 rows of 64 bytes.
DATA tiles<>+0(SB)/8, $1
DATA tiles<>+8(SB)/8, $0
DATA tiles<>+16(SB)/8, $0x0040004000400040
DATA tiles<>+24(SB)/8, $0x0040004000400040
DATA tiles<>+32(SB)/8, $0
DATA tiles<>+40(SB)/8, $0
DATA tiles<>+48(SB)/8, $0x1010101010101010
DATA tiles<>+56(SB)/8, $0
GLOBL tiles<>(SB), RODATA|NOPTR, $64

// func productTiles(rows, k int, a *uint8, lda int, steps *float32, panels *int8, start *int32, scale, bias, c *float32, ldc int, m int)
//
// rows counts down. R8 a, R9 lda, R10 the length of a panel, R11 ldc in bytes, R12 c, R13 steps, R14 the mode. The sums of
// 32 rows, 32 each, go through the stack.
TEXT ·productTiles(SB), 0, $4096-96
	LEAQ tiles<>(SB), AX
	LDTILECFG
	MOVQ a+16(FP), R8
	MOVQ lda+24(FP), R9
	MOVQ k+8(FP), R10
	SHLQ $4, R10
	MOVQ ldc+80(FP), R11
	SHLQ $2, R11
	MOVQ c+72(FP), R12
	MOVQ steps+32(FP), R13
	MOVQ m+88(FP), R14

	MOVQ    scale+56(FP), AX
	VMOVUPS (AX), Z4
	VMOVUPS 64(AX), Z5
	MOVQ    bias+64(FP), AX
	VMOVUPS (AX), Z6
	VMOVUPS 64(AX), Z7
	VPXORD  Z8, Z8, Z8

rows:
	// 1. Every row's sums begin with start.
	MOVQ start+48(FP), AX
	XORQ CX, CX
	TILELOADD(0, AX_CX)
	TILELOADD(2, AX_CX)
	ADDQ $64, AX
	TILELOADD(1, AX_CX)
	TILELOADD(3, AX_CX)

	// 2. 64 inputs at a time: AX and SI walk a, DI and DX the panels.
	MOVQ R8, SI
	MOVQ R9, CX
	MOVQ R9, AX
	SHLQ $4, AX
	ADDQ SI, AX
	MOVQ panels+40(FP), DI
	LEAQ (DI)(R10*1), DX
	MOVQ $64, BX
	MOVQ k+8(FP), R15
	SHRQ $6, R15

inputs:
	TILELOADD(6, DI_BX)
	TILELOADD(4, SI_CX)
	TDPBUSD(0, 4, 6)
	TILELOADD(7, DX_BX)
	TDPBUSD(1, 4, 7)
	TILELOADD(5, AX_CX)
	TDPBUSD(2, 5, 6)
	TDPBUSD(3, 5, 7)
	ADDQ $64, SI
	ADDQ $64, AX
	ADDQ $1024, DI
	ADDQ $1024, DX
	DECQ R15
	JNZ  inputs

	LEAQ sums-4096(SP), AX
	MOVQ $128, CX
	TILESTORED(0)
	ADDQ $64, AX
	TILESTORED(1)
	ADDQ $1984, AX
	TILESTORED(2)
	ADDQ $64, AX
	TILESTORED(3)

	// 3. In floats: times the scales of the outputs, times the row's step, plus the bias.
	LEAQ sums-4096(SP), AX
	MOVQ $32, R15

finish:
	VCVTDQ2PS   (AX), Z0
	VCVTDQ2PS   64(AX), Z1
	VMULPS      Z4, Z0, Z0
	VMULPS      Z5, Z1, Z1
	VMULPS.BCST (R13), Z0, Z0
	VMULPS.BCST (R13), Z1, Z1
	VADDPS      Z6, Z0, Z0
	VADDPS      Z7, Z1, Z1
	CMPQ        R14, $1
	JE          add
	JG          relu

write:
	VMOVUPS Z0, (R12)
	VMOVUPS Z1, 64(R12)
	ADDQ    $128, AX
	ADDQ    $4, R13
	ADDQ    R11, R12
	DECQ    R15
	JNZ     finish

	MOVQ R9, AX
	SHLQ $5, AX
	ADDQ AX, R8
	SUBQ $32, rows+0(FP)
	JNZ  rows
	TILERELEASE
	VZEROUPPER
	RET

add:
	VADDPS (R12), Z0, Z0
	VADDPS 64(R12), Z1, Z1
	JMP    write

relu:
	VMAXPS Z8, Z0, Z0
	VMAXPS Z8, Z1, Z1
	JMP    write
