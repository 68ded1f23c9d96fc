package belief

import (
	"math"

	"marengo/stratego"
)

// forbidden is the cost of an assignment that the facts exclude: more than any sum
// of others (Schoenmakers 7.2.4).
const forbidden = 1e7

// match assigns the hidden ranks to the hidden pieces at the least total cost and
// writes them into world; the other entries become the known ranks. A cost of
// forbidden is used only where nothing else is possible.
func (f *facts) match(cost func(id int, r stratego.Rank) float64, world *[Pieces]stratego.Rank) {
	*world = f.rank
	var ids [Pieces]int
	n := 0
	for id, s := range f.status {
		if s.hides() {
			ids[n] = id
			n++
		}
	}
	var ranks [Pieces]stratego.Rank
	k := 0
	for r, left := range f.left {
		for range left {
			if k < n {
				ranks[k] = stratego.Rank(r)
				k++
			}
		}
	}
	var costs [Pieces][Pieces]float64
	for i := range n {
		for j := range k {
			costs[i][j] = forbidden
			if f.status[ids[i]] == unmoved || ranks[j].Movable() {
				costs[i][j] = cost(ids[i], ranks[j])
			}
		}
	}
	assigned := hungarian(&costs, n)
	for i := range n {
		world[ids[i]] = ranks[assigned[i]]
	}
}

// hungarian returns the column for each of n rows that together cost least. It is
// the Hungarian algorithm with potentials: rows are added one by one, each
// along a shortest augmenting path.
func hungarian(cost *[Pieces][Pieces]float64, n int) (column [Pieces]int) {
	const free = -1
	var u, v [Pieces + 1]float64 // potentials; column n stands for the row being added
	var row [Pieces + 1]int      // which row has a column
	for j := range row {
		row[j] = free
	}
	for i := range n {
		var before [Pieces + 1]int
		var least [Pieces + 1]float64
		var done [Pieces + 1]bool
		for j := range least {
			least[j] = math.Inf(1)
		}
		j := n
		row[n] = i
		for row[j] != free {
			done[j] = true
			next, delta := 0, math.Inf(1)
			for k := range n {
				if done[k] {
					continue
				}
				if d := cost[row[j]][k] - u[row[j]] - v[k]; d < least[k] {
					least[k], before[k] = d, j
				}
				if least[k] < delta {
					next, delta = k, least[k]
				}
			}
			for k := range n + 1 {
				if done[k] {
					u[row[k]] += delta
					v[k] -= delta
				} else {
					least[k] -= delta
				}
			}
			j = next
		}
		for j != n {
			row[j] = row[before[j]]
			j = before[j]
		}
		row[n] = free
	}
	for j := range n {
		column[row[j]] = j
	}
	return column
}
