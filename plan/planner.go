package plan

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"

	"marengo/belief"
	"marengo/stratego"
)

// Plan gives every legal move a value for one goal. It adds to scores, one entry for
// each of the situation's moves; moves that neither help nor harm get 0. It keeps nothing
// from move to move.
type Plan interface {
	Name() string
	Score(s *Situation, scores []float64)
}

// All returns Invincible's plans: tactical, strategic and general ones.
func All() []Plan {
	return []Plan{
		immediateCapture{}, tacticalDefence{}, tacticalAttack{}, lottoDefence{}, marshalFromSpy{}, stepBetween{},
		flagDefence{}, minerToFlag{}, freeMiner{}, intelligence{}, trapPiece{}, strategicAttack{}, strategicDefence{},
		holdLanes{}, highPieceDefence{}, retreatWhenAhead{}, hideHighPieces{}, bluff{}, impatience{},
		movePenalty{}, randomness{},
	}
}

// Planner adds the values of its plans up and plays the best move (figure 5.2).
type Planner struct {
	plans   []Plan
	weights []float64 // by plan
	s       Situation
	table   [][]float64 // by plan and move
	total   []float64
}

// NewPlanner returns a planner for the given plans that goes by the given figures.
func NewPlanner(plans []Plan, f *Figures) *Planner {
	p := &Planner{plans: plans, table: make([][]float64, len(plans))}
	p.s.f = f
	for _, plan := range plans {
		p.weights = append(p.weights, f.weight(plan.Name()))
	}
	return p
}

// Best returns the move with the highest sum; ok is false where there is none.
// The first of equals wins.
func (p *Planner) Best(v *stratego.View, enemy, own *belief.Matrix, rng *rand.Rand) (best stratego.Move, ok bool) {
	p.s.look(v, enemy, own, rng)
	p.total = zeroed(p.total, len(p.s.Moves))
	for k, plan := range p.plans {
		p.table[k] = zeroed(p.table[k], len(p.s.Moves))
		plan.Score(&p.s, p.table[k])
		for i, x := range p.table[k] {
			p.table[k][i] = p.weights[k] * x
			p.total[i] += p.table[k][i]
		}
	}
	top := -1
	for i, x := range p.total {
		if top < 0 || x > p.total[top] {
			top = i
		}
	}
	if top < 0 {
		return 0, false
	}
	return p.s.Moves[top], true
}

// zeroed returns n zeros, in buf's memory where it is large enough.
func zeroed(buf []float64, n int) []float64 {
	if cap(buf) < n {
		buf = make([]float64, n, max(n, stratego.MaxMoves))
	}
	buf = buf[:n]
	clear(buf)
	return buf
}

// Situation returns what the planner looked at last.
func (p *Planner) Situation() *Situation { return &p.s }

// Plans returns the planner's plans.
func (p *Planner) Plans() []Plan { return p.plans }

// Value returns what plan k gave move i in the last call of Best.
func (p *Planner) Value(k, i int) float64 { return p.table[k][i] }

// Total returns the sum of move i in the last call of Best.
func (p *Planner) Total(i int) float64 { return p.total[i] }

// BestWithout returns the move that would have been played without plan k.
func (p *Planner) BestWithout(k int) (best stratego.Move, ok bool) {
	top, sum := -1, 0.0
	for i := range p.total {
		if x := p.total[i] - p.table[k][i]; top < 0 || x > sum {
			top, sum = i, x
		}
	}
	if top < 0 {
		return 0, false
	}
	return p.s.Moves[top], true
}

// Active says whether plan k gave any move a value in the last call of Best.
func (p *Planner) Active(k int) bool {
	for _, x := range p.table[k] {
		if x != 0 {
			return true
		}
	}
	return false
}

// Ranking returns the indices of the moves, the best first.
func (p *Planner) Ranking() []int {
	order := make([]int, len(p.total))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return p.total[order[i]] > p.total[order[j]] })
	return order
}

// Without returns all plans but those named; "-" and "" name none.
func Without(names []string) ([]Plan, error) {
	var kept []Plan
	out := make(map[string]bool)
	for _, n := range names {
		out[n] = true
	}
	delete(out, "")
	delete(out, "-")
	var known []string
	for _, p := range All() {
		known = append(known, p.Name())
		if !out[p.Name()] {
			kept = append(kept, p)
		}
		delete(out, p.Name())
	}
	for n := range out {
		return nil, fmt.Errorf("no plan is named %q, expected some of %s", n, strings.Join(known, ", "))
	}
	return kept, nil
}
