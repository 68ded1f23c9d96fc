package eval

import (
	"cmp"
	"slices"

	"marengo/figure"
	"marengo/game"
	"marengo/stratego"
)

// ArtsFigures are the piece values of Arts's table 5.1, as printed there.
type ArtsFigures struct {
	Spy        float64 `figure:"200 5 500 12"`
	Scout      float64 `figure:"30 2 150 5"`
	Miner      float64 `figure:"25 2 200 6"`
	Sergeant   float64 `figure:"15 2 150 5"`
	Lieutenant float64 `figure:"50 2 200 6"`
	Captain    float64 `figure:"25 2 200 6"`
	Major      float64 `figure:"75 5 300 8"`
	Colonel    float64 `figure:"100 10 400 10"`
	General    float64 `figure:"200 20 600 15"`
	Marshal    float64 `figure:"400 20 800 20"`
	Bomb       float64 `figure:"20 0 200 6"`
}

// NewArtsFigures returns the figures of the thesis.
func NewArtsFigures() *ArtsFigures {
	f := new(ArtsFigures)
	figure.Reset(f)
	return f
}

// Vector names the figures.
func (f *ArtsFigures) Vector() figure.Vector { return figure.Of("", f) }

// artsTable is what follows from the figures.
type artsTable struct {
	values [stratego.Ranks]game.Score
	army   game.Score // of all pieces of a side but its flag

	// exchanges holds what an attacker's side gains against each defender. The flag is
	// worth more than any loss of material before.
	exchanges [stratego.Ranks][stratego.Ranks]game.Score

	// byValue lists the ranks from valuable to cheap.
	byValue [stratego.Bomb - stratego.Flag]stratego.Rank
}

func (f *ArtsFigures) table() *artsTable {
	t := &artsTable{values: [stratego.Ranks]game.Score{
		stratego.Flag: ArtsFlag, stratego.Spy: game.Score(f.Spy), stratego.Scout: game.Score(f.Scout), stratego.Miner: game.Score(f.Miner),
		stratego.Sergeant: game.Score(f.Sergeant), stratego.Lieutenant: game.Score(f.Lieutenant), stratego.Captain: game.Score(f.Captain),
		stratego.Major: game.Score(f.Major), stratego.Colonel: game.Score(f.Colonel), stratego.General: game.Score(f.General),
		stratego.Marshal: game.Score(f.Marshal), stratego.Bomb: game.Score(f.Bomb),
	}}
	for a := stratego.Spy; a <= stratego.Marshal; a++ {
		for d := stratego.Spy; d < stratego.Ranks; d++ {
			t.exchanges[a][d] = t.exchange(a, d)
		}
		t.exchanges[a][stratego.Flag] = 2 * ArtsFlag
	}
	for r, n := range stratego.Classic.Counts() {
		if stratego.Rank(r) != stratego.Flag {
			t.army += game.Score(n) * t.values[r]
		}
	}
	for i := range t.byValue {
		t.byValue[i] = stratego.Spy + stratego.Rank(i)
	}
	slices.SortStableFunc(t.byValue[:], func(a, b stratego.Rank) int { return cmp.Compare(t.values[b], t.values[a]) })
	return t
}

// exchange is what the attacker's side gains in material.
func (t *artsTable) exchange(a, b stratego.Rank) game.Score {
	switch stratego.Fight(a, b) {
	case stratego.Win:
		return t.values[b]
	case stratego.Tie:
		return t.values[b] - t.values[a]
	}
	return -t.values[a]
}
