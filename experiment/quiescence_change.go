package experiment

import (
	"context"
	"fmt"
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
	Bins  map[int]int
	Used  int
	Total float64 // over the used
}

func newChange() *change { return &change{Bins: map[int]int{}} }

// see adds a leaf's change.
func (c *change) see(diff float64) {
	c.Bins[int(math.Ceil(diff/binWidth-1e-9))*binWidth]++
	if diff > 1e-9 {
		c.Used++
		c.Total += diff
	}
}

// add adds what was counted elsewhere.
func (c *change) add(other *change) {
	for b, n := range other.Bins {
		c.Bins[b] += n
	}
	c.Used += other.Used
	c.Total += other.Total
}

// midBins says what bins tell of the used: their mean change with every one in the middle of its bin,
// and how many of them lie above the first, which a random factor fills by itself.
func midBins(bins map[int]int) (mean float64, above, used int) {
	sum := 0.0
	for b, n := range bins {
		if b <= 0 {
			continue
		}
		used += n
		sum += float64(n) * (float64(b) - binWidth/2.0)
		if b > binWidth {
			above += n
		}
	}
	return sum / float64(max(1, used)), above, used
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
	byPosition, err := gather(ctx, o, len(d.positions), "positions", func() func(int) (leafChanges, error) {
		t := newTactics()
		return func(i int) (leafChanges, error) {
			return changesOf(ctx, t, d.positions[i], depth, rand.New(rand.NewPCG(o.Seed, changeStream+uint64(i))))
		}
	})
	if err != nil {
		return err
	}
	var parts [len(phases)][]leafChanges
	for i, p := range byPosition {
		parts[d.phase[i]] = append(parts[d.phase[i]], p)
	}
	return writeChanges(o, w, depth, byPosition, parts[:])
}

// changeStream sets the random factors' seeds apart from others.
const changeStream = 0x7175 << 32

// leafChanges is what table 3 counts about the leaves of a search: how their values change without the
// random factor and with it, how many they are, and how many more have a won game.
type leafChanges struct {
	Plain, Random    *change
	Samples, Decided int
}

// together adds up what was counted about several positions.
func together(list []leafChanges) leafChanges {
	all := leafChanges{Plain: newChange(), Random: newChange()}
	for i := range list {
		all.Plain.add(list[i].Plain)
		all.Random.add(list[i].Random)
		all.Samples += list[i].Samples
		all.Decided += list[i].Decided
	}
	return all
}

// changesOf looks at the leaves of the search of a position.
func changesOf(ctx context.Context, t tactics, p *hidden.State, depth int, rng *rand.Rand) (out leafChanges, err error) {
	out.Plain, out.Random = newChange(), newChange()
	leaves, err := evaluated(ctx, p, depth)
	if err != nil {
		return out, err
	}
	err = eachLeaf(p, depth, func() error {
		key := p.Key(0)
		if !leaves[key] {
			return ctx.Err()
		}
		delete(leaves, key)
		diff, over, err := t.gain(ctx, p)
		if over {
			out.Decided++
		} else {
			out.Samples++
			out.Plain.see(diff)
			out.Random.see(diff + float64(rng.IntN(paperRandom)-rng.IntN(paperRandom)))
		}
		return err
	})
	return out, err
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

// writeChanges writes table 3, and what it comes to in each phase and altogether.
func writeChanges(o *Options, w io.Writer, depth int, positions []leafChanges, parts [][]leafChanges) error {
	all := together(positions)
	plain, random, samples := all.Plain, all.Random, all.Samples
	t := Table{Title: "Table 3: Value of the best tactical move less evaluation, chance-node limit 1",
		Columns: []string{"bin", "without random factor", "share", "with it", "share", "paper"}}
	for b := -200; b <= 1000; b += binWidth {
		if plain.Bins[b]+random.Bins[b]+paperBins[b] > 0 {
			t.Add(b, plain.Bins[b], share(plain.Bins[b], samples), random.Bins[b], share(random.Bins[b], samples), share(paperBins[b], paperSamples))
		}
	}
	t.Note("%s leaves of searches of %d plies from %d test positions, %d with a won game aside; %s in the paper.",
		thousands(int64(samples)), depth, len(positions), all.Decided, thousands(int64(paperSamples)))
	t.Note("The random factor is one of %d values, drawn for each evaluation. Seed %d.", paperRandom, o.Seed)
	if err := t.Write(w, o); err != nil {
		return err
	}
	t = Table{Title: "When the value of the best tactical move is used, and how much it changes then",
		Columns: []string{"leaves", "number", "random factor", "used", "95%", "change", "95%", "by mid-bins", "over 10, of the used", "of all"}}
	for i, part := range parts {
		if len(part) > 0 {
			addChanges(&t, o, phases[i].name, part)
		}
	}
	addChanges(&t, o, "all", positions)
	mean, above, used := midBins(paperBins)
	t.Add("paper", thousands(int64(paperSamples)), "yes", share(used, paperSamples), "-", "13.3", "-", fmt.Sprintf("%.1f", mean), share(above, used), share(above, paperSamples))
	t.Note("By mid-bins: every change counts as the middle of its bin, which gives the paper's own mean. A random factor by itself fills the bin up to %d only.", binWidth)
	t.Note("Intervals are bootstrapped over positions.")
	return t.Write(w, o)
}

// addChanges adds two rows: what was counted about the leaves of some positions without the random
// factor and with it.
func addChanges(t *Table, o *Options, name string, positions []leafChanges) {
	all := together(positions)
	for _, c := range []struct {
		random string
		of     func(*leafChanges) *change
	}{
		{"no", func(l *leafChanges) *change { return l.Plain }},
		{"yes", func(l *leafChanges) *change { return l.Random }},
	} {
		used := func(sample []int) float64 {
			used, samples := 0, 0
			for _, i := range sample {
				used += c.of(&positions[i]).Used
				samples += positions[i].Samples
			}
			return float64(used) / float64(max(1, samples))
		}
		change := func(sample []int) float64 {
			total, used := 0.0, 0
			for _, i := range sample {
				total += c.of(&positions[i]).Total
				used += c.of(&positions[i]).Used
			}
			return total / float64(max(1, used))
		}
		n := len(positions)
		usedLo, usedHi := bootstrap(n, o.Seed, used)
		changeLo, changeHi := bootstrap(n, o.Seed, change)
		mean, above, _ := midBins(c.of(&all).Bins)
		t.Add(name, thousands(int64(all.Samples)), c.random,
			percent(used(everyone(n))), fmt.Sprintf("%.1f to %.1f", 100*usedLo, 100*usedHi),
			fmt.Sprintf("%.1f", change(everyone(n))), fmt.Sprintf("%.1f to %.1f", changeLo, changeHi),
			fmt.Sprintf("%.1f", mean), share(above, c.of(&all).Used), share(above, all.Samples))
	}
}

// share writes a number as a share of another.
func share(n, of int) string { return percent(float64(n) / float64(max(1, of))) }

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
