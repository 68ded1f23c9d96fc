package formats

import (
	"fmt"
	"strings"

	"marengo/record"
	"marengo/stratego"
)

// What Gravon's two formats share: squares, kinds of game, results.

// gravonFiles are Gravon's files: A to K without J, where Arts leaves out i.
const gravonFiles = "ABCDEFGHIK"

// jFile is the file that a J stands for, in files that use the letter although
// Gravon skips it: the ninth if it takes I's place, the tenth if it takes K's.
type jFile int

const (
	noJ   jFile = -1
	ninth jFile = 8
	tenth jFile = 9
)

// formatGravonSquare writes a square such as "A4"; row 10 is the character after
// 9, which keeps squares at two characters.
func formatGravonSquare(s stratego.Square) string {
	return string([]byte{gravonFiles[s.File()], '1' + byte(s.Row())})
}

// parseGravonSquare reads a square; row 10 may be ":", "10" or "0".
func parseGravonSquare(text string, j jFile) (stratego.Square, error) {
	bad := fmt.Errorf("bad square %s, expected a file A–K without J and a row 1–10", clip(text))
	if len(text) < 2 {
		return stratego.NoSquare, bad
	}
	file := strings.IndexByte(gravonFiles, upper(text[0]))
	if upper(text[0]) == 'J' {
		file = int(j)
	}
	row := -1
	switch rest := text[1:]; {
	case rest == "10" || rest == "0" || rest == ":":
		row = 9
	case len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9':
		row = int(rest[0] - '1')
	}
	if file < 0 || row < 0 {
		return stratego.NoSquare, bad
	}
	return stratego.At(file, row), nil
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		return c - 'a' + 'A'
	}
	return c
}

// gravonTypes are the kinds of game by number, and gravonLongTypes the longer
// names that some XML files have.
var (
	gravonTypes     = []string{"classic", "barrage", "free", "ultimate", "duel"}
	gravonLongTypes = map[string]int{"classicfree": gravonFree, "ultimate lightning": gravonUltimate}
)

// gravonType returns the number of a kind of game, given as number or name.
func gravonType(text string) (int, error) {
	if i, ok := gravonLongTypes[strings.ToLower(text)]; ok {
		return i, nil
	}
	for i, name := range gravonTypes {
		if strings.EqualFold(text, name) || text == fmt.Sprint(i) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("unknown type %s, expected 0 classic, 1 barrage, 2 free, 3 ultimate or 4 duel", clip(text))
}

// The kinds of game we know.
const (
	gravonClassic  = 0
	gravonBarrage  = 1
	gravonFree     = 2
	gravonUltimate = 3
)

// typeOf returns Gravon's kind of a game.
func typeOf(g *record.Game) int {
	switch {
	case g.Position != nil:
		return gravonFree
	case g.Rules.Variant == stratego.Barrage:
		return gravonBarrage
	}
	return gravonClassic
}

// The reasons of Gravon's results. Those from 10 on mean a player who left or ran
// out of time.
var gravonReasons = []struct {
	code   int
	reason stratego.Reason
}{
	{0, stratego.NoMoves},
	{1, stratego.FlagCaptured},
	{2, stratego.BothImmobile},
	{3, stratego.Resigned},
	{4, stratego.AgreedDraw},
	{10, stratego.Forfeit},
}

const gravonMissing, gravonLastReason = 10, 14

// gravonResult turns Gravon's code and a winner into a result.
func gravonResult(code int, winner stratego.Color) (stratego.Result, error) {
	if code > gravonMissing && code <= gravonLastReason {
		code = gravonMissing
	}
	for _, r := range gravonReasons {
		if r.code != code {
			continue
		}
		switch {
		case winner == stratego.NoColor && (r.reason == stratego.NoMoves || r.reason == stratego.BothImmobile):
			return stratego.Result{Winner: winner, Reason: stratego.BothImmobile}, nil
		case winner == stratego.NoColor:
			return stratego.Result{Winner: winner, Reason: stratego.AgreedDraw}, nil
		}
		return stratego.Result{Winner: winner, Reason: r.reason}, nil
	}
	return record.Unfinished, fmt.Errorf("unknown result %d, expected 0 to 4 or 10 to 14", code)
}

// gravonCode returns the code that comes nearest to a result: draws by a limit
// count as agreed.
func gravonCode(r stratego.Result) int {
	reason := r.Reason
	if r.Winner == stratego.NoColor && reason != stratego.BothImmobile {
		reason = stratego.AgreedDraw
	}
	for _, x := range gravonReasons {
		if x.reason == reason {
			return x.code
		}
	}
	return gravonMissing
}

// gravonGame is a file of either format before it is replayed.
type gravonGame struct {
	src      *source
	kind     int
	field    word
	moves    []gravonMove
	players  [2]string
	result   stratego.Result
	resultAt spot
	log      []record.LogLine
	repairs  []string
}

// gravonMove is a move in Gravon's squares.
type gravonMove struct {
	from, to string
	at       spot
}

// uses says whether a move has a file letter.
func (m gravonMove) uses(letter byte) bool {
	return m.from != "" && upper(m.from[0]) == letter || m.to != "" && upper(m.to[0]) == letter
}

// repair notes what was mended at a line.
func (f *gravonGame) repair(line int, format string, args ...any) {
	f.repairs = append(f.repairs, fmt.Sprintf("line %d: ", line)+fmt.Sprintf(format, args...))
}

// game sets the field up, replays the moves and settles the result. Gravon does
// not say under which repetition rules it was played: the game's rules have none.
func (f *gravonGame) game() (*record.Game, error) {
	g := &record.Game{Players: f.players, Log: f.log}
	if f.kind == gravonBarrage {
		g.Rules.Variant = stratego.Barrage
	}
	pieces, err := ParseField(f.field.text)
	if err != nil {
		at := f.field.at
		if e, ok := err.(*fieldError); ok {
			at.at += e.at
		}
		return nil, f.src.errorf(at, "%w", err)
	}
	if err := f.begin(g, pieces); err != nil {
		return nil, err
	}
	s, err := f.replay(g)
	if err != nil {
		return nil, err
	}
	var note string
	if g.Result, note = settle(s, f.result); note != "" {
		f.repair(f.resultAt.line, "%s", note)
	}
	g.Repairs = f.repairs
	return g, nil
}

// begin takes the field over as setups, or as a free position for the kinds that
// have one.
func (f *gravonGame) begin(g *record.Game, pieces []stratego.Placement) error {
	p := &record.Position{ToMove: stratego.Red, Pieces: pieces}
	setups, ok := p.Setups()
	if f.kind == gravonClassic || f.kind == gravonBarrage {
		if !ok {
			return f.src.errorf(f.field.at, "a piece stands off its home rows, expected a %s game's setups", gravonTypes[f.kind])
		}
		for c, s := range setups {
			if err := s.Check(g.Rules.Variant); err != nil {
				return f.src.errorf(f.field.at, "%v's %w", stratego.Color(c), err)
			}
		}
		g.Setups = setups
		return nil
	}
	if f.kind == gravonUltimate {
		return f.src.errorf(f.field.at, "an ultimate game has other rules, expected classic, barrage, free or duel")
	}
	g.Position = p
	return nil
}

// replay plays the moves. In a file that uses J, the letter means I or K, and
// what replays decides.
func (f *gravonGame) replay(g *record.Game) (*stratego.State, error) {
	has := func(letter byte) bool {
		for _, m := range f.moves {
			if m.uses(letter) {
				return true
			}
		}
		return false
	}
	if !has('J') {
		return f.replayWith(g, noJ)
	}
	readings := []jFile{ninth, tenth}
	switch i, k := has('I'), has('K'); {
	case i && k:
		readings = nil
	case i:
		readings = []jFile{tenth}
	case k:
		readings = []jFile{ninth}
	}
	var err error
	for _, j := range readings {
		var s *stratego.State
		if s, err = f.replayWith(g, j); err == nil {
			f.repair(f.moves[0].at.line, "the moves use the file J, which Gravon skips: read as %c", gravonFiles[j])
			return s, nil
		}
	}
	if err == nil {
		return f.replayWith(g, noJ)
	}
	return nil, err
}

// replayWith plays the moves with one reading of J. In a free position whoever
// moves first was to move.
func (f *gravonGame) replayWith(g *record.Game, j jFile) (*stratego.State, error) {
	plies := make([]ply, 0, len(f.moves))
	for _, m := range f.moves {
		from, err := parseGravonSquare(m.from, j)
		if err != nil {
			return nil, f.src.errorf(m.at, "%w", err)
		}
		to, err := parseGravonSquare(m.to, j)
		if err != nil {
			return nil, f.src.errorf(m.at, "%w", err)
		}
		plies = append(plies, ply{move: stratego.NewMove(from, to), at: m.at})
	}
	if g.Position != nil && len(plies) > 0 {
		g.Position.ToMove = g.Position.ColorOn(stratego.From(plies[0].move))
	}
	return playAll(g, f.src, f.field.at, plies)
}

// gravonField returns the field that a game begins with.
func gravonField(g *record.Game) (string, error) {
	if g.Position != nil {
		return FormatField(g.Position.Pieces), nil
	}
	s, err := g.Begin()
	if err != nil {
		return "", err
	}
	return FormatField(record.PositionOf(s).Pieces), nil
}
