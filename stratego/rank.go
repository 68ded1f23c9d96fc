package stratego

import (
	"fmt"
	"math/bits"
	"strings"
)

// Rank is the kind of a piece. The movable ranks carry their European numbers,
// Spy 1 to Marshal 10 (De Boer, appendix A1).
type Rank uint8

// The twelve ranks. NoRank stands for a hidden rank, and for an empty square in
// a Setup.
const (
	Flag Rank = iota
	Spy
	Scout
	Miner
	Sergeant
	Lieutenant
	Captain
	Major
	Colonel
	General
	Marshal
	Bomb
	NoRank

	Ranks = 12 // how many ranks there are
)

// rankLetters are the characters of our own notation, in the order of the ranks.
const rankLetters = "FS23456789MB"

var rankNames = [Ranks + 1]string{"flag", "spy", "scout", "miner", "sergeant", "lieutenant",
	"captain", "major", "colonel", "general", "marshal", "bomb", "hidden"}

// String returns the rank's English name.
func (r Rank) String() string {
	if r > NoRank {
		return fmt.Sprintf("rank(%d)", uint8(r))
	}
	return rankNames[r]
}

// Letter returns the rank's character in our notation: F S 2 … 9 M B, and '.'
// for NoRank.
func (r Rank) Letter() byte {
	if r >= NoRank {
		return '.'
	}
	return rankLetters[r]
}

// ParseRank reads a character of our notation; ok is false for any other.
func ParseRank(letter byte) (r Rank, ok bool) {
	i := strings.IndexByte(rankLetters, letter)
	if i < 0 {
		return NoRank, false
	}
	return Rank(i), true
}

// Movable says whether pieces of this rank move: all but bomb and flag.
func (r Rank) Movable() bool { return r >= Spy && r <= Marshal }

// Battle is the outcome of an attack, seen from the attacker.
type Battle uint8

// The outcomes. Taking the flag is a win.
const (
	NoBattle Battle = iota
	Win
	Lose
	Tie
)

// String returns "none", "win", "lose" or "tie".
func (b Battle) String() string { return [...]string{"none", "win", "lose", "tie"}[b&3] }

// battles holds the outcome of each attacker against each defender.
var battles = func() (t [Ranks + 1][Ranks + 1]Battle) {
	for a := Spy; a <= Marshal; a++ {
		for d := Flag; d <= Bomb; d++ {
			t[a][d] = battle(a, d)
		}
	}
	return t
}()

func battle(attacker, defender Rank) Battle {
	switch {
	case defender == Flag,
		defender == Bomb && attacker == Miner,
		defender == Marshal && attacker == Spy,
		defender != Bomb && attacker > defender:
		return Win
	case attacker == defender:
		return Tie
	}
	return Lose
}

// Fight returns the outcome of attacker attacking defender; NoBattle where the
// attacker cannot attack or a rank is hidden.
func Fight(attacker, defender Rank) Battle {
	if attacker > NoRank || defender > NoRank {
		return NoBattle
	}
	return battles[attacker][defender]
}

// RankSet is a set of ranks, one bit each.
type RankSet uint16

// The sets that inference starts from.
const (
	anyRank     RankSet = 1<<Ranks - 1
	movableRank RankSet = anyRank &^ (1<<Flag | 1<<Bomb)
)

// Has says whether r is in the set.
func (s RankSet) Has(r Rank) bool { return s>>r&1 != 0 }

// Len returns the number of ranks in the set.
func (s RankSet) Len() int { return bits.OnesCount16(uint16(s)) }

// Only returns the single rank of a set of one, and NoRank otherwise.
func (s RankSet) Only() Rank {
	if s == 0 || s&(s-1) != 0 {
		return NoRank
	}
	return Rank(bits.TrailingZeros16(uint16(s)))
}

// String returns the letters of the set in the order FS23456789MB.
func (s RankSet) String() string {
	var b strings.Builder
	for r := Flag; r < Ranks; r++ {
		if s.Has(r) {
			b.WriteByte(rankLetters[r])
		}
	}
	return b.String()
}

// Counts holds a number for each rank, such as the pieces of a side.
type Counts [Ranks]uint8

// Total returns the sum over all ranks.
func (c Counts) Total() (n int) {
	for _, x := range c {
		n += int(x)
	}
	return n
}

// Movable returns the sum over the movable ranks.
func (c Counts) Movable() int { return c.Total() - int(c[Flag]) - int(c[Bomb]) }
