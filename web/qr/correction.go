package qr

// correction is the Reed–Solomon code of a block: n codewords by which a reader repairs
// what it could not see.
func correction(data []byte, n int) []byte {
	generator := generatorOf(n)
	rest := make([]byte, n)
	for _, d := range data {
		factor := d ^ rest[0]
		copy(rest, rest[1:])
		rest[n-1] = 0
		for i := range rest {
			rest[i] ^= times(generator[i], factor)
		}
	}
	return rest
}

// generatorOf is the product of (x - 2^i) for i below n, without its leading 1.
func generatorOf(n int) []byte {
	g := make([]byte, n)
	g[n-1] = 1
	root := byte(1)
	for range n {
		for i := range g {
			g[i] = times(g[i], root)
			if i+1 < n {
				g[i] ^= g[i+1]
			}
		}
		root = times(root, 2)
	}
	return g
}

// times multiplies in the field of 256 elements, modulo x^8 + x^4 + x^3 + x^2 + 1.
func times(a, b byte) (product byte) {
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		high := a&0x80 != 0
		if a <<= 1; high {
			a ^= 0x1d
		}
	}
	return product
}
