package puzzle

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"marengo/agent"
	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

// Maker finds puzzles in games.
type Maker struct {
	// Judge values the moves of a position in its thoughts. One that looks ahead with a
	// network gives each its expected score.
	Judge agent.Agent

	Gap  float64 // how far the best move stands out in expected score, 0 to 1
	Step int     // every which ply is looked at
	Seed uint64

	Glance int64 // evaluations of a first look
	Look   int64 // and of each of the two that follow
}

// firstPly is where armies begin to meet: before, nothing is clear.
const firstPly = 20

// apart is how far puzzles of one game lie from each other: what was best a moment ago
// often is so again.
const apart = 8

// leastMoves is how many there must be to choose from.
const leastMoves = 4

// heavy is the lowest rank that a puzzle is likely to be about.
const heavy = stratego.Major

// contact says whether some move does what can be said in words, and much is at stake:
// other positions are not asked about, since few of them hold a puzzle.
func contact(v *stratego.View, moves []stratego.Move) bool {
	for _, m := range moves {
		own, _ := v.At(stratego.From(m))
		enemy, _ := v.At(stratego.To(m))
		switch kind, _ := why(v, m); kind {
		case Flag, Bomb, Spy:
			return true
		case Take:
			if rank := v.Possible(enemy.Color, enemy.ID).Only(); rank >= heavy {
				return true
			}
		case Flee:
			if own.Rank >= heavy {
				return true
			}
		}
	}
	return false
}

// looks are how many follow the first.
const looks = 2

// fewest is how many moves the judge is asked about at least: one that thinks of a single move has
// compared it with none.
const fewest = 4

// worthAsking are the moves that a solver would think of first: attacks, and steps that can be
// said in words; all of them where these are few.
func worthAsking(v *stratego.View, moves []stratego.Move) (list []stratego.Move) {
	for _, m := range moves {
		_, attack := v.At(stratego.To(m))
		if kind, _ := why(v, m); attack || kind != "" {
			list = append(list, m)
		}
	}
	if len(list) < fewest {
		return moves
	}
	return list
}

// Hopeless and won positions have no puzzle in them: anything loses or wins.
const (
	leastWin = 0.08
	mostWin  = 0.97
)

// Find looks through a game and tells of each puzzle; found returns false to end it.
func (m *Maker) Find(ctx context.Context, g *record.Game, found func(Puzzle) bool) error {
	for ply := firstPly; ply < len(g.Moves); ply += m.Step {
		if err := ctx.Err(); err != nil {
			return err
		}
		state, err := g.At(ply)
		if err != nil {
			return err
		}
		p, ok, err := m.at(ctx, state)
		if err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
		if ok {
			p.Game = fmt.Sprintf("%s – %s, ply %d", g.Players[0], g.Players[1], ply)
			if !found(p) {
				return nil
			}
			ply += apart
		}
	}
	return nil
}

// at makes a puzzle of a position, if it is one.
func (m *Maker) at(ctx context.Context, state *stratego.State) (p Puzzle, ok bool, err error) {
	text, err := formats.Text.Encode(&record.Game{Rules: state.Rules(), Position: record.PositionOf(state), Result: record.Unfinished})
	if err != nil {
		return p, false, err
	}
	hash := sha256.Sum256(text)
	return m.Check(ctx, Puzzle{ID: hex.EncodeToString(hash[:4]), Position: string(text)})
}

// Check judges a puzzle's position and returns the puzzle as it is judged, and whether it is one:
// a first look finds one move ahead by half the gap, since few evaluations tell moves apart less,
// and two more by all of it.
func (m *Maker) Check(ctx context.Context, p Puzzle) (_ Puzzle, ok bool, err error) {
	v, err := p.View()
	if err != nil {
		return p, false, err
	}
	moves := v.Moves(nil)
	if len(moves) < leastMoves || !contact(v, moves) {
		return p, false, nil
	}
	asked := worthAsking(v, moves)
	first, ok, err := m.judge(ctx, v, m.Glance, m.Gap/2, m.Seed, asked)
	if err != nil || !ok {
		return p, false, err
	}
	p.Gap = 1
	for i := range uint64(looks) {
		x, ok, err := m.judge(ctx, v, m.Look, m.Gap, m.Seed+i+1, asked)
		if err != nil || !ok || x.best != first.best {
			return p, false, err
		}
		if x.gap < p.Gap {
			p.Best, p.Second, p.Win, p.Gap = stratego.FormatMove(x.best), stratego.FormatMove(x.second), x.win, x.gap
		}
	}
	err = p.Explain()
	return p, p.Kind != "", err
}

// Explain sets the kind and the reason of a puzzle; the kind is empty where nothing said
// here explains the best move.
func (p *Puzzle) Explain() error {
	v, err := p.View()
	if err != nil {
		return err
	}
	best, err := stratego.ParseMove(p.Best)
	if err != nil {
		return fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	p.Kind, p.Why = why(v, best)
	return nil
}

// judgement is what the judge makes of a position.
type judgement struct {
	best, second stratego.Move
	win, gap     float64
}

// judge asks for the worth of moves; it is false where none stands out by a gap.
func (m *Maker) judge(ctx context.Context, v *stratego.View, evaluations int64, gap float64, seed uint64, asked []stratego.Move) (x judgement, ok bool, err error) {
	var last agent.Thoughts
	budget := agent.Budget{Evaluations: evaluations, Seed: seed, Asked: asked, Report: func(t agent.Thoughts) { last = t }}
	if _, err := m.Judge.Move(ctx, v, budget); err != nil {
		return x, false, err
	}
	if err := ctx.Err(); err != nil {
		return x, false, err // a judge that was interrupted has not judged
	}
	list := slices.Clone(last.Candidates)
	if len(list) < 2 || !last.Valued {
		return x, false, nil
	}
	slices.SortStableFunc(list, func(a, b agent.Candidate) int { return cmp.Compare(b.Win, a.Win) })
	if x.best, err = stratego.ParseMove(list[0].Move); err == nil {
		x.second, err = stratego.ParseMove(list[1].Move)
	}
	x.win, x.gap = list[0].Win, list[0].Win-list[1].Win
	return x, err == nil && x.gap >= gap && x.win >= leastWin && x.win <= mostWin, err
}
