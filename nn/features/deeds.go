package features

import "marengo/stratego"

// The deeds of a piece: what it has done in the game so far that hints at its
// rank, as a spectator saw it. They are bits of the record's flags;
// docs/features.md defines them.
const (
	dared    = 1 << (iota + 2) // stepped beside a known strong piece
	hunted                     // stepped beside a known weak piece
	fled                       // stepped away from beside a known piece
	passed                     // a known weak piece stood beside it, and was let go
	stayed                     // a known strong piece stood beside it, and it was left there
	attacked                   // has attacked
)

// Deeds follows a game as a spectator sees it and knows what each piece has done.
// Piece numbers are 0–39 for red and 40–79 for blue.
type Deeds struct {
	at     [stratego.Squares]int8 // piece number, or nobody
	square [2 * army]stratego.Square
	rank   [2 * army]stratego.Rank // NoRank until shown
	done   [2 * army]byte
	hidden [2]stratego.Counts  // what has not been shown of each side
	strong [2]stratego.RankSet // the ranks that are strong to a side's hidden pieces
}

const (
	army        = stratego.SetupSquares
	nobody int8 = -1

	// takers is how many times fewer of the hidden pieces that move must be able
	// to take a piece for it to be strong to them.
	takers = 4
)

func colorOf(piece int8) stratego.Color { return stratego.Color(piece / army) }

// start puts the pieces where the game began. Ranks that were known from the
// outset, as in positions made by hand, are those that known says.
func (d *Deeds) start(p position, known func(c stratego.Color, id int) stratego.Rank) {
	*d = Deeds{}
	for s := range d.at {
		d.at[s] = nobody
	}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		d.hidden[c] = p.Army(c)
		for id := range army {
			n := int8(c)*army + int8(id)
			d.rank[n] = stratego.NoRank
			d.square[n] = p.Piece(c, id).Start
			if d.square[n] == stratego.NoSquare {
				continue
			}
			d.at[d.square[n]] = n
			if r := known(c, id); r != stratego.NoRank {
				d.rank[n] = r
				d.hidden[c][r]--
			}
		}
		d.judgeRanks(c)
	}
}

// hiddenAll is the known of a game that began with a setup.
func hiddenAll(stratego.Color, int) stratego.Rank { return stratego.NoRank }

// Start begins a game that has seen no ply yet.
func (d *Deeds) Start(s *stratego.State) {
	d.start(s, func(c stratego.Color, id int) stratego.Rank {
		if p := s.Piece(c, id); p.Known {
			return p.Rank
		}
		return stratego.NoRank
	})
}

// Step follows one ply.
func (d *Deeds) Step(e stratego.Event) {
	mover, defender := d.at[e.From], d.at[e.To]
	if e.Battle != stratego.NoBattle {
		d.show(mover, e.Attacker)
		d.show(defender, e.Defender)
		d.done[mover] |= attacked
		if e.Battle != stratego.Lose {
			d.square[defender], d.at[e.To] = stratego.NoSquare, nobody
		}
		d.at[e.From] = nobody
		if e.Battle == stratego.Win {
			d.square[mover], d.at[e.To] = e.To, mover
		} else {
			d.square[mover] = stratego.NoSquare
		}
		return
	}
	d.judgeStay(mover)
	d.at[e.From], d.at[e.To], d.square[mover] = nobody, mover, e.To
	if stratego.Distance(e.From, e.To) > 1 {
		d.show(mover, stratego.Scout)
	}
	d.judgeStep(mover)
}

// judgeStay enters what a quiet move says of the mover's side as it stood: of the
// pieces beside a known one, the mover has fled, and the others were left
// there.
func (d *Deeds) judgeStay(mover int8) {
	side := colorOf(mover)
	first := int8(side.Other()) * army
	for n := first; n < first+army; n++ {
		if !d.rank[n].Movable() || d.square[n] == stratego.NoSquare {
			continue
		}
		for _, s := range d.square[n].Neighbours() {
			x := d.at[s]
			if x == nobody || colorOf(x) != side {
				continue
			}
			strong, weak := d.compare(n, x)
			if x == mover {
				d.done[x] |= fled
			} else if strong {
				d.done[x] |= stayed
			}
			if weak {
				d.done[x] |= passed
			}
		}
	}
}

// judgeStep enters what the known pieces beside its new square say of the mover.
func (d *Deeds) judgeStep(mover int8) {
	for _, s := range d.square[mover].Neighbours() {
		n := d.at[s]
		if n == nobody || colorOf(n) == colorOf(mover) || !d.rank[n].Movable() {
			continue
		}
		strong, weak := d.compare(n, mover)
		if strong {
			d.done[mover] |= dared
		}
		if weak {
			d.done[mover] |= hunted
		}
	}
}

// compare says whether a known piece is strong or weak to a piece of the other
// side: exactly where that is known too, else by what it may be.
func (d *Deeds) compare(known, x int8) (strong, weak bool) {
	k, r := d.rank[known], d.rank[x]
	if r == stratego.NoRank {
		strong = d.strong[colorOf(x)].Has(k)
		return strong, !strong
	}
	strong = stratego.Fight(k, r) == stratego.Win
	return strong, !strong && stratego.Fight(r, k) == stratego.Win
}

// show enters a rank that both players have seen.
func (d *Deeds) show(piece int8, r stratego.Rank) {
	if d.rank[piece] != stratego.NoRank {
		return
	}
	c := colorOf(piece)
	d.rank[piece] = r
	d.hidden[c][r]--
	d.judgeRanks(c)
}

// judgeRanks works out which ranks are strong to a side's hidden pieces.
func (d *Deeds) judgeRanks(c stratego.Color) {
	h := &d.hidden[c]
	movable := h.Movable()
	d.strong[c] = 0
	for k := stratego.Spy; k <= stratego.Marshal; k++ {
		take := 0
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			if stratego.Fight(r, k) == stratego.Win {
				take += int(h[r])
			}
		}
		if takers*take < movable {
			d.strong[c] |= 1 << k
		}
	}
}
