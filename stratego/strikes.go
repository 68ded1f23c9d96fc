package stratego

// Strikes appends the attacks that movement alone permits a side once an attack that
// is under way has been fought out: its first square is empty then, its second held by
// a piece of one side or by nobody. far adds pieces to the known scouts that may go
// far: of the side's hidden ones all, and the piece that holds the square.
func (f *Field) Strikes(c Color, fought Move, holder Color, far Sliders, buf []Move) []Move {
	n := len(buf)
	if cap(buf)-n < len(moveBuffer{}) {
		buf = append(make([]Move, 0, n+len(moveBuffer{})), buf...)
	}
	out := (*moveBuffer)(buf[n : n+len(moveBuffer{})])
	b := &f.s.board
	own, foe := b.mobile[c], b.occupied[c^1]
	slide := f.sliders(c, fought, far)
	free := b.free()
	from, to := From(fought), To(fought)
	own.clear(from)
	own.clear(to)
	foe.clear(from)
	foe.clear(to)
	free.set(from)
	switch holder {
	case c:
		own.set(to)
	case c ^ 1:
		foe.set(to)
	default:
		free.set(to)
	}
	k := b.emitSteps(out, own.and(foe.south()), own.and(foe.north()), own.and(foe.west()), own.and(foe.east()))
	if slide = slide.and(own); slide.empty() {
		return buf[:n+int(k)]
	}
	for t, d := slide.north().and(free), Move(2*Files); !t.empty(); d += Files {
		t = t.north()
		k = emitFar(out, k, t.and(foe), d)
		t = t.and(free)
	}
	for t, d := slide.south().and(free), Move(2*Files); !t.empty(); d += Files {
		t = t.south()
		k = emitFar(out, k, t.and(foe), -d)
		t = t.and(free)
	}
	for t, d := slide.east().and(free), Move(2); !t.empty(); d++ {
		t = t.east()
		k = emitFar(out, k, t.and(foe), d)
		t = t.and(free)
	}
	for t, d := slide.west().and(free), Move(2); !t.empty(); d++ {
		t = t.west()
		k = emitFar(out, k, t.and(foe), -d)
		t = t.and(free)
	}
	return buf[:n+int(k)]
}

// Sliders says which pieces may go far beside the known scouts.
type Sliders struct {
	Hidden  bool // every hidden piece
	Fighter bool // the piece on an attack's second square
}

// sliders returns the pieces of a side that may go far once an attack is over.
func (f *Field) sliders(c Color, fought Move, far Sliders) bitboard {
	b := &f.s.board
	s := b.scouts[c]
	if far.Hidden {
		for id := uint8(c) * side; id < uint8(c+1)*side; id++ {
			if b.square[id] != NoSquare && b.rank[id] == NoRank {
				s.set(b.square[id])
			}
		}
	}
	s.clear(From(fought))
	s.clear(To(fought))
	if far.Fighter {
		s.set(To(fought))
	}
	return s
}
