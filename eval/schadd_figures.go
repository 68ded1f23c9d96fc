package eval

import (
	"marengo/figure"
	"marengo/game"
	"marengo/stratego"
)

// SchaddFigures are the numbers of Schadd 5.5.4 that measurement can set. The tags hold the
// piece values of his table 5.1 (table 1 of Schadd & Winands), and where he names none, those of
// our first reading.
type SchaddFigures struct {
	Spy        float64 `figure:"100 10 400 10"`
	Scout      float64 `figure:"10 1 80 3"`
	Sergeant   float64 `figure:"20 1 120 4"`
	Lieutenant float64 `figure:"50 5 200 6"`
	Captain    float64 `figure:"100 10 300 8"`
	Major      float64 `figure:"140 20 400 10"`
	Colonel    float64 `figure:"175 30 500 12"`
	General    float64 `figure:"300 50 700 20"`
	Marshal    float64 `figure:"400 50 900 25"`
	Bomb       float64 `figure:"75 0 250 8"`

	// A miner by how many there are, as in De Boer 3.1.2.
	Miner1 float64 `figure:"200 10 500 15"`
	Miner2 float64 `figure:"200 10 400 12"`
	Miner3 float64 `figure:"100 10 300 10"`
	Miner4 float64 `figure:"100 10 300 8"`
	Miner5 float64 `figure:"100 10 300 8"`

	Useless   float64 `figure:"10 0 50 3"`    // the spy without a marshal to catch, miners without bombs
	Open      float64 `figure:"1 0 1 0.1"`    // what is left of a miner's worth beyond that where no bombs can bar the enemy's flag
	Hidden    float64 `figure:"0.3 0 1 0.05"` // the bonus of a piece whose rank the enemy does not know
	Important float64 `figure:"50 0 300 10"`  // the most important square
	Home      float64 `figure:"1 0 5 0.2"`    // how much more the squares before the own flag matter than those before the enemy's
	Quiet     float64 `figure:"0.5 0 3 0.1"`  // a ply without a capture costs the searching side this

	// How far an unknown piece counts as knowing itself: it attacks where its rank gains, and
	// not on the average of the ranks it may have.
	Informed float64 `figure:"0 0 1 0.1"`

	// How much likelier a bomb and the flag are under an unmoved piece than the guess says.
	Bombs float64 `figure:"1 0.2 5 0.1"`
	Flags float64 `figure:"1 0.1 5 0.1"`

	// What is left of an attack that the other side has a move to answer: it does not always
	// have an answer. Only level 3 of EBQS asks.
	Parried float64 `figure:"0.5 0 1 0.05"`
}

// NewSchaddFigures returns the figures of the paper.
func NewSchaddFigures() *SchaddFigures {
	f := new(SchaddFigures)
	figure.Reset(f)
	return f
}

// Vector names the figures.
func (f *SchaddFigures) Vector() figure.Vector { return figure.Of("", f) }

// values returns the plain piece values; the flag's is the value of a game.
func (f *SchaddFigures) values() [stratego.Ranks]game.Score {
	return [stratego.Ranks]game.Score{
		stratego.Flag: SchaddWin, stratego.Spy: game.Score(f.Spy), stratego.Scout: game.Score(f.Scout),
		stratego.Sergeant: game.Score(f.Sergeant), stratego.Lieutenant: game.Score(f.Lieutenant), stratego.Captain: game.Score(f.Captain),
		stratego.Major: game.Score(f.Major), stratego.Colonel: game.Score(f.Colonel), stratego.General: game.Score(f.General),
		stratego.Marshal: game.Score(f.Marshal), stratego.Bomb: game.Score(f.Bomb),
	}
}

// miners returns the worth of a miner by how many there are, given the chance that bombs
// can bar the enemy's flag.
func (f *SchaddFigures) miners(barred float64) (worth [schaddMiners + 1]game.Score) {
	for n, x := range [...]float64{f.Miner1, f.Miner2, f.Miner3, f.Miner4, f.Miner5} {
		worth[n+1] = game.Score(f.Useless + (x-f.Useless)*(f.Open+(1-f.Open)*barred))
	}
	return worth
}

// schaddMiners is how many miners an army has at most.
const schaddMiners = 5
