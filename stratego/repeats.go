package stratego

// Repeats returns how often the position that a quiet move leads to has been on the
// board before, every individual piece where it stood, as far back as the path goes and
// no battle lies between. An attack repeats nothing.
func (b *board) Repeats(m Move) (n int) {
	from, to := From(m), To(m)
	if b.at[to] != noPiece {
		return 0
	}
	p := b.at[from]
	key := b.key ^ zobrist[p][from] ^ zobrist[p][to]
	first := max(0, len(b.keys)-int(b.quiet)-1) // the position that the battle left counts
	for i := len(b.keys) - 2; i >= first; i -= 2 {
		if b.keys[i] == key {
			n++
		}
	}
	return n
}
