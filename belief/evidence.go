package belief

import "marengo/stratego"

// evidence is what both players know of one side's setup, by the squares where its
// pieces began: what the estimators go by that reconstruct setups (Schoenmakers
// 7.2.1). Captured pieces are part of it.
type evidence struct {
	rank    [Pieces]stratego.Rank    // NoRank where it is not known
	may     [Pieces]stratego.RankSet // what each can be; empty where no piece began
	moved   [Pieces]bool
	id      [Pieces]int8 // of the piece that began there; -1 for none
	variant stratego.Variant
}

func (e *evidence) read(v *stratego.View, c stratego.Color) {
	e.variant = v.Rules().Variant
	for i := range e.id {
		e.id[i] = -1
		e.rank[i], e.may[i], e.moved[i] = stratego.NoRank, 0, false
	}
	for id := range Pieces {
		p := v.Piece(c, id)
		i := p.StartIndex()
		if i < 0 {
			continue
		}
		e.id[i] = int8(id)
		e.moved[i] = p.Moved
		e.may[i] = v.Possible(c, id)
		if p.Known {
			e.rank[i] = p.Rank
		}
	}
}

// grewFrom says whether e knows all that o did, and perhaps more.
func (e *evidence) grewFrom(o *evidence) bool {
	for i := range e.rank {
		if o.rank[i] != stratego.NoRank && o.rank[i] != e.rank[i] || o.moved[i] && !e.moved[i] || o.id[i] != e.id[i] {
			return false
		}
	}
	return e.variant == o.variant
}

// fits says whether a setup's piece on square i, or NoRank for none, agrees with
// what is known.
func (e *evidence) fits(i int, r stratego.Rank) bool {
	if e.id[i] < 0 || r == stratego.NoRank {
		return e.id[i] < 0 && r == stratego.NoRank
	}
	return e.rank[i] == r || e.rank[i] == stratego.NoRank && (!e.moved[i] || r.Movable())
}

// ranks turns a setup into a world: the ranks of the living pieces by id, which
// facts lists. The setup must fit.
func (e *evidence) ranks(f *facts, s *stratego.Setup, world *[Pieces]stratego.Rank) {
	*world = f.rank
	for i, id := range e.id {
		if id >= 0 && f.status[id].hides() {
			world[id] = s[i]
		}
	}
}
