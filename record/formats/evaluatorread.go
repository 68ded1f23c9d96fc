package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marengo/protocol/notation"
	"marengo/record"
	"marengo/stratego"
)

// The two colours, where blue is not logBlue.
var logRed, logBlueFull = notation.Color(stratego.Red), notation.Color(stratego.Blue)

// logReader reads the evaluator's log.
type logReader struct {
	src     *source
	game    *record.Game
	plies   []ply
	result  stratego.Result
	at      spot // of the result line
	over    bool // the result line has been read
	limit   bool // the result is the turn limit's draw
	broken  int  // line of a move that was not played, or 0
	setupAt [2]spot
}

// parseLog reads the evaluator's log. Lines of prose between the last move and
// the result are passed over.
func parseLog(name string, data []byte) (*record.Game, error) {
	src, err := newSource(name, data)
	if err != nil {
		return nil, err
	}
	if err := src.checkUTF8(); err != nil {
		return nil, err
	}
	rules, err := stratego.Preset("evaluator")
	if err != nil {
		return nil, err
	}
	r := &logReader{src: src, game: &record.Game{Rules: rules}, result: record.Unfinished}
	n := 1
	for c := stratego.Red; c <= stratego.Blue; c++ {
		if n, err = r.setup(c, n); err != nil {
			return nil, err
		}
	}
	for ; n <= len(src.lines); n++ {
		if err := r.line(n); err != nil {
			return nil, err
		}
	}
	return r.finish()
}

// setup reads a side's name and four rows from line n on, and returns the line
// after them.
func (r *logReader) setup(c stratego.Color, n int) (next int, err error) {
	for n <= len(r.src.lines) && strings.TrimSpace(r.src.line(n)) == "" {
		n++
	}
	color := notation.Color(c)
	name, ok := strings.CutSuffix(strings.TrimSpace(r.src.line(n)), " "+color+" "+logSetup)
	if !ok {
		return n, r.src.errorf(spot{n, 0}, "%s, expected a line such as %q", clip(r.src.line(n)), "name "+color+" "+logSetup)
	}
	r.game.Players[c] = nameOf(strings.TrimSpace(name), c)
	r.setupAt[c] = spot{n + 1, 0}
	for y := range notation.SetupRows {
		line := strings.TrimRight(r.src.line(n+1+y), " \t")
		if len(line) != stratego.Files {
			return n, r.src.errorf(spot{n + 1 + y, 0}, "%s, expected row %d of %s's setup: %d ranks", clip(line), y+1, color, stratego.Files)
		}
		for x := range stratego.Files {
			rank, err := notation.ParseRank(line[x : x+1])
			if err != nil {
				return n, r.src.errorf(spot{n + 1 + y, x}, "%w", err)
			}
			r.game.Setups[c][notation.SetupSquare(c, y, x).From(c)] = rank
		}
	}
	if err := r.game.Setups[c].Check(stratego.Classic); err != nil {
		return n, r.src.errorf(r.setupAt[c], "%v's %w", c, err)
	}
	return n + 5, nil
}

// line reads a move, the result, or prose.
func (r *logReader) line(n int) error {
	words := r.src.words(n, 0)
	if len(words) == 0 {
		return nil
	}
	if r.over {
		return r.src.errorf(words[0].at, "%s after the result, expected the end of the file", clip(r.src.line(n)))
	}
	if isTurn(words) {
		return r.turn(words)
	}
	if done, err := r.resultLine(words); done || err != nil {
		return err
	}
	if slices.Contains([]string{"Game", "SIGPIPE", logRed, logBlueFull}, words[0].text) || r.src.line(n)[0] == '\t' {
		return nil
	}
	return r.src.errorf(words[0].at, "%s, expected a move such as %q or a result", clip(r.src.line(n)), "1 RED: 0 3 DOWN OK")
}

// isTurn says whether a line begins as "12 RED:" does.
func isTurn(words []word) bool {
	if len(words) < 2 {
		return false
	}
	_, err := strconv.Atoi(words[0].text)
	return err == nil && slices.Contains([]string{logRed + ":", logBlue + ":", logBlueFull + ":"}, words[1].text)
}

// turn reads a move with its outcome, or what a bot sent instead of one.
func (r *logReader) turn(words []word) error {
	if r.broken != 0 {
		return r.src.errorf(words[0].at, "a move after line %d, which ended the game", r.broken)
	}
	i := len(r.plies)
	color := logLabel(i) + ":"
	if label := strings.Replace(words[1].text, logBlueFull, logBlue, 1); label != color {
		return r.src.errorf(words[1].at, "%s, expected %s", words[1].text, color)
	}
	if number, _ := strconv.Atoi(words[0].text); number != i/2+1 && number != i+1 {
		return r.src.errorf(words[0].at, "turn %s, expected %d", words[0].text, i/2+1)
	}
	rest := words[2:]
	if len(rest) == 0 || rest[0].text == notation.Surrender || rest[len(rest)-1].text == notation.Illegal {
		r.broken = words[0].at.line
		return nil
	}
	p, err := r.move(rest)
	if err != nil {
		return err
	}
	r.plies = append(r.plies, p)
	return nil
}

// move reads "0 3 DOWN 3 BOTHDIE 9 9".
func (r *logReader) move(words []word) (p ply, err error) {
	p.at = words[0].at
	if len(words) < 4 {
		return p, r.src.errorf(p.at, "%d words, expected a move and its outcome, such as %q", len(words), "0 3 DOWN OK")
	}
	var xy [2]int
	for i := range xy {
		if xy[i], err = strconv.Atoi(words[i].text); err != nil || xy[i] < 0 || xy[i] >= stratego.Files {
			return p, r.src.errorf(words[i].at, "%s, expected a coordinate 0 to 9", clip(words[i].text))
		}
	}
	steps, rest := 1, words[3:]
	if n, err := strconv.Atoi(rest[0].text); err == nil {
		steps, rest = n, rest[1:]
	}
	if p.move, err = notation.NewMove(xy[0], xy[1], words[2].text, steps); err != nil {
		return p, r.src.errorf(words[2].at, "%w", err)
	}
	p.says, err = r.outcome(rest, words[len(words)-1].at)
	return p, err
}

// outcome reads what followed from a move.
func (r *logReader) outcome(words []word, at spot) (c claim, err error) {
	if len(words) == 0 {
		return c, r.src.errorf(at, "a move without an outcome, expected OK, KILLS, DIES or BOTHDIE")
	}
	battle, ok := notation.ParseOutcome(words[0].text)
	switch word := words[0].text; {
	case word == logOK && len(words) == 1, word == logAttrition:
		return c, nil
	case word == logFlag:
		return claim{attack: true, defender: ranked{stratego.Flag, true}}, nil
	case ok && battle != stratego.NoBattle && len(words) == 3:
		c.attack, c.battle = true, battle
		for i, into := range []*ranked{&c.attacker, &c.defender} {
			w := words[1+i]
			rank, err := notation.ParseRank(w.text)
			if err != nil {
				return c, r.src.errorf(w.at, "%w", err)
			}
			*into = ranked{rank, true}
		}
		return c, nil
	}
	return c, r.src.errorf(words[0].at, "outcome %s, expected OK, or KILLS, DIES or BOTHDIE and two ranks", clip(words[0].text))
}

// resultLine reads "name COLOUR RESULT turn red blue", which QUIT may precede.
func (r *logReader) resultLine(words []word) (done bool, err error) {
	if words[0].text == "QUIT" {
		words = words[1:]
	}
	k := len(words) - 5
	if k < 0 {
		return false, nil
	}
	for _, w := range words[k+2:] {
		if _, err := strconv.Atoi(w.text); err != nil {
			return false, nil
		}
	}
	color := stratego.NoColor
	switch words[k].text {
	case logRed:
		color = stratego.Red
	case logBlueFull:
		color = stratego.Blue
	case "BOTH", "NONE":
	default:
		return false, nil
	}
	at := words[k+1].at
	if r.result, err = logResult(words[k+1].text, color); err != nil {
		return true, r.src.errorf(at, "%w", err)
	}
	r.at, r.over, r.limit = at, true, words[k+1].text == notation.DrawDefault
	return true, nil
}

// logResult turns the evaluator's word and the colour beside it into a result.
// Victory stands for both a captured flag and an army that cannot move.
func logResult(word string, c stratego.Color) (stratego.Result, error) {
	loser := stratego.NoColor
	if c != stratego.NoColor {
		loser = c.Other()
	}
	switch word {
	case notation.Victory:
		if c != stratego.NoColor {
			return stratego.Result{Winner: c, Reason: stratego.NoMoves}, nil
		}
	case notation.Surrender:
		if c != stratego.NoColor {
			return stratego.Result{Winner: loser, Reason: stratego.Resigned}, nil
		}
	case notation.Illegal, notation.InternalError, notation.BadSetup:
		return stratego.Result{Winner: loser, Reason: stratego.Forfeit}, nil
	case notation.Draw:
		return stratego.Result{Winner: stratego.NoColor, Reason: stratego.BothImmobile}, nil
	case notation.DrawDefault:
		return stratego.Result{Winner: stratego.NoColor, Reason: stratego.PlyLimit}, nil
	}
	return record.Unfinished, fmt.Errorf("result %s, expected VICTORY, SURRENDER, ILLEGAL, DRAW, DRAW_DEFAULT or INTERNAL_ERROR with a colour", clip(word))
}

// finish replays the game and settles its result.
func (r *logReader) finish() (*record.Game, error) {
	g := r.game
	if !r.over {
		return nil, r.src.errorf(r.src.end(), "the log ends too early, expected a result such as %q", "name RED VICTORY 120 80 64")
	}
	// The turn limit is the manager's option, so the game's own end tells it.
	if n := len(r.plies); r.limit && n > 0 && n <= stratego.MaxLimit {
		g.Rules.PlyLimit = n
	} else if n >= g.Rules.PlyLimit {
		g.Rules.PlyLimit = 0
	}
	s, err := playAll(g, r.src, r.setupAt[stratego.Red], r.plies)
	if err != nil {
		return nil, err
	}
	var note string
	if g.Result, note = settle(s, r.result); note != "" {
		g.Repairs = append(g.Repairs, fmt.Sprintf("line %d: %s", r.at.line, note))
	}
	return g, nil
}
