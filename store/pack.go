package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"marengo/stratego"
)

// packMoves writes a move in two bytes: from, to.
func packMoves(moves []stratego.Move) []byte {
	b := make([]byte, 0, 2*len(moves))
	for _, m := range moves {
		b = append(b, byte(stratego.From(m)), byte(stratego.To(m)))
	}
	return b
}

func unpackMoves(b []byte) ([]stratego.Move, error) {
	if len(b)%2 != 0 {
		return nil, fmt.Errorf("moves end in the middle of one")
	}
	moves := make([]stratego.Move, len(b)/2)
	for i := range moves {
		from, to := stratego.Square(b[2*i]), stratego.Square(b[2*i+1])
		if from >= stratego.Squares || to >= stratego.Squares {
			return nil, fmt.Errorf("move %d goes from %d to %d, which are no squares", i+1, from, to)
		}
		moves[i] = stratego.NewMove(from, to)
	}
	return moves, nil
}

// packTimes writes the microseconds of each move as varints.
func packTimes(times []time.Duration) []byte {
	b := make([]byte, 0, 2*len(times))
	for _, t := range times {
		b = binary.AppendUvarint(b, uint64(max(0, t.Microseconds())))
	}
	return b
}

func unpackTimes(b []byte) (times []time.Duration, err error) {
	for len(b) > 0 {
		us, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, fmt.Errorf("move times end in the middle of one")
		}
		times = append(times, time.Duration(us)*time.Microsecond)
		b = b[n:]
	}
	return times, nil
}

// Making a deflater costs more than a short log does: they are kept and used again.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err) // BestSpeed is a level
	}
	return w
}}

func deflate(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func inflate(deflated []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(deflated)))
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// PackLog writes "ply TAB line", one a line, and deflates it; a line's own breaks
// become spaces.
func PackLog(log []LogLine) ([]byte, error) {
	var b []byte
	for _, l := range log {
		b = strconv.AppendInt(b, int64(l.Ply), 10)
		b = append(b, '\t')
		b = append(b, oneLine.Replace(l.Text)...)
		b = append(b, '\n')
	}
	packed, err := deflate(b)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return packed, nil
}

func unpackLog(deflated []byte) (log []LogLine, err error) {
	if len(deflated) == 0 {
		return nil, nil
	}
	text, err := inflate(deflated)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		ply, rest, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(ply)
		if err != nil || !found {
			return nil, fmt.Errorf("log has the line %q, which begins with no ply", line)
		}
		log = append(log, LogLine{Ply: n, Text: rest})
	}
	return log, nil
}

// Times are kept in UTC, to the second.
func formatTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func parseTime(s string) (time.Time, error) { return time.Parse(time.RFC3339, s) }
