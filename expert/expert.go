// Package expert plays games in which the look ahead chooses every move, and keeps what it chose: an
// Example is a position, the chances that the look ahead gave its moves, and how the game
// ended. A network that learns from them comes to choose at once what took many
// evaluations (expert iteration: Anthony, Tian and Barber 2017; AlphaZero learns so too).
// train/champion/distil.py is the learner.
package expert

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"marengo/lookahead"
	"marengo/nn/features"
	"marengo/stratego"
)

// Size is the number of bytes of an Example, and MaxMoves how many moves it has room for.
const (
	Size     = 1096
	MaxMoves = 9
)

// Offsets of an Example's fields, little-endian. train/champion/distil.py has the same.
const (
	recordAt = 0
	labelsAt = recordAt + features.RecordSize // 1 + rank of the enemy's hidden pieces, as the gym tells them
	gameAt   = labelsAt + features.Tokens     // u32, the game's number
	resultAt = gameAt + 4                     // u8, for the player to move: 0 lost, 1 drawn, 2 won
	lastAt   = resultAt + 1                   // u8, 1 in the last Example of a game
	countAt  = lastAt + 1                     // u8, moves that were weighed
	expectAt = countAt + 1                    // u8, what the look ahead expects, win − loss: 0 for −1, 255 for 1
	movesAt  = expectAt + 1                   // MaxMoves times u16 slot of the record's legal moves, u16 share of 65,535
)

// Example is one position of a game.
type Example [Size]byte

// Game returns the number of the game that an Example is of.
func (e *Example) Game() int { return int(binary.LittleEndian.Uint32(e[gameAt:])) }

// Last says whether it is the last of its game.
func (e *Example) Last() bool { return e[lastAt] == 1 }

// Table is what a game is played by.
type Table struct {
	Rules       stratego.Rules
	Evaluations int
	NewThinker  func() (*lookahead.Thinker, error)
}

// Play plays a game from two setups and returns an Example of each position in which more
// than one move was weighed. All that is random follows from the seed.
func (t *Table) Play(ctx context.Context, number int, setups [2]stratego.Setup, seed uint64) ([]Example, error) {
	s, err := stratego.NewState(t.Rules, setups[stratego.Red], setups[stratego.Blue])
	if err != nil {
		return nil, err
	}
	var thinkers [2]*lookahead.Thinker
	for c := range thinkers {
		if thinkers[c], err = t.NewThinker(); err != nil {
			return nil, err
		}
	}
	var (
		examples []Example
		movers   []stratego.Color
		view     stratego.View
		writer   features.Writer
		rng      = rand.New(rand.NewPCG(seed, uint64(number)))
	)
	for !s.Result().Over() {
		c := s.Turn()
		s.View(c, &view)
		thought, err := thinkers[c].Think(ctx, &view, lookahead.Limit{Evaluations: t.Evaluations}, rng.Uint64())
		if err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", number, s.Ply()+1, err)
		}
		if len(thought.Candidates) > 1 {
			var e Example
			if err := writer.Write(&view, (*features.Record)(e[recordAt:labelsAt])); err != nil {
				return nil, err
			}
			(*features.Labels)(e[labelsAt:gameAt]).Write(s)
			binary.LittleEndian.PutUint32(e[gameAt:], uint32(number))
			e.weigh(thought)
			examples, movers = append(examples, e), append(movers, c)
		}
		s.Do(thought.Choice)
	}
	winner := s.Result().Winner
	for i := range examples {
		switch winner {
		case stratego.NoColor:
			examples[i][resultAt] = 1
		case movers[i]:
			examples[i][resultAt] = 2
		}
	}
	if n := len(examples); n > 0 {
		examples[n-1][lastAt] = 1
	}
	return examples, nil
}

// weigh enters what the look ahead made of a position: of many moves those with the largest shares.
func (e *Example) weigh(t *lookahead.Thought) {
	best := slices.Clone(t.Candidates)
	slices.SortStableFunc(best, func(a, b lookahead.Candidate) int { return cmp.Compare(b.Share, a.Share) })
	best = best[:min(len(best), MaxMoves)]
	var expected, shares float64
	for i, c := range best {
		expected, shares = expected+c.Share*c.Expected, shares+c.Share
		at := movesAt + 4*i
		binary.LittleEndian.PutUint16(e[at:], uint16(slices.Index(t.Moves, c.Move)))
		binary.LittleEndian.PutUint16(e[at+2:], uint16(math.Round(65535*c.Share)))
	}
	e[countAt] = byte(len(best))
	e[expectAt] = byte(math.Round(127.5 * (1 + expected/shares)))
}
