package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"marengo/record"
	"marengo/stratego"
)

// Moment is a ply that did much to decide a game.
type Moment struct {
	Ply    int     `json:"ply"`    // plies played with it
	Points float64 `json:"points"` // what it brought the winner; in a drawn game, red
	Text   string  `json:"text"`
}

const (
	// mostMoments are told.
	mostMoments = 3

	// leastMoment is what a ply must bring to be one.
	leastMoment = 0.02
)

// momentsOf returns the plies whose battles and graded losses brought the winner most, in the
// order of the game; in a drawn game those that brought either side most.
func momentsOf(g *record.Game, plies []Ply) ([]Moment, error) {
	s, err := g.Begin()
	if err != nil {
		return nil, err
	}
	all := []Moment{}
	var events []stratego.Event
	for i := range plies {
		p := &plies[i]
		mover := s.Turn()
		gain := p.Luck()
		if p.Grade() != Fine {
			gain -= p.Lost()
		}
		if winner := g.Result.Winner; winner != mover && (winner != stratego.NoColor || mover == stratego.Blue) {
			gain = -gain
		}
		m := Moment{Ply: i + 1, Points: gain}
		if p.Move == "" {
			m.Ply = i
			m.Text = fmt.Sprintf("%s gave the game up with %s still to be expected.", title(mover), points(p.Loss))
		} else {
			s.Do(g.Moves[i])
			events = s.LastEvents(events[:0], 1)
			m.Text = words(p, mover, events[0])
		}
		if gain >= leastMoment || g.Result.Winner == stratego.NoColor && -gain >= leastMoment {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Moment) int { return cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)) })
	all = all[:min(len(all), mostMoments)]
	slices.SortFunc(all, func(a, b Moment) int { return cmp.Compare(a.Ply, b.Ply) })
	return all, nil
}

// words tells what a ply did.
func words(p *Ply, mover stratego.Color, e stratego.Event) string {
	var said []string
	if p.Grade() != Fine {
		said = append(said, fmt.Sprintf("%s played %s and gave away %s: %s was worth %.0f of 100.",
			title(mover), spelt(p.Move), points(p.Lost()), spelt(p.Best), 100*p.Value()))
	}
	if e.Battle != stratego.NoBattle && p.Chance > 0 && math.Abs(p.Luck()) >= leastMoment {
		luck := "luck"
		if p.Luck() < 0 {
			luck = "bad luck"
		}
		said = append(said, fmt.Sprintf("%s’s %v attacked an unknown piece on %v and met %s, which it had held for %s: %s of %s.",
			title(mover), e.Attacker, e.To, article(e.Defender), percent(p.Chance), points(math.Abs(p.Luck())), luck))
	}
	return strings.Join(said, " ")
}

func title(c stratego.Color) string {
	name := c.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

func spelt(move string) string { return strings.ReplaceAll(move, "-", "–") }

// points writes a part of the expected score.
func points(x float64) string {
	if n := math.Round(100 * x); n != 1 {
		return fmt.Sprintf("%.0f points", n)
	}
	return "1 point"
}

// percent writes a chance.
func percent(p float64) string {
	if p < 0.005 {
		return "less than 1% likely"
	}
	return fmt.Sprintf("%.0f%% likely", 100*p)
}

func article(r stratego.Rank) string {
	if r == stratego.Marshal || r == stratego.Flag || r == stratego.Spy {
		return "the " + r.String()
	}
	return "a " + r.String()
}
