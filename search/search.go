package search

import (
	"context"
	"fmt"
	"slices"
	"time"

	"marengo/game"
)

// Evaluator says what a position is worth.
type Evaluator[S game.State] interface {
	// Evaluate returns the worth for First of a position that is not over.
	Evaluate(s S) game.Score
	// Bounds returns the least and the largest value that Evaluate and the end of
	// a game can have.
	Bounds() (lo, hi game.Score)
}

// Finisher is an Evaluator with its own value for a game that is over; otherwise
// State.Value is taken, held within the bounds.
type Finisher[S game.State] interface{ Final(s S) game.Score }

// Rooted is an Evaluator whose values depend on where a search starts.
type Rooted[S game.State] interface{ SetRoot(s S) }

// InPlay is an Evaluator that knows narrower bounds for games that are not over
// than Bounds, which hold for their ends too.
type InPlay interface{ InPlay() (lo, hi game.Score) }

// Searcher searches positions of one game. It is not safe for use by several
// goroutines at once.
type Searcher[S game.State] struct {
	eval     Evaluator[S]
	finisher Finisher[S]
	bounder  EventBounder[S] // nil without EventBounds
	opts     Options
	table    *table
	history  historyTable
	frames   []frame
	cpc      [MaxDepth + 1][]*Pair // ChanceProbCut's models by depth in the order of trial, none where it is not tried
	probcut  [MaxDepth + 1]*Pair   // ProbCut's, nil where it is not tried

	// What Search sets.
	state                 S
	noisy                 game.Noisy
	passer                game.Passer
	orderer               game.Orderer
	firstQuiet, lastQuiet int
	ordering              bool
	lo, hi                game.Score
	startLo, startHi      game.Score   // of chance events before anything is known of them
	eventLo, eventHi      []game.Score // what bounder writes
	stop                  stopper
	nodes                 int64
	cutoffs               Cutoffs
	auditing              bool // a cut is being searched in full
}

// frame is what a node needs while its subtree is searched.
type frame struct {
	moves     []game.Move
	scores    []int32 // of the moves, empty where they are not ordered
	events    []game.Outcome
	bounds    bounds
	killers   [2]game.Move
	afterPass bool
}

const (
	maxFrames   = 2*MaxDepth + 128 // moves, chance events and quiescence
	movesRoom   = 512              // room that no game outgrows: growing would allocate
	eventsRoom  = 80
	nullBreadth = 1e-6 // width of a null window, as a part of the evaluator's range
)

// New returns a Searcher. Options that make no sense are reported by Search.
func New[S game.State](e Evaluator[S], o Options) *Searcher[S] {
	s := &Searcher[S]{eval: e, opts: o}
	s.finisher, _ = e.(Finisher[S])
	if o.EventBounds && !o.ChancePly && !o.Quiescence.On {
		s.bounder, _ = e.(EventBounder[S])
	}
	if o.Check() != nil {
		return s
	}
	s.table = newTable(o.Table)
	s.frames = make([]frame, maxFrames)
	s.eventLo, s.eventHi = make([]game.Score, eventsRoom), make([]game.Score, eventsRoom)
	for i := range s.frames {
		f := &s.frames[i]
		f.moves = make([]game.Move, 0, movesRoom)
		f.scores = make([]int32, 0, movesRoom)
		f.events = make([]game.Outcome, 0, eventsRoom)
		f.bounds.make(eventsRoom)
	}
	for _, d := range o.ChanceProbCut.Depths {
		for _, r := range append(slices.Clone(o.ChanceProbCut.Before), o.ChanceProbCut.R) {
			if p, ok := o.Model.pair(d, r); ok {
				s.cpc[d] = append(s.cpc[d], p)
			}
		}
	}
	for _, d := range o.ProbCut.Depths {
		s.probcut[d], _ = o.Model.pair(d, o.ProbCut.R)
	}
	return s
}

// Result is what a search found.
type Result struct {
	Move    game.Move
	Score   game.Score // of the move, for First
	Depth   int        // the last depth that was searched in full
	Nodes   int64      // moves, passes and chance events done
	Time    time.Duration
	Cutoffs Cutoffs
	Moves   []Candidate // the root's moves, the best first
	Line    []Step      // the principal variation
}

// Candidate is a move of the root with its value for First.
type Candidate struct {
	Move  game.Move
	Score game.Score
	Exact bool // otherwise only known to be no better than the best before it
}

// NodesPerSecond returns the speed of the search.
func (r *Result) NodesPerSecond() float64 {
	if r.Time <= 0 {
		return 0
	}
	return float64(r.Nodes) / r.Time.Seconds()
}

// Search finds a move in root, which is changed on the way and restored. It ends
// at the first limit, or when the context is done, with the best move so far.
func (s *Searcher[S]) Search(ctx context.Context, root S, l Limits) (Result, error) {
	if err := s.opts.Check(); err != nil {
		return Result{}, err
	}
	if err := l.check(); err != nil {
		return Result{}, err
	}
	mover := root.ToMove()
	if mover > game.Second {
		return Result{}, fmt.Errorf("no move to search for: %v is to move", mover)
	}
	start := time.Now()
	s.begin(root)
	s.stop.begin(ctx, start, l)
	cands, err := s.rootMoves(l.Moves)
	if err != nil {
		return Result{}, err
	}
	r := Result{Move: cands[0].Move, Moves: cands}
	s.deepen(&r, mover, start, l)
	r.Nodes, r.Cutoffs, r.Time = s.nodes, s.cutoffs, time.Since(start)
	return r, nil
}

// begin forgets what earlier searches learned.
func (s *Searcher[S]) begin(root S) {
	s.state, s.nodes, s.cutoffs, s.auditing = root, 0, Cutoffs{}, false
	s.noisy, _ = any(root).(game.Noisy)
	s.passer, _ = any(root).(game.Passer)
	s.orderer = nil
	if s.opts.Static {
		s.orderer, _ = any(root).(game.Orderer)
	}
	if s.orderer != nil {
		s.firstQuiet, s.lastQuiet = s.orderer.QuietClasses()
	}
	s.ordering = s.orderer != nil || s.opts.History || s.opts.Killers || s.table != nil
	if r, ok := s.eval.(Rooted[S]); ok {
		r.SetRoot(root)
	}
	s.lo, s.hi = s.eval.Bounds()
	s.startLo, s.startHi = s.lo, s.hi
	if e, ok := s.eval.(InPlay); ok && s.opts.InPlay {
		s.startLo, s.startHi = e.InPlay()
	}
	if s.table != nil {
		s.table.forget()
	}
	clear(s.history[0][:])
	clear(s.history[1][:])
	for i := range s.frames {
		s.frames[i].killers = [2]game.Move{}
		s.frames[i].afterPass = false
	}
}

// rootMoves returns the root's moves in the order of the first depth.
func (s *Searcher[S]) rootMoves(only []game.Move) ([]Candidate, error) {
	f := &s.frames[0]
	f.moves = s.state.Moves(f.moves[:0])
	for _, m := range only {
		if !slices.Contains(f.moves, m) {
			return nil, fmt.Errorf("move %#x is not legal", m)
		}
	}
	s.order(f, s.state.ToMove(), 0)
	cands := make([]Candidate, 0, len(f.moves))
	for i := range f.moves {
		if m := f.pick(i); len(only) == 0 || slices.Contains(only, m) {
			cands = append(cands, Candidate{Move: m})
		}
	}
	return cands, nil
}

// deepen searches depth after depth, or the one depth asked for.
func (s *Searcher[S]) deepen(r *Result, mover game.Player, start time.Time, l Limits) {
	step := max(1, s.opts.DeepenBy)
	depth, last := 1, l.Depth
	switch {
	case last == 0:
		last = MaxDepth
	case !s.opts.Deepening:
		depth = last
	default:
		depth += (last - 1) % step // so that the last depth is reached
	}
	sign := side(mover)
	for ; depth <= last; depth += step {
		search := s.searchRoot
		if s.opts.PlainRoot {
			search = s.searchPlainRoot
		}
		if !search(r, mover, depth) {
			break
		}
		r.Depth = depth
		r.Nodes, r.Cutoffs, r.Time = s.nodes, s.cutoffs, time.Since(start)
		s.follow(r, depth)
		if l.Report != nil {
			l.Report(*r)
		}
		// A decided game stays decided, and a forced move needs no more thought
		// when the depth is not asked for.
		if v := sign * r.Score; v >= s.hi || v <= s.lo || len(r.Moves) == 1 && l.Depth == 0 {
			break
		}
	}
}

// searchPlainRoot orders the root's moves as those of any node, the best so far first only if a
// table remembers it, and searches them. An unfinished depth does not count then.
func (s *Searcher[S]) searchPlainRoot(r *Result, mover game.Player, depth int) (finished bool) {
	before := *r
	before.Moves = slices.Clone(r.Moves)
	f := &s.frames[0]
	f.moves = slices.DeleteFunc(s.state.Moves(f.moves[:0]), func(m game.Move) bool {
		return !slices.ContainsFunc(r.Moves, func(c Candidate) bool { return c.Move == m })
	})
	var tableMove game.Move
	if s.table != nil && r.Depth > 0 {
		tableMove = r.Move
	}
	s.order(f, mover, tableMove)
	for i := range r.Moves {
		r.Moves[i] = Candidate{Move: f.pick(i)}
	}
	if finished = s.searchRoot(r, mover, depth); !finished && before.Depth > 0 {
		*r = before
	}
	return finished
}

// searchRoot searches all candidates to one depth and says whether it was
// finished. An unfinished search counts if its first move, the best of the depth
// before, was searched: what was found to be better is better.
func (s *Searcher[S]) searchRoot(r *Result, mover game.Player, depth int) (finished bool) {
	alpha, beta := infinities()
	sign := side(mover)
	lost := len(r.Moves) > 0 && r.Depth > 0
	best := -1
	for i := range r.Moves {
		c := &r.Moves[i]
		kind := cutNode
		if i == 0 {
			kind = pvNode
		}
		a := alpha
		if !s.opts.AlphaBeta {
			a, _ = infinities()
		}
		s.do(c.Move)
		v := s.pvs(mover, a, beta, depth-1, 1, i, 0, kind)
		s.state.Undo()
		if s.stop.stopped {
			break
		}
		c.Score, c.Exact = sign*v, v > a
		if best < 0 || v > alpha {
			alpha, best = v, i
		}
	}
	if best < 0 {
		return false
	}
	if lost && !s.stop.stopped && alpha <= s.lo {
		// Every move loses: the one that held out longest stays first.
		r.Score = sign * alpha
		return true
	}
	if !s.stop.stopped && s.opts.History {
		s.history.reward(mover, r.Moves[best].Move, depth)
	}
	found := r.Moves[best]
	copy(r.Moves[1:best+1], r.Moves[:best])
	r.Moves[0] = found
	r.Move, r.Score = found.Move, found.Score
	return !s.stop.stopped
}

// side is the sign of a player's values.
func side(p game.Player) game.Score {
	if p == game.Second {
		return -1
	}
	return 1
}

// do plays a move or an event: a node.
func (s *Searcher[S]) do(m game.Move) {
	s.count()
	s.state.Do(m)
}

// count counts a node and looks now and then whether to stop. Nodes on the way
// back from a stop count no more.
func (s *Searcher[S]) count() {
	if s.nodes >= s.stop.checkAt {
		s.stop.look(s.nodes)
	}
	if !s.stop.stopped {
		s.nodes++
	}
}
