package value

import "marengo/stratego"

// Far is the distance of a square that cannot be reached.
const Far = 255

// Field holds a distance in steps for every square.
type Field [stratego.Squares]uint8

// Squares is a set of squares.
type Squares [stratego.Squares]bool

// Distances fills in the steps from the nearest of the sources. A blocked
// square gets its distance, being a possible target, and no way leads through it;
// a source is never blocked.
func (f *Field) Distances(sources []stratego.Square, blocked *Squares) {
	var queue [stratego.Squares]stratego.Square
	n := f.start(sources, &queue)
	for i := 0; i < n; i++ {
		s := queue[i]
		if blocked[s] && f[s] > 0 {
			continue
		}
		for _, t := range s.Neighbours() {
			if f[t] == Far {
				f[t] = f[s] + 1
				queue[n] = t
				n++
			}
		}
	}
}

// start clears the field and puts the sources into the queue.
func (f *Field) start(sources []stratego.Square, queue *[stratego.Squares]stratego.Square) int {
	for i := range f {
		f[i] = Far
	}
	n := 0
	for _, s := range sources {
		if s < stratego.Squares && f[s] != 0 {
			f[s] = 0
			queue[n] = s
			n++
		}
	}
	return n
}

// Race fills in how soon friends and enemies reach every square, each step of the
// enemies before that of the friends (figure 2.5). Friends do not pass a square
// that an enemy reaches no later than they do: a single enemy counts as being
// everywhere it could be, which is safe against one determined defender. The two
// colours have their own obstacles.
func Race(friends, enemies []stratego.Square, friendBlocked, enemyBlocked *Squares, friend, enemy *Field) {
	enemy.Distances(enemies, enemyBlocked)
	var queue [stratego.Squares]stratego.Square
	n := friend.start(friends, &queue)
	for i := 0; i < n; i++ {
		s := queue[i]
		if friend[s] > 0 && (friendBlocked[s] || enemy[s] <= friend[s]) {
			continue
		}
		for _, t := range s.Neighbours() {
			if friend[t] == Far {
				friend[t] = friend[s] + 1
				queue[n] = t
				n++
			}
		}
	}
}
