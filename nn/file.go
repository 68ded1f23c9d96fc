package nn

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
)

// The layout of a weight file, integers little endian; train/shared/weights.py says the
// same: prelude, header (JSON), data, SHA-256 of everything before it.
const (
	fileMagic   = "MARENGO\x00"
	fileVersion = 1

	// The prelude: magic, format version (uint32), the header's length (uint32),
	// the data's length (uint64).
	preludeSize = 8 + 4 + 4 + 8
)

// Header says what a weight file holds.
type Header struct {
	Kind       string          `json:"kind"`       // "transformer" or "perceptron"
	Features   string          `json:"features"`   // the input's encoding with its version, such as "observation-2"
	Sizes      json.RawMessage `json:"sizes"`      // depends on the kind
	Provenance json.RawMessage `json:"provenance"` // free: command, data, date, steps
	Tensors    []TensorInfo    `json:"tensors"`
}

// TensorInfo places one tensor in the file's data.
type TensorInfo struct {
	Name   string `json:"name"`
	Shape  []int  `json:"shape"`
	DType  string `json:"dtype"`  // f32, f16 or i8 (see decode)
	Offset int    `json:"offset"` // from the data's start
}

// File is a weight file whose checksum and header are in order. Tensors are
// decoded when a network asks for them.
type File struct {
	Name   string
	Header Header
	Kernel *Kernel // computes the networks of the file; nil for this processor's fastest

	data  []byte
	index map[string]TensorInfo
}

// Open reads a weight file from disk.
func Open(path string) (*File, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading weights: %w", err)
	}
	return Parse(path, raw)
}

// Parse reads a weight file that is already in memory, such as one embedded in
// the binary. The File keeps raw; name stands in errors.
func Parse(name string, raw []byte) (*File, error) {
	header, data, err := split(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{Name: name, data: data, index: map[string]TensorInfo{}}
	if err := json.Unmarshal(header, &f.Header); err != nil {
		return nil, fmt.Errorf("%s: header is damaged: %w", name, err)
	}
	for _, t := range f.Header.Tensors {
		if _, twice := f.index[t.Name]; twice {
			return nil, fmt.Errorf("%s: tensor %q is listed twice", name, t.Name)
		}
		f.index[t.Name] = t
	}
	return f, nil
}

// split checks everything but the header's content, and returns header and data.
func split(raw []byte) (header, data []byte, err error) {
	if len(raw) < preludeSize+sha256.Size {
		return nil, nil, fmt.Errorf("truncated: %d bytes are too few for a weight file", len(raw))
	}
	if string(raw[:8]) != fileMagic {
		return nil, nil, fmt.Errorf("not a weight file: it does not start with %q", fileMagic)
	}
	if v := binary.LittleEndian.Uint32(raw[8:]); v != fileVersion {
		return nil, nil, fmt.Errorf("weight file version %d: this program reads version %d", v, fileVersion)
	}
	headerSize := uint64(binary.LittleEndian.Uint32(raw[12:]))
	dataSize := binary.LittleEndian.Uint64(raw[16:])
	got := uint64(len(raw) - preludeSize - sha256.Size)
	if headerSize > got || dataSize > got-headerSize {
		return nil, nil, fmt.Errorf("truncated: %d bytes where its prelude announces %d of header and %d of data",
			len(raw), headerSize, dataSize)
	}
	if extra := got - headerSize - dataSize; extra != 0 {
		return nil, nil, fmt.Errorf("%d bytes longer than its prelude announces", extra)
	}
	end := len(raw) - sha256.Size
	if sum := sha256.Sum256(raw[:end]); !bytes.Equal(sum[:], raw[end:]) {
		return nil, nil, fmt.Errorf("checksum does not match: the file is damaged")
	}
	start := preludeSize + int(headerSize)
	return raw[preludeSize:start], raw[start:end], nil
}

// expect checks the kind and the features of a file.
func (f *File) expect(kind, features string) error {
	if f.Header.Kind != kind {
		return fmt.Errorf("%s: holds a %q network, not a %q", f.Name, f.Header.Kind, kind)
	}
	if f.Header.Features != features {
		return fmt.Errorf("%s: made for features %q, this program makes %q", f.Name, f.Header.Features, features)
	}
	return nil
}

// Has says whether the file holds a tensor.
func (f *File) Has(name string) bool {
	_, ok := f.index[name]
	return ok
}

// Tensor decodes the named tensor, which must have the given shape, to float32.
func (f *File) Tensor(name string, shape ...int) ([]float32, error) {
	info, ok := f.index[name]
	if !ok {
		return nil, fmt.Errorf("%s: tensor %q is missing", f.Name, name)
	}
	if !equalShapes(info.Shape, shape) {
		return nil, fmt.Errorf("%s: tensor %q has shape %v, want %v", f.Name, name, info.Shape, shape)
	}
	values, err := decode(f.data, info)
	if err != nil {
		return nil, fmt.Errorf("%s: tensor %q %w", f.Name, name, err)
	}
	return values, nil
}

func equalShapes(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
