package mcts

import (
	"math"
	"math/bits"
	"unsafe"

	"marengo/game"
)

// hot is what selection reads of a move: eight bytes, side by side for all moves
// of a node.
type hot struct {
	mean float32 // the average value for the player who makes the move
	root float32 // 1/√visits
}

// cold is the rest of what the tree keeps of a move. The sum is a float64 since
// a mean alone, kept in float32, stops moving after some hundred thousand visits.
type cold struct {
	sum    float64 // of the values for the player who makes the move
	visits uint32
	child  uint32 // the first of its nodes, or none or over
	move   game.Move
}

// Values of cold.child that are no node. Node 0 is the root, no move's child.
const (
	none uint32 = 0              // not expanded
	over uint32 = math.MaxUint32 // the game ends with the move
)

// node is a position that was visited at least twice. Its tried moves lie side by
// side from first on, with room for more; the untried ones are not kept, since
// most nodes have hardly begun.
type node struct {
	first  uint32
	visits uint32 // descents that went on from here
	seen   uint32 // what both players saw of the move to here, beyond the move itself
	next   uint32 // the node after the same move with something else seen, or none
	order  uint32 // in which order the moves are tried (nth)
	moves  uint16 // how many there are, in one world
	tried  uint16
	class  uint8 // of its block
	mover  game.Player
}

// tree is an arena: indices instead of pointers, so that it is emptied at no cost
// and the garbage collector has nothing to follow.
type tree struct {
	nodes []node
	hot   []hot
	cold  []cold
	prior []float32 // P of each move; kept only if predicted is set
	avail []uint32  // descents in which each move was possible; kept only if worlds is set
	free  [len(classes)][]uint32

	predicted bool
	worlds    bool
}

// classes are the sizes of blocks. A node that outgrows its block gets the next
// larger one and leaves the old to others.
var classes = [...]uint16{2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096, math.MaxUint16}

// reset empties the tree, keeping its memory.
func (t *tree) reset() {
	t.nodes, t.hot, t.cold = t.nodes[:0], t.hot[:0], t.cold[:0]
	t.prior, t.avail = t.prior[:0], t.avail[:0]
	for c := range t.free {
		t.free[c] = t.free[c][:0]
	}
}

// add appends a node with a number of moves, none tried, and returns its index.
func (t *tree) add(mover game.Player, moves int, seen, order uint32) uint32 {
	t.nodes = append(t.nodes, node{first: t.block(0), moves: uint16(moves), seen: seen, order: order, mover: mover})
	return uint32(len(t.nodes) - 1)
}

// enter makes a move one of node n's tried ones and returns its index.
func (t *tree) enter(n uint32, m game.Move) uint32 {
	nd := &t.nodes[n]
	if nd.tried == classes[nd.class] {
		old := nd.first
		nd.first = t.block(nd.class + 1)
		t.copyBlock(t, old, nd.first, nd.tried)
		t.free[nd.class] = append(t.free[nd.class], old)
		nd.class++
	}
	i := nd.first + uint32(nd.tried)
	nd.tried++
	t.hot[i], t.cold[i] = hot{}, cold{move: m}
	if t.worlds {
		t.avail[i] = 0
	}
	return i
}

// block returns the first index of a block of a class.
func (t *tree) block(class uint8) uint32 {
	if f := t.free[class]; len(f) > 0 {
		t.free[class] = f[:len(f)-1]
		return f[len(f)-1]
	}
	n := int(classes[class])
	first := len(t.hot)
	t.hot = extend(t.hot, n)
	t.cold = extend(t.cold, n)
	if t.predicted {
		t.prior = extend(t.prior, n)
	}
	if t.worlds {
		t.avail = extend(t.avail, n)
	}
	return uint32(first)
}

// copyBlock copies n moves of a tree to this one.
func (t *tree) copyBlock(from *tree, old, first uint32, n uint16) {
	copy(t.hot[first:], from.hot[old:old+uint32(n)])
	copy(t.cold[first:], from.cold[old:old+uint32(n)])
	if t.predicted {
		copy(t.prior[first:], from.prior[old:old+uint32(n)])
	}
	if t.worlds {
		copy(t.avail[first:], from.avail[old:old+uint32(n)])
	}
}

// extend lengthens a slice by n, doubling its memory when it is full. What the new
// elements hold is for their user to set.
func extend[T any](s []T, n int) []T {
	old := len(s)
	if old+n > cap(s) {
		grown := make([]T, old, 2*(old+n))
		copy(grown, s)
		s = grown
	}
	return s[:old+n]
}

// strides are primes beyond any number of moves: going round a list in steps of
// one of them meets every move once.
var strides = [16]uint32{65537, 65539, 65543, 65551, 65557, 65563, 65579, 65581,
	65587, 65599, 65609, 65617, 65629, 65633, 65647, 65651}

// nth returns which move of the list a node tries as its k-th. The order is
// random enough that no move is tried first for where it stands.
func (n *node) nth(k uint16) int {
	return int((n.order>>4 + uint32(k)*(strides[n.order&15]%uint32(n.moves))) % uint32(n.moves))
}

// record adds a value, for the player who makes it, to a move.
func (t *tree) record(i uint32, value float64) {
	c := &t.cold[i]
	c.sum += value
	c.visits++
	t.hot[i] = hot{float32(c.sum / float64(c.visits)), inverseRoot(c.visits)}
}

// bytes returns the memory in use, not counting what is reserved beyond it.
func (t *tree) bytes() int64 {
	return int64(len(t.nodes))*int64(unsafe.Sizeof(node{})) +
		int64(len(t.hot))*int64(unsafe.Sizeof(hot{})+unsafe.Sizeof(cold{})) +
		int64(len(t.prior)+len(t.avail))*4
}

// child returns the node after move i in which seen was seen, or none.
func (t *tree) child(i, seen uint32) uint32 {
	n := t.cold[i].child
	for n != none && n != over && t.nodes[n].seen != seen {
		n = t.nodes[n].next
	}
	return n
}

// link makes node n the first child of move i.
func (t *tree) link(i, n uint32) {
	t.nodes[n].next = t.cold[i].child
	t.cold[i].child = n
}

// The tables that spare roots and logarithms: most nodes have few visits.
const (
	tableBits = 12
	tabled    = 1 << tableBits
)

var inverseRoots, rootLogs, logs = func() (r, rl, l [tabled]float32) {
	for n := 1; n < tabled; n++ {
		r[n] = float32(1 / math.Sqrt(float64(n)))
		l[n] = float32(math.Log(float64(n)))
		rl[n] = float32(math.Sqrt(math.Log(float64(n))))
	}
	return r, rl, l
}()

// inverseRoot returns 1/√n for n > 0.
func inverseRoot(n uint32) float32 {
	if n < tabled {
		return inverseRoots[n]
	}
	return float32(1 / math.Sqrt(float64(n)))
}

// rootLog returns √(log n) for n > 0. Beyond the table it rounds n down to its first
// twelve bits, which changes the result by less than 1 in 30,000.
func rootLog(n uint32) float32 {
	if n < tabled {
		return rootLogs[n]
	}
	shift := bits.Len32(n) - tableBits
	return float32(math.Sqrt(float64(logs[n>>shift] + float32(shift)*math.Ln2)))
}
