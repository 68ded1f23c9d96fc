package stratego

// Perft counts the sequences of legal moves of a given length from a state. A
// game that ends earlier has none. The counts are a test of the rules: two
// implementations that agree on them agree on every position on the way.
func Perft(s *State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var buf [len(moveBuffer{})]Move
	moves := s.Moves(buf[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		s.Do(m)
		n += Perft(s, depth-1)
		s.Undo()
	}
	return n
}
