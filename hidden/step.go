package hidden

import (
	"marengo/game"
	"marengo/stratego"
)

// push saves what a ply may change.
func (s *State) push() *undo {
	s.undo = append(s.undo, undo{key: s.key, facts: s.facts, sums: s.sums, pending: s.pending, attacked: s.attacked,
		shown: noID, seen: noID, lost: [2]uint8{noID, noID},
		moved: s.moved, movable: s.movable, still: stratego.NoSquare})
	return &s.undo[len(s.undo)-1]
}

// Do plays a move, or says what an unknown piece is.
func (s *State) Do(m game.Move) {
	u := s.push()
	if m&eventBit != 0 {
		attack := s.pending
		s.pending = 0
		s.show(u, s.attacked, Event(m))
		s.battle(u, attack)
		return
	}
	from, to := stratego.From(m), stratego.To(m)
	p, d := s.field.PieceOn(from), s.field.PieceOn(to)
	if d == noID {
		s.walk(u, m, p)
		return
	}
	attacker, defender := s.field.Rank(p), s.field.Rank(d)
	switch {
	case attacker == stratego.NoRank && defender == stratego.Flag:
		s.takeFlag(u, m, p, d)
	case attacker == stratego.NoRank && stratego.Far(m):
		s.show(u, p, stratego.Scout)
		s.battle(u, m)
	case attacker == stratego.NoRank:
		s.pending, s.attacked = m, p
	case defender == stratego.NoRank:
		s.pending, s.attacked = m, d
	default:
		s.battle(u, m)
	}
}

// walk moves a piece to an empty square.
func (s *State) walk(u *undo, m game.Move, p uint8) {
	from, to := stratego.From(m), stratego.To(m)
	if s.field.Rank(p) == stratego.NoRank {
		if stratego.Far(m) {
			s.show(u, p, stratego.Scout)
		} else if !s.field.Moved(p) {
			s.leave(u, p, from)
		}
	}
	wasKnown := s.field.Known(p)
	s.movePlace(p, from, to)
	u.board = true
	s.field.Step(m, stratego.NoBattle)
	if !wasKnown && s.field.Known(p) {
		s.see(u, p)
		s.weigh()
	}
}

// leave notes that an unknown piece moves for the first time: it is no bomb or flag.
func (s *State) leave(u *undo, p uint8, from stratego.Square) {
	s.moved++
	s.facts += factKeys[stratego.Ranks]
	s.key ^= movedKeys[p]
	u.still = from
	s.field.SetStill(from, false)
	s.field.Hold(s.moved == s.movable)
}

// show gives an unknown piece its rank.
func (s *State) show(u *undo, id uint8, r stratego.Rank) {
	u.shown, u.rank = id, r
	s.left[r]--
	s.facts -= factKeys[r]
	if r.Movable() {
		s.movable--
	}
	if s.field.Moved(id) {
		s.moved--
		s.facts -= factKeys[stratego.Ranks]
		s.key ^= movedKeys[id]
	} else {
		u.still = s.field.SquareOf(id)
		s.field.SetStill(u.still, false)
	}
	s.key ^= rankKeys[id][r]
	if !r.Movable() {
		s.unplace(id, s.field.SquareOf(id))
	}
	s.field.SetRank(id, r)
	s.field.Hold(s.moved == s.movable)
}

// battle fights an attack in which both ranks are known.
func (s *State) battle(u *undo, m game.Move) {
	from, to := stratego.From(m), stratego.To(m)
	p, d := s.field.PieceOn(from), s.field.PieceOn(to)
	outcome := stratego.Fight(s.field.Rank(p), s.field.Rank(d))
	if s.field.Rank(d) == stratego.Flag {
		s.takeFlag(u, m, p, d)
		return
	}
	u.board = true
	switch outcome {
	case stratego.Win:
		s.lose(u, 0, d, to)
		s.movePlace(p, from, to)
		s.seeFighter(u, p)
	case stratego.Lose:
		s.lose(u, 0, p, from)
		s.seeFighter(u, d)
	default:
		s.lose(u, 0, d, to)
		s.lose(u, 1, p, from)
	}
	s.field.Step(m, outcome)
	s.weigh()
}

// takeFlag plays the move that ends the game.
func (s *State) takeFlag(u *undo, m game.Move, p, d uint8) {
	u.board = true
	s.lose(u, 0, d, stratego.To(m))
	s.movePlace(p, stratego.From(m), stratego.To(m))
	s.field.TakeFlag(m)
	s.weigh()
}

// lose counts a piece out that is about to die. That it was known matters no more.
func (s *State) lose(u *undo, i int, id uint8, at stratego.Square) {
	c, r := stratego.ColorOf(id), s.field.Rank(id)
	u.lost[i], u.lostRank[i] = id, r
	s.alive[c][r]--
	if s.field.Known(id) {
		u.lostKnown[i] = true
		s.known[c][r]--
		s.key ^= knownKeys[id]
	}
	s.removePlace(id, at)
}

// seeFighter notes that a fighter will live, before the board is stepped.
func (s *State) seeFighter(u *undo, id uint8) {
	if !s.field.Known(id) {
		s.see(u, id)
	}
}

// see notes that both players know a living piece.
func (s *State) see(u *undo, id uint8) {
	c, r := stratego.ColorOf(id), s.field.Rank(id)
	u.seen, u.seenRank = id, r
	s.known[c][r]++
	s.key ^= knownKeys[id]
}

// Undo takes the last Do or Pass back.
func (s *State) Undo() {
	u := &s.undo[len(s.undo)-1]
	s.undo = s.undo[:len(s.undo)-1]
	if u.board {
		s.field.Back()
	}
	for i, id := range u.lost {
		if id == noID {
			continue
		}
		s.alive[stratego.ColorOf(id)][u.lostRank[i]]++
		if u.lostKnown[i] {
			s.known[stratego.ColorOf(id)][u.lostRank[i]]++
		}
	}
	if u.seen != noID {
		s.known[stratego.ColorOf(u.seen)][u.seenRank]--
	}
	if u.shown != noID {
		s.left[u.rank]++
		s.field.SetRank(u.shown, stratego.NoRank)
	}
	if u.still != stratego.NoSquare {
		s.field.SetStill(u.still, true)
	}
	s.key, s.facts, s.sums = u.key, u.facts, u.sums
	s.pending, s.attacked = u.pending, u.attacked
	s.moved, s.movable = u.moved, u.movable
	s.field.Hold(s.moved == s.movable)
}
