package stratego

import "marengo/game"

// Key returns a number for the position, with as much of the path folded in as
// can matter within depth plies: states with equal keys have the same legal moves
// and results that long, also after the last ply, where a side that repetition
// leaves without a move has lost. Most positions have no path to fold in, so
// transpositions meet.
func (s *State) Key(depth int) uint64 {
	k := s.key ^ s.world ^ uint64(s.toMove)*game.Golden
	if s.result.Over() {
		return mix(k, uint64(s.result.Reason)+1)
	}
	if q := s.rules.QuietLimit; q != 0 && int(s.quiet)+depth >= q {
		k = mix(k, 1<<32|uint64(s.quiet))
	}
	if p := s.rules.PlyLimit; p != 0 && int(s.ply)+depth >= p {
		k = mix(k, 2<<32|uint64(s.ply))
	}
	own, theirs := depth/2+1, (depth+1)/2 // moves of each side that are looked at
	k = s.foldTwoSquares(k, 2, own)
	k = s.foldTwoSquares(k, 1, theirs)
	if s.rules.MoreSquares {
		k = s.foldChase(k, 2, s.run[s.toMove], own)
		if n := len(s.hist); n > 0 && s.threatens(s.hist[n-1]) {
			k = s.foldChase(k, 1, s.run[s.toMove^1], theirs)
		}
	}
	return k
}

// nameWorld works out the part of the key that stands for the ranks: the board's
// own key knows pieces by identity alone.
func (s *State) nameWorld() {
	s.world = 0
	for _, r := range s.rank {
		s.world = mix(s.world, uint64(r)+1)
	}
}

// mix folds x into a key so that the order of folding matters.
func mix(k, x uint64) uint64 {
	k = (k ^ x) * 0xff51afd7ed558ccd
	return k ^ k>>32
}

// foldTwoSquares folds in the crossings of a side, whose last move is back plies
// ago, if the last of its next moves can meet the limit.
func (s *State) foldTwoSquares(k uint64, back, next int) uint64 {
	n := s.rules.TwoSquares
	i := len(s.hist) - back
	if n == 0 || i < 0 || !s.hist[i].survived() {
		return k
	}
	last := s.hist[i]
	if s.at[last.to()] != last.mover() {
		return k
	}
	x := crossing{common: spanOf(last.from(), last.to()), column: last.from().File() == last.to().File(), exact: !s.rules.ScoutClause}
	streak := 1
	for j := i - 2; j >= 0 && streak < n; j -= 2 {
		p := s.hist[j]
		if p.to() != s.hist[j+2].from() || p.mover() != last.mover() ||
			(p.from().File() == p.to().File()) != x.column || !x.narrow(spanOf(p.from(), p.to())) {
			break
		}
		streak++
	}
	if streak+next <= n {
		return k
	}
	for j := range streak {
		k = mix(k, uint64(back)<<40|uint64(s.hist[i-2*j]&(1<<defenderShift-1)))
	}
	return k
}

// foldChase folds in the positions of a side's chase, if the last of its next moves
// can bring one of them back. A position comes back at the earliest with the
// third move after it, since going straight back is exempt.
func (s *State) foldChase(k uint64, back int, run int32, next int) uint64 {
	if run < 1 || next == 0 || int(run)+next <= shortestChase {
		return k
	}
	i := len(s.hist) - back
	k = mix(k, uint64(back)<<48|uint64(s.hist[i]&(1<<defenderShift-1)))
	for ; run > 0 && i >= 0; run-- {
		k = mix(k, s.keys[i])
		i -= 2
	}
	return k
}

// threatens says whether the piece that just moved stands next to an enemy.
func (s *State) threatens(last plyRecord) bool {
	return last.survived() && !beside[last.to()].and(s.occupied[s.toMove]).empty()
}
