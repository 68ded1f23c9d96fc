package belief

import (
	"fmt"
	"strings"

	"marengo/stratego"
)

// Opponent is Stankiewicz's opponent model as Schoenmakers (2.2.6) tells it: how
// often pieces of each rank move towards and away from enemy pieces of each
// kind, counted over stored games, and how often this opponent was seen to bluff.
type Opponent struct {
	// Count[k][r] are the moves of pieces of rank r near an enemy of kind k,
	// towards it and away from it.
	Count [targetKinds][stratego.Ranks][2]float64
}

// The kinds of pieces that are approached: the twelve known ranks, and hidden
// ones by whether they have moved.
const (
	hiddenMoved   = stratego.Ranks
	hiddenUnmoved = stratego.Ranks + 1
	targetKinds   = stratego.Ranks + 2
)

// Directions of a move with regard to an enemy piece.
const (
	towards = iota
	away
	level // neither
	directions
)

// The model's constants: how far a piece is noticed; what is added to every
// count, so that a small sample stays humble; and the bluff rate before the first
// reveal, with the reveals that it is worth.
const (
	noticed     = 4
	priorMoves  = 20.0
	priorBluff  = 0.2
	priorReveal = 5.0
)

// meeting finds the nearest enemy of a piece that moves: what kind it is to the
// public's eyes and whether the move leads towards it. ok is false where none is
// near or the distance stays the same.
func (t *track) meeting(mover int, e stratego.Event) (kind, direction, enemy int, ok bool) {
	enemy, distance := t.nearest(mover, e)
	if distance > noticed {
		return 0, 0, 0, false
	}
	direction = t.direction(e, enemy)
	return t.kind(enemy), direction, enemy, direction != level
}

// nearest returns the enemy nearest to either end of a step, and its distance from that.
func (t *track) nearest(mover int, e stratego.Event) (enemy, distance int) {
	distance = 2 * stratego.Files
	for id := range Pieces {
		n := number(stratego.ColorOf(mover).Other(), id)
		if t.square[n] == stratego.NoSquare {
			continue
		}
		if d := min(stratego.Distance(e.From, t.square[n]), stratego.Distance(e.To, t.square[n])); d < distance {
			enemy, distance = n, d
		}
	}
	return enemy, distance
}

// direction says where a step leads with regard to a piece.
func (t *track) direction(e stratego.Event, piece int) int {
	switch before, after := stratego.Distance(e.From, t.square[piece]), stratego.Distance(e.To, t.square[piece]); {
	case after < before:
		return towards
	case after > before:
		return away
	}
	return level
}

// kind is what the public sees of a piece: its rank, or whether it has moved.
func (t *track) kind(piece int) int {
	switch {
	case t.rank[piece] != stratego.NoRank:
		return int(t.rank[piece])
	case t.moved[piece]:
		return hiddenMoved
	}
	return hiddenUnmoved
}

// judge multiplies the weights of a piece that moved by how likely each rank was
// to move that way, mixed with indifference by the chance of a bluff.
func (o *Opponent) judge(g *Guesser, mover int, e stratego.Event) {
	if g.track.rank[mover] != stratego.NoRank || stratego.Distance(e.From, e.To) > 1 {
		return
	}
	kind, direction, enemy, ok := g.track.meeting(mover, e)
	if !ok {
		return
	}
	var likelihood [stratego.Ranks]float64
	mean := 0.0
	for r := stratego.Spy; r <= stratego.Marshal; r++ {
		likelihood[r] = o.likelihood(kind, r, direction)
		mean += likelihood[r] / 10
	}
	b := g.bluff.rate()
	for r := range likelihood {
		if !stratego.Rank(r).Movable() {
			likelihood[r] = mean
		}
		likelihood[r] = ((1-b)*likelihood[r] + b*mean) / mean
	}
	g.multiply(mover%Pieces, &likelihood, 1)
	if direction == towards && g.track.rank[enemy] != stratego.NoRank {
		g.bluff.approach(mover%Pieces, g.track.rank[enemy])
	}
}

// likelihood is the share of a rank's moves near a kind of piece that go in a
// direction, drawn towards the share of all ranks.
func (o *Opponent) likelihood(kind int, r stratego.Rank, direction int) float64 {
	var all [2]float64
	for q := range o.Count[kind] {
		all[towards] += o.Count[kind][q][towards]
		all[away] += o.Count[kind][q][away]
	}
	share := (all[direction] + 1) / (all[towards] + all[away] + 2)
	c := &o.Count[kind][r]
	return (c[direction] + priorMoves*share) / (c[towards] + c[away] + priorMoves)
}

// Learn counts the moves of a game whose setups are known.
func (o *Opponent) Learn(s *stratego.State, moves []stratego.Move) error {
	return replay(s, moves, func(t *track, _ stratego.Color, ranks *[Pieces]stratego.Rank, e stratego.Event) {
		n := int(t.at[e.From])
		if e.Battle != stratego.NoBattle || t.rank[n] != stratego.NoRank || stratego.Distance(e.From, e.To) != 1 {
			return
		}
		if kind, direction, _, ok := t.meeting(n, e); ok {
			o.Count[kind][ranks[n%Pieces]][direction]++
		}
	})
}

// String writes the counts, a line for each kind: "KIND<tab>towards/away …" for
// spy to marshal. parseOpponent reads it.
func (o *Opponent) String() string {
	var b strings.Builder
	for k := range o.Count {
		fmt.Fprintf(&b, "%s\t", kindName(k))
		for r := stratego.Spy; r <= stratego.Marshal; r++ {
			fmt.Fprintf(&b, " %.0f/%.0f", o.Count[k][r][towards], o.Count[k][r][away])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func kindName(k int) string {
	switch k {
	case hiddenMoved:
		return "moved"
	case hiddenUnmoved:
		return "unmoved"
	}
	return stratego.Rank(k).String()
}

// parseOpponent reads what String wrote; lines that begin with # are passed over.
func parseOpponent(text string) (*Opponent, error) {
	o, k := new(Opponent), 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		name, rest, _ := strings.Cut(line, "\t")
		fields := strings.Fields(rest)
		if k >= targetKinds || name != kindName(k) || len(fields) != int(stratego.Marshal) {
			return nil, fmt.Errorf("opponent model: bad line %q", strings.TrimSpace(line))
		}
		for i, f := range fields {
			c := &o.Count[k][i+1]
			if n, err := fmt.Sscanf(f, "%f/%f", &c[towards], &c[away]); n != 2 || err != nil {
				return nil, fmt.Errorf("opponent model: bad counts %q for %s", f, name)
			}
		}
		k++
	}
	if k != targetKinds {
		return nil, fmt.Errorf("opponent model: %d lines, expected %d", k, targetKinds)
	}
	return o, nil
}

// bluffing counts how often an opponent's pieces turned out weaker than they made
// out: they had moved towards a known piece that beats them.
type bluffing struct {
	claimed        [Pieces]stratego.Rank // the highest known rank a hidden piece approached; Flag for none
	bluffs, honest float64
}

func (b *bluffing) approach(id int, k stratego.Rank) {
	if k.Movable() && k > b.claimed[id] {
		b.claimed[id] = k
	}
}

// reveal compares a piece's rank with what it made out.
func (b *bluffing) reveal(g *Guesser, id int) {
	claimed := b.claimed[id]
	if claimed == stratego.Flag {
		return
	}
	rank := g.track.rank[number(g.color, id)]
	if stratego.Fight(rank, claimed) == stratego.Lose {
		b.bluffs++
	} else {
		b.honest++
	}
}

// rate is the chance that the opponent's next approach is a bluff.
func (b *bluffing) rate() float64 {
	return (b.bluffs + priorBluff*priorReveal) / (b.bluffs + b.honest + priorReveal)
}
