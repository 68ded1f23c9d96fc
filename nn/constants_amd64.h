// The numbers of layer normalisation, of exp and of quantising, for each file of assembly that includes this.

#define CONST(NAME, BITS) \
	DATA NAME<>(SB)/4, BITS   \
	GLOBL NAME<>(SB), RODATA|NOPTR, $4

CONST(one, $0x3f800000)      // 1
CONST(half, $0x3f000000)     // 1/2
CONST(c3, $0x3e2aaaab)       // 1/6
CONST(c4, $0x3d2aaaab)       // 1/24
CONST(c5, $0x3c088889)       // 1/120
CONST(c6, $0x3ab60b61)       // 1/720
CONST(c7, $0x39500d01)       // 1/5040
CONST(epsilon, $0x3727c5ac)  // 1e-5
CONST(lowest, $0xc2a00000)   // −80: even its share of a sum of thousands is no subnormal number, which would be slow
CONST(log2e, $0x3fb8aa3b)    // 1 / ln 2
CONST(ln2High, $0x3f318000)  // ln 2, its first 9 bits
CONST(ln2Low, $0xb95e8083)   // ln 2, the rest
CONST(magnitude, $0x7fffffff)    // all bits but the sign
CONST(smallestTop, $0x0da24260)  // 1e-30
