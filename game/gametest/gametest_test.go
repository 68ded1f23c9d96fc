package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"marengo/game"
)

// heap is a game to test the kit with: players take one or two from a heap in
// turn, and after each move a coin may take one more. Faults break it.
type heap struct {
	left   int
	mover  game.Player
	coin   bool
	past   [][2]int
	faulty string
}

const coinTakes, coinPasses, firstTake game.Move = 100, 101, 1

func (h *heap) ToMove() game.Player {
	switch {
	case h.coin:
		return game.Chance
	case h.left <= 0:
		return game.Nobody
	}
	return h.mover
}

func (h *heap) Moves(buf []game.Move) []game.Move {
	if h.ToMove() > game.Second {
		return buf
	}
	if h.faulty == "stuck" && h.left == 1 {
		return buf
	}
	buf = append(buf, firstTake)
	if h.left > 1 {
		buf = append(buf, firstTake+1)
	}
	if h.faulty == "twice" {
		buf = append(buf, firstTake)
	}
	return buf
}

func (h *heap) Outcomes(buf []game.Outcome) []game.Outcome {
	if h.ToMove() != game.Chance {
		return buf
	}
	p := 0.5
	if h.faulty == "chances" {
		p = 0.4
	}
	return append(buf, game.Outcome{Move: coinTakes, P: p}, game.Outcome{Move: coinPasses, P: 0.5})
}

func (h *heap) Do(m game.Move) {
	h.past = append(h.past, [2]int{h.left, b2i(h.coin)})
	switch m {
	case coinTakes:
		h.left, h.coin = h.left-1, false
	case coinPasses:
		h.coin = false
	default:
		h.left, h.coin = h.left-int(m), h.left > int(m)
		h.mover = h.mover.Other()
	}
}

func (h *heap) Undo() {
	u := h.past[len(h.past)-1]
	h.past = h.past[:len(h.past)-1]
	if !h.coin && u[1] == 1 {
		// an event is taken back, the mover stays
	} else {
		h.mover = h.mover.Other()
	}
	h.left, h.coin = u[0], u[1] == 1
	if h.faulty == "undo" && h.left == 5 {
		h.left = 6
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (h *heap) Key(int) uint64 {
	if h.faulty == "key" {
		return 7
	}
	return uint64(h.left)<<8 | uint64(h.mover)<<1 | uint64(b2i(h.coin))
}

func (h *heap) Value() game.Score { return game.Score(1 - 2*int(h.mover)) }

func TestKitAcceptsAGame(t *testing.T) {
	Run(t, func(rng *rand.Rand) game.State { return &heap{left: 10 + rng.IntN(5)} }, Options{})
}

func TestKitFindsFaults(t *testing.T) {
	for faulty, want := range map[string]string{"undo": "changed", "twice": "twice", "chances": "sum", "key": "play alike", "stuck": "no move"} {
		k := &kit{opts: Options{Plies: 100}, played: map[subtreeKey]uint64{}}
		var err error
		for seed := uint64(0); seed < 20 && err == nil; seed++ {
			fresh := func() game.State { return &heap{left: 12, faulty: faulty, past: make([][2]int, 0, 64)} }
			err = k.playGame(fresh, rand.New(rand.NewPCG(seed, 1)))
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected one with %q", faulty, err, want)
		}
	}
}

func TestMeetFindsKeysThatSayTooLittle(t *testing.T) {
	for faulty, want := range map[string]string{"": "", "key": "met"} {
		start := func(*rand.Rand) game.State { return &heap{left: 12, faulty: faulty} }
		choose := func(s game.State, _ []game.Move, _ game.Player, rng *rand.Rand) game.Move { return take(s).pick(rng) }
		m := &meeting{Meetings: Meetings{Start: start, Choose: choose}, each: 100, rng: rand.New(rand.NewPCG(1, 1))}
		err := m.playGames(1)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, expected one with %q", faulty, err, want)
		}
	}
}
