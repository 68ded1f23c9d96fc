// Package conform replays games that another implementation refereed and compares
// its rules with ours: every list of legal moves, battle, result, and what players
// can infer.
//
// A Comparison takes file after file and keeps what agreed and each Difference.
// docs/formats.md describes the files.
package conform

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"marengo/stratego"
)

// Difference is a place where our rules and another referee's disagree.
type Difference struct {
	File, Record, What string
	Ply                int // from 1; 0 where the record as a whole differs
	Theirs, Ours       string
}

// String returns the difference in one paragraph: file, record, ply, both answers.
func (d Difference) String() string {
	return fmt.Sprintf("%s: record %s, ply %d, %s differs\n  theirs: %s\n  ours:   %s", d.File, d.Record, d.Ply, d.What, d.Theirs, d.Ours)
}

// Comparison replays refereed games. Its zero value is ready to use.
type Comparison struct {
	Games, Plies, Inferences int // how much has agreed
	Differences              []Difference

	file string // that is read

	// For the inference records that name them: several folders may use one id.
	beside   map[gameKey]*refereed
	anywhere map[string]*refereed
}

// gameKey names a game among those of a folder.
type gameKey struct{ dir, id string }

// keep remembers a game of a folder.
func (c *Comparison) keep(dir string, r *refereed) {
	if c.beside == nil {
		c.beside, c.anywhere = make(map[gameKey]*refereed), make(map[string]*refereed)
	}
	c.beside[gameKey{dir, r.ID}] = r
	c.anywhere[r.ID] = r
}

// differ enters a difference, if there is one. It says whether the two agree.
func (c *Comparison) differ(record string, ply int, what, theirs, ours string) (agree bool) {
	if theirs != ours {
		c.Differences = append(c.Differences, Difference{c.file, record, what, ply, theirs, ours})
	}
	return theirs == ours
}

// File replays one file, plain or gzipped; an error is a file that cannot be used.
// Inference records need their games: replayed before or lying beside them
// (gamesBeside), those of the same folder first.
func (c *Comparison) File(path string) error {
	c.file = path
	return eachRecord(path, func(line int, r *refereed) (err error) {
		if r.Steps != nil {
			err = c.infosets(filepath.Dir(path), r)
		} else if err = c.game(r); err == nil {
			c.keep(filepath.Dir(path), r)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
		return nil
	})
}

// game compares one game, ply by ply as far as our rules can follow.
func (c *Comparison) game(r *refereed) error {
	s, err := r.start()
	if err != nil {
		return err
	}
	if r.Result == nil {
		return fmt.Errorf("record %s has no result: the game is not whole", r.ID)
	}
	before := len(c.Differences)
	for i := range r.Plies {
		if followed, err := c.ply(r, s, &r.Plies[i]); err != nil || !followed {
			return err
		}
	}
	if r.Final != nil {
		c.moves(r, s, r.Final)
	}
	c.result(r, s)
	if len(c.Differences) == before {
		c.Games++
	}
	return nil
}

// ply compares what is legal, plays the ply's move and compares the battle. It
// says whether our rules permit the move.
func (c *Comparison) ply(r *refereed, s *stratego.State, p *refereedPly) (followed bool, err error) {
	agree := c.moves(r, s, p)
	m, err := stratego.ParseMove(p.Move)
	if err != nil {
		return false, fmt.Errorf("record %s, ply %d: %w", r.ID, p.N, err)
	}
	if why := s.Why(m); !why.OK() {
		c.differ(r.ID, p.N, "move", p.Move, why.String())
		return false, nil
	}
	s.Do(m)
	theirs := "none"
	if p.Battle != nil {
		theirs = p.Battle.Attacker + " against " + p.Battle.Defender + ": " + p.Battle.Outcome
	}
	e := s.LastEvents(nil, 1)[0]
	ours := "none"
	if e.Battle != stratego.NoBattle {
		ours = fmt.Sprintf("%c against %c: %v", e.Attacker.Letter(), e.Defender.Letter(), e.Battle)
	}
	if c.differ(r.ID, p.N, "battle", theirs, ours) && agree {
		c.Plies++
	}
	return true, nil
}

// moves compares whose turn it is and the three lists of a position. A move that
// both repetition rules forbid may stand in either list or in both.
func (c *Comparison) moves(r *refereed, s *stratego.State, p *refereedPly) (agree bool) {
	agree = s.Result().Reason == stratego.FlagCaptured || c.differ(r.ID, p.N, "side to move", p.Player, s.Turn().String())
	two, more := s.ForbiddenMoves(nil, nil)
	ours := [3][]string{moveList(s.Moves(nil)), moveList(two), moveList(more)}
	theirs := [3][]string{p.Legal, p.Two, p.More}
	for _, m := range ours[1] {
		if !slices.Contains(ours[2], m) {
			continue
		}
		for i, other := range []int{2, 1} {
			if !slices.Contains(theirs[i+1], m) && slices.Contains(theirs[other], m) {
				ours[i+1] = without(ours[i+1], m)
			}
		}
	}
	for i, what := range []string{"list of legal moves", "list forbidden by two squares", "list forbidden by more squares"} {
		agree = c.differ(r.ID, p.N, what, strings.Join(theirs[i], " "), strings.Join(ours[i], " ")) && agree
	}
	return agree
}

// without returns a list without a move.
func without(list []string, move string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return m == move })
}

// moveList returns moves in the order of their text.
func moveList(moves []stratego.Move) []string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = stratego.FormatMove(m)
	}
	slices.Sort(words)
	return words
}

func (c *Comparison) result(r *refereed, s *stratego.State) {
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
	stuck := s.StuckByRepetition() && r.Result.Reason == "no_moves"
	c.differ(r.ID, s.Ply(), "result", theirs, fmt.Sprintf("%s %s, stuck by repetition: %t", winner, reason, stuck))
}
