package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"marengo/lookahead"
	"marengo/stratego"
)

// teller puts what the look ahead saw into words.
type teller struct {
	view    *stratego.View
	thought *lookahead.Thought
}

// What is worth saying.
const (
	worthSaying = 0.01 // chances below are left out
	worthFear   = 0.1  // and these, of a piece beside ours that takes it
	worthPoint  = 0.01 // differences in what is expected
	often       = 0.2  // a move drawn with this chance is played for variety
	fewWorlds   = 4    // of a move tried in fewer, what it promises is not compared
)

// percentage writes a chance.
func percentage(x float64) string { return fmt.Sprintf("%.0f%%", 100*x) }

// promise writes what is expected, win − loss, as the tables beside the words do.
func promise(expected float64) string { return fmt.Sprintf("%.1f%%", 100*win(expected)) }

// summary says what is played and why, and why not what comes second.
func (w teller) summary(order []*lookahead.Candidate) string {
	played := order[0]
	move := stratego.FormatMove(played.Move)
	if played.Wins {
		return fmt.Sprintf("%s wins by force, whatever the hidden pieces are.", move)
	}
	if played.Loses {
		return fmt.Sprintf("%s loses by force, whatever the hidden pieces are.", move)
	}
	text := fmt.Sprintf("%s %s. It promises %s.", move, w.does(played), promise(played.Expected))
	if fear := w.fears(played); fear != "" {
		text += " It fears " + fear + "."
	}
	if second := w.second(order); second != "" {
		text += " " + second
	}
	for _, m := range w.thought.Lost {
		text += fmt.Sprintf(" %s loses by force.", stratego.FormatMove(m))
	}
	return text
}

// note says what a candidate does, and what is feared after it.
func (w teller) note(c *lookahead.Candidate) string {
	if c.Wins {
		return "wins by force"
	}
	if c.Loses {
		return "loses by force"
	}
	text := w.does(c)
	if fear := w.fears(c); fear != "" {
		text += "; fears " + fear
	}
	return text
}

// does says what a move wins or risks at once.
func (w teller) does(c *lookahead.Candidate) string {
	at := stratego.To(c.Move)
	p, _ := w.view.At(stratego.From(c.Move))
	target, ok := w.view.At(at)
	switch {
	case !ok:
		return w.steps(p, c.Move)
	case !target.Known:
		return w.attacks(p.Rank, target)
	}
	switch stratego.Fight(p.Rank, target.Rank) {
	case stratego.Win:
		text := fmt.Sprintf("takes the %v on %v", target.Rank, at)
		return text + w.risks(p.Rank, c.Move)
	case stratego.Tie:
		return fmt.Sprintf("trades %v for %v on %v", p.Rank, target.Rank, at)
	}
	return fmt.Sprintf("gives the %v for nothing on %v", p.Rank, at)
}

// attacks says what an unknown piece may be to an attacker, the likeliest first.
func (w teller) attacks(attacker stratego.Rank, target stratego.Piece) string {
	chances := map[string]float64{}
	won := 0.0
	for r, x := range w.thought.Belief[target.ID] {
		rank := stratego.Rank(r)
		battle := stratego.Fight(attacker, rank)
		if battle == stratego.Win {
			won += x
		}
		switch {
		case rank == stratego.Flag || rank == stratego.Bomb:
			chances[rank.String()] += x
		case battle == stratego.Win:
			chances["weaker"] += x
		case battle == stratego.Tie:
			chances["equal"] += x
		default:
			chances["stronger"] += x
		}
	}
	verb := "attacks"
	if won >= 0.5 {
		verb = "takes"
	}
	return fmt.Sprintf("%s %v: %s", verb, target.Square, listed(chances))
}

// listed writes chances, the largest first.
func listed(chances map[string]float64) string {
	names := make([]string, 0, len(chances))
	for name, x := range chances {
		if x >= worthSaying {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(chances[b], chances[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = percentage(chances[name]) + " " + name
	}
	return strings.Join(names, ", ")
}

// steps says what a quiet move threatens or gets away from, and what it comes near to.
func (w teller) steps(p stratego.Piece, m stratego.Move) string {
	from, to := stratego.From(m), stratego.To(m)
	text := fmt.Sprintf("brings the %v to %v", p.Rank, to)
	left, fled := w.beside(p.Rank, from, to)
	if _, risk := w.beside(p.Rank, to, from); fled > risk {
		text = "gets away from " + left
	}
	if prey := w.threatens(p.Rank, to); prey != "" {
		text = "threatens " + prey
	}
	return text + w.risks(p.Rank, m)
}

// risks names what a move brings a piece beside, if that is to be feared.
func (w teller) risks(r stratego.Rank, m stratego.Move) string {
	if risk, _ := w.beside(r, stratego.To(m), stratego.From(m)); risk != "" {
		return ", beside " + risk
	}
	return ""
}

// threatens names the highest known enemy beside a square that a piece beats.
func (w teller) threatens(r stratego.Rank, at stratego.Square) string {
	prey, text := stratego.Flag, ""
	for _, s := range at.Neighbours() {
		n, ok := w.view.At(s)
		if ok && n.Color != w.view.Color() && n.Known && stratego.Fight(r, n.Rank) == stratego.Win && (text == "" || n.Rank > prey) {
			prey, text = n.Rank, fmt.Sprintf("the %v on %v", n.Rank, s)
		}
	}
	return text
}

// beside names the enemy beside a square that a piece has most to fear of, if any, and how
// likely that takes it; from is where the piece comes from or goes to.
func (w teller) beside(r stratego.Rank, at, from stratego.Square) (text string, worst float64) {
	for _, s := range at.Neighbours() {
		n, ok := w.view.At(s)
		if !ok || n.Color == w.view.Color() || s == from {
			continue
		}
		takes := 0.0
		for rank, x := range w.thought.Belief[n.ID] {
			if attacker := stratego.Rank(rank); attacker.Movable() && stratego.Fight(attacker, r) == stratego.Win {
				takes += x
			}
		}
		if takes > max(worst, worthFear) {
			worst, text = takes, fmt.Sprintf("%v (%s takes it)", s, percentage(takes))
			if n.Known {
				text = fmt.Sprintf("the %v on %v", n.Rank, s)
			}
		}
	}
	return text, worst
}

// fears names the reply that costs most.
func (w teller) fears(c *lookahead.Candidate) string {
	r, ok := c.Feared()
	if !ok {
		return ""
	}
	move, does := stratego.FormatMove(r.Move), ""
	if r.Takes != stratego.NoRank {
		move = fmt.Sprintf("%vx%v", stratego.From(r.Move), stratego.To(r.Move))
		switch {
		case r.Lost > 1-worthSaying:
			does = fmt.Sprintf("takes the %v and ", r.Takes)
		case r.Lost >= worthSaying:
			does = fmt.Sprintf("takes the %v %s of the time and ", r.Takes, percentage(r.Lost))
		}
	}
	return fmt.Sprintf("%s (%s), which %sleaves it %s", move, percentage(r.Share), does, promise(r.Expected))
}

// rival returns the move that the one played is compared with: that which promises most of those weighed, if it promises
// more, or else what is played rather than the others; nil for none.
func (w teller) rival(order []*lookahead.Candidate) (rival *lookahead.Candidate) {
	for _, c := range order[1:] {
		switch {
		case c.Asked:
		case rival == nil:
			rival = c
		case c.Samples >= fewWorlds && c.Expected > max(rival.Expected, order[0].Expected+worthPoint):
			rival = c
		}
	}
	return rival
}

// second says why another move is not played.
func (w teller) second(order []*lookahead.Candidate) string {
	played, c := order[0], w.rival(order)
	switch {
	case len(w.thought.Moves) == 1:
		return "There is no other move."
	case c == nil && len(w.thought.Lost) > 0:
		return ""
	case c == nil:
		return "It is so sure of it that it weighed no other."
	}
	move := stratego.FormatMove(c.Move)
	if c.Samples == 0 {
		return fmt.Sprintf("There was no time to weigh %s.", move)
	}
	less := win(played.Expected) - win(c.Expected)
	switch {
	case less >= worthPoint:
		text := fmt.Sprintf("%s would promise %s", move, promise(c.Expected))
		if fear := w.fears(c); fear != "" {
			text += ", for fear of " + fear
		}
		return text + "."
	case less > -worthPoint:
		return fmt.Sprintf("%s is as good.", move)
	case played.Share < c.Share:
		return fmt.Sprintf("%s promises %s and is played more often; moves are varied.", move, promise(c.Expected))
	case c.Share >= often:
		return fmt.Sprintf("%s promises %s and is played %s of the time; moves are varied.", move, promise(c.Expected), percentage(c.Share))
	case played.Chosen >= c.Chosen:
		return fmt.Sprintf("%s promises %s now that it was tried in more worlds; it looked no better when the choice was made.", move, promise(c.Expected))
	case played.Score > c.Score:
		return fmt.Sprintf("%s promises %s, but its worst reply, a draw or coming back to a position would cost more.", move, promise(c.Expected))
	}
	return fmt.Sprintf("%s promises %s, but on too few worlds to outweigh what was learnt from play.", move, promise(c.Expected))
}
