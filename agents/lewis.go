package agents

import (
	"context"
	"fmt"
	"math/rand/v2"

	"marengo/agent"
	"marengo/stratego"
)

var lewisEntry = Entry{
	Name:        "lewis",
	Description: "Peter N. Lewis's twelve heuristics, winner of the MacTech challenge of 1997",
	Paper:       "P. N. Lewis, 1997, as told by Schoenmakers (2021, 4.3.1)",
	Play:        1,
	Variants:    anyVariant,
	Options:     []Option{setupOption("mirrored:named:lewis/1")},
	build: func(a *Args) Maker {
		p := placer{a.Provider("setup")}
		return func() (agent.Agent, error) { return &lewis{placer: p}, nil }
	},
}

// lewis goes through Lewis's heuristics in order and plays the first that applies
// (Schoenmakers 4.3.1). What the list leaves open is chosen so: a piece is known
// once its rank was shown or follows by counting; among equals chance decides.
type lewis struct {
	placer
	field
	paths [stratego.SetupSquares]pathMap // by own piece, for the pieces that can move
	rng   *rand.Rand
	best  choice
}

// heuristics in the order they are tried. Resign, the twelfth, is what is left
// when none of them has a move.
var heuristics = [...]struct {
	name string
	try  func(*lewis)
}{
	{"use spy", (*lewis).useSpy},
	{"defend against spy", (*lewis).defendAgainstSpy},
	{"attack weaker", (*lewis).attackWeaker},
	{"explore attack", (*lewis).exploreAttack},
	{"retreat", (*lewis).retreat},
	{"scout", (*lewis).scout},
	{"attack distant", (*lewis).attackDistant},
	{"explore distant", (*lewis).exploreDistant},
	{"attack known with same distant", (*lewis).attackSameDistant},
	{"move forward", (*lewis).moveForward},
	{"move", (*lewis).moveAny},
}

func (l *lewis) Setup(ctx context.Context, g agent.Game) (stratego.Setup, error) {
	if g.Rules.Variant != stratego.Classic {
		return stratego.ShuffledSetup(g.Rules.Variant, g.Rand()), nil // he left no setup for other armies
	}
	return l.placer.Setup(ctx, g)
}

func (l *lewis) Move(_ context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	l.read(v)
	l.rng = b.Rand()
	for i := range l.own {
		l.paths[i].known = false
	}
	for i, h := range heuristics {
		l.best = choice{}
		h.try(l)
		if l.best.ties == 0 {
			continue
		}
		if b.Report != nil {
			move := stratego.FormatMove(l.best.move)
			line := fmt.Sprintf("%d %s: %s", i+1, h.name, move)
			b.Report(agent.Thoughts{
				Summary:    "Plays by the heuristic \"" + h.name + "\".",
				Candidates: []agent.Candidate{{Move: move, Note: h.name}},
				Log:        []string{line},
			})
		}
		return agent.Action{Move: l.best.move}, nil
	}
	return agent.Action{Resign: true}, nil
}

// choice keeps the cheapest move offered so far, one of the equally cheap at random.
type choice struct {
	move stratego.Move
	cost int
	ties int
}

// offer proposes a move; the lowest cost wins.
func (l *lewis) offer(m stratego.Move, cost int) {
	c := &l.best
	switch {
	case c.ties == 0 || cost < c.cost:
		*c = choice{m, cost, 1}
	case cost == c.cost:
		c.ties++
		if l.rng.IntN(c.ties) == 0 {
			c.move = m
		}
	}
}

// 1. The spy takes the marshal beside it.
func (l *lewis) useSpy() {
	for _, m := range l.moves {
		if l.rankOf(m) == stratego.Spy && l.target(m) == stratego.Marshal {
			l.offer(m, 0)
		}
	}
}

// 2. The marshal takes the spy beside it. Beside a piece that may be the spy it
// takes that piece if it is sure to be no bomb, and else goes where no such piece is.
func (l *lewis) defendAgainstSpy() {
	const takeSpy, takeMoved, leave = 0, 1, 2
	threatened := false
	for _, m := range l.moves {
		if l.rankOf(m) != stratego.Marshal {
			continue
		}
		threatened = threatened || l.mayMeetSpy(stratego.From(m))
		switch e := l.enemy[stratego.To(m)]; {
		case e.rank == stratego.Spy:
			l.offer(m, takeSpy)
		case e.here && e.may.Has(stratego.Spy) && !e.may.Has(stratego.Bomb):
			l.offer(m, takeMoved)
		}
	}
	if !threatened || l.best.ties > 0 {
		return
	}
	for _, m := range l.moves {
		if to := stratego.To(m); l.rankOf(m) == stratego.Marshal && !l.enemy[to].here && l.safe(stratego.Marshal, to) {
			l.offer(m, leave)
		}
	}
}

// 3. A known weaker piece in reach is taken, the most precious first, unless a
// known stronger piece would take back.
func (l *lewis) attackWeaker() {
	for _, m := range l.moves {
		attacker, victim := l.rankOf(m), l.target(m)
		if victim == stratego.NoRank || stratego.Fight(attacker, victim) != stratego.Win {
			continue
		}
		if victim == stratego.Flag || worth[victim] >= worth[attacker] || !l.takenBack(attacker, stratego.To(m)) {
			l.offer(m, worth[attacker]-100*worth[victim])
		}
	}
}

// explorers are the ranks that may attack the unknown, the cheapest to lose first.
// The last of them only go once no other explorer can.
var explorers = [...]stratego.Rank{stratego.Scout, stratego.Sergeant, stratego.Lieutenant, stratego.Captain,
	stratego.Miner, stratego.Major, stratego.Colonel, stratego.General, stratego.Marshal, stratego.Spy}

const firstExplorers = 4 // those of Lewis's list

// 4. A scout, sergeant, lieutenant or captain takes an unknown piece beside it.
func (l *lewis) exploreAttack() {
	for cost, r := range explorers[:firstExplorers] {
		l.exploreWith(r, cost)
	}
}

// exploreWith offers the attacks of a rank on unknown pieces beside it.
func (l *lewis) exploreWith(r stratego.Rank, cost int) {
	for _, m := range l.moves {
		if e := l.enemy[stratego.To(m)]; l.rankOf(m) == r && e.here && e.rank == stratego.NoRank && adjacent(m) {
			l.offer(m, cost)
		}
	}
}

// 5. A piece the enemy knows runs from a stronger one beside it, the most
// precious first.
func (l *lewis) retreat() {
	for _, m := range l.moves {
		from, to := stratego.From(m), stratego.To(m)
		p := l.own[l.ownAt[from]]
		if !p.Known || l.enemy[to].here || l.safe(p.Rank, from) {
			continue
		}
		if l.safe(p.Rank, to) && adjacent(m) {
			l.offer(m, -worth[p.Rank])
		}
	}
}

// 6. Scouts run forward, as far as they can.
func (l *lewis) scout() {
	for _, m := range l.moves {
		if l.rankOf(m) == stratego.Scout && !l.enemy[stratego.To(m)].here && l.forward(m) > 1 {
			l.offer(m, -l.forward(m))
		}
	}
}

// 7. A stronger piece goes for a known piece that it can reach, the nearest first.
// Bombs wait until nothing else is known.
func (l *lewis) attackDistant() {
	l.hunt(func(hunter, prey stratego.Rank) bool {
		return prey != stratego.Bomb && stratego.Fight(hunter, prey) == stratego.Win
	})
	if l.best.ties == 0 {
		l.hunt(func(hunter, prey stratego.Rank) bool { return prey == stratego.Bomb && hunter == stratego.Miner })
	}
}

// hunt offers the first step of each shortest way to a known piece.
func (l *lewis) hunt(wanted func(hunter, prey stratego.Rank) bool) {
	for i, p := range l.own {
		for s, e := range l.enemy {
			if !e.here || e.rank == stratego.NoRank || !wanted(p.Rank, e.rank) {
				continue
			}
			if m, steps := l.way(i, stratego.Square(s)); steps > 0 {
				l.offer(m, 100*steps-worth[e.rank])
			}
		}
	}
}

// explorerCost is how many steps nearer a higher explorer must be to go instead
// of one a rank below.
const explorerCost = 3

// 8. Low pieces go towards unknown pieces. Once they are spent, the others go in
// the order of what their loss costs, and attack on arrival.
func (l *lewis) exploreDistant() {
	for order, r := range explorers {
		if order >= firstExplorers {
			if l.best.ties > 0 {
				return
			}
			l.exploreWith(r, 0)
		}
		for i, p := range l.own {
			if p.Rank != r {
				continue
			}
			for s, e := range l.enemy {
				if !e.here || e.rank != stratego.NoRank {
					continue
				}
				if m, steps := l.way(i, stratego.Square(s)); steps > 0 {
					l.offer(m, steps+explorerCost*order)
				}
			}
		}
	}
}

// 9. A known piece goes for its equal.
func (l *lewis) attackSameDistant() {
	for _, m := range l.moves {
		if r := l.rankOf(m); r == l.target(m) {
			l.offer(m, 0)
		}
	}
	l.hunt(func(hunter, prey stratego.Rank) bool { return hunter == prey })
}

// 10. Any piece goes forward, into no known loss.
func (l *lewis) moveForward() {
	for _, m := range l.moves {
		if l.forward(m) > 0 && !l.losing(m) {
			l.offer(m, 0)
		}
	}
}

// 11. Any piece moves, if need be to its death.
func (l *lewis) moveAny() {
	for _, m := range l.moves {
		cost := 0
		if l.losing(m) {
			cost = 1 + worth[l.rankOf(m)]
		}
		l.offer(m, cost)
	}
}
