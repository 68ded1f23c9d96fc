package features

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"testing"

	"marengo/stratego"
)

var update = flag.Bool("update", false, "write the golden vectors anew")

const (
	goldenFile  = "testdata/observation-2.bin"
	goldenShown = "testdata/shown-2.bin" // what a network that guesses is shown of the same positions
)

// goldenPositions is how many positions the file holds: some from every phase of
// two random games.
const (
	goldenPositions = 24
	goldenStride    = 31
)

// The golden file holds, for each position, the record, the number of nonzero
// entries of its tensor (u16) and for each its index (u16) and value (float32),
// little endian. train/champion/test_observe.py reads the same file. The other has for each position what Public and AtStart
// make of the record, in the same form, for train/champion/test_guesser.py.
func goldenBytes(t *testing.T) (out, shown []byte) {
	var w Writer
	n := 0
	walk(t, 2, stratego.DefaultRules, func(s *stratego.State, v *stratego.View) {
		if s.Ply()%goldenStride != 0 || n == goldenPositions {
			return
		}
		n++
		var rec Record
		var x Tensor
		write(t, &w, v, &rec)
		rec.Expand(&x)
		out = appendGolden(out, &rec, &x)
		for _, show := range []func(*Record){rec.Public, rec.AtStart} {
			var other Record
			show(&other)
			other.Expand(&x)
			shown = appendGolden(shown, &other, &x)
		}
	})
	if n != goldenPositions {
		t.Fatalf("only %d positions", n)
	}
	return out, shown
}

func appendGolden(out []byte, rec *Record, x *Tensor) []byte {
	out = append(out, rec[:]...)
	at := len(out)
	out = append(out, 0, 0)
	count := 0
	for i, value := range x {
		if value != 0 {
			out = binary.LittleEndian.AppendUint16(out, uint16(i))
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(value))
			count++
		}
	}
	binary.LittleEndian.PutUint16(out[at:], uint16(count))
	return out
}

// The golden vectors are made by: go test ./nn/features -run Golden -update
func TestGolden(t *testing.T) {
	record, shown := goldenBytes(t)
	for path, got := range map[string][]byte{goldenFile: record, goldenShown: shown} {
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%s: the observation has changed: it is frozen, so give the new one a new version", path)
		}
	}
}
