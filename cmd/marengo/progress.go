package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"golang.org/x/term"

	"marengo/arena"
)

// progress shows how long work stands: on a terminal one line that is written over,
// elsewhere whole lines.
type progress struct {
	w        io.Writer
	terminal *os.File // nil elsewhere
	silent   bool
	shown    time.Time // when the terminal's line was last written
}

// refresh is how often a terminal's line is written.
const refresh = 200 * time.Millisecond

func newProgress(w io.Writer, silent bool) *progress {
	p := &progress{w: w, silent: silent}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.terminal = f
	}
	return p
}

// over writes a terminal's line, unless the last one is fresh.
func (p *progress) over(line func() string) {
	if time.Since(p.shown) > refresh {
		p.shown = time.Now()
		p.write("\r\x1b[K%s", p.fit(line()))
	}
}

// fit cuts a line to the terminal's width: one that wraps cannot be written over.
func (p *progress) fit(line string) string {
	width, _, err := term.GetSize(int(p.terminal.Fd()))
	if runes := []rune(line); err == nil && width > 0 && len(runes) >= width {
		return string(runes[:width-1])
	}
	return line
}

// end leaves the terminal's line.
func (p *progress) end() {
	if p.terminal != nil && !p.shown.IsZero() {
		p.write("\r\x1b[K")
	}
}

// write writes progress; who cannot read it loses nothing.
func (p *progress) write(format string, args ...any) {
	if p.silent {
		return
	}
	if _, err := fmt.Fprintf(p.w, format, args...); err != nil {
		p.silent = true
	}
}

// timeLeft guesses from what was done since the start how long the rest takes.
func timeLeft(began time.Time, done, left int) string {
	if done <= 0 {
		return "?"
	}
	per := time.Since(began).Seconds() / float64(done)
	return (time.Duration(math.Ceil(per*float64(left))) * time.Second).String()
}

// contestProgress is a contest's: elsewhere than on a terminal a line for each pair.
type contestProgress struct {
	*progress
	began time.Time
	first int // games done before this run, plus one; 0 before the first report
	lines int // pairs written
}

// show is called after each game.
func (p *contestProgress) show(s *arena.Standing) {
	if p.first == 0 {
		p.first = s.Done()
	}
	if p.silent {
		return
	}
	if p.terminal != nil {
		p.over(func() string { return p.line(s) })
		return
	}
	if pairs := s.Pairs(); pairs > p.lines {
		p.lines = pairs
		p.write("%s\n", p.line(s))
	}
}

// line says how things stand in one line.
func (p *contestProgress) line(s *arena.Standing) string {
	left := timeLeft(p.began, s.Done()-p.first+1, s.Total()-s.Done())
	return fmt.Sprintf("pairs %d/%d  %s  %s left", s.Pairs(), (s.Total()+1)/2, s.Headline(), left)
}

// workProgress is that of work in numbered pieces, and nothing elsewhere than on a
// terminal.
type workProgress struct {
	*progress
	what  string
	first int // pieces done when what began
	began time.Time
}

// show is called after each piece.
func (p *workProgress) show(done, total int, what string) {
	if p.terminal == nil {
		return
	}
	if what != p.what || done < p.first {
		p.what, p.first, p.began = what, done, time.Now()
	}
	p.over(func() string {
		return fmt.Sprintf("%s %d/%d  %s left", what, done, total, timeLeft(p.began, done-p.first, total-done))
	})
}
