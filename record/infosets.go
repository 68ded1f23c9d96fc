package record

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"marengo/stratego"
)

// infosets replays the game that an inference record names and compares, after
// each ply, what either player can infer of the other's pieces.
func (c *Conformance) infosets(dir string, r *refereed) error {
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
			if err := s.Play(m); err != nil {
				return fmt.Errorf("record %s: %w", r.ID, err)
			}
		}
		for color, changed := range [2]map[string][]*string{step.Red, step.Blue} {
			for start, what := range changed {
				theirs[color][start] = what
			}
			s.View(stratego.Color(color), &v)
			if err := compareView(r.ID, &v, theirs[color]); err != nil {
				return err
			}
			c.Inferences++
		}
	}
	return nil
}

// gamesBeside are the files in which the games of inferences lie.
var gamesBeside = []string{"games.jsonl", "games.jsonl.gz", "cases.jsonl", "cases.jsonl.gz"}

// named finds a game by its id: of the inferences' own folder, replayed or not, or
// else of any that was replayed.
func (c *Conformance) named(dir, id string) (*refereed, error) {
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

// compareView compares what a player can infer of each enemy piece. All of them
// must be in the record, and no others.
func compareView(record string, v *stratego.View, theirs map[string][]*string) error {
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
			return fmt.Errorf("record %s: nothing is said of what %v infers of the piece from %v", record, v.Color(), p.Start)
		}
		theirText, ourText := "captured", "captured"
		if want != nil {
			if len(want) != 4 || want[0] == nil || want[3] == nil {
				return fmt.Errorf("record %s: inference about %v, expected a square and three sets", record, p.Start)
			}
			theirText = *want[0] + " " + *want[3]
		}
		if p.Alive() {
			ourText = p.Square.String() + " " + v.Possible(enemy, id).String()
		}
		what := fmt.Sprintf("what %v infers of the piece from %v", v.Color(), p.Start)
		if err := differ(record, v.Ply(), what, theirText, ourText); err != nil {
			return err
		}
	}
	if len(theirs) != pieces {
		return fmt.Errorf("record %s: inferences of %v about %d pieces, expected %d", record, v.Color(), len(theirs), pieces)
	}
	return nil
}
