package wire

import (
	"math"

	"marengo/agent"
	"marengo/stratego"
)

// idOf numbers a piece within a game: blue's follow red's.
func idOf(p stratego.Piece) int { return p.ID + stratego.SetupSquares*int(p.Color) }

// SeatPosition is the board as one player may know it.
func SeatPosition(v *stratego.View) Position {
	p := Position{Ply: v.Ply(), Quiet: v.Quiet(), Pieces: []SeenPiece{}, Dead: []Dead{}, Legal: [][]int{}, Forbidden: []Forbidden{}, Losing: [][]int{}}
	if !v.Result().Over() {
		p.ToMove = ColorName(v.Turn())
	}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			x := v.Piece(c, id)
			switch {
			case x.Alive():
				y := SeenPiece{ID: idOf(x), Color: c.String(), At: int(x.Square), Rank: rankText(x.Rank), Moved: x.Moved, Shown: x.Known}
				if x.Rank >= stratego.NoRank {
					y.May = v.Possible(c, id).String()
				}
				p.Pieces = append(p.Pieces, y)
			case x.Dead():
				p.Dead = append(p.Dead, Dead{ID: idOf(x), Color: c.String(), Rank: rankText(x.Rank)})
			}
		}
	}
	if !v.Result().Over() && v.Turn() == v.Color() {
		p.Legal, p.Forbidden = movesOf(v)
		p.Losing = losing(v)
	}
	return p
}

// OpenPosition is the board with every rank shown, for games that no person plays
// and for finished ones.
func OpenPosition(s *stratego.State) Position {
	p := Position{Ply: s.Ply(), Quiet: s.Quiet(), Pieces: OpenPieces(s), Dead: []Dead{}, Legal: [][]int{}, Forbidden: []Forbidden{}, Losing: [][]int{}}
	if !s.Result().Over() {
		p.ToMove = ColorName(s.Turn())
	}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			if x := s.Piece(c, id); x.Dead() {
				p.Dead = append(p.Dead, Dead{ID: idOf(x), Color: c.String(), Rank: rankText(x.Rank)})
			}
		}
	}
	return p
}

// BoardPosition is an open board with the moves of the side to move, for whoever plays both.
func BoardPosition(s *stratego.State) Position {
	p := OpenPosition(s)
	if !s.Result().Over() {
		v := new(stratego.View)
		s.View(s.Turn(), v)
		p.Legal, p.Forbidden = movesOf(v)
	}
	return p
}

func OpenPieces(s *stratego.State) []SeenPiece {
	pieces := []SeenPiece{}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		for id := range stratego.SetupSquares {
			if x := s.Piece(c, id); x.Alive() {
				pieces = append(pieces, SeenPiece{ID: idOf(x), Color: c.String(), At: int(x.Square), Rank: rankText(x.Rank), Moved: x.Moved, Shown: x.Known})
			}
		}
	}
	return pieces
}

// movesOf lists the legal moves by origin, and the moves that only a repetition
// rule forbids.
func movesOf(v *stratego.View) (legal [][]int, forbidden []Forbidden) {
	legal, forbidden = [][]int{}, []Forbidden{}
	at := make(map[stratego.Square]int)
	for _, m := range v.MovesOf(v.Color(), nil) {
		from, to := stratego.From(m), stratego.To(m)
		switch why := v.Why(m); why.Rule {
		case stratego.None:
			i, ok := at[from]
			if !ok {
				i = len(legal)
				at[from] = i
				legal = append(legal, []int{int(from)})
			}
			legal[i] = append(legal[i], int(to))
		case stratego.TwoSquaresRule:
			forbidden = append(forbidden, Forbidden{int(from), int(to), "two", why.Since})
		case stratego.MoreSquaresRule:
			forbidden = append(forbidden, Forbidden{int(from), int(to), "more", why.Since})
		}
	}
	return legal, forbidden
}

// losing lists the attacks that lose the attacker for sure: every rank that the piece
// there can still have beats it.
func losing(v *stratego.View) [][]int {
	list := [][]int{}
	for _, m := range v.Moves(nil) {
		own, _ := v.At(stratego.From(m))
		enemy, attack := v.At(stratego.To(m))
		if !attack {
			continue
		}
		possible, sure := v.Possible(enemy.Color, enemy.ID), true
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			sure = sure && (!possible.Has(r) || stratego.Fight(own.Rank, r) == stratego.Lose)
		}
		if sure {
			list = append(list, []int{int(own.Square), int(enemy.Square)})
		}
	}
	return list
}

// Battles says how an attack of each rank that can attack ends, by the ranks attacked.
func Battles() map[string]Fights {
	by := make(map[string]Fights)
	for a := stratego.Flag; a < stratego.Ranks; a++ {
		if !a.Movable() {
			continue
		}
		var f Fights
		for d := stratego.Flag; d < stratego.Ranks; d++ {
			switch letter := rankText(d); stratego.Fight(a, d) {
			case stratego.Win:
				f.Wins += letter
			case stratego.Lose:
				f.Loses += letter
			case stratego.Tie:
				f.Ties += letter
			}
		}
		by[rankText(a)] = f
	}
	return by
}

// EventsOf returns the plies from first on, as both players saw them.
func EventsOf(all []stratego.Event, first int) []GameEvent {
	events := []GameEvent{}
	for _, e := range all[min(first, len(all)):] {
		x := GameEvent{From: int(e.From), To: int(e.To)}
		if e.Battle != stratego.NoBattle {
			x.Battle, x.Attacker, x.Defender = e.Battle.String(), rankText(e.Attacker), rankText(e.Defender)
		}
		events = append(events, x)
	}
	return events
}

// MindOf makes a Mind of an agent's thoughts on a View. Where the agent keeps no
// belief, counting stands in for it.
func MindOf(name string, v *stratego.View, t agent.Thoughts, done bool) Mind {
	m := Mind{Agent: name, Color: v.Color().String(), Ply: v.Ply(), Done: done, Thoughts: t}
	if len(t.Belief) == 0 {
		m.Counted = true
		m.Thoughts.Belief = countedBelief(v, v.Color().Other())
	}
	if len(t.Exposed) == 0 {
		m.Thoughts.Exposed = countedBelief(v, v.Color())
	}
	m.Thoughts.Belief = roundBelief(m.Thoughts.Belief)
	m.Thoughts.Exposed = roundBelief(m.Thoughts.Exposed)
	return m
}

// countedBelief is what counting alone says of a side's hidden pieces.
func countedBelief(v *stratego.View, c stratego.Color) (rows []agent.Belief) {
	for id := range stratego.SetupSquares {
		x := v.Piece(c, id)
		if !x.Alive() || x.Known {
			continue
		}
		row := agent.Belief{Square: x.Square.String()}
		for r := stratego.Flag; r < stratego.Ranks; r++ {
			row.P[r] = v.Chance(c, id, r)
		}
		rows = append(rows, row)
	}
	return rows
}

// roundBelief keeps messages short: a percent is as fine as anyone reads.
func roundBelief(rows []agent.Belief) []agent.Belief {
	rounded := make([]agent.Belief, len(rows))
	for i, row := range rows {
		for r := range row.P {
			row.P[r] = math.Round(row.P[r]*1e4) / 1e4
		}
		rounded[i] = row
	}
	return rounded
}
