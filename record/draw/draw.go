// Package draw draws positions of Stratego for a terminal, and puts results into
// words.
package draw

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"marengo/stratego"
)

// Options say how a board is drawn. The zero value draws everything in plain
// characters, red at the bottom.
type Options struct {
	Color bool // with terminal colours

	// Players are the names shown beside the board, by colour; "" for none.
	Players [2]string

	// Eyes, if not nil, is the player through whose eyes the board is seen: that
	// side is at the bottom and the other's hidden ranks are question marks.
	Eyes *stratego.Color
}

// Position draws a position: the board with files and rows, the last move marked, and
// beside it whose turn it is, the clocks, the last moves and the captured pieces.
func Position(w io.Writer, s *stratego.State, o Options) error {
	p := painter{s: s, o: o}
	if last := s.LastEvents(nil, 1); len(last) > 0 {
		p.last = &last[0]
	}
	board, panel := p.board(), p.panel()
	var b bytes.Buffer
	for i, line := range board {
		b.WriteString(line)
		if i < len(panel) && panel[i] != "" {
			b.WriteString("   " + panel[i])
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// painter draws one position.
type painter struct {
	s    *stratego.State
	o    Options
	last *stratego.Event
}

// Colours of the 256-colour palette, which read on dark and light terminals alike.
const (
	colorRed   = 124
	colorBlue  = 25
	colorLake  = 31
	colorWave  = 117
	colorLight = 187
	colorDark  = 144
	colorMark  = 221
	colorInk   = 231

	paintOff   = "\x1b[0m"
	paintBold  = "\x1b[1m"
	paintFaint = "\x1b[2m"
	inkRed     = "\x1b[1;38;5;167m"
	inkBlue    = "\x1b[1;38;5;68m"
)

// on returns the attribute for a foreground on a background.
func on(foreground, background int) string {
	return fmt.Sprintf("\x1b[38;5;%d;48;5;%dm", foreground, background)
}

// paint wraps a text in an attribute, if colours are on.
func (p *painter) paint(attribute, text string) string {
	if !p.o.Color || attribute == "" {
		return text
	}
	return attribute + text + paintOff
}

// turned says whether blue is at the bottom.
func (p *painter) turned() bool { return p.o.Eyes != nil && *p.o.Eyes == stratego.Blue }

// square returns the square of a column and line of the drawing.
func (p *painter) square(column, line int) stratego.Square {
	s := stratego.At(column, stratego.Files-1-line)
	if p.turned() {
		return s.Rotate()
	}
	return s
}

// board returns the lines of the board: files, ten rows, files.
func (p *painter) board() []string {
	files := "    "
	for column := range stratego.Files {
		files += " " + p.square(column, 0).String()[:1] + "  "
	}
	files = p.paint(paintFaint, files) + "    "
	lines := []string{files}
	for line := range stratego.Files {
		name := fmt.Sprintf("%3d ", p.square(0, line).Row()+1)
		var b strings.Builder
		b.WriteString(p.paint(paintFaint, name))
		for column := range stratego.Files {
			b.WriteString(p.cell(p.square(column, line)))
		}
		b.WriteString(p.paint(paintFaint, fmt.Sprintf(" %-3d", p.square(0, line).Row()+1)))
		lines = append(lines, b.String())
	}
	return append(lines, files)
}

// cell draws a square in four characters.
func (p *painter) cell(s stratego.Square) string {
	x, ok := p.s.At(s)
	touched := p.last != nil && (p.last.From == s || p.last.To == s)
	ground := colorLight
	switch {
	case touched:
		ground = colorMark
	case (s.File()+s.Row())%2 == 0:
		ground = colorDark
	}
	switch {
	case s.Lake() && p.o.Color:
		return p.paint(on(colorWave, colorLake), " ≈≈ ")
	case s.Lake():
		return "~~~~"
	case ok:
		return p.piece(x, ground)
	case p.o.Color:
		return p.paint(on(ground, ground), "    ")
	case touched:
		return " +  "
	}
	return " .  "
}

// piece draws a piece: its rank and a mark for what is known of it, ! if both
// players know the rank, ' if it has moved and is hidden. The side shows in the
// tile's colour or in the brackets.
func (p *painter) piece(x stratego.Piece, ground int) string {
	letter := string(x.Rank.Letter())
	if p.o.Eyes != nil && x.Color != *p.o.Eyes && !x.Known {
		letter = "?"
	}
	mark := " "
	switch {
	case x.Known:
		mark = "!"
	case x.Moved:
		mark = "'"
	}
	if p.o.Color {
		tile := [2]int{colorRed, colorBlue}[x.Color]
		return p.paint(on(tile, ground), "▐") + p.paint(on(colorInk, tile)+paintBold, letter+mark) + p.paint(on(tile, ground), "▌")
	}
	brackets := [2]string{"[]", "()"}[x.Color]
	if mark == " " {
		return brackets[:1] + letter + brackets[1:] + " "
	}
	return brackets[:1] + letter + mark + brackets[1:]
}

// panelMoves is how many of the last moves the panel shows.
const panelMoves = 3

// panel returns the lines beside the board: the far player at the top, the near
// one at the bottom, the game between them.
func (p *painter) panel() []string {
	near, far := stratego.Red, stratego.Blue
	if p.turned() {
		near, far = far, near
	}
	lines := make([]string, stratego.Files+2)
	lines[1], lines[2] = p.player(far), p.captured(far)
	lines[9], lines[10] = p.captured(near), p.player(near)
	lines[4] = p.turn()
	lines[5] = p.paint(paintFaint, fmt.Sprintf("ply %d, %d quiet", p.s.Ply(), p.s.Quiet()))
	for i, e := range p.s.LastEvents(nil, panelMoves) {
		mover := p.s.Turn().Other()
		if i%2 == 1 {
			mover = mover.Other()
		}
		text := fmt.Sprintf("%v %v", mover, e)
		if e.Battle != stratego.NoBattle {
			text += ": " + outcomeWords(e)
		}
		if i > 0 {
			text = p.paint(paintFaint, text)
		}
		lines[6+i] = text
	}
	return lines
}

// outcomeWords tells a battle in words.
func outcomeWords(e stratego.Event) string {
	switch {
	case e.Defender == stratego.Flag:
		return "the flag is taken"
	case e.Battle == stratego.Win:
		return fmt.Sprintf("%v takes %v", e.Attacker, e.Defender)
	case e.Battle == stratego.Lose:
		return fmt.Sprintf("%v falls to %v", e.Attacker, e.Defender)
	}
	return fmt.Sprintf("both %vs fall", e.Attacker)
}

// turn says who is to move, or how the game ended.
func (p *painter) turn() string {
	if r := p.s.Result(); r.Over() {
		return p.paint(paintBold, ResultWords(r))
	}
	return p.paint(p.ink(p.s.Turn()), p.s.Turn().String()) + " to move"
}

// ResultWords tells a result in words for a reader, such as "blue wins: the flag
// is taken".
func ResultWords(r stratego.Result) string {
	how := map[stratego.Reason]string{
		stratego.FlagCaptured: "the flag is taken",
		stratego.NoMoves:      "no legal move is left",
		stratego.BothImmobile: "neither side can move",
		stratego.QuietLimit:   "too long without a battle",
		stratego.PlyLimit:     "the ply limit is reached",
		stratego.Resigned:     "the opponent resigned",
		stratego.AgreedDraw:   "agreed",
		stratego.Forfeit:      "forfeit",
	}[r.Reason]
	switch {
	case !r.Over():
		return "unfinished"
	case r.Winner == stratego.NoColor:
		return "draw: " + how
	}
	return r.Winner.String() + " wins: " + how
}

func (p *painter) ink(c stratego.Color) string { return [2]string{inkRed, inkBlue}[c&1] }

// player shows a side's name and how many pieces it has left.
func (p *painter) player(c stratego.Color) string {
	left := 0
	for id := range stratego.SetupSquares {
		if p.s.Piece(c, id).Alive() {
			left++
		}
	}
	name := c.String()
	if n := p.o.Players[c]; n != "" {
		name += " " + oneLine(n)
	}
	if !p.o.Color {
		name = [2]string{"[]", "()"}[c] + " " + name
	}
	pieces := "pieces"
	if left == 1 {
		pieces = "piece"
	}
	return p.paint(p.ink(c), name) + p.paint(paintFaint, fmt.Sprintf(", %d %s", left, pieces))
}

// Printable replaces what commands a terminal instead of showing on it: a name or
// note of a file may hold any character.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
}

// oneLine keeps a name from breaking the drawing.
func oneLine(name string) string {
	const most = 40
	name = Printable(name)
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// captured lists what a side has lost, the highest rank first.
func (p *painter) captured(c stratego.Color) string {
	var lost stratego.Counts
	for id := range stratego.SetupSquares {
		if x := p.s.Piece(c, id); x.Dead() {
			lost[x.Rank]++
		}
	}
	if lost.Total() == 0 {
		return p.paint(paintFaint, "lost nothing")
	}
	var b strings.Builder
	for _, r := range []stratego.Rank{stratego.Flag, stratego.Marshal, stratego.General, stratego.Colonel, stratego.Major, stratego.Captain,
		stratego.Lieutenant, stratego.Sergeant, stratego.Miner, stratego.Scout, stratego.Spy, stratego.Bomb} {
		if lost[r] > 0 {
			b.WriteString(" " + strings.Repeat(string(r.Letter()), int(lost[r])))
		}
	}
	return p.paint(paintFaint, "lost") + b.String()
}
