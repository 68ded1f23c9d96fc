// Package qr draws short texts as QR codes (ISO/IEC 18004): bytes, error correction of
// level M, versions 1 to 9, which is enough for the address of a page.
//
// There is only one type, the Code.
package qr

import (
	"fmt"
	"math"
	"strings"
)

// Code is a square of modules, dark or light.
type Code struct {
	Size int
	dark []bool
	held []bool // modules that hold no data
}

// version is how a size of code is filled: the codewords of each block, and where the
// alignment patterns have their middles.
type version struct {
	data       []int // data codewords of each block
	correction int   // error correction codewords of each block
	align      []int
}

// versions are those of level M (tables 7, 9 and E.1 of the standard).
var versions = []version{
	{[]int{16}, 10, nil},
	{[]int{28}, 16, []int{6, 18}},
	{[]int{44}, 26, []int{6, 22}},
	{[]int{32, 32}, 18, []int{6, 26}},
	{[]int{43, 43}, 24, []int{6, 30}},
	{[]int{27, 27, 27, 27}, 16, []int{6, 34}},
	{[]int{31, 31, 31, 31}, 18, []int{6, 22, 38}},
	{[]int{38, 38, 39, 39}, 22, []int{6, 24, 42}},
	{[]int{36, 36, 36, 37, 37}, 22, []int{6, 26, 46}},
}

func (v version) capacity() (n int) {
	for _, d := range v.data {
		n += d
	}
	return n
}

// overhead is what the mode and the count take beside the text, in whole codewords.
const overhead = 2

// Encode draws a text in the smallest version that holds it.
func Encode(text string) (*Code, error) {
	for i, v := range versions {
		if len(text)+overhead <= v.capacity() {
			return draw(i+1, v, interleave(v, codewords(v, text))), nil
		}
	}
	return nil, fmt.Errorf("a text of %d bytes is too long for a QR code, expected at most %d", len(text), versions[len(versions)-1].capacity()-overhead)
}

// Dark says whether a module is dark; those outside are light.
func (c *Code) Dark(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.Size && y < c.Size && c.dark[y*c.Size+x]
}

// Rows are the modules as text, 1 for a dark one.
func (c *Code) Rows() []string {
	rows := make([]string, c.Size)
	for y := range rows {
		row := make([]byte, c.Size)
		for x := range row {
			row[x] = '0'
			if c.Dark(x, y) {
				row[x] = '1'
			}
		}
		rows[y] = string(row)
	}
	return rows
}

// quiet is the light margin that readers need.
const quiet = 4

// Terminal draws the code in half blocks, light on dark as terminals are.
func (c *Code) Terminal() string {
	var b strings.Builder
	for y := -quiet; y < c.Size+quiet; y += 2 {
		for x := -quiet; x < c.Size+quiet; x++ {
			switch upper, lower := !c.Dark(x, y), !c.Dark(x, y+1); {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// codewords are the data: the mode of bytes, their count, the text, and what fills up.
func codewords(v version, text string) []byte {
	const byteMode = 4
	out := make([]byte, 0, v.capacity())
	half := byte(byteMode) // four bits that wait for four more
	put := func(x byte) {
		out = append(out, half<<4|x>>4)
		half = x & 15
	}
	put(byte(len(text)))
	for i := range len(text) {
		put(text[i])
	}
	put(0) // the terminator's four zeros complete a codeword
	for pad := byte(0xec); len(out) < v.capacity(); pad ^= 0xec ^ 0x11 {
		out = append(out, pad)
	}
	return out[:v.capacity()]
}

// interleave adds each block's error correction and lays the blocks side by side.
func interleave(v version, data []byte) (out []byte) {
	var blocks, corrections [][]byte
	for _, n := range v.data {
		blocks = append(blocks, data[:n])
		corrections = append(corrections, correction(data[:n], v.correction))
		data = data[n:]
	}
	for i := range v.data[len(v.data)-1] {
		for _, b := range blocks {
			if i < len(b) {
				out = append(out, b[i])
			}
		}
	}
	for i := range v.correction {
		for _, b := range corrections {
			out = append(out, b[i])
		}
	}
	return out
}

// draw lays out a code with the mask that the standard's penalties prefer.
func draw(number int, v version, data []byte) *Code {
	c := &Code{Size: 17 + 4*number}
	c.dark, c.held = make([]bool, c.Size*c.Size), make([]bool, c.Size*c.Size)
	c.drawPatterns(number, v)
	c.drawData(data)
	best, least := 0, math.MaxInt
	for mask := range masks {
		c.apply(mask)
		c.drawFormat(mask)
		if p := c.penalty(); p < least {
			best, least = mask, p
		}
		c.apply(mask) // a mask applied twice is none
	}
	c.apply(best)
	c.drawFormat(best)
	return c
}

func (c *Code) set(x, y int, dark bool) {
	c.dark[y*c.Size+x] = dark
	c.held[y*c.Size+x] = true
}

// drawPatterns draws what every code of a version has.
func (c *Code) drawPatterns(number int, v version) {
	last := c.Size - 1
	for i := range c.Size {
		c.set(6, i, i%2 == 0)
		c.set(i, 6, i%2 == 0)
	}
	for _, at := range [][2]int{{3, 3}, {last - 3, 3}, {3, last - 3}} {
		for dy := -4; dy <= 4; dy++ {
			for dx := -4; dx <= 4; dx++ {
				if x, y := at[0]+dx, at[1]+dy; x >= 0 && y >= 0 && x <= last && y <= last {
					ring := max(abs(dx), abs(dy))
					c.set(x, y, ring != 2 && ring != 4)
				}
			}
		}
	}
	for i, y := range v.align {
		for j, x := range v.align {
			if end := len(v.align) - 1; i == 0 && (j == 0 || j == end) || i == end && j == 0 {
				continue // a finder is there
			}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					c.set(x+dx, y+dy, max(abs(dx), abs(dy)) != 1)
				}
			}
		}
	}
	c.drawFormat(0) // holds its modules
	if number >= 7 {
		bits := number<<12 | remainder(number<<12, 0x1f25)
		for i := range 18 {
			dark := bits>>i&1 == 1
			c.set(i/3, c.Size-11+i%3, dark)
			c.set(c.Size-11+i%3, i/3, dark)
		}
	}
}

// drawFormat draws the level and the mask, twice. Level M is written as 0.
func (c *Code) drawFormat(mask int) {
	bits := formatBits(mask)
	for i := range 15 {
		dark := bits>>i&1 == 1
		switch { // around the finder at the upper left
		case i < 6:
			c.set(8, i, dark)
		case i < 8:
			c.set(8, i+1, dark)
		case i == 8:
			c.set(7, 8, dark)
		default:
			c.set(14-i, 8, dark)
		}
		if i < 8 { // beside the other two
			c.set(c.Size-1-i, 8, dark)
		} else {
			c.set(8, c.Size-15+i, dark)
		}
	}
	c.set(8, c.Size-8, true)
}

// formatBits are the 15 bits of a mask at level M.
func formatBits(mask int) int {
	data := mask << 10
	return (data | remainder(data, 0x537)) ^ 0x5412
}

// remainder divides polynomials over two elements.
func remainder(x, divisor int) int {
	degree := func(n int) (d int) {
		for n > 1 {
			n >>= 1
			d++
		}
		return d
	}
	for x != 0 && degree(x) >= degree(divisor) {
		x ^= divisor << (degree(x) - degree(divisor))
	}
	return x
}

// drawData writes the codewords in their zigzag.
func (c *Code) drawData(data []byte) {
	i := 0
	c.zigzag(func(at int) {
		if i < 8*len(data) {
			c.dark[at] = data[i/8]>>(7-i%8)&1 == 1
			i++
		}
	})
}

// zigzag visits the modules that hold data, in the order of the bits.
func (c *Code) zigzag(visit func(at int)) {
	up := true
	for right := c.Size - 1; right > 0; right -= 2 {
		if right == 6 {
			right-- // the timing pattern has this column to itself
		}
		for i := range c.Size {
			y := i
			if up {
				y = c.Size - 1 - i
			}
			for _, x := range []int{right, right - 1} {
				if !c.held[y*c.Size+x] {
					visit(y*c.Size + x)
				}
			}
		}
		up = !up
	}
}

// masks say which modules are turned over.
var masks = []func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (x/3+y/2)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

func (c *Code) apply(mask int) {
	for y := range c.Size {
		for x := range c.Size {
			if !c.held[y*c.Size+x] && masks[mask](x, y) {
				c.dark[y*c.Size+x] = !c.dark[y*c.Size+x]
			}
		}
	}
}

// penalty judges how hard a code is to read (section 7.8.3).
func (c *Code) penalty() (sum int) {
	dark := 0
	for y := range c.Size {
		sum += linePenalty(c.Size, func(i int) bool { return c.Dark(i, y) }) + linePenalty(c.Size, func(i int) bool { return c.Dark(y, i) })
		for x := range c.Size {
			here := c.Dark(x, y)
			if here {
				dark++
			}
			if x+1 < c.Size && y+1 < c.Size && c.Dark(x+1, y) == here && c.Dark(x, y+1) == here && c.Dark(x+1, y+1) == here {
				sum += 3
			}
		}
	}
	return sum + 10*(abs(20*dark-10*c.Size*c.Size)/(c.Size*c.Size))
}

// linePenalty judges one row or column: long runs, and what looks like a finder.
func linePenalty(size int, dark func(int) bool) (sum int) {
	const finder = "1011101"
	run := 1
	line := make([]byte, size)
	for i := range line {
		line[i] = '0'
		if dark(i) {
			line[i] = '1'
		}
		switch {
		case i > 0 && line[i] == line[i-1]:
			if run++; run == 5 {
				sum += 3
			} else if run > 5 {
				sum++
			}
		default:
			run = 1
		}
	}
	for _, pattern := range []string{finder + "0000", "0000" + finder} {
		for i := 0; i+len(pattern) <= size; i++ {
			if string(line[i:i+len(pattern)]) == pattern {
				sum += 40
			}
		}
	}
	return sum
}

func abs(x int) int { return max(x, -x) }
