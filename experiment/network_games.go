package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/belief"
	"marengo/nn"
	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// networkExperiments are about the network that guesses hidden ranks for the champion. They are our own.
func networkExperiments() []Experiment {
	return []Experiment{
		{"network-guess", "how well the network that guesses does so about the champion's pieces and strangers', against every other guesser", networkGuess},
		{"network-temper", "fit how far the network that guesses is believed about strangers", networkTemper},
	}
}

// Players that the champion meets while its guesses at their pieces are looked at. The
// strangers never took part in its training; the guests did.
var (
	strangers = []string{"star:schadd", "mcts"}
	guests    = []string{"invincible", "lewis", "careful"}
)

// watchedGames are games of the champion, policy alone, against others.
type watchedGames struct {
	champion string                 // its agent string
	weights  *nn.TransformerWeights // of the network that guesses
	ranks    *belief.RankWeights
	setups   func(rng *rand.Rand) (stratego.Setup, error)
	source   string
	budget   agent.Budget
}

// readWatched takes the champion and the setups from the options.
func readWatched(o *Options) (*watchedGames, error) {
	g := &watchedGames{champion: "marengo:think=off", budget: agent.Budget{Nodes: o.nodes(3000), Evaluations: orElse(o.Evaluations, 300)}}
	if o.Player != "" {
		g.champion += "," + o.Player
	}
	var err error
	if g.weights, err = agents.GuessWeights(o.Player); err != nil {
		return nil, BadInput{err}
	}
	if !g.weights.Believes() {
		return nil, badInputf("these weights have not learnt to guess ranks: they have no belief head")
	}
	if g.ranks, err = agents.RankWeights(); err != nil {
		return nil, err
	}
	return g, g.readSetups(o)
}

// readSetups finds setups that no training game began with: of a file, or else of the
// generator, those that the hash of train/champion/pool.py holds out.
func (g *watchedGames) readSetups(o *Options) error {
	if o.Setups == "" {
		provider, err := setup.Parse("human-like")
		if err != nil {
			return err
		}
		g.source = "the generator human-like"
		g.setups = func(rng *rand.Rand) (s stratego.Setup, err error) {
			for err == nil && !heldOut(s) {
				s, err = provider.Setup(stratego.DefaultRules, rng)
			}
			return s, err
		}
		return nil
	}
	list, err := formats.ReadSetups(o.Setups)
	if err != nil {
		return BadInput{err}
	}
	var held []stratego.Setup
	for _, l := range list {
		if l.Variant() == stratego.Classic && heldOut(l.Setup) {
			held = append(held, l.Setup)
		}
	}
	if len(held) == 0 {
		return badInputf("%s holds no classic setup that was held out", o.Setups)
	}
	g.source = fmt.Sprintf("%d setups of %s", len(held), o.Setups)
	g.setups = func(rng *rand.Rand) (stratego.Setup, error) { return held[rng.IntN(len(held))], nil }
	return nil
}

// heldOut says whether a setup is one of the tenth that training never sees; a setup and
// its mirror image go together.
func heldOut(s stratego.Setup) bool {
	if s == (stratego.Setup{}) {
		return false
	}
	text := min(s.String(), s.Mirror().String())
	return int(sha256.Sum256([]byte(strings.TrimSpace(text)))[0])*10 < 256
}

// lookEvery is the number of the champion's moves between two looks: many games with few
// looks each tell more than few games with many, since the pieces of a game stay the same.
const lookEvery = 12

// watchedPosition is what the champion saw at its turn, and what it could not see.
type watchedPosition struct {
	view  *stratego.View
	truth [stratego.SetupSquares]stratego.Rank // of the enemy's pieces by id, NoRank for captured ones
}

// play plays one game against a player and returns positions of it. They alternate in
// having the first move.
func (g *watchedGames) play(ctx context.Context, o *Options, against string, number int) (list []watchedPosition, err error) {
	opponent := sha256.Sum256([]byte(against))
	rng := rand.New(rand.NewPCG(o.Seed^binary.LittleEndian.Uint64(opponent[:]), uint64(number)))
	seat := stratego.Color(number % 2)
	bout := arena.Bout{Terms: arena.Terms{Rules: stratego.DefaultRules, Budget: g.budget, Hard: patience}, Seed: rng.Uint64()}
	if against == g.champion {
		bout.Terms.Budget = agent.Budget{}
	}
	for c := stratego.Red; c <= stratego.Blue; c++ {
		name := against
		if c == seat {
			name = g.champion
		}
		if bout.Players[c], err = agents.Parse(name); err != nil {
			return nil, err
		}
		s, err := g.setups(rng)
		if err != nil {
			return nil, err
		}
		bout.Setups[c] = &s
	}
	bout.Chosen = func(r *arena.Referee, v *stratego.View, _ stratego.Move) {
		if v.Color() != seat || v.Ply()/2%lookEvery != number/2%lookEvery {
			return
		}
		p := watchedPosition{view: v.Clone()}
		for id := range p.truth {
			p.truth[id] = stratego.NoRank
			if q := r.State().Piece(seat.Other(), id); q.Alive() {
				p.truth[id] = q.Rank
			}
		}
		list = append(list, p)
	}
	_, err = playFair(ctx, bout)
	return list, err
}
