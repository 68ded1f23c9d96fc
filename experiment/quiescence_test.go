package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTacticalGain: where a tactical move gains, the quiescence search says by how
// much; where none does, it stands pat.
func TestTacticalGain(t *testing.T) {
	d, err := strategoDomain(artsSet, 30)
	if err != nil {
		t.Fatal(err)
	}
	tactics := newTactics()
	gains, losses := 0, 0
	for i, p := range d.positions {
		err := eachLeaf(p, 1, func() error {
			diff, over, err := tactics.gain(context.Background(), p)
			if err != nil || over {
				return err
			}
			static, quiet, err := tactics.Quiesce(context.Background(), p)
			if err != nil {
				return err
			}
			change := float64(quiet - static)
			if p.ToMove() == 1 {
				change = -change
			}
			if want := max(0, diff); change < want-1e-6 || change > want+1e-6 {
				t.Errorf("position %d: the search changes the value by %v, the best tactical move by %v", i, change, diff)
			}
			if diff > 0 {
				gains++
			} else if diff < 0 {
				losses++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if gains == 0 || losses == 0 {
		t.Errorf("%d tactical moves gain and %d lose", gains, losses)
	}
}

// TestPaperRandom: of changes that are 0 without it, the paper's random factor lifts 40%
// above the evaluation, as its bins 0 and 10 have it.
func TestPaperRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := newChange()
	const n = 50000
	for range n {
		c.see(float64(rng.IntN(paperRandom) - rng.IntN(paperRandom)))
	}
	ours := float64(c.Bins[binWidth]) / n
	paper := float64(paperBins[binWidth]) / float64(paperBins[0]+paperBins[binWidth])
	if d := ours - paper; d > 0.01 || d < -0.01 {
		t.Errorf("%.3f are above, in the paper %.3f", ours, paper)
	}
	if paperSamples != 59921 {
		t.Errorf("the paper's table has %d samples", paperSamples)
	}
}

// TestPaperMeanChange: the paper's 43.9% and 13.3 points are what its own bins say.
func TestPaperMeanChange(t *testing.T) {
	mean, above, used := midBins(paperBins)
	if used != 26298 || above != 6462 || fmt.Sprintf("%.1f", mean) != "13.3" {
		t.Errorf("%d used, %d of them above the first bin, mean %.2f", used, above, mean)
	}
}
