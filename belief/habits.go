package belief

import (
	"fmt"
	"strings"

	"marengo/stratego"
)

// Habits are what hidden pieces of each rank did, counted over games: which piece a
// player moves, and how. It is our own model and takes the place of De Boer's missed
// opportunities and behaviour (6.3.2, 6.3.3) and of Stankiewicz's approaches, each of
// which looks for one sign.
//
// At each ply of its side a hidden piece that could move has done one of three things.
// It has fought, and is hidden no more. It has stepped: Steps says which ranks
// step so. Or it has stayed while another moved: Moves says which ranks would rather
// have moved, and a bomb never would.
type Habits struct {
	// Could counts by situation and rank the plies at which a hidden piece could move,
	// each as the share that falls to it if all its side's pieces are equally likely to.
	// Moves counts those at which it did.
	Could, Moves [situations][stratego.Ranks]float64
	// Steps counts the quiet steps by the sort of step.
	Steps [stepSorts][stratego.Ranks]float64
}

// A situation is whether the piece has moved before, and the kind of the enemy beside
// it that matters most.
const (
	alone      = targetKinds // no enemy beside it
	situations = 2 * (targetKinds + 1)
)

// A sort of step is the kind of the nearest enemy, beside the piece or only noticed, and
// the step's direction; or, with no enemy near, the direction on the board.
const stepSorts = (2*targetKinds + 1) * directions

// habitPrior is how many counts of a rank what all ranks do is worth.
const habitPrior = 4.0

// situation returns the situation of a piece.
func (t *track) situation(piece int) int {
	kind := alone
	for _, s := range t.square[piece].Neighbours() {
		n := t.at[s]
		if n == noPiece || stratego.ColorOf(n) == stratego.ColorOf(piece) {
			continue
		}
		if k := t.kind(int(n)); kind == alone || presence(k) > presence(kind) {
			kind = k
		}
	}
	if t.moved[piece] {
		kind += targetKinds + 1
	}
	return kind
}

// presence orders kinds by how much they matter to a neighbour: known pieces that move,
// the highest first, then hidden ones, then the others.
func presence(kind int) int {
	switch {
	case kind >= stratego.Ranks:
		return 0
	case stratego.Rank(kind).Movable():
		return kind
	}
	return -1
}

// sort returns the sort of a quiet step.
func (t *track) sort(piece int, e stratego.Event) int {
	enemy, distance := t.nearest(piece, e)
	k, direction := 2*targetKinds, level
	if distance <= noticed {
		k, direction = t.kind(enemy), t.direction(e, enemy)
		if distance > 1 {
			k += targetKinds
		}
	} else {
		c := stratego.ColorOf(piece)
		switch ahead := e.To.From(c).Row() - e.From.From(c).Row(); {
		case ahead > 0:
			direction = towards
		case ahead < 0:
			direction = away
		}
	}
	return k*directions + direction
}

// mobile says whether a piece stands free to move or fight, whatever its rank.
func (t *track) mobile(piece int) bool {
	if t.square[piece] == stratego.NoSquare {
		return false
	}
	for _, s := range t.square[piece].Neighbours() {
		if n := t.at[s]; n == noPiece || stratego.ColorOf(n) != stratego.ColorOf(piece) {
			return true
		}
	}
	return false
}

// choices counts the pieces of a side that may be able to move.
func (t *track) choices(c stratego.Color) (n int) {
	for id := range Pieces {
		p := number(c, id)
		if r := t.rank[p]; (r == stratego.NoRank || r.Movable()) && t.mobile(p) {
			n++
		}
	}
	return n
}

// judge draws the conclusions from one ply of the side that is guessed at.
func (h *Habits) judge(g *Guesser, mover int, e stratego.Event) {
	t := &g.track
	n := t.choices(g.color)
	for id := range Pieces {
		p := number(g.color, id)
		if t.rank[p] != stratego.NoRank || !t.mobile(p) {
			continue
		}
		var likelihood [stratego.Ranks]float64
		if p == mover {
			if e.Battle != stratego.NoBattle || stratego.Distance(e.From, e.To) > 1 {
				continue // it is shown
			}
			sort := t.sort(p, e)
			h.stepped(sort, &likelihood)
			strength := stepStrength
			if g.stepped[id][sort] {
				strength = againStrength
			}
			g.stepped[id][sort] = true
			g.multiply(id, &likelihood, strength)
		} else {
			h.stayed(t.situation(p), n, &likelihood)
			g.multiply(id, &likelihood, stayStrength)
		}
	}
}

// stepped is how often a piece of each rank steps so, for each time it could move, in
// shares of the mean.
func (h *Habits) stepped(sort int, likelihood *[stratego.Ranks]float64) {
	steps, could := 0.0, 0.0
	var total [stratego.Ranks]float64
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		for s := range h.Could {
			total[r] += h.Could[s][r]
		}
		steps += h.Steps[sort][r]
		could += total[r]
	}
	mean := (steps + 1) / (could + 1)
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		likelihood[r] = (h.Steps[sort][r] + habitPrior) / (total[r] + habitPrior/mean) / mean
	}
	likelihood[stratego.Flag], likelihood[stratego.Bomb] = 1, 1 // ruled out by the facts
}

// stayed is how likely a piece of each rank stays when one of n moves.
func (h *Habits) stayed(situation, n int, likelihood *[stratego.Ranks]float64) {
	moves, could := 0.0, 0.0
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		moves += h.Moves[situation][r]
		could += h.Could[situation][r]
	}
	mean := (moves + 1) / (could + 1)
	for r := range likelihood {
		likelihood[r] = 1
		if stratego.Rank(r).Movable() {
			rate := (h.Moves[situation][r] + habitPrior*mean) / (h.Could[situation][r] + habitPrior)
			likelihood[r] = max(0, 1-rate/float64(n))
		}
	}
}

// Learn counts what the hidden pieces of a game did whose setups are known.
func (h *Habits) Learn(s *stratego.State, moves []stratego.Move) error {
	return replay(s, moves, func(t *track, c stratego.Color, ranks *[Pieces]stratego.Rank, e stratego.Event) {
		n := t.choices(c)
		for id, r := range ranks {
			p := number(c, id)
			if t.rank[p] != stratego.NoRank || !r.Movable() || !t.mobile(p) {
				continue
			}
			k := t.situation(p)
			h.Could[k][r] += 1 / float64(n)
			if int8(p) != t.at[e.From] {
				continue
			}
			h.Moves[k][r]++
			if e.Battle == stratego.NoBattle && stratego.Distance(e.From, e.To) == 1 {
				h.Steps[t.sort(p, e)][r]++
			}
		}
	})
}

// String writes the counts, for each row a line of its name and ten numbers, spy to
// marshal. parseHabits reads it.
func (h *Habits) String() string {
	var b strings.Builder
	h.each(func(name string, row *[stratego.Ranks]float64) bool {
		b.WriteString(name)
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			fmt.Fprintf(&b, "\t%.4g", row[r])
		}
		b.WriteByte('\n')
		return true
	})
	return b.String()
}

// each goes through the rows in their order.
func (h *Habits) each(visit func(name string, row *[stratego.Ranks]float64) bool) {
	for s := range h.Could {
		name := "unmoved"
		if s > alone {
			name = "moved"
		}
		if k := s % (targetKinds + 1); k != alone {
			name += " beside " + kindName(k)
		}
		if !visit("could "+name, &h.Could[s]) || !visit("moves "+name, &h.Moves[s]) {
			return
		}
	}
	for s := range h.Steps {
		k := s / directions
		name := "step " + [directions]string{"towards", "away", "level"}[s%directions]
		switch {
		case k < targetKinds:
			name += " beside " + kindName(k)
		case k < 2*targetKinds:
			name += " near " + kindName(k-targetKinds)
		}
		if !visit(name, &h.Steps[s]) {
			return
		}
	}
}

// parseHabits reads what String wrote; lines that begin with # are passed over.
func parseHabits(text string) (h *Habits, err error) {
	var lines []string
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			lines = append(lines, strings.TrimRight(line, "\n"))
		}
	}
	h = new(Habits)
	h.each(func(name string, row *[stratego.Ranks]float64) bool {
		if len(lines) == 0 {
			err = fmt.Errorf("habits: no line %q", name)
			return false
		}
		fields := strings.Split(lines[0], "\t")
		if fields[0] != name || len(fields) != int(stratego.Marshal)+1 {
			err = fmt.Errorf("habits: line %q, expected %q with ten numbers", lines[0], name)
			return false
		}
		for i, f := range fields[1:] {
			if _, err = fmt.Sscan(f, &row[i+1]); err != nil || row[i+1] < 0 {
				err = fmt.Errorf("habits: bad number %q in line %q", f, name)
				return false
			}
		}
		lines = lines[1:]
		return true
	})
	if err == nil && len(lines) > 0 {
		err = fmt.Errorf("habits: line %q is one too many", lines[0])
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}
