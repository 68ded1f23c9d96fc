package stratego

// Alive returns how many pieces a side has on the board.
func (b *board) Alive(c Color) int { return b.occupied[c].count() }

// Living returns a side's pieces on the board by rank. In a View the enemy's
// hidden pieces are left out.
func (b *board) Living(c Color) (n Counts) {
	for id := uint8(c) * side; id < uint8(c+1)*side; id++ {
		if r := b.rank[id]; b.square[id] != NoSquare && r < NoRank {
			n[r]++
		}
	}
	return n
}
