package experiment

import (
	"math"

	"marengo/agents"
	"marengo/belief"
	"marengo/eval"
	"marengo/game"
	"marengo/nn/features"
	"marengo/record"
	"marengo/setup"
	"marengo/stratego"
)

// networkMarks are what one game says about StrAItego's networks. It is what a journal keeps.
type networkMarks struct {
	Moves  [2]marks                // by the mover's colour
	States [len(guessPhases)]marks // of a decided game
	Ranks  [len(guessPhases)]marks
}

// Figures of the move predictor.
const (
	slideRight    = iota // the likeliest of all slides was played
	legalRight           // the likeliest of the legal moves was
	frequentRight        // the most frequent of the legal moves was
	slideLoss            // nats for the move played, of all slides
	frequentLoss         // the same by frequencies
)

// Figures of the state evaluator.
const (
	stateRight = iota
	countRight // the side with more pieces won; equal numbers are half right
	stateLoss
)

// rankGuessers are the rank network and what it is held against: guessers that know no more than
// it does, where pieces began and what is left. Their figures are rankRight and rankLoss of their place.
var rankGuessers = [...]struct {
	name string
	make func(n *agents.Networks) belief.Estimator
}{
	{"network", func(n *agents.Networks) belief.Estimator { return belief.NewDirect(n.Ranks) }},
	{"counting", func(*agents.Networks) belief.Estimator { return new(belief.Counting) }},
	{"starting position (De Boer)", func(*agents.Networks) belief.Estimator {
		return belief.NewGuesser(belief.Options{NoNeighbours: true, NoMissed: true, NoBehaviour: true})
	}},
	{"setup model", func(*agents.Networks) belief.Estimator {
		return belief.NewGuesser(belief.Options{Setups: setup.HumanConditional, NoMissed: true, NoBehaviour: true})
	}},
}

func rankRight(guesser int) int { return guesser }
func rankLoss(guesser int) int  { return len(rankGuessers) + guesser }

// lookTurns is how many of a player's turns lie between two looks at hidden ranks: neighbours in time say
// much the same.
const lookTurns = 4

// slideCounts say how often each slide was played.
type slideCounts [features.Slides]float64

// add counts a game's moves.
func (n *slideCounts) add(g *record.Game) {
	for i, m := range g.Moves {
		n[features.Slide(m, stratego.Color(i%2))]++
	}
}

// total is the number of moves counted.
func (n *slideCounts) total() (sum float64) {
	for _, x := range n {
		sum += x
	}
	return sum
}

// examiner holds networks and yardsticks against games. Each goroutine needs its own.
type examiner struct {
	counts    *slideCounts
	moves     float64 // counted
	predictor *eval.Predictor
	judge     *eval.Network
	guessers  [2][len(rankGuessers)]belief.Estimator // by the colour of who guesses
	view      stratego.View
	legal     []stratego.Move
}

func newExaminer(n *agents.Networks, counts *slideCounts) *examiner {
	e := &examiner{counts: counts, moves: counts.total(), predictor: eval.NewPredictor(n.Moves), judge: eval.NewNetwork(n.States, eval.Single)}
	for c := range e.guessers {
		for k := range rankGuessers {
			e.guessers[c][k] = rankGuessers[k].make(n)
		}
	}
	return e
}

// examine goes through a game. Moves are judged only where the game's own were not counted.
func (e *examiner) examine(g *record.Game, counted bool) (m networkMarks, err error) {
	s, err := g.Begin()
	if err != nil {
		return m, err
	}
	for _, move := range g.Moves {
		c := s.Turn()
		phase := guessPhase(2*stratego.SetupSquares - s.Alive(stratego.Red) - s.Alive(stratego.Blue))
		if !counted {
			if err := e.seeMove(s, move, &m.Moves[c]); err != nil {
				return m, err
			}
		}
		if g.Result.Winner != stratego.NoColor {
			e.seeState(s, g.Result.Winner == c, &m.States[phase])
		}
		if s.Ply()/2%lookTurns == 0 {
			e.seeRanks(s, &m.Ranks[phase])
		}
		if err := s.Play(move); err != nil {
			return m, err
		}
	}
	return m, nil
}

// seeMove judges the move predictor.
func (e *examiner) seeMove(s *stratego.State, played stratego.Move, m *marks) error {
	shares, err := e.predictor.Shares(s)
	if err != nil {
		return err
	}
	slide := features.Slide(played, s.Turn())
	best, likely, frequent := 0, -1, -1
	for i := range shares {
		if shares[i] > shares[best] {
			best = i
		}
	}
	e.legal = s.Moves(e.legal[:0])
	for _, move := range e.legal {
		i := features.Slide(move, s.Turn())
		if likely < 0 || shares[i] > shares[likely] {
			likely = i
		}
		if frequent < 0 || e.counts[i] > e.counts[frequent] {
			frequent = i
		}
	}
	m.see([]float64{
		slideRight:    right(best == slide),
		legalRight:    right(likely == slide),
		frequentRight: right(frequent == slide),
		slideLoss:     nats(float64(shares[slide])),
		frequentLoss:  nats((e.counts[slide] + 1) / (e.moves + features.Slides)),
	})
	return nil
}

// seeState judges the state evaluator for the player to move, who won or lost in the end.
func (e *examiner) seeState(s *stratego.State, won bool, m *marks) {
	c := s.Turn()
	p := e.judge.Evaluate(s, game.Player(c))
	more := s.Alive(c) - s.Alive(c.Other())
	count := half
	if more != 0 {
		count = right(more > 0 == won)
	}
	truth := p
	if !won {
		truth = 1 - p
	}
	m.see([]float64{stateRight: right(p > half == won), countRight: count, stateLoss: nats(truth)})
}

// seeRanks judges what the player to move can guess of the pieces whose ranks he cannot infer.
func (e *examiner) seeRanks(s *stratego.State, m *marks) {
	c := s.Turn()
	s.View(c, &e.view)
	for _, guesser := range e.guessers[c] {
		guesser.Update(&e.view)
	}
	for id := range belief.Pieces {
		if e.view.Possible(c.Other(), id).Len() < 2 {
			continue
		}
		truth := s.Piece(c.Other(), id).Rank
		figures := make([]float64, 2*len(rankGuessers))
		for k, guesser := range e.guessers[c] {
			matrix := guesser.Matrix()
			figures[rankRight(k)] = right(matrix.Best(id) == truth)
			figures[rankLoss(k)] = nats(matrix[id][truth])
		}
		m.see(figures)
	}
}

const half = 0.5

// right counts what is right.
func right(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// nats is what it costs to have given a chance to what came true. A chance too small for the networks'
// numbers counts as their smallest.
func nats(chance float64) float64 { return -math.Log(max(chance, math.SmallestNonzeroFloat32)) }
