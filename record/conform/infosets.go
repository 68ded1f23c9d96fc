package conform

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"marengo/stratego"
)

// infosets replays the game that an inference record names and compares, after
// each ply, what either player can infer of the other's pieces.
func (c *Comparison) infosets(dir string, r *refereed) error {
	g, err := c.named(dir, r.ID)
	if err != nil {
		return err
	}
	s, err := g.start()
	if err != nil {
		return err
	}
	var theirs [2]map[string][]*string
	for i := range theirs {
		theirs[i] = make(map[string][]*string)
	}
	var v stratego.View
	for _, step := range r.Steps {
		for s.Ply() < step.N {
			if s.Ply() >= len(g.Plies) {
				return fmt.Errorf("record %s: inference after ply %d, but the game has %d", r.ID, step.N, len(g.Plies))
			}
			m, err := stratego.ParseMove(g.Plies[s.Ply()].Move)
			if err != nil {
				return fmt.Errorf("record %s: %w", r.ID, err)
			}
			if why := s.Why(m); !why.OK() {
				c.differ(r.ID, s.Ply()+1, "move", stratego.FormatMove(m), why.String())
				return nil
			}
			s.Do(m)
		}
		for color, changed := range [2]map[string][]*string{step.Red, step.Blue} {
			for start, what := range changed {
				theirs[color][start] = what
			}
			s.View(stratego.Color(color), &v)
			agree, err := c.view(r.ID, &v, theirs[color])
			if err != nil {
				return err
			}
			if agree {
				c.Inferences++
			}
		}
	}
	return nil
}

// gamesBeside are the files in which the games of inferences lie.
var gamesBeside = []string{"games.jsonl", "games.jsonl.gz", "cases.jsonl", "cases.jsonl.gz"}

// named finds a game by its id: of the inferences' own folder, replayed or not, or
// else of any that was replayed.
func (c *Comparison) named(dir, id string) (*refereed, error) {
	for _, name := range gamesBeside {
		if g, ok := c.beside[gameKey{dir, id}]; ok {
			return g, nil
		}
		err := eachRecord(filepath.Join(dir, name), func(_ int, r *refereed) error {
			c.keep(dir, r)
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if g, ok := c.beside[gameKey{dir, id}]; ok {
		return g, nil
	}
	if g, ok := c.anywhere[id]; ok {
		return g, nil
	}
	return nil, fmt.Errorf("no game %q beside the inferences about it", id)
}

// view compares what a player can infer of each enemy piece. All of them must be
// in the record, and no others.
func (c *Comparison) view(record string, v *stratego.View, theirs map[string][]*string) (agree bool, err error) {
	agree = true
	enemy := v.Color().Other()
	pieces := 0
	for id := range stratego.SetupSquares {
		p := v.Piece(enemy, id)
		if p.Start == stratego.NoSquare {
			continue
		}
		pieces++
		want, ok := theirs[p.Start.String()]
		if !ok {
			return false, fmt.Errorf("record %s: nothing is said of what %v infers of the piece from %v", record, v.Color(), p.Start)
		}
		theirText, ourText := "captured", "captured"
		if want != nil {
			if len(want) != 4 || want[0] == nil || want[3] == nil {
				return false, fmt.Errorf("record %s: inference about %v, expected a square and three sets", record, p.Start)
			}
			theirText = *want[0] + " " + *want[3]
		}
		if p.Alive() {
			ourText = p.Square.String() + " " + v.Possible(enemy, id).String()
		}
		what := fmt.Sprintf("what %v infers of the piece from %v", v.Color(), p.Start)
		agree = c.differ(record, v.Ply(), what, theirText, ourText) && agree
	}
	if len(theirs) != pieces {
		return false, fmt.Errorf("record %s: inferences of %v about %d pieces, expected %d", record, v.Color(), len(theirs), pieces)
	}
	return agree, nil
}
