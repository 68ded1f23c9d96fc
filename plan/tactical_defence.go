package plan

import "marengo/stratego"

// tacticalDefence looks after the own pieces that move or are known (5.4.2). It
// penalises leaving one beside an enemy that takes it, and sees losses by the
// two-squares rule coming from afar: a hunter in one line with its prey (zone D), one
// that can step into that line where the prey cannot answer by stepping into its
// own (zone d), and any hunter near a prey that has only one way out (zone L).
// Pieces that can pass for a bomb stay where they are: to move one at the first
// hint of a threat would give it away. The marshal has a plan of its own.
type tacticalDefence struct{}

// threatFigures are what a threat counts of the prey's value.
type threatFigures struct {
	Beside   float64 `figure:"1 0.3 2 0.05"`   // of a hunter beside it
	Line     float64 `figure:"0.25 0 1 0.03"`  // of one in zone D, two squares away
	Step     float64 `figure:"0.15 0 1 0.03"`  // in zone d
	Trapped  float64 `figure:"0.3 0 1 0.03"`   // in zone L
	Decay    float64 `figure:"0.8 0.4 1 0.04"` // how it falls with every further square
	Screened float64 `figure:"0 0 1 0.1"`      // what is left of zone D where lower friends stand between
	Hidden   float64 `figure:"0.6 0.1 1 0.05"` // how likely an enemy of hidden rank is to attack at all
	Guarded  float64 `figure:"0.25 0 1 0.05"`  // what is left where the hunter would be taken in turn at a loss
	Fade     float64 `figure:"0 0 0.02 0.001"` // what each quiet ply takes off all this for the side that is ahead
}

// zoneReach is how far away a hunter is felt; likelyHunter is how likely an enemy must
// beat a piece for its zones to count.
const (
	zoneReach    = 11
	likelyHunter = 0.4
)

// Name implements Plan.
func (tacticalDefence) Name() string { return "TDef" }

// Score implements Plan.
func (tacticalDefence) Score(s *Situation, scores []float64) {
	before := s.threats(&s.Board)
	for i := range s.Moves {
		b := s.after(i)
		gain := before - s.threats(b)
		if b.target >= 0 {
			gain *= s.win[b.target][s.Own[b.mover].Rank]
		}
		scores[i] += gain
	}
}

// threats sums what the enemy threatens to take on a board.
func (s *Situation) threats(b *board) (sum float64) {
	for own := range pieces {
		if s.inCare(own, b) && s.Own[own].Rank != stratego.Marshal {
			sum += s.threat(own, b)
		}
	}
	return sum
}

// threat is the worst that any one enemy threatens an own piece with.
func (s *Situation) threat(own int, b *board) (worst float64) {
	at, r := b.own[own], s.Own[own].Rank
	for _, n := range at.Neighbours() {
		f := b.enemyAt(n)
		if f < 0 || s.beats[f][r] == 0 {
			continue
		}
		urgency := s.f.Threat.Beside
		if s.guardedAgainst(own, f, b) {
			urgency = s.f.Threat.Guarded
		}
		worst = max(worst, s.beats[f][r]*urgency*s.willing(own, f, b))
	}
	for _, f := range s.hunters[r] {
		from := b.enemy[f]
		if from == stratego.NoSquare {
			continue
		}
		d := stratego.Distance(at, from)
		if d < 2 || d > zoneReach {
			continue
		}
		if urgency := s.zone(b, at, from, int(f)) * pow(s.f.Threat.Decay, d-2); urgency > 0 {
			worst = max(worst, s.beats[f][r]*urgency*s.willing(own, int(f), b))
		}
	}
	return worst * s.price(own) * s.flight()
}

// flight is what is left of every danger in a game that has long been quiet, to the side that is
// ahead: a piece that only runs holds up all the others, and the draw costs more than the piece.
func (s *Situation) flight() float64 {
	if s.f.Threat.Fade == 0 || s.Values.State[s.Me] <= 1 {
		return 1
	}
	return max(0, 1-s.f.Threat.Fade*max(0, float64(s.View.Quiet())-s.f.Rest.Calm))
}

// willing is the chance that an enemy piece that could take an own piece tries:
// it does where it knows the prey, and else as likely as it thinks to win.
func (s *Situation) willing(own, f int, b *board) float64 {
	if s.knownOn(own, b) {
		return 1
	}
	r, ok := s.certain(f)
	if !ok {
		return s.f.Threat.Hidden
	}
	p := 0.0
	for q := stratego.Flag; q < stratego.Ranks; q++ {
		if stratego.Fight(r, q) == stratego.Win && (q != stratego.Bomb && q != stratego.Flag || !s.Own[own].Moved && b.mover != own) {
			p += s.Exposed[own][q]
		}
	}
	return p
}

// guardedAgainst says whether an own piece beside the prey would take the hunter
// back, and that the exchange would not suit the enemy.
func (s *Situation) guardedAgainst(own, f int, b *board) bool {
	if s.worth[f] < s.price(own) {
		return false
	}
	for _, n := range b.own[own].Neighbours() {
		if g := b.ownAt(n); g >= 0 && g != own && s.Own[g].Rank.Movable() && s.win[f][s.Own[g].Rank] > certainty {
			return true
		}
	}
	return false
}

// zone is what the zone that enemy f stands in counts around an own prey. Of the friends
// between them those that stop the enemy close the line, and lower ones leave a part of
// the danger (5.4.2).
func (s *Situation) zone(b *board, prey, hunter stratego.Square, f int) float64 {
	t := &s.f.Threat
	if z := zoneOf(b, prey, hunter); z != noZone || t.Screened == 0 || !s.screened(b, prey, hunter, f) {
		return z.weigh(t.Line, t.Step, t.Trapped)
	}
	return t.Screened * t.Line
}

// screened says whether nothing stands between a prey and enemy f in its line but own pieces
// that do not stop it.
func (s *Situation) screened(b *board, prey, hunter stratego.Square, f int) bool {
	step, ok := direction(prey, hunter)
	if !ok {
		return false
	}
	for at := int(prey) + step; at != int(hunter); at += step {
		if b.free(stratego.Square(at)) {
			continue
		}
		own := b.ownAt(stratego.Square(at))
		if own < 0 || s.beats[f][s.Own[own].Rank] < likelyHunter || !s.inCare(own, b) {
			return false
		}
	}
	return true
}

// zone is a place around a prey from which a hunter threatens it (figures 5.4 to 5.6).
type zone uint8

const (
	noZone     zone = iota
	zoneD           // in one line with it
	zoneSmallD      // one step from a line that it cannot leave
	zoneL           // near the only way out of its place
)

// weigh returns what a zone counts.
func (z zone) weigh(line, step, trapped float64) float64 {
	return [...]float64{noZone: 0, zoneD: line, zoneSmallD: step, zoneL: trapped}[z]
}

// zoneOf returns the zone around a prey that a hunter stands in.
func zoneOf(b *board, prey, hunter stratego.Square) zone {
	if open(b, prey, hunter) {
		return zoneD
	}
	var way stratego.Square
	ways := 0
	for _, n := range prey.Neighbours() {
		if b.free(n) {
			ways++
			way = n
		}
	}
	if ways == 1 && nearLine(prey, way, hunter) {
		return zoneL
	}
	// Zone d: one step takes the hunter into the prey's line, and the prey cannot
	// step into the line that the hunter came from.
	for _, n := range hunter.Neighbours() {
		if !b.free(n) || !open(b, prey, n) {
			continue
		}
		step := int(hunter) - int(n)
		answer := int(prey) + step
		if answer < 0 || answer >= stratego.Squares || stratego.Distance(prey, stratego.Square(answer)) != 1 ||
			!b.free(stratego.Square(answer)) {
			return zoneSmallD
		}
	}
	return noZone
}

// nearLine says whether a hunter is near the line along the only way out of a
// prey's place. On that line or beside it (figure 5.6's L) the prey is as good as
// lost, so a hunter one step further off is a threat already.
func nearLine(prey, way, hunter stratego.Square) bool {
	const near = 2
	if way.File() == prey.File() {
		return abs(hunter.File()-prey.File()) <= near && (hunter.Row() > prey.Row()) == (way.Row() > prey.Row())
	}
	return abs(hunter.Row()-prey.Row()) <= near && (hunter.File() > prey.File()) == (way.File() > prey.File())
}

// direction returns the step that leads from one square towards another in its row or
// file.
func direction(x, y stratego.Square) (step int, ok bool) {
	switch {
	case x == y:
		return 0, false
	case x.File() == y.File():
		step = stratego.Files
	case x.Row() == y.Row():
		step = 1
	default:
		return 0, false
	}
	if y < x {
		step = -step
	}
	return step, true
}

// open says whether two squares are in one row or file with nothing between.
func open(b *board, x, y stratego.Square) bool {
	step, ok := direction(x, y)
	if !ok {
		return false
	}
	for s := int(x) + step; s != int(y); s += step {
		if !b.free(stratego.Square(s)) {
			return false
		}
	}
	return true
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// pow is x to a small whole power.
func pow(x float64, n int) float64 {
	y := 1.0
	for ; n > 0; n-- {
		y *= x
	}
	return y
}
