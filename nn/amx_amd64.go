package nn

// amx multiplies bytes in tiles, as server processors can since Sapphire Rapids; what does not fill them it does as
// vnni, and all else. It gives the same bits.
var amx = Kernel{
	name:      "amx",
	panel:     panelWide,
	normalise: normaliseFast,
	softmax:   softmaxWide,
	addRows:   addRowsFast,
	transpose: transposeFast,
	eight:     &eightBit{quantise: quantiseWide, product: productAMX},
}

const (
	tiledRows    = 96 // whole tiles, and whole sixes as vnni wants the rest
	tiledColumns = 32
	tiledInputs  = 64
)

func productAMX(rows int, a []uint8, lda int, steps []float32, l *denseBytes, j int, c []float32, ldc int, m mode) {
	tiled := rows / tiledRows * tiledRows
	if l.in%tiledInputs != 0 {
		tiled = 0
	}
	if tiled > 0 {
		checkProduct(tiled, a, lda, steps, l, j, c, ldc)
		for o := j; o < j+byteColumns; o += tiledColumns {
			productTiles(tiled, l.in, &a[0], lda, &steps[0], &l.panels[o*l.in], &l.start[o], &l.scale[o], &l.bias[o], &c[o-j], ldc, int(m))
		}
	}
	if tiled < rows {
		productWide(rows-tiled, a[tiled*lda:], lda, steps[tiled:], l, j, c[tiled*ldc:], ldc, m)
	}
}

// productTiles computes 32 columns; rows is a multiple of 32 and k of 64, neither 0.
//
//go:noescape
func productTiles(rows, k int, a *uint8, lda int, steps *float32, panels *int8, start *int32, scale, bias, c *float32, ldc int, m int)
