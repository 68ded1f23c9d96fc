// Package archive keeps many games in a small file, two bytes a ply, for those who learn
// from games or count over them.
//
// There are only a few types. A Header says what the games of a file have in common; a
// Game is one of them; a Writer writes a file and a Reader reads one. Reading replays nothing:
// Game.Begin and the moves lead through the game by the rules.
//
// A file is a line "marengo games 1", a line of JSON, and the games, little endian:
//
//	red, blue   a byte each     who played, by number in the header
//	winner      byte            0 red, 1 blue, 2 nobody
//	(unused)    byte
//	plies       uint16
//	setups      20 bytes each   red's and blue's: a rank every four bits, the lower first
//	moves       2 bytes each    the squares from and to, row times ten and file
package archive

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"marengo/stratego"
)

// Header is what the games of a file have in common.
type Header struct {
	Rules   string   `json:"rules"`   // a preset's name or rules spelt out
	Players []string `json:"players"` // by number
	Note    string   `json:"note,omitempty"`
}

// Game is one game.
type Game struct {
	Players [2]uint8 // by colour, numbers in the header
	Winner  stratego.Color
	Setups  [2]stratego.Setup
	Moves   []stratego.Move
}

const (
	magic     = "marengo games 1\n"
	setupSize = stratego.SetupSquares / 2
	fixedSize = 6 + 2*setupSize
	nobody    = 2
	maxPlies  = 1<<16 - 1
	maxHeader = 1 << 20
)

// Begin returns the state before the first move.
func (g *Game) Begin(rules stratego.Rules) (*stratego.State, error) {
	return stratego.NewState(rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
}

// Writer writes games.
type Writer struct {
	w   io.Writer
	buf []byte
}

// NewWriter writes the head of a file.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	if len(h.Players) > 1<<8 {
		return nil, fmt.Errorf("%d players, a file of games has room for %d", len(h.Players), 1<<8)
	}
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(append(append([]byte(magic), line...), '\n')); err != nil {
		return nil, err
	}
	return &Writer{w: w}, nil
}

// Continue returns a Writer for the end of a file whose head is written.
func Continue(w io.Writer) *Writer { return &Writer{w: w} }

// Write writes a game in one piece.
func (w *Writer) Write(g *Game) error {
	if len(g.Moves) > maxPlies {
		return fmt.Errorf("a game of %d plies, a file of games has room for %d", len(g.Moves), maxPlies)
	}
	winner := uint8(nobody)
	if g.Winner != stratego.NoColor {
		winner = uint8(g.Winner)
	}
	b := append(w.buf[:0], g.Players[0], g.Players[1], winner, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(g.Moves)))
	for _, s := range g.Setups {
		for i := 0; i < len(s); i += 2 {
			b = append(b, uint8(s[i])|uint8(s[i+1])<<4)
		}
	}
	for _, m := range g.Moves {
		b = append(b, uint8(stratego.From(m)), uint8(stratego.To(m)))
	}
	w.buf = b
	_, err := w.w.Write(b)
	return err
}

// Reader reads games.
type Reader struct {
	Header Header
	r      *bufio.Reader
	at     int64 // bytes of whole games and the head that were read
	games  int
	buf    []byte
}

// NewReader reads the head of a file.
func NewReader(r io.Reader) (*Reader, error) {
	in := bufio.NewReaderSize(r, 1<<20)
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != magic {
		return nil, errors.New("no file of games: it does not begin with \"marengo games 1\"")
	}
	line, err := in.ReadSlice('\n')
	if err != nil || len(line) > maxHeader {
		return nil, errors.New("a file of games whose second line does not end")
	}
	out := &Reader{r: in, at: int64(len(head) + len(line))}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&out.Header); err != nil {
		return nil, fmt.Errorf("a file of games with a bad second line: %w", err)
	}
	return out, nil
}

// Whole returns how many games were read, and at which byte the last of them ends: where a file
// that was cut off goes on.
func (r *Reader) Whole() (games int, bytes int64) { return r.games, r.at }

// ErrCut is the end of a file within a game.
var ErrCut = errors.New("the file ends within a game")

// Next reads a game into g, whose memory it uses again. It returns io.EOF at the end.
func (r *Reader) Next(g *Game) error {
	r.buf = grow(r.buf, fixedSize)
	if _, err := io.ReadFull(r.r, r.buf); err != nil {
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		return r.cut(err)
	}
	winner, plies := r.buf[2], int(binary.LittleEndian.Uint16(r.buf[4:]))
	g.Players = [2]uint8{r.buf[0], r.buf[1]}
	switch {
	case int(max(r.buf[0], r.buf[1])) >= len(r.Header.Players):
		return fmt.Errorf("game %d: player %d, the file has %d", r.games+1, max(r.buf[0], r.buf[1]), len(r.Header.Players))
	case winner > nobody:
		return fmt.Errorf("game %d: winner %d, expected 0, 1 or 2", r.games+1, winner)
	}
	g.Winner = stratego.NoColor
	if winner < nobody {
		g.Winner = stratego.Color(winner)
	}
	for c := range g.Setups {
		for i := range setupSize {
			x := r.buf[6+c*setupSize+i]
			g.Setups[c][2*i], g.Setups[c][2*i+1] = stratego.Rank(x&15), stratego.Rank(x>>4)
		}
	}
	r.buf = grow(r.buf, 2*plies)
	if _, err := io.ReadFull(r.r, r.buf); err != nil {
		return r.cut(err)
	}
	g.Moves = g.Moves[:0]
	for i := 0; i < len(r.buf); i += 2 {
		from, to := r.buf[i], r.buf[i+1]
		if from >= stratego.Squares || to >= stratego.Squares {
			return fmt.Errorf("game %d, ply %d: a move from square %d to %d, the board has %d", r.games+1, i/2+1, from, to, stratego.Squares)
		}
		g.Moves = append(g.Moves, stratego.NewMove(stratego.Square(from), stratego.Square(to)))
	}
	r.games++
	r.at += int64(fixedSize + 2*plies)
	return nil
}

func (r *Reader) cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("game %d: %w", r.games+1, ErrCut)
	}
	return fmt.Errorf("game %d: %w", r.games+1, err)
}

func grow(b []byte, n int) []byte {
	if cap(b) < n {
		b = make([]byte, n)
	}
	return b[:n]
}
