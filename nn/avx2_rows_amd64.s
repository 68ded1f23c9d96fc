#include "textflag.h"
#include "constants_amd64.h"

// FOLD leaves OP over the eight lanes of Y in all lanes of Y; T is scratch.
#define FOLD(OP, Y, T) \
	VPERM2F128 $0x01, Y, Y, T  \
	OP         T, Y, Y         \
	VPERMILPS  $0x4e, Y, T     \
	OP         T, Y, Y         \
	VPERMILPS  $0xb1, Y, T     \
	OP         T, Y, Y

// func normaliseAVX2(rows int, dst, src *float32, ld int, gain, bias *float32, n int)
//
// Two rows at a time, since the sums of one wait for each other: R10 and R11 walk src, R12 and R13 dst. Of an odd
// number the last row is its own partner. BX rows left, R14 ld in bytes, CX n in bytes.
TEXT ·normaliseAVX2(SB), NOSPLIT, $0-56
	MOVQ rows+0(FP), BX
	MOVQ dst+8(FP), R12
	MOVQ src+16(FP), R10
	MOVQ ld+24(FP), R14
	MOVQ gain+32(FP), R8
	MOVQ bias+40(FP), R9
	MOVQ n+48(FP), CX
	SHLQ $2, R14

	// Y1 = 1/n, Y14 = 1, Y15 = epsilon in all lanes.
	VXORPS       X1, X1, X1
	VCVTSI2SSQ   CX, X1, X1
	VMOVSS       one<>(SB), X2
	VDIVSS       X1, X2, X1
	VBROADCASTSS X1, Y1
	VBROADCASTSS one<>(SB), Y14
	VBROADCASTSS epsilon<>(SB), Y15
	SHLQ         $2, CX

pair:
	MOVQ R10, R11
	MOVQ R12, R13
	CMPQ BX, $1
	JE   partner
	ADDQ R14, R11
	ADDQ R14, R13

partner:
	// Y0, Y5 = the means.
	VXORPS Y0, Y0, Y0
	VXORPS Y5, Y5, Y5
	XORQ   AX, AX

mean:
	VADDPS (R10)(AX*1), Y0, Y0
	VADDPS (R11)(AX*1), Y5, Y5
	ADDQ   $32, AX
	CMPQ   AX, CX
	JLT    mean
	FOLD(VADDPS, Y0, Y2)
	FOLD(VADDPS, Y5, Y6)
	VMULPS Y1, Y0, Y0
	VMULPS Y1, Y5, Y5

	// Y3, Y7 = 1 / sqrt(variance + epsilon).
	VXORPS Y3, Y3, Y3
	VXORPS Y7, Y7, Y7
	XORQ   AX, AX

variance:
	VMOVUPS     (R10)(AX*1), Y2
	VMOVUPS     (R11)(AX*1), Y6
	VSUBPS      Y0, Y2, Y2
	VSUBPS      Y5, Y6, Y6
	VFMADD231PS Y2, Y2, Y3
	VFMADD231PS Y6, Y6, Y7
	ADDQ        $32, AX
	CMPQ        AX, CX
	JLT         variance
	FOLD(VADDPS, Y3, Y2)
	FOLD(VADDPS, Y7, Y6)
	VFMADD213PS Y15, Y1, Y3
	VFMADD213PS Y15, Y1, Y7
	VSQRTPS     Y3, Y3
	VSQRTPS     Y7, Y7
	VDIVPS      Y3, Y14, Y3
	VDIVPS      Y7, Y14, Y7

	XORQ AX, AX

scale:
	VMOVUPS     (R10)(AX*1), Y2
	VMOVUPS     (R11)(AX*1), Y6
	VSUBPS      Y0, Y2, Y2
	VSUBPS      Y5, Y6, Y6
	VMULPS      Y3, Y2, Y2
	VMULPS      Y7, Y6, Y6
	VMOVUPS     (R8)(AX*1), Y8
	VMOVUPS     (R9)(AX*1), Y4
	VMOVAPS     Y4, Y9
	VFMADD231PS Y8, Y2, Y4
	VFMADD231PS Y8, Y6, Y9
	VMOVUPS     Y4, (R12)(AX*1)
	VMOVUPS     Y9, (R13)(AX*1)
	ADDQ        $32, AX
	CMPQ        AX, CX
	JLT         scale

	LEAQ (R10)(R14*2), R10
	LEAQ (R12)(R14*2), R12
	SUBQ $2, BX
	JG   pair
	VZEROUPPER
	RET

// func softmaxAVX2(rows int, x *float32, n int)
//
// exp(x) = 2^m · e^r with m = round(x / ln 2) and r = x − m·ln 2, |r| ≤ 0.35, where the Taylor
// polynomial of degree 7 is exact to float32; 2^m is added to the exponent's bits.
TEXT ·softmaxAVX2(SB), NOSPLIT, $0-24
	MOVQ rows+0(FP), BX
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	SHLQ $2, CX

	VBROADCASTSS lowest<>(SB), Y4
	VBROADCASTSS log2e<>(SB), Y5
	VBROADCASTSS ln2High<>(SB), Y6
	VBROADCASTSS ln2Low<>(SB), Y7
	VBROADCASTSS c7<>(SB), Y8
	VBROADCASTSS c6<>(SB), Y9
	VBROADCASTSS c5<>(SB), Y10
	VBROADCASTSS c4<>(SB), Y11
	VBROADCASTSS c3<>(SB), Y12
	VBROADCASTSS half<>(SB), Y13
	VBROADCASTSS one<>(SB), Y14

row:
	// Y0 = the largest value.
	VMOVUPS (SI), Y0
	MOVQ    $32, AX
	JMP     largestTest

largest:
	VMAXPS (SI)(AX*1), Y0, Y0
	ADDQ   $32, AX

largestTest:
	CMPQ AX, CX
	JLT  largest
	FOLD(VMAXPS, Y0, Y2)

	// x = exp(x − Y0), Y1 = the sum.
	VXORPS Y1, Y1, Y1
	XORQ   AX, AX

exp:
	VMOVUPS      (SI)(AX*1), Y2
	VSUBPS       Y0, Y2, Y2
	VMAXPS       Y4, Y2, Y2
	VMULPS       Y5, Y2, Y3
	VROUNDPS     $0, Y3, Y3
	VFNMADD231PS Y6, Y3, Y2
	VFNMADD231PS Y7, Y3, Y2
	VCVTPS2DQ    Y3, Y3
	VPSLLD       $23, Y3, Y3
	VMOVAPS      Y8, Y15
	VFMADD213PS  Y9, Y2, Y15
	VFMADD213PS  Y10, Y2, Y15
	VFMADD213PS  Y11, Y2, Y15
	VFMADD213PS  Y12, Y2, Y15
	VFMADD213PS  Y13, Y2, Y15
	VFMADD213PS  Y14, Y2, Y15
	VFMADD213PS  Y14, Y2, Y15
	VPADDD       Y3, Y15, Y15
	VMOVUPS      Y15, (SI)(AX*1)
	VADDPS       Y15, Y1, Y1
	ADDQ         $32, AX
	CMPQ         AX, CX
	JLT          exp
	FOLD(VADDPS, Y1, Y2)
	VDIVPS Y1, Y14, Y1

	XORQ AX, AX

share:
	VMULPS  (SI)(AX*1), Y1, Y2
	VMOVUPS Y2, (SI)(AX*1)
	ADDQ    $32, AX
	CMPQ    AX, CX
	JLT     share
	ADDQ    CX, SI
	DECQ    BX
	JNZ     row
	VZEROUPPER
	RET

// func addRowsAVX2(dst, table *float32, stride int, index *uint16, value *float32, count, n int)
//
// 64 numbers of dst at a time, then 16, stay in registers while R9 walks the count rows that index names.
// R8 the length of a row in bytes, CX numbers left.
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ table+8(FP), SI
	MOVQ stride+16(FP), R8
	MOVQ index+24(FP), R10
	MOVQ value+32(FP), R11
	MOVQ count+40(FP), R12
	MOVQ n+48(FP), CX
	SHLQ $2, R8

wide:
	CMPQ    CX, $64
	JLT     narrow
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VMOVUPS 128(DI), Y4
	VMOVUPS 160(DI), Y5
	VMOVUPS 192(DI), Y6
	VMOVUPS 224(DI), Y7
	XORQ    R9, R9

wideRow:
	MOVWLZX      (R10)(R9*2), AX
	VBROADCASTSS (R11)(R9*4), Y8
	IMULQ        R8, AX
	ADDQ         SI, AX
	VFMADD231PS  (AX), Y8, Y0
	VFMADD231PS  32(AX), Y8, Y1
	VFMADD231PS  64(AX), Y8, Y2
	VFMADD231PS  96(AX), Y8, Y3
	VFMADD231PS  128(AX), Y8, Y4
	VFMADD231PS  160(AX), Y8, Y5
	VFMADD231PS  192(AX), Y8, Y6
	VFMADD231PS  224(AX), Y8, Y7
	INCQ         R9
	CMPQ         R9, R12
	JLT          wideRow
	VMOVUPS      Y0, (DI)
	VMOVUPS      Y1, 32(DI)
	VMOVUPS      Y2, 64(DI)
	VMOVUPS      Y3, 96(DI)
	VMOVUPS      Y4, 128(DI)
	VMOVUPS      Y5, 160(DI)
	VMOVUPS      Y6, 192(DI)
	VMOVUPS      Y7, 224(DI)
	ADDQ         $256, DI
	ADDQ         $256, SI
	SUBQ         $64, CX
	JMP          wide

narrow:
	TESTQ   CX, CX
	JZ      done
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	XORQ    R9, R9

narrowRow:
	MOVWLZX      (R10)(R9*2), AX
	VBROADCASTSS (R11)(R9*4), Y8
	IMULQ        R8, AX
	ADDQ         SI, AX
	VFMADD231PS  (AX), Y8, Y0
	VFMADD231PS  32(AX), Y8, Y1
	INCQ         R9
	CMPQ         R9, R12
	JLT          narrowRow
	VMOVUPS      Y0, (DI)
	VMOVUPS      Y1, 32(DI)
	ADDQ         $64, DI
	ADDQ         $64, SI
	SUBQ         $16, CX
	JMP          narrow

done:
	VZEROUPPER
	RET

// FOUR gathers four numbers of each of eight rows, from OFF bytes on, into four columns of eight: Y4, Y5, Y6, Y7.
// The rows are R8 bytes apart, from (SI) and, the fifth, from (R9); R10 is three times R8.
#define FOUR(OFF) \
	VMOVUPS     OFF(SI), X0                      \
	VMOVUPS     OFF(SI)(R8*1), X1                \
	VMOVUPS     OFF(SI)(R8*2), X2                \
	VMOVUPS     OFF(SI)(R10*1), X3               \
	VINSERTF128 $1, OFF(R9), Y0, Y0              \
	VINSERTF128 $1, OFF(R9)(R8*1), Y1, Y1        \
	VINSERTF128 $1, OFF(R9)(R8*2), Y2, Y2        \
	VINSERTF128 $1, OFF(R9)(R10*1), Y3, Y3       \
	VUNPCKLPS   Y1, Y0, Y8                       \
	VUNPCKHPS   Y1, Y0, Y9                       \
	VUNPCKLPS   Y3, Y2, Y10                      \
	VUNPCKHPS   Y3, Y2, Y11                      \
	VUNPCKLPD   Y10, Y8, Y4                      \
	VUNPCKHPD   Y10, Y8, Y5                      \
	VUNPCKLPD   Y11, Y9, Y6                      \
	VUNPCKHPD   Y11, Y9, Y7

// func transposeAVX2(dst, src *float32, ld, n int)
//
// Eight rows of src, ld apart, become eight columns of a panel.
TEXT ·transposeAVX2(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ ld+16(FP), R8
	MOVQ n+24(FP), CX
	SHLQ $2, R8
	LEAQ (R8)(R8*2), R10
	LEAQ (SI)(R8*4), R9

eight:
	FOUR(0)
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 64(DI)
	VMOVUPS Y6, 128(DI)
	VMOVUPS Y7, 192(DI)
	FOUR(16)
	VMOVUPS Y4, 256(DI)
	VMOVUPS Y5, 320(DI)
	VMOVUPS Y6, 384(DI)
	VMOVUPS Y7, 448(DI)
	ADDQ    $32, SI
	ADDQ    $32, R9
	ADDQ    $512, DI
	SUBQ    $8, CX
	JNZ     eight
	VZEROUPPER
	RET
