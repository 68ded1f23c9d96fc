package belief

import (
	"fmt"

	"marengo/stratego"
	"marengo/value"
)

// track replays a game as a spectator saw it: where the pieces stood at each ply
// and what had been shown of them by then. Piece numbers are 0–39 for red and
// 40–79 for blue.
type track struct {
	at     [stratego.Squares]int8 // piece number, or noPiece
	square [2 * Pieces]stratego.Square
	rank   [2 * Pieces]stratego.Rank // NoRank until shown
	moved  [2 * Pieces]bool
	army   [2]stratego.Counts // living pieces
	values value.Values
}

const noPiece int8 = -1

func number(c stratego.Color, id int) int { return int(c)*Pieces + id }

// start puts the pieces where the game began. What a free position showed from the
// outset is what is known although no event showed it.
func (t *track) start(v *stratego.View, events []stratego.Event) {
	t.place(v)
	for _, e := range events {
		t.step(e)
	}
	var before [2 * Pieces]stratego.Rank
	var movedBefore [2 * Pieces]bool
	for i := range before {
		p := v.Piece(stratego.ColorOf(i), i%Pieces)
		before[i] = stratego.NoRank
		if p.Known && t.rank[i] == stratego.NoRank {
			before[i] = p.Rank
		}
		movedBefore[i] = p.Moved && !t.moved[i]
	}
	t.place(v)
	t.rank, t.moved = before, movedBefore
}

// place puts every piece on its first square, hidden.
func (t *track) place(v *stratego.View) {
	for s := range t.at {
		t.at[s] = noPiece
	}
	for i := range t.square {
		s := v.Piece(stratego.ColorOf(i), i%Pieces).Start
		t.square[i], t.rank[i], t.moved[i] = s, stratego.NoRank, false
		if s != stratego.NoSquare {
			t.at[s] = int8(i)
		}
	}
	t.army = [2]stratego.Counts{v.Army(stratego.Red), v.Army(stratego.Blue)}
	t.values = value.OfCounts(t.army)
}

// step plays an event.
func (t *track) step(e stratego.Event) {
	mover := t.at[e.From]
	if mover == noPiece {
		return // the path does not begin at the first ply
	}
	t.moved[mover] = true
	t.at[e.From] = noPiece
	if e.Battle == stratego.NoBattle {
		if stratego.Distance(e.From, e.To) > 1 {
			t.rank[mover] = stratego.Scout
		}
		t.put(int(mover), e.To)
		return
	}
	defender := t.at[e.To]
	t.rank[mover] = e.Attacker
	if defender != noPiece {
		t.rank[defender] = e.Defender
	}
	if e.Battle != stratego.Lose && defender != noPiece {
		t.remove(int(defender), e.Defender)
		t.at[e.To] = noPiece
	}
	if e.Battle == stratego.Win {
		t.put(int(mover), e.To)
	} else {
		t.remove(int(mover), e.Attacker)
	}
	t.values = value.OfCounts(t.army)
}

func (t *track) put(piece int, s stratego.Square) {
	t.at[s] = int8(piece)
	t.square[piece] = s
}

func (t *track) remove(piece int, r stratego.Rank) {
	t.square[piece] = stratego.NoSquare
	t.army[stratego.ColorOf(piece)][r]--
}

// replay plays a game whose setups are known, and shows each ply before the track takes
// it: whose it is, and the ranks of that side's pieces.
func replay(s *stratego.State, moves []stratego.Move, see func(t *track, c stratego.Color, ranks *[Pieces]stratego.Rank, e stratego.Event)) error {
	var v stratego.View
	s.View(stratego.Red, &v)
	var t track
	t.start(&v, nil)
	for i, m := range moves {
		c := s.Turn()
		var ranks [Pieces]stratego.Rank
		for id := range ranks {
			ranks[id] = s.Piece(c, id).Rank
		}
		if err := s.Play(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		e := s.LastEvents(nil, 1)[0]
		see(&t, c, &ranks, e)
		t.step(e)
	}
	return nil
}
