package arena

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"

	"marengo/store"
	"marengo/stratego"
)

// Pair is two games between two players who change seats. It is a value, with all
// that decides what is played: whoever has the players plays it, on this machine or
// another, and under a budget without time gets the same games. Match and Number
// together name it.
type Pair struct {
	Match   int64           `json:"match"`
	Number  int             `json:"number"`  // of its first game; the second's is one higher
	Players [2]store.Player `json:"players"` // the first has red in the first game
	Terms   Terms           `json:"terms"`
	Games   [2]PairGame     `json:"games"`
}

// PairGame is what differs between the games of a Pair beside the seats.
type PairGame struct {
	Absent bool               `json:"absent,omitempty"` // played before, or no part of the schedule
	Setups *[2]stratego.Setup `json:"setups,omitempty"` // by colour; nil: the players' own
	Seed   uint64             `json:"seed"`             // of everything random

	// Stream, if set, are the two words of a PCG generator that gives each move its
	// seed in turn, in place of Seed.
	Stream *[2]uint64 `json:"stream,omitempty"`
}

// Play plays the pair's games with the players that find knows and hands each to
// keep as it ends. look, if not nil, says who looks on at each game.
func (p *Pair) Play(ctx context.Context, find Finder, look func(p *Pair, game int) Onlooker, keep func(*store.Game) error) error {
	var players [2]Contender
	for i, want := range p.Players {
		var err error
		if players[i], err = find.found(want); err != nil {
			return err
		}
	}
	for i, g := range p.Games {
		if g.Absent {
			continue
		}
		b := Bout{Terms: p.Terms, Players: [2]Contender{players[i], players[1-i]}, Seed: g.Seed}
		if g.Setups != nil {
			b.Setups = [2]*stratego.Setup{&g.Setups[stratego.Red], &g.Setups[stratego.Blue]}
		}
		if g.Stream != nil {
			b.Seeds = rand.New(rand.NewPCG(g.Stream[0], g.Stream[1])).Uint64
		}
		if look != nil {
			b.Onlooker = look(p, i)
		}
		played, err := Play(ctx, b)
		if err != nil {
			return err
		}
		played.Match, played.Number = p.Match, p.Number+i
		if err := keep(played); err != nil {
			return err
		}
	}
	return nil
}

// Workers play pairs: this process (Local), or others.
type Workers interface {
	// Play plays the pairs that next gives until it gives no more, and hands every
	// game to keep, once, in any order, some of them together. Calls of next and keep
	// never overlap. It returns the first error; once keep has returned ErrEnough, what
	// is under way may be given up.
	Play(ctx context.Context, next func() (*Pair, error), keep func(...*store.Game) error) error
}

// ErrEnough is what keep returns to Workers when no more games are wanted.
var ErrEnough = errors.New("no more games are wanted")

// Local plays pairs in this process.
type Local struct {
	Find        Finder
	Concurrency int                              // games at a time; 0: one
	Look        func(p *Pair, game int) Onlooker // who looks on; may be nil
}

// Play implements Workers.
func (l Local) Play(ctx context.Context, next func() (*Pair, error), keep func(...*store.Game) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	find := l.Find.remembered()
	var (
		mu sync.Mutex // held by calls of next and keep
		wg sync.WaitGroup
	)
	work := func() error {
		for ctx.Err() == nil {
			mu.Lock()
			pair, err := next()
			mu.Unlock()
			if err != nil || pair == nil {
				return err
			}
			err = pair.Play(ctx, find, l.Look, func(g *store.Game) error {
				mu.Lock()
				defer mu.Unlock()
				return keep(g)
			})
			if err != nil {
				return err
			}
		}
		return context.Cause(ctx)
	}
	for range max(1, l.Concurrency) {
		wg.Go(func() {
			if err := work(); err != nil {
				stop(err) // only the first counts
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); !errors.Is(err, ErrEnough) {
		return err
	}
	return nil
}

// Series is pairs that are only counted, for the player that has red in the first
// game of each.
type Series struct {
	Pairs int
	Pair  func(i int) (*Pair, error)        // makes pair i; its games are numbers 2i and 2i+1
	Known map[int]Outcome                   // of games played before, by number
	Kept  func(number int, o Outcome) error // takes each outcome as it is known; may be nil
	Fault func(error)                       // takes each game that a player lost by a fault, which then does not count; nil: it is an error
}

// PlayPairs plays what is missing of a series and counts it all.
func PlayPairs(ctx context.Context, w Workers, s Series) (t Tally, err error) {
	outcomes := make(map[int]Outcome, 2*s.Pairs)
	maps.Copy(outcomes, s.Known)
	keep := func(games ...*store.Game) error {
		for _, g := range games {
			if err := s.count(g, outcomes); err != nil {
				return err
			}
		}
		return nil
	}
	if err := w.Play(ctx, s.missing(), keep); err != nil {
		return Tally{}, err
	}
	for n := 0; n < 2*s.Pairs; n += 2 {
		first, ok1 := outcomes[n]
		second, ok2 := outcomes[n+1]
		t.addPlayed(first, second, ok1, ok2)
	}
	return t, nil
}

// count adds a game to what is known.
func (s *Series) count(g *store.Game, outcomes map[int]Outcome) error {
	if err := FaultOf(g); err != nil {
		if s.Fault == nil {
			return err
		}
		s.Fault(err)
		return nil
	}
	o := outcomeFor(g.Winner, stratego.Color(g.Number%2))
	outcomes[g.Number] = o
	if s.Kept == nil {
		return nil
	}
	return s.Kept(g.Number, o)
}

// missing returns what gives the pairs with games that are not known.
func (s *Series) missing() func() (*Pair, error) {
	at := 0
	return func() (*Pair, error) {
		for ; at < s.Pairs; at++ {
			p, err := s.Pair(at)
			if err != nil {
				return nil, err
			}
			p.Number = 2 * at
			wanted := false
			for i := range p.Games {
				_, known := s.Known[p.Number+i]
				p.Games[i].Absent = p.Games[i].Absent || known
				wanted = wanted || !p.Games[i].Absent
			}
			if wanted {
				at++
				return p, nil
			}
		}
		return nil, nil
	}
}

// FaultOf returns how a game was lost by a fault, nil for one that ended otherwise.
func FaultOf(g *store.Game) error {
	if !isFault(g.Reason) {
		return nil
	}
	loser := g.Winner.Other()
	return fmt.Errorf("%s as %v: %w", [2]store.Player{g.Red, g.Blue}[loser].Name, loser, &FaultError{Fault(g.Reason), g.Detail})
}
