package agents

import "marengo/stratego"

// pathMap holds the shortest ways of one piece: to each square, the steps and the
// legal move that begins the way.
type pathMap struct {
	known bool
	steps [stratego.Squares]uint8 // 0: out of reach
	first [stratego.Squares]stratego.Move
}

// way returns the first move of the shortest way by which own piece i attacks an
// enemy square, and the number of its moves; 0 steps where there is no way.
func (l *lewis) way(i int, target stratego.Square) (m stratego.Move, steps int) {
	p := &l.paths[i]
	if !p.known {
		l.explorePaths(i)
	}
	return p.first[target], int(p.steps[target])
}

// explorePaths fills a piece's pathMap, breadth first. The first move must be
// legal, repetition rules included; ways lead over empty squares on which the
// piece is safe, and end on any enemy piece. A scout's long move is one step.
func (l *lewis) explorePaths(i int) {
	piece := l.own[i]
	p := &l.paths[i]
	*p = pathMap{known: true}
	var queue [stratego.Squares]stratego.Square
	tail := 0
	reach := func(s stratego.Square, steps uint8, first stratego.Move) {
		if p.steps[s] != 0 || s == piece.Square {
			return
		}
		if l.enemy[s].here {
			p.steps[s], p.first[s] = steps, first
			return
		}
		if !l.safe(piece.Rank, s) {
			return
		}
		p.steps[s], p.first[s] = steps, first
		queue[tail] = s
		tail++
	}
	for _, m := range l.moves {
		if stratego.From(m) == piece.Square {
			reach(stratego.To(m), 1, m)
		}
	}
	for head := 0; head < tail; head++ {
		from := queue[head]
		for _, next := range from.Neighbours() {
			step := int(next) - int(from)
			for l.open(next, piece.Square) {
				reach(next, p.steps[from]+1, p.first[from])
				ahead := stratego.Square(int(next) + step) // wraps past the edge, or is no neighbour
				if piece.Rank != stratego.Scout || l.enemy[next].here || ahead >= stratego.Squares || stratego.Distance(next, ahead) != 1 {
					break
				}
				next = ahead
			}
		}
	}
}

// open says whether a way may touch a square: no lake, and no own piece but the
// traveller itself.
func (l *lewis) open(s, traveller stratego.Square) bool {
	if s.Lake() {
		return false
	}
	if s == traveller {
		return true
	}
	p, ok := l.view.At(s)
	return !ok || p.Color != l.view.Color()
}
