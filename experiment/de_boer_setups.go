package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"marengo/setup"
	"marengo/stratego"
)

// bestRandom is the best of n random setups by the heuristic score.
type bestRandom struct {
	n       int
	reading setup.Reading
}

func (b bestRandom) Setup(r stratego.Rules, rng *rand.Rand) (best stratego.Setup, err error) {
	top := 0
	for i := range b.n {
		s := stratego.ShuffledSetup(r.Variant, rng)
		if points := b.reading.Score(s); i == 0 || points > top {
			best, top = s, points
		}
	}
	return best, nil
}

// table43 lists the generators of De Boer's table 4.3 and his figures: worst,
// average, best, milliseconds. A figure of his that chose the reading de-boer proves nothing
// for it.
var table43 = []struct {
	name  string
	make  func(setup.Reading) setup.Provider
	his   [4]int
	chose bool // his average is one of the figures that chose the reading
}{
	{"random", func(setup.Reading) setup.Provider { return setup.Random{} }, [4]int{-30, -3, 11, 0}, true},
	{"best of 50 random", func(r setup.Reading) setup.Provider { return bestRandom{50, r} }, [4]int{5, 9, 16, 31}, false},
	{"best of 1000 random", func(r setup.Reading) setup.Provider { return bestRandom{1000, r} }, [4]int{12, 14, 18, 544}, false},
	{"semi-random", func(r setup.Reading) setup.Provider { return setup.AsDeBoer(1, r) }, [4]int{-8, 5, 17, 1}, true},
	{"best of 20 semi-random", func(r setup.Reading) setup.Provider { return setup.AsDeBoer(20, r) }, [4]int{9, 15, 22, 41}, false},
	{"best of 50 semi-random", func(r setup.Reading) setup.Provider { return setup.AsDeBoer(50, r) }, [4]int{12, 17, 24, 99}, false},
}

// hisSetups are De Boer's scores for his own six setups (4.3.5).
var hisSetups = [...]int{18, 18, 20, 22, 19, 16}

// setupScores prints table 4.3 and the scores of De Boer's own setups, by the reading that
// fits his figures and by the letter of his text.
func setupScores(ctx context.Context, o *Options, w io.Writer) error {
	for _, r := range []setup.Reading{setup.DeBoer, setup.Letter} {
		if err := generatedScores(ctx, o, w, r); err != nil {
			return err
		}
		if err := ownSetups(o, w, r); err != nil {
			return err
		}
	}
	return nil
}

// generatedScores prints table 4.3 by a reading.
func generatedScores(ctx context.Context, o *Options, w io.Writer, r setup.Reading) error {
	n := o.positions(200)
	t := Table{Title: fmt.Sprintf("De Boer, table 4.3: heuristic scores of generated setups, reading %q", r),
		Columns: []string{"setups", "worst", "average", "best", "ms each", "his worst", "average", "best", "ms", "his average"}}
	for i, g := range table43 {
		if err := ctx.Err(); err != nil {
			return err
		}
		o.progress(i, len(table43), "generating")
		rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
		provider := g.make(r)
		worst, best, sum := 0, 0, 0
		start := time.Now()
		for k := range n {
			s, err := provider.Setup(stratego.DefaultRules, rng)
			if err != nil {
				return err
			}
			points := r.Score(s)
			if k == 0 || points < worst {
				worst = points
			}
			if k == 0 || points > best {
				best = points
			}
			sum += points
		}
		each := time.Since(start).Seconds() * 1000 / float64(n)
		use := "confirms"
		if g.chose {
			use = "chose"
		}
		if r == setup.Letter {
			use = "-"
		}
		t.Add(g.name, worst, fmt.Sprintf("%.1f", float64(sum)/float64(n)), best, fmt.Sprintf("%.2f", each),
			g.his[0], g.his[1], g.his[2], g.his[3], use)
	}
	t.Note("%d setups of each kind, seed %d; semi-random ones placed by the text's relative frequencies.", n, o.Seed)
	return t.Write(w, o)
}

// ownSetups prints the scores of De Boer's six setups by a reading, heuristic by heuristic.
func ownSetups(o *Options, w io.Writer, reading setup.Reading) error {
	t := Table{Title: fmt.Sprintf("His six setups (appendix D) by heuristic, reading %q", reading),
		Columns: []string{"setup", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "score", "his"}}
	i := 0
	for _, s := range setup.Named() {
		if !strings.HasPrefix(s.Name, "de-boer/") {
			continue
		}
		r := reading.Explain(s.Setup)
		row := []any{s.Name}
		for h := 2; h <= 9; h++ {
			row = append(row, r.Share(h))
		}
		t.Add(append(row, r.Points(), hisSetups[i])...)
		i++
	}
	if reading == setup.Letter {
		t.Note("By the letter a sentence in the singular counts once; a list of ranks counts together, save where the")
		t.Note("reason is a lack of variety; table 4.2's rows are the third and the front row. No setup can score above 21.")
	} else {
		t.Note("These six and the averages of random and semi-random setups chose the reading: six points from H4 for all,")
		t.Note("H6 from sergeants up, H8's weak pieces once for each bomb, H9's majors and colonels by rank.")
	}
	return t.Write(w, o)
}
