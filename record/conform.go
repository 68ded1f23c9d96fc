package record

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marengo/stratego"
)

// Difference is a place where our rules and another referee's disagree.
type Difference struct {
	Record, What string
	Ply          int // from 1; 0 where the record as a whole differs
	Theirs, Ours string
}

// Error returns the difference in one paragraph: record, ply, both answers.
func (d *Difference) Error() string {
	return fmt.Sprintf("record %s, ply %d, %s differs\n  theirs: %s\n  ours:   %s", d.Record, d.Ply, d.What, d.Theirs, d.Ours)
}

// refereed is one game as another implementation refereed it: each ply with its
// complete list of legal moves.
type refereed struct {
	ID    string `json:"id"`
	Rules struct {
		TwoSquares  int  `json:"two_squares"`
		ScoutClause bool `json:"scout_clause"`
		MoreSquares bool `json:"more_squares"`
	} `json:"rules"`
	ToMove string            `json:"to_move"`
	Red    string            `json:"red"`
	Blue   string            `json:"blue"`
	Pieces map[string]string `json:"pieces"`
	Plies  []refereedPly     `json:"plies"`
	Final  *refereedPly      `json:"final"`
	Result *struct {
		Winner string `json:"winner"`
		Reason string `json:"reason"`
		Stuck  bool   `json:"stuck_by_repetition"`
	} `json:"result"`
	Steps []infoStep `json:"steps"` // only in files of what players can infer
}

type refereedPly struct {
	N      int      `json:"n"`
	Player string   `json:"player"`
	Legal  []string `json:"legal"`
	Two    []string `json:"two"`
	More   []string `json:"more"`
	Move   string   `json:"move"`
	Battle *struct {
		Attacker string `json:"attacker"`
		Defender string `json:"defender"`
		Outcome  string `json:"outcome"`
	} `json:"battle"`
}

// infoStep is what each player can infer after a ply, as far as it changed:
// start square of an enemy piece → square now, evidence, counting, exact set.
type infoStep struct {
	N    int                  `json:"n"`
	Red  map[string][]*string `json:"red_sees"`
	Blue map[string][]*string `json:"blue_sees"`
}

// Conformance replays refereed games and compares every list of legal moves,
// battle, result and inference with our rules. Its zero value is ready to use.
type Conformance struct {
	Games, Plies, Inferences int // how much has agreed

	// For the inference records that name them: several folders may use one id.
	beside   map[gameKey]*refereed
	anywhere map[string]*refereed
}

// gameKey names a game among those of a folder.
type gameKey struct{ dir, id string }

// keep remembers a game of a folder.
func (c *Conformance) keep(dir string, r *refereed) {
	if c.beside == nil {
		c.beside, c.anywhere = make(map[gameKey]*refereed), make(map[string]*refereed)
	}
	c.beside[gameKey{dir, r.ID}] = r
	c.anywhere[r.ID] = r
}

// File replays one file, plain or gzipped. The first difference is returned as a
// *Difference. Inference records need their games: replayed before or lying
// beside them (gamesBeside), those of the same folder first.
func (c *Conformance) File(path string) error {
	return eachRecord(path, func(line int, r *refereed) error {
		var err error
		if r.Steps != nil {
			err = c.infosets(filepath.Dir(path), r)
		} else {
			if err = c.game(r); err == nil {
				c.keep(filepath.Dir(path), r)
			}
		}
		var d *Difference
		if err != nil && !errors.As(err, &d) {
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
		return err
	})
}

// eachRecord reads JSON lines, gzipped or not.
func eachRecord(path string, do func(line int, r *refereed) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if magic, err := in.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		in = bufio.NewReader(z)
	}
	if mark, err := in.Peek(len(utf8BOM)); err == nil && string(mark) == utf8BOM {
		if _, err := in.Discard(len(utf8BOM)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	records := 0
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
		if len(strings.TrimSpace(string(text))) > 0 {
			var r refereed
			if err := json.Unmarshal(text, &r); err != nil {
				return fmt.Errorf("%s:%d:%d: expected a JSON object with a refereed game: %w", path, line, column(err), err)
			}
			records++
			if err := do(line, &r); err != nil {
				return err
			}
		}
		if err == io.EOF && records == 0 {
			return fmt.Errorf("%s:1:1: an empty file, expected JSON objects with refereed games", path)
		}
		if err == io.EOF {
			return nil
		}
	}
}

// column returns where in its line a JSON error lies, from 1.
func column(err error) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	}
	return 1
}

// start sets the record's first position up.
func (r *refereed) start() (*stratego.State, error) {
	rules := stratego.Rules{TwoSquares: r.Rules.TwoSquares, ScoutClause: r.Rules.ScoutClause, MoreSquares: r.Rules.MoreSquares}
	if r.Pieces == nil {
		red, err := stratego.ParseSetup(r.Red)
		if err != nil {
			return nil, fmt.Errorf("record %s: red's %w", r.ID, err)
		}
		blue, err := stratego.ParseSetup(r.Blue)
		if err != nil {
			return nil, fmt.Errorf("record %s: blue's %w", r.ID, err)
		}
		return stratego.NewState(rules, red, blue)
	}
	toMove, err := stratego.ParseColor(r.ToMove)
	if err != nil {
		return nil, fmt.Errorf("record %s: %w", r.ID, err)
	}
	var pieces []stratego.Placement
	for square, piece := range r.Pieces {
		p := stratego.Placement{}
		if p.Square, err = stratego.ParseSquare(square); err != nil {
			return nil, fmt.Errorf("record %s: %w", r.ID, err)
		}
		ok := len(piece) == 2 && (piece[0] == 'r' || piece[0] == 'b')
		if ok {
			p.Rank, ok = stratego.ParseRank(piece[1])
		}
		if !ok {
			return nil, fmt.Errorf("record %s: bad piece %q, expected r or b and a rank", r.ID, piece)
		}
		if piece[0] == 'b' {
			p.Color = stratego.Blue
		}
		pieces = append(pieces, p)
	}
	s, err := stratego.NewPosition(rules, toMove, pieces)
	if err != nil {
		return nil, fmt.Errorf("record %s: %w", r.ID, err)
	}
	return s, nil
}

func (c *Conformance) game(r *refereed) error {
	s, err := r.start()
	if err != nil {
		return err
	}
	for i := range r.Plies {
		if err := c.ply(r, s, &r.Plies[i]); err != nil {
			return err
		}
	}
	if r.Final != nil {
		if err := compareMoves(r, s, r.Final); err != nil {
			return err
		}
	}
	if err := compareResult(r, s); err != nil {
		return err
	}
	c.Games++
	return nil
}

// ply compares what is legal, plays the ply's move and compares the battle.
func (c *Conformance) ply(r *refereed, s *stratego.State, p *refereedPly) error {
	if err := compareMoves(r, s, p); err != nil {
		return err
	}
	m, err := stratego.ParseMove(p.Move)
	if err != nil {
		return fmt.Errorf("record %s, ply %d: %w", r.ID, p.N, err)
	}
	if err := s.Play(m); err != nil {
		return fmt.Errorf("record %s, ply %d: %w", r.ID, p.N, err)
	}
	theirs := "none"
	if p.Battle != nil {
		theirs = p.Battle.Attacker + " against " + p.Battle.Defender + ": " + p.Battle.Outcome
	}
	e := s.LastEvents(nil, 1)[0]
	ours := "none"
	if e.Battle != stratego.NoBattle {
		ours = fmt.Sprintf("%c against %c: %v", e.Attacker.Letter(), e.Defender.Letter(), e.Battle)
	}
	c.Plies++
	return differ(r.ID, p.N, "battle", theirs, ours)
}

// compareMoves compares the three lists of a position.
func compareMoves(r *refereed, s *stratego.State, p *refereedPly) error {
	if s.Result().Reason != stratego.FlagCaptured {
		if err := differ(r.ID, p.N, "side to move", p.Player, s.Turn().String()); err != nil {
			return err
		}
	}
	two, more := s.ForbiddenMoves(nil, nil)
	for _, l := range []struct {
		what   string
		theirs []string
		ours   []stratego.Move
	}{
		{"list of legal moves", p.Legal, s.Moves(nil)},
		{"list forbidden by two squares", p.Two, two},
		{"list forbidden by more squares", p.More, more},
	} {
		if err := differ(r.ID, p.N, l.what, strings.Join(l.theirs, " "), moveList(l.ours)); err != nil {
			return err
		}
	}
	return nil
}

func moveList(moves []stratego.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = stratego.FormatMove(m)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func compareResult(r *refereed, s *stratego.State) error {
	if r.Result == nil {
		return fmt.Errorf("record %s has no result: the game is not whole", r.ID)
	}
	res := s.Result()
	theirs := fmt.Sprintf("%s %s, stuck by repetition: %t", r.Result.Winner, r.Result.Reason, r.Result.Stuck)
	winner := res.Winner.String()
	switch {
	case !res.Over():
		winner = "none"
	case res.Winner == stratego.NoColor:
		winner = "draw"
	}
	reason := res.Reason.String()
	// A record that just stops says so in one of several words.
	if !res.Over() && (r.Result.Reason == "ply_limit" || r.Result.Reason == "unfinished") {
		winner, reason = r.Result.Winner, r.Result.Reason
	}
	// The record marks the flag only where a player to move was left without a move.
	return differ(r.ID, s.Ply(), "result", theirs, fmt.Sprintf("%s %s, stuck by repetition: %t", winner, reason,
		s.StuckByRepetition() && r.Result.Reason == "no_moves"))
}

func differ(record string, ply int, what, theirs, ours string) error {
	if theirs == ours {
		return nil
	}
	return &Difference{Record: record, Ply: ply, What: what, Theirs: theirs, Ours: ours}
}
