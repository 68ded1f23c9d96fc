package features

import (
	"encoding/binary"

	"marengo/stratego"
)

// Features is the number of features of a token.
const Features = 192

// Tensor is the observation as a network reads it, token by token.
type Tensor [Tokens * Features]float32

// The features of a token, by where each kind begins.
const (
	featOwnRank     = 0
	featEnemyRank   = featOwnRank + stratego.Ranks
	featOwnAsSeen   = featEnemyRank + stratego.Ranks
	featEmpty       = featOwnAsSeen + stratego.Ranks
	featOwnHidden   = featEmpty + 1
	featOwnMoved    = featOwnHidden + 1
	featEnemyHidden = featOwnMoved + 1
	featEnemyMoved  = featEnemyHidden + 1
	featPlies       = featEnemyMoved + 1
	featQuiet       = featPlies + 1
	featOwnDead     = featQuiet + 1
	featEnemyDead   = featOwnDead + stratego.Ranks
	featHistory     = featEnemyDead + stratego.Ranks
	featOwnStart    = featHistory + History
	featEnemyStart  = featOwnStart + stratego.SetupSquares
	featOwnDeeds    = featEnemyStart + stratego.SetupSquares
	featEnemyDeeds  = featOwnDeeds + deeds
	featEndless     = featEnemyDeeds + deeds
)

// The deeds of a piece in its flags: how many, and where they begin.
const (
	deeds      = 6
	deedsShift = 2
)

// Expand writes the record's tensor.
func (r *Record) Expand(x *Tensor) {
	*x = Tensor{}
	r.Visit(func(token, feature int, value float32) { x[token*Features+feature] = value })
}

// Visit calls set once for each entry of the tensor that is not zero, token by
// token.
func (r *Record) Visit(set func(token, feature int, value float32)) {
	own := counting(r[ownHidden:], r[ownMoved], r[ownStill])
	enemy := counting(r[enemyHidden:], r[enemyMoved], r[enemyStill])
	clock, calm := r.share(plies, plyLimit), r.share(quiet, quietLimit)
	endless := r.word(quietLimit) == 0
	for t := range Tokens {
		r.visitPiece(t, &own, &enemy, set)
		if clock > 0 {
			set(t, featPlies, clock)
		}
		if calm > 0 {
			set(t, featQuiet, calm)
		}
		if endless {
			set(t, featEndless, 1)
		}
		r.visitDead(t, set)
		for i := range History {
			if int(r[sources+i]) == t {
				set(t, featHistory+i, -1)
			}
			if int(r[targets+i]) == t {
				set(t, featHistory+i, 1)
			}
		}
	}
}

// visitPiece reports what stands on a token.
func (r *Record) visitPiece(t int, own, enemy *posterior, set func(int, int, float32)) {
	code, moved := r[pieces+t], r[flags+t]&movedFlag != 0
	start := int(r[starts+t])
	switch {
	case code == 0:
		set(t, featEmpty, 1)
		return
	case code < hiddenEnemy:
		rank := int(code - ownPiece)
		if code != ownUnknown {
			set(t, featOwnRank+rank, 1)
		}
		if r[flags+t]&seenFlag != 0 {
			set(t, featOwnAsSeen+rank, 1)
		} else {
			own.visit(t, featOwnAsSeen, moved, set)
			set(t, featOwnHidden, 1)
		}
		if moved {
			set(t, featOwnMoved, 1)
		}
		if start < stratego.SetupSquares {
			set(t, featOwnStart+start, 1)
		}
		r.visitDeeds(t, featOwnDeeds, set)
		return
	case code == hiddenEnemy:
		enemy.visit(t, featEnemyRank, moved, set)
		set(t, featEnemyHidden, 1)
	default:
		set(t, featEnemyRank+int(code-revealedEnemy), 1)
	}
	if moved {
		set(t, featEnemyMoved, 1)
	}
	if start < stratego.SetupSquares {
		set(t, featEnemyStart+start, 1)
	}
	r.visitDeeds(t, featEnemyDeeds, set)
}

// visitDeeds reports what the piece on a token has done.
func (r *Record) visitDeeds(t, feature int, set func(int, int, float32)) {
	for i := range deeds {
		if r[flags+t]>>(deedsShift+i)&1 != 0 {
			set(t, feature+i, 1)
		}
	}
}

// visitDead reports the dead pieces that started on a token: own start index i on
// the mover's square i, the enemy's on 99−i.
func (r *Record) visitDead(t int, set func(int, int, float32)) {
	if s := int(squares[t]); s < stratego.SetupSquares {
		if d := r[ownDead+s]; d != 0 {
			set(t, featOwnDead+int(d-deadPiece), 1)
		}
	} else if i := stratego.Squares - 1 - s; i < stratego.SetupSquares {
		if d := r[enemyDead+i]; d != 0 {
			set(t, featEnemyDead+int(d-deadPiece), 1)
		}
	}
}

// share returns a clock as a share of its limit, at most 1; 0 where there is no limit.
func (r *Record) share(clock, limit int) float32 {
	full := r.word(limit)
	if full == 0 {
		return 0
	}
	return min(1, float32(r.word(clock))/float32(full))
}

// word returns the number at an offset.
func (r *Record) word(at int) int { return int(binary.LittleEndian.Uint16(r[at:])) }

// posterior holds the rank probabilities of one side's hidden pieces: of those that
// have moved, and of those that have not.
type posterior struct{ moved, still [stratego.Ranks]float32 }

// counting works the posterior out: every assignment of the hidden ranks in
// which no bomb or flag has moved is equally likely.
func counting(counts []byte, moved, still byte) (p posterior) {
	var total float32
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if r.Movable() {
			total += float32(counts[r])
		}
	}
	total = max(total, 1)
	unmoved := max(float32(still), 1)
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		c := float32(counts[r])
		if !r.Movable() {
			p.still[r] = c / unmoved
			continue
		}
		p.moved[r] = c / total
		p.still[r] = c * (1 - float32(moved)/total) / unmoved
	}
	return p
}

// visit reports the probabilities of a piece.
func (p *posterior) visit(t, feature int, moved bool, set func(int, int, float32)) {
	chances := &p.still
	if moved {
		chances = &p.moved
	}
	for r, v := range chances {
		if v != 0 {
			set(t, feature+r, v)
		}
	}
}
