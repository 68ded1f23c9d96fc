package qr

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestCorrection has the worked example of many tutorials: "HELLO WORLD" at 1-M.
func TestCorrection(t *testing.T) {
	data := []byte{32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17}
	want := []byte{196, 35, 39, 119, 235, 215, 231, 226, 93, 23}
	if got := correction(data, 10); !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestFormatBits has the standard's table C.1 for level M, and version 7 of table D.1.
func TestFormatBits(t *testing.T) {
	for mask, want := range []int{0b101010000010010, 0b101000100100101, 0b101111001111100, 0b101101101001011,
		0b100010111111001, 0b100000011001110, 0b100111110010111, 0b100101010100000} {
		if got := formatBits(mask); got != want {
			t.Errorf("mask %d: %015b, want %015b", mask, got, want)
		}
	}
	if got := 7<<12 | remainder(7<<12, 0x1f25); got != 0b000111110010010100 {
		t.Errorf("version 7: %018b", got)
	}
}

// read is a reader for codes without a fault: it takes the format from the code and
// checks every block's error correction.
func read(t *testing.T, rows []string) string {
	t.Helper()
	number := (len(rows) - 17) / 4
	v := versions[number-1]
	blank := draw(number, v, nil)
	dark := func(x, y int) bool { return rows[y][x] == '1' }
	format := 0
	for i := range 8 {
		if dark(len(rows)-1-i, 8) {
			format |= 1 << i
		}
	}
	for i := 8; i < 15; i++ {
		if dark(8, len(rows)-15+i) {
			format |= 1 << i
		}
	}
	mask := -1
	for m := range masks {
		if formatBits(m) == format {
			mask = m
		}
	}
	if mask < 0 {
		t.Fatalf("format %015b is none of level M", format)
	}
	var bits []byte
	blank.zigzag(func(at int) {
		x, y := at%blank.Size, at/blank.Size
		bit := byte(0)
		if dark(x, y) != masks[mask](x, y) {
			bit = 1
		}
		bits = append(bits, bit)
	})
	words := make([]byte, len(bits)/8)
	for i := range words {
		for _, b := range bits[8*i : 8*i+8] {
			words[i] = words[i]<<1 | b
		}
	}
	blocks := make([][]byte, len(v.data))
	for i := range v.data[len(v.data)-1] {
		for b, n := range v.data {
			if i < n {
				blocks[b] = append(blocks[b], words[0])
				words = words[1:]
			}
		}
	}
	var data []byte
	for b := range blocks {
		var check []byte
		for i := range v.correction {
			check = append(check, words[i*len(blocks)+b])
		}
		if !bytes.Equal(check, correction(blocks[b], v.correction)) {
			t.Fatalf("block %d does not check", b)
		}
		data = append(data, blocks[b]...)
	}
	if data[0]>>4 != 4 {
		t.Fatalf("mode %d", data[0]>>4)
	}
	n := int(data[0]&15)<<4 | int(data[1]>>4)
	text := make([]byte, n)
	for i := range text {
		text[i] = data[1+i]<<4 | data[2+i]>>4
	}
	return string(text)
}

func TestReadsBack(t *testing.T) {
	sizes := map[int]bool{}
	for n := 0; n <= 180; n += 6 {
		text := strings.Repeat("https://marengo.example/join#abcdefgh", 5)[:n]
		c, err := Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		sizes[c.Size] = true
		if got := read(t, c.Rows()); got != text {
			t.Fatalf("%d bytes: read %q", n, got)
		}
	}
	if len(sizes) != len(versions) {
		t.Errorf("%d sizes were drawn of %d", len(sizes), len(versions))
	}
	if _, err := Encode(strings.Repeat("x", 181)); err == nil {
		t.Error("a text that is too long was drawn")
	}
}

func ExampleEncode() {
	c, err := Encode("MARENGO")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Size, c.Rows()[0])
	// Output: 21 111111100011101111111
}
