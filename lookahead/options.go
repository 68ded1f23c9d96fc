package lookahead

import "fmt"

// Options are the figures of the look ahead. Scores are win − loss, −1 to 1.
type Options struct {
	Least float64 // share of the policy from which a move is a candidate
	Most  int     // candidates by their share alone
	Sharp float64 // share from which captures are candidates, and others where the likeliest move is sharp

	Round   int     // worlds that a candidate is tried in between two looks at the figures
	Worlds  int     // worlds at the most
	Replies int     // replies of the enemy that are followed
	Rare    float64 // replies less likely than this are not, nor ranks of a piece attacked
	Worst   float64 // weight of the reply that is worst for us, the rest being the policy's
	Forced  float64 // share from which our move after a reply is looked past, with the enemy's answers to it; 0 for never

	Steady bool // look past a reply after all moves or none, and never by an attack on an unknown piece: worths vary less

	Doubt       float64 // standard errors by which a candidate may be underrated and is tried on
	Eta         float64 // how much a difference in score weighs against the policy
	Spread      float64 // how far apart candidates' true scores lie: larger differences are believed, noisy ones shrunk
	Vary        float64 // how far a move's scores in single worlds lie apart as a rule, before any were seen
	Noise       float64 // error of the network's own in a difference of scores
	Temperature float64 // of the final choice: 1 as weighed, 0 always the first

	Contempt float64 // what a draw costs when ahead; it grows with the quiet clock, and turns when behind
	Attack   float64 // what attacks on unknown pieces are overrated by: marengo experiment lookahead-value measures it
	Repeat   float64 // what a position costs that was on the board before, when ahead, each time
	Nodes    int     // of an exact search for moves that win or lose by force; 0 for none
	Mirror   Mirror  // which positions are also looked at with left and right exchanged
}

// Mirror says where mirror images are used: the network's answers to them differ a
// little, so that their mean is better than either.
type Mirror uint8

// The places.
const (
	NoMirror   Mirror = iota
	MirrorRoot        // both images of the position to move in are averaged
	MirrorAll         // and the values after a reply are taken from the one and the other in turn, world by world
)

// MirrorNames are the words for Mirror, in its order.
var MirrorNames = []string{"off", "root", "all"}

// Defaults returns the figures that are played with.
func Defaults() Options {
	return Options{
		Least: 0.02, Most: 5, Sharp: 0.003,
		Round: 4, Worlds: 256, Replies: 3, Rare: 0.03, Worst: 0.1, Forced: 0.3,
		Doubt: 2, Eta: 100, Spread: 0.03, Vary: 0.015, Noise: 0.005, Temperature: 0.25,
		Contempt: 0.1, Repeat: 0.02, Nodes: 20000, Mirror: MirrorRoot,
	}
}

// MaxReplies bounds Options.Replies.
const MaxReplies = 8

// Check says what is wrong with the options, or nothing.
func (o Options) Check() error {
	switch {
	case o.Most < 1:
		return fmt.Errorf("%d candidates at the most, expected at least 1", o.Most)
	case o.Round < 1 || o.Worlds < 1:
		return fmt.Errorf("%d worlds by %d, expected at least 1 each", o.Worlds, o.Round)
	case o.Replies < 1 || o.Replies > MaxReplies:
		return fmt.Errorf("%d replies, expected 1 to %d", o.Replies, MaxReplies)
	case o.Worst < 0 || o.Worst > 1:
		return fmt.Errorf("weight %g of the worst reply, expected 0 to 1", o.Worst)
	case o.Forced < 0 || o.Forced > 1:
		return fmt.Errorf("a move is looked past from a share of %g, expected 0 to 1", o.Forced)
	case o.Spread <= 0:
		return fmt.Errorf("a spread of %g, expected more than 0", o.Spread)
	}
	return nil
}
