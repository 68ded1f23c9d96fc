package experiment

import (
	"context"
	"io"
	"math"
	"math/rand/v2"

	"marengo/eval"
	"marengo/game"
	"marengo/hidden"
	"marengo/search"
)

// binWidth is the width of table 3's bins.
const binWidth = 10

// paperRandom is how many values the paper's random factor must have had: of the
// positions that tactical moves hardly change, the 49,426 of bins 0 and 10, it has
// 40.1% above and 59.9% at or below the evaluation. Two draws from five whole
// numbers, one for the evaluation and one for the search's, fall so 40 to 60.
const paperRandom = 5

// change is what table 3 counts about one way to evaluate.
type change struct {
	bins  map[int]int
	used  int
	total float64 // over the used
}

func (c *change) add(diff float64) {
	c.bins[int(math.Ceil(diff/binWidth-1e-9))*binWidth]++
	if diff > 1e-9 {
		c.used++
		c.total += diff
	}
}

// leafDepth is how deep the searches are at whose leaves the tactical moves are looked at. The
// paper does not say it; two plies have about as many leaves a position as it has samples.
const leafDepth = 2

// quiescenceDifference is table 3: what the best tactical move is worth more than the
// evaluation, for the player to move, at the leaves of shallow searches.
func quiescenceDifference(ctx context.Context, o *Options, w io.Writer) error {
	d, err := strategoDomain(artsSet, o.positions(quiescencePositions))
	if err != nil {
		return err
	}
	depth := o.depth(leafDepth)
	t := newTactics()
	rng := rand.New(rand.NewPCG(o.Seed, 0x7175))
	plain, random := change{bins: map[int]int{}}, change{bins: map[int]int{}}
	samples, decided := 0, 0
	for i, p := range d.positions {
		o.progress(i, len(d.positions), "positions")
		leaves, err := evaluated(ctx, p, depth)
		if err != nil {
			return err
		}
		err = eachLeaf(p, depth, func() error {
			key := p.Key(0)
			if !leaves[key] {
				return ctx.Err()
			}
			delete(leaves, key)
			diff, over, err := t.gain(ctx, p)
			if over {
				decided++
			} else {
				samples++
				plain.add(diff)
				random.add(diff + float64(rng.IntN(paperRandom)-rng.IntN(paperRandom)))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return writeChanges(o, w, len(d.positions), samples, decided, &plain, &random)
}

// leafKeys is the evaluation with a note of where it was asked.
type leafKeys struct {
	*eval.Schadd
	keys map[uint64]bool
}

func (e leafKeys) Evaluate(s *hidden.State) game.Score {
	e.keys[s.Key(0)] = true
	return e.Schadd.Evaluate(s)
}

// evaluated returns the keys of the positions that a search evaluates.
func evaluated(ctx context.Context, p *hidden.State, depth int) (map[uint64]bool, error) {
	e := leafKeys{plainSchadd(), map[uint64]bool{}}
	o := soundOptions(false)
	o.Deepening = false
	_, err := search.New[*hidden.State](e, o).Search(ctx, p, search.Limits{Depth: depth})
	return e.keys, err
}

// eachLeaf visits every position that lies so many plies ahead.
func eachLeaf(p *hidden.State, depth int, visit func() error) error {
	switch mover := p.ToMove(); {
	case mover == game.Nobody:
		return nil
	case mover == game.Chance:
		for _, e := range p.Outcomes(nil) {
			p.Do(e.Move)
			err := eachLeaf(p, depth, visit)
			p.Undo()
			if err != nil {
				return err
			}
		}
		return nil
	case depth == 0:
		return visit()
	}
	for _, m := range p.Moves(nil) {
		p.Do(m)
		err := eachLeaf(p, depth-1, visit)
		p.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}

func writeChanges(o *Options, w io.Writer, positions, samples, decided int, plain, random *change) error {
	t := Table{Title: "Table 3: Value of the best tactical move less evaluation, chance-node limit 1",
		Columns: []string{"bin", "without random factor", "share", "with it", "share", "paper"}}
	share := func(n, of int) string { return percent(float64(n) / float64(max(1, of))) }
	for b := -200; b <= 1000; b += binWidth {
		if plain.bins[b]+random.bins[b]+paperBins[b] > 0 {
			t.Add(b, plain.bins[b], share(plain.bins[b], samples), random.bins[b], share(random.bins[b], samples), share(paperBins[b], paperSamples))
		}
	}
	for _, c := range []struct {
		name string
		*change
	}{{"without random factor", plain}, {"with one of five values for each evaluation", random}} {
		t.Note("The value is used in %s (paper 43.9%%) and then changes by %.1f points on average (paper 13.3), %s.",
			share(c.used, samples), c.total/float64(max(1, c.used)), c.name)
	}
	t.Note("%s leaves of searches from %d test positions, %d with a won game aside; %s in the paper.",
		thousands(int64(samples)), positions, decided, thousands(int64(paperSamples)))
	return t.Write(w, o)
}

// paperBins are the amounts of table 3.
var paperBins, paperSamples = func() (bins map[int]int, sum int) {
	bins = map[int]int{}
	for i, n := range [...]int{269, 50, 19, 34, 7, 2, 4, 24, 41, 42, 71, 49, 37, 79, 75, 90, 202, 489, 1010, 1439,
		29590, 19836, 2510, 518, 1278, 567, 102, 255, 463, 416, 169, 113, 34, 5, 1, 4, 5, 3, 10, 9} {
		bins[-200+binWidth*i] = n
		sum += n
	}
	return bins, sum
}()

// tactics finds what tactical moves are worth.
type tactics struct {
	*search.Searcher[*hidden.State]
}

func newTactics() tactics {
	q := soundOptions(false)
	q.Quiescence = search.Quiescence{On: true, Chance: 1}
	return tactics{search.New[*hidden.State](plainSchadd(), q)}
}

// gain is the value of the best tactical move less the evaluation, for the player to
// move, 0 without one, and whether the move wins the game.
func (t tactics) gain(ctx context.Context, p *hidden.State) (diff float64, over bool, err error) {
	static, best, ok, err := t.Tactical(ctx, p)
	if err != nil || !ok {
		return 0, false, err
	}
	if p.ToMove() == game.Second {
		static, best = -static, -best
	}
	return float64(best - static), best >= eval.SchaddWin, nil
}
