package expert

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Header is the first line of a file of examples, filled up to the size of an Example.
type Header struct {
	Version     int    `json:"version"`
	Player      string `json:"player"`
	Rules       string `json:"rules"`
	Setups      string `json:"setups"`
	Evaluations int    `json:"evaluations"`
	Seed        uint64 `json:"seed"`
}

// Version is the Header's Version of files that are written.
const Version = 2

// block returns the header as it is written.
func (h Header) block() (b Example, err error) {
	raw, err := json.Marshal(h)
	if err != nil {
		return b, err
	}
	if len(raw) >= len(b) {
		return b, fmt.Errorf("the options are too long for the file's head: %d bytes of %d", len(raw), len(b))
	}
	for i := copy(b[:], raw); i < len(b); i++ {
		b[i] = ' '
	}
	b[len(b)-1] = '\n'
	return b, nil
}

// File holds games of examples, each whole, in the order in which they ended.
type File struct {
	f     *os.File
	games map[int]bool
}

// OpenFile opens a file for writing on, or makes one. What follows its last whole game is cut off.
func OpenFile(path string, h Header) (*File, error) {
	head, err := h.block()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	e := &File{f: f, games: map[int]bool{}}
	if err := e.read(head); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return e, nil
}

// read notes the games of the file, and leaves it ready for the next.
func (e *File) read(head Example) error {
	r := bufio.NewReaderSize(e.f, 1<<20)
	var x Example
	_, err := io.ReadFull(r, x[:])
	switch {
	case errors.Is(err, io.EOF):
		_, err = e.f.Write(head[:])
		return err
	case err != nil || x != head:
		return fmt.Errorf("%s is not a file of examples with these options; choose another file", e.f.Name())
	}
	end := int64(Size)
	for at := end; ; at += Size {
		if _, err = io.ReadFull(r, x[:]); err != nil {
			break
		}
		if x.Last() {
			end = at + Size
			e.games[x.Game()] = true
		}
	}
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if err := e.f.Truncate(end); err != nil {
		return err
	}
	_, err = e.f.Seek(end, io.SeekStart)
	return err
}

// Len returns how many games the file has, and Has whether it has the one of a number.
func (e *File) Len() int          { return len(e.games) }
func (e *File) Has(game int) bool { return e.games[game] }

// Append adds the examples of a game.
func (e *File) Append(game int, examples []Example) error {
	raw := make([]byte, 0, len(examples)*Size)
	for i := range examples {
		raw = append(raw, examples[i][:]...)
	}
	if _, err := e.f.Write(raw); err != nil {
		return err
	}
	e.games[game] = true
	return nil
}

// Close closes the file.
func (e *File) Close() error { return e.f.Close() }
