package conform

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"marengo/stratego"
)

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

// byteOrderMark may open a file.
const byteOrderMark = "\ufeff"

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
	if mark, err := in.Peek(len(byteOrderMark)); err == nil && string(mark) == byteOrderMark {
		if _, err := in.Discard(len(byteOrderMark)); err != nil {
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
