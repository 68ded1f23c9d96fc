package experiment

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"marengo/agents"
	"marengo/arena"
	"marengo/lookahead"
	"marengo/setup"
	"marengo/stratego"
)

// moveKinds are the sorts of moves whose worth is compared with the position's.
var moveKinds = [...]string{"quiet", "attack on a known piece", "attack on an unknown piece"}

func moveKind(v *stratego.View, m stratego.Move) int {
	p, ok := v.At(stratego.To(m))
	switch {
	case !ok:
		return 0
	case p.Known:
		return 1
	}
	return 2
}

// weighAll makes the look ahead weigh what the policy holds for likely in enough worlds,
// each by what is expected and nothing else.
const weighAll = "least=0.01,most=8,doubt=100,round=8,worlds=8,worst=0,contempt=0,repeat=0,nodes=0"

// valuePosition is what a position is worth by itself and by its moves: the part of the
// policy that was weighed, and of that the part of each kind and its worth times its part.
type valuePosition struct {
	Value   float64
	Weighed float64
	Share   [len(moveKinds)]float64
	Worth   [len(moveKinds)]float64
}

// lookaheadValue compares the network's value of positions with the policy-weighted worth
// of their moves.
func lookaheadValue(ctx context.Context, o *Options, w io.Writer) error {
	n := o.positions(2000)
	const perGame = 20
	games := (n + perGame - 1) / perGame
	options := weighAll
	if o.Player != "" {
		options += "," + o.Player
	}
	if _, err := agents.NewThinker(options); err != nil {
		return BadInput{err}
	}
	byGame, err := gather(ctx, o, games, "games of marengo:"+o.Player+" looked into", func() func(int) ([]valuePosition, error) {
		return func(i int) ([]valuePosition, error) { return o.valuePositions(ctx, options, i, perGame) }
	})
	if err != nil {
		return err
	}
	var all []valuePosition
	for _, list := range byGame {
		all = append(all, list...)
	}
	all = all[:min(n, len(all))]
	return valueTable(all, options, o).Write(w, o)
}

// valuePositions looks into some positions of a game of the bare policy.
func (o *Options) valuePositions(ctx context.Context, options string, number, most int) (list []valuePosition, err error) {
	views, rng, err := o.championViews(ctx, number, most)
	if err != nil {
		return nil, err
	}
	thinker, err := agents.NewThinker(options)
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		t, err := thinker.Think(ctx, v, lookahead.Limit{Explain: 60}, rng.Uint64())
		if err != nil {
			return nil, err
		}
		list = append(list, valueOf(v, t))
	}
	return list, nil
}

// championViews plays a game of the bare policy and returns some of its positions, drawn evenly from all its plies, with the
// source of chance that goes on from there.
func (o *Options) championViews(ctx context.Context, number, most int) (views []*stratego.View, rng *rand.Rand, err error) {
	rng = rand.New(rand.NewPCG(o.Seed, uint64(number)))
	bout := arena.Bout{Terms: arena.Terms{Rules: stratego.DefaultRules, Hard: patience}, Seed: rng.Uint64()}
	provider, err := setup.Parse("human-like")
	if err != nil {
		return nil, nil, err
	}
	board, err := drawBoard(provider, stratego.DefaultRules, rng)
	if err != nil {
		return nil, nil, err
	}
	text := "marengo:think=off"
	if o.Player != "" {
		text += "," + o.Player
	}
	for c := range bout.Players {
		if bout.Players[c], err = agents.Parse(text); err != nil {
			return nil, nil, err
		}
		bout.Setups[c] = &board[c]
	}
	met := 0
	bout.Chosen = func(_ *arena.Referee, v *stratego.View, _ stratego.Move) {
		met++
		if len(views) < most {
			views = append(views, v.Clone())
		} else if k := rng.IntN(met); k < most {
			views[k] = v.Clone()
		}
	}
	if _, err := playFair(ctx, bout); err != nil {
		return nil, nil, err
	}
	return views, rng, nil
}

func valueOf(v *stratego.View, t *lookahead.Thought) valuePosition {
	p := valuePosition{Value: float64(t.Value.Expected())}
	for i := range t.Candidates {
		if t.Candidates[i].Samples > 0 {
			p.Weighed += t.Candidates[i].Prior
		}
	}
	for i := range t.Candidates {
		c := &t.Candidates[i]
		if c.Samples > 0 {
			k := moveKind(v, c.Move)
			p.Share[k] += c.Prior / p.Weighed
			p.Worth[k] += c.Prior / p.Weighed * c.Expected
		}
	}
	return p
}

// valueTable fits by how much each kind of move is misjudged: the value less the worth of
// the moves is, in the mean, the sum of each kind's part times its error.
func valueTable(all []valuePosition, options string, o *Options) *Table {
	t := &Table{Title: "The value of positions less the worth of their moves, win − loss", Columns: []string{"positions", "number", "difference", "standard error", "rms"}}
	add := func(name string, keep func(p *valuePosition) bool) {
		var d []float64
		for i := range all {
			if p := &all[i]; p.Weighed > 0 && keep(p) {
				d = append(d, p.Value-p.Worth[0]-p.Worth[1]-p.Worth[2])
			}
		}
		mean, square := 0.0, 0.0
		for _, x := range d {
			mean += x / float64(len(d))
			square += x * x / float64(len(d))
		}
		t.Add(name, len(d), fmt.Sprintf("%+.4f", mean), fmt.Sprintf("%.4f", math.Sqrt(max(0, square-mean*mean)/float64(max(1, len(d))))), fmt.Sprintf("%.4f", math.Sqrt(square)))
	}
	const most = 0.8
	add("all", func(*valuePosition) bool { return true })
	for k, name := range moveKinds {
		add(fmt.Sprintf("where %.0f%% of the policy is: %s", 100*most, name), func(p *valuePosition) bool { return p.Share[k] >= most })
	}
	if errors, deviations, ok := kindErrors(all); ok {
		for k, name := range moveKinds {
			t.Add("fitted error of: "+name, "", fmt.Sprintf("%+.4f", errors[k]), fmt.Sprintf("%.4f", deviations[k]), "")
		}
	}
	t.Note("%d positions of games of the bare policy against itself; look ahead with %s; seed %d.", len(all), options, o.Seed)
	return t
}

// kindErrors fits the errors of the kinds by least squares, with their standard errors.
func kindErrors(all []valuePosition) (errors, deviations [len(moveKinds)]float64, ok bool) {
	normal := mat.NewSymDense(len(moveKinds), nil)
	right := mat.NewVecDense(len(moveKinds), nil)
	n := 0
	residual := func(p *valuePosition) float64 { return p.Value - p.Worth[0] - p.Worth[1] - p.Worth[2] }
	for i := range all {
		p := &all[i]
		if p.Weighed == 0 {
			continue
		}
		n++
		for a := range moveKinds {
			right.SetVec(a, right.AtVec(a)+p.Share[a]*residual(p))
			for b := a; b < len(moveKinds); b++ {
				normal.SetSym(a, b, normal.At(a, b)+p.Share[a]*p.Share[b])
			}
		}
	}
	var chol mat.Cholesky
	if n <= len(moveKinds) || !chol.Factorize(normal) {
		return errors, deviations, false
	}
	var x mat.VecDense
	if chol.SolveVecTo(&x, right) != nil {
		return errors, deviations, false
	}
	square := 0.0
	for i := range all {
		p := &all[i]
		if p.Weighed == 0 {
			continue
		}
		r := residual(p)
		for k := range moveKinds {
			r -= p.Share[k] * x.AtVec(k)
		}
		square += r * r
	}
	var inverse mat.SymDense
	if chol.InverseTo(&inverse) != nil {
		return errors, deviations, false
	}
	for k := range moveKinds {
		errors[k] = x.AtVec(k)
		deviations[k] = math.Sqrt(inverse.At(k, k) * square / float64(n-len(moveKinds)))
	}
	return errors, deviations, true
}
