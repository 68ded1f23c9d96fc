package plan

import (
	"math/rand/v2"

	"marengo/belief"
	"marengo/stratego"
	"marengo/value"
)

// pieces is the number of pieces of a side.
const pieces = stratego.SetupSquares

// Situation is a position as the plans see it. Own and enemy pieces are named by
// their ids, 0–39.
type Situation struct {
	View    *stratego.View
	Me, Foe stratego.Color
	Moves   []stratego.Move
	Belief  *belief.Matrix // what the enemy's pieces are
	Exposed *belief.Matrix // what the enemy may think the own ones are
	Values  value.Values
	Rand    *rand.Rand

	f    *Figures
	care float64                 // how much more a loss against an unmoved piece counts by the game state
	duty [stratego.Ranks]float64 // what an own piece still has to do, by rank

	Own, Enemy [pieces]stratego.Piece
	Board      board
	boards     [stratego.MaxMoves]board // by move; an attack as if it won

	// What an attack on enemy piece f by a piece of rank r brings:
	win, lose, tie [pieces][stratego.Ranks]float64
	// The chance that enemy piece f beats a piece of rank r by attacking it.
	beats [pieces][stratego.Ranks]float64
	// The enemy pieces that likely beat a piece of rank r.
	hunters [stratego.Ranks][]int8

	// Worth of each enemy piece in expectation, and the chance that it moves.
	worth  [pieces]float64
	mobile [pieces]float64
	// The steps to each enemy piece from every square, where some plan has asked.
	fields [pieces]value.Field
	filled [pieces]bool

	flag    stratego.Square // the own flag's, or NoSquare
	raiders []raider
	ways    ways // room for those of a raider on one board
	events  []stratego.Event
}

// board says what stands where: an own piece's id, enemyBase plus an enemy's, or
// one of the two below.
type board struct {
	at     [stratego.Squares]int8
	own    [pieces]stratego.Square
	enemy  [pieces]stratego.Square
	mover  int // the own piece that moved, or -1
	target int // the enemy piece it took, or -1
}

const (
	enemyBase      = pieces
	empty     int8 = -1
	lake      int8 = -2
	certainty      = 0.999 // a probability that counts as certainty
)

// ownAt returns the own piece on a square, or -1.
func (b *board) ownAt(s stratego.Square) int {
	if x := b.at[s]; x >= 0 && x < enemyBase {
		return int(x)
	}
	return -1
}

// enemyAt returns the enemy piece on a square, or -1.
func (b *board) enemyAt(s stratego.Square) int {
	if x := b.at[s]; x >= enemyBase {
		return int(x) - enemyBase
	}
	return -1
}

// free says whether a piece could step onto a square without a battle.
func (b *board) free(s stratego.Square) bool { return b.at[s] == empty }

// look fills the situation in from a View on the player's turn. It keeps memory
// from call to call; the matrices stay their owners'.
func (s *Situation) look(v *stratego.View, enemy, own *belief.Matrix, rng *rand.Rand) {
	s.View, s.Belief, s.Exposed, s.Rand = v, enemy, own, rng
	s.Me, s.Foe = v.Color(), v.Color().Other()
	s.Moves = v.Moves(s.Moves[:0])
	s.Values = s.f.Value.Of(v)
	s.flag = stratego.NoSquare
	s.weighRisks()
	b := &s.Board
	b.mover, b.target = -1, -1
	for i := range b.at {
		b.at[i] = empty
		if stratego.Square(i).Lake() {
			b.at[i] = lake
		}
	}
	for r := range s.hunters {
		s.hunters[r] = s.hunters[r][:0]
	}
	clear(s.filled[:])
	for id := range pieces {
		s.Own[id], s.Enemy[id] = v.Piece(s.Me, id), v.Piece(s.Foe, id)
		b.own[id], b.enemy[id] = s.Own[id].Square, s.Enemy[id].Square
		if at := b.own[id]; at != stratego.NoSquare {
			b.at[at] = int8(id)
			if s.Own[id].Rank == stratego.Flag {
				s.flag = at
			}
		}
		if at := b.enemy[id]; at != stratego.NoSquare {
			b.at[at] = int8(enemyBase + id)
		}
		s.judge(id)
	}
	for i, m := range s.Moves {
		s.play(m, &s.boards[i])
	}
}

// judge works out what meeting an enemy piece means to each rank.
func (s *Situation) judge(f int) {
	clear(s.win[f][:])
	clear(s.lose[f][:])
	clear(s.tie[f][:])
	clear(s.beats[f][:])
	s.worth[f], s.mobile[f] = 0, 0
	if s.Enemy[f].Square == stratego.NoSquare {
		return
	}
	for q := stratego.Flag; q < stratego.Ranks; q++ {
		p := s.Belief[f][q]
		if p == 0 {
			continue
		}
		s.worth[f] += p * s.Values.Piece[s.Foe][q]
		if q.Movable() {
			s.mobile[f] += p
		}
		t := &battles[q]
		for r := range t {
			s.win[f][r] += p * t[r].win
			s.lose[f][r] += p * t[r].lose
			s.tie[f][r] += p * t[r].tie
			s.beats[f][r] += p * t[r].beats
		}
	}
	for r := range s.hunters {
		if s.beats[f][r] >= likelyHunter {
			s.hunters[r] = append(s.hunters[r], int8(f))
		}
	}
}

// battles says what becomes of a piece that attacks a rank, and whether that rank beats it by
// attacking, by that rank and the piece's: each is 0 or 1.
var battles = func() (t [stratego.Ranks][stratego.Ranks]struct{ win, lose, tie, beats float64 }) {
	for q := range t {
		for r := range t[q] {
			switch stratego.Fight(stratego.Rank(r), stratego.Rank(q)) {
			case stratego.Win:
				t[q][r].win = 1
			case stratego.Lose:
				t[q][r].lose = 1
			case stratego.Tie:
				t[q][r].tie = 1
			}
			if stratego.Fight(stratego.Rank(q), stratego.Rank(r)) == stratego.Win {
				t[q][r].beats = 1
			}
		}
	}
	return t
}()

// play writes the board after a move, an attack as if it won.
func (s *Situation) play(m stratego.Move, b *board) {
	*b = s.Board
	from, to := stratego.From(m), stratego.To(m)
	b.mover = int(b.at[from])
	b.target = b.enemyAt(to)
	if b.target >= 0 {
		b.enemy[b.target] = stratego.NoSquare
	}
	b.at[from] = empty
	b.at[to] = int8(b.mover)
	b.own[b.mover] = to
}

// after returns the board after move i, an attack as if it won.
func (s *Situation) after(i int) *board { return &s.boards[i] }

// price is the worth of an own piece.
func (s *Situation) price(own int) float64 { return s.Values.Piece[s.Me][s.Own[own].Rank] }

// secret is what it costs to show an own piece's rank (3.2): nothing once the enemy
// knows or has guessed it.
func (s *Situation) secret(own int) float64 {
	p := &s.Own[own]
	if p.Known {
		return 0
	}
	return s.Values.Reveal[s.Me] * s.price(own) * (1 - s.Exposed[own][p.Rank])
}

// inCare says whether an own piece has to be looked after: it moves, and cannot
// pass for a bomb any more.
func (s *Situation) inCare(own int, b *board) bool {
	p := &s.Own[own]
	return b.own[own] != stratego.NoSquare && p.Rank.Movable() && (p.Known || p.Moved || b.mover == own)
}

// knownOn says whether the enemy knows an own piece's rank on a board: a piece
// that took another has shown it.
func (s *Situation) knownOn(own int, b *board) bool {
	return s.Own[own].Known || b.mover == own && b.target >= 0
}

// certain says whether an enemy piece's rank is as good as known.
func (s *Situation) certain(f int) (stratego.Rank, bool) {
	if p := &s.Enemy[f]; p.Known {
		return p.Rank, true
	}
	r := s.Belief.Best(f)
	return r, r != stratego.NoRank && s.Belief[f][r] > certainty
}

// field returns the steps to an enemy piece from every square, over free ones.
func (s *Situation) field(f int) *value.Field {
	if !s.filled[f] {
		blocked := s.Board.blocked()
		s.fields[f].Distances([]stratego.Square{s.Board.enemy[f]}, &blocked)
		s.filled[f] = true
	}
	return &s.fields[f]
}

// blocked marks the squares that no way leads through for own pieces: all that
// are taken.
func (b *board) blocked() (x value.Squares) {
	for i, a := range b.at {
		x[i] = a != empty
	}
	return x
}

// forward returns how many rows a square lies from a side's home row.
func forward(s stratego.Square, c stratego.Color) int { return s.From(c).Row() }
