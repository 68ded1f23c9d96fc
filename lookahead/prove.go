package lookahead

import (
	"context"
	"slices"
	"time"

	"marengo/belief"
	"marengo/game"
	"marengo/hidden"
	"marengo/search"
	"marengo/stratego"
)

// Where an exact search is tried: forced lines past many unknown pieces are rare and
// take long to find.
const (
	fewHidden  = 10 // hidden enemy pieces at the most
	fewWorlds  = 12 // possible worlds at the most, for what is lost in all of them
	proofTable = 14 // 2^n entries
	proofShare = 10 // a proof takes one in so many parts of the time that is left
)

// prover finds moves that win or lose by force. A win is found in the game as the player
// sees it, where it must come about whatever the hidden ranks are. A loss is found in every
// world that the facts permit, if they are few, against an enemy who knows all.
type prover struct {
	unknown *search.Searcher[*hidden.State]
	known   *search.Searcher[*stratego.State]
	hidden  hidden.State
	world   stratego.State
	worlds  []ranks
}

// ends values a position that is not over as a draw.
type ends[S game.State] struct{}

func (ends[S]) Evaluate(S) game.Score       { return 0 }
func (ends[S]) Bounds() (lo, hi game.Score) { return -1, 1 }

// proven is from where a score is a forced win; chances do not add up to 1 exactly.
const proven = 1 - 1e-6

func (p *prover) begin() {
	if p.unknown != nil {
		return
	}
	o := search.Options{AlphaBeta: true, Deepening: true, Static: true, History: true, Killers: true,
		Star1: true, StarETC: true, Table: search.Table{Bits: proofTable}}
	p.unknown = search.New[*hidden.State](ends[*hidden.State]{}, o)
	p.known = search.New[*stratego.State](ends[*stratego.State]{}, o)
}

// scoreFor turns red's score into a player's.
func scoreFor(c stratego.Color, s game.Score) game.Score {
	if c == stratego.Blue {
		return -s
	}
	return s
}

// wins looks for a move that wins whatever the hidden ranks are.
func (p *prover) wins(ctx context.Context, v *stratego.View, l search.Limits) (m stratego.Move, ok bool, err error) {
	if left := v.Hidden(v.Color().Other()); left.Total() > fewHidden {
		return 0, false, nil
	}
	p.begin()
	if err := p.hidden.Reset(v, nil, hidden.Options{LongScouts: true}); err != nil {
		return 0, false, err
	}
	r, err := p.unknown.Search(ctx, &p.hidden, l)
	return r.Move, err == nil && scoreFor(v.Color(), r.Score) >= proven, err
}

// sure enumerates the worlds that the facts permit; none if they are many.
func (p *prover) sure(v *stratego.View) []ranks {
	p.worlds = p.worlds[:0]
	enemy := v.Color().Other()
	left := v.Hidden(enemy)
	if left.Total() > fewHidden {
		return nil
	}
	var world ranks
	var hidden []int
	for _, moved := range [...]bool{true, false} {
		for id := range world {
			if q := v.Piece(enemy, id); q.Alive() && !q.Known && q.Moved == moved {
				hidden = append(hidden, id)
			}
		}
	}
	// Pieces that have moved come first, so that every beginning can be completed.
	var fill func(k int) bool
	fill = func(k int) bool {
		if k == len(hidden) {
			p.worlds = append(p.worlds, world)
			return len(p.worlds) <= fewWorlds
		}
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			if left[r] == 0 || !v.Possible(enemy, hidden[k]).Has(r) {
				continue
			}
			left[r]--
			world[hidden[k]] = r
			more := fill(k + 1)
			left[r]++
			if !more {
				return false
			}
		}
		return true
	}
	if !fill(0) {
		return nil
	}
	return p.worlds
}

// loses says whether a move loses by force in every one of p.worlds.
func (p *prover) loses(ctx context.Context, v *stratego.View, m stratego.Move, l search.Limits) (bool, error) {
	p.begin()
	l.Moves, l.Depth = []game.Move{m}, search.MaxDepth // a depth, or a single move would end the search at once
	for i := range p.worlds {
		if err := v.GuessInto(p.worlds[i][:belief.Pieces], &p.world); err != nil {
			return false, err
		}
		r, err := p.known.Search(ctx, &p.world, l)
		if err != nil || scoreFor(v.Color(), r.Score) > -proven {
			return false, err
		}
	}
	return len(p.worlds) > 0, nil
}

// prove settles what is certain: it plays a forced win, and drops candidates that lose by
// force for others that do not. It says whether a win was found.
func (t *Thinker) prove(ctx context.Context, l Limit) (won bool, err error) {
	nodes := int64(t.options.Nodes)
	if nodes == 0 {
		return false, nil
	}
	limits := search.Limits{Nodes: nodes / 2}
	if !l.Deadline.IsZero() {
		limits.Time = max(1, time.Until(l.Deadline)/(2*proofShare))
	}
	move, won, err := t.prover.wins(ctx, t.view, limits)
	if won {
		t.candidates = t.candidates[:0]
		t.enter(t.view, t.worlds.estimator.Matrix(), move, float64(t.policy[slices.Index(t.moves, move)]))
		c := &t.candidates[0]
		c.Score, c.Share, c.Wins = 1, 1, true
	}
	if won || err != nil {
		return won, err
	}
	worlds := len(t.prover.sure(t.view))
	if worlds == 0 {
		return false, nil
	}
	parts := worlds * len(t.moves)
	limits.Nodes = max(1, limits.Nodes/int64(parts))
	limits.Time /= time.Duration(parts)
	return false, t.veto(ctx, limits)
}

// veto drops the candidates that lose by force. Where all do, the policy's next move that
// does not takes their place; where every move does, they stay.
func (t *Thinker) veto(ctx context.Context, l search.Limits) error {
	for i := range t.candidates {
		m := t.candidates[i].Move
		lost, err := t.prover.loses(ctx, t.view, m, l)
		if err != nil {
			return err
		}
		if lost {
			t.lost = append(t.lost, m)
		}
	}
	if len(t.lost) < len(t.candidates) {
		t.candidates = slices.DeleteFunc(t.candidates, func(c Candidate) bool { return slices.Contains(t.lost, c.Move) })
		return nil
	}
	for _, i := range t.order {
		m := t.moves[i]
		if slices.Contains(t.lost, m) {
			continue
		}
		lost, err := t.prover.loses(ctx, t.view, m, l)
		if err != nil {
			return err
		}
		if !lost {
			t.candidates = t.candidates[:0]
			t.enter(t.view, t.worlds.estimator.Matrix(), m, float64(t.policy[i]))
			return nil
		}
	}
	t.lost = t.lost[:0]
	return nil
}
