package arena

import (
	"fmt"
	"strings"

	"marengo/store"
	"marengo/stratego"
)

// Standing is how a match stands: the games played so far, and what a sequential
// test reads in them.
type Standing struct {
	run     *Run
	results map[int]played // by number
	sprt    *sprt
	times   [][2]timing // of each pairing's agents a and b
	whole   int         // pairs of which both games are played
	read    int         // rounds that the test has read
	pairs   [5]int      // what it read
	verdict Verdict     // Undecided without a test
}

// played is what a Standing keeps of a game.
type played struct {
	outcome Outcome // of agent a of the pairing
	plies   int
	reason  string
	faulty  int // which agent of the pairing lost by a fault: 0, 1, or -1
	fault   FaultReport
}

func newStanding(r *Run) (*Standing, error) {
	s := &Standing{run: r, results: make(map[int]played), times: make([][2]timing, len(r.pairings)), verdict: Undecided}
	if r.Spec.SPRT != "" {
		test, err := parseSPRT(r.Spec.SPRT)
		if err != nil {
			return nil, err
		}
		s.sprt = &test
	}
	return s, nil
}

// add counts a finished game.
func (s *Standing) add(g *store.Game) error {
	pairing, second, err := s.run.locate(g.Number)
	if err != nil {
		return fmt.Errorf("game %d: %w", g.ID, err)
	}
	p := played{outcome: outcomeFor(g.Winner, stratego.Red), plies: len(g.Moves), reason: g.Reason, faulty: -1}
	red := 0 // which agent of the pairing played red
	if second {
		red = 1
		p.outcome = p.outcome.flip()
	}
	k := s.run.pairings[pairing]
	if want := s.run.Spec.Agents[[2]int{k.a, k.b}[red]]; g.Red.Name != want {
		return fmt.Errorf("game %d of the match was played by %q as red, its schedule says %q", g.Number, g.Red.Name, want)
	}
	if isFault(g.Reason) {
		p.faulty = 1 - red
		if g.Winner == stratego.Blue {
			p.faulty = red
		}
		p.fault = reportFault(g)
	}
	for ply, t := range g.Times {
		s.times[pairing][(red+ply)%2].add(t)
	}
	if s.played(g.Number ^ 1) {
		s.whole++
	}
	s.results[g.Number] = p
	s.readPairs()
	return nil
}

// maxErrorLines is how much of a faulty bot's error output a report shows.
const maxErrorLines = 3

// reportFault says what went wrong in a game that was lost by a fault.
func reportFault(g *store.Game) FaultReport {
	loser := g.Winner.Other()
	f := FaultReport{Game: g.ID, Agent: [2]store.Player{g.Red, g.Blue}[loser].Name, Reason: g.Reason, Detail: g.Detail}
	for _, l := range g.Log {
		if text, ok := strings.CutPrefix(l.Text, loser.String()+": stderr: "); ok {
			f.Errors = append(f.Errors, text)
		}
	}
	f.Errors = f.Errors[max(0, len(f.Errors)-maxErrorLines):]
	return f
}

// locate finds which pairing's game a number is, and whether the seats are changed.
func (r *Run) locate(number int) (pairing int, second bool, err error) {
	perRound := 2 * len(r.pairings)
	if number < 0 || number/perRound >= (r.Spec.Games+1)/2 {
		return 0, false, fmt.Errorf("number %d is not in the schedule", number)
	}
	return number % perRound / 2, number%2 == 1, nil
}

func outcomeFor(winner, c stratego.Color) Outcome {
	switch winner {
	case c:
		return Win
	case stratego.NoColor:
		return Draw
	}
	return Loss
}

// isFault says whether a reason's word is a Fault's.
func isFault(reason string) bool {
	switch Fault(reason) {
	case Timeout, IllegalMove, BadSetup, Failed, Panicked:
		return true
	}
	return false
}

// readPairs lets the test read the pairs that are next in the schedule's order,
// never in the order they happened to finish in: short games would be read
// first and bias it.
func (s *Standing) readPairs() {
	for s.sprt != nil && s.verdict == Undecided {
		first, ok1 := s.results[2*s.read]
		second, ok2 := s.results[2*s.read+1]
		if !ok1 || !ok2 {
			return
		}
		s.pairs[first.outcome+second.outcome]++
		s.read++
		s.verdict = s.sprt.verdict(s.pairs)
	}
}

// decided says that the test needs no more games.
func (s *Standing) decided() bool { return s.verdict != Undecided }

// played says whether a place of the schedule has its game.
func (s *Standing) played(number int) bool {
	_, ok := s.results[number]
	return ok
}

// end returns the number of the first place that is no part of the match any more.
func (s *Standing) end() int {
	if s.decided() {
		return 2 * s.read
	}
	return 2 * len(s.run.pairings) * ((s.run.Spec.Games + 1) / 2)
}

// complete says that nothing is left to play.
func (s *Standing) complete() bool { return s.decided() || s.Done() == s.Total() }

// Done returns the number of games played.
func (s *Standing) Done() int { return len(s.results) }

// Total returns the number of games of the schedule.
func (s *Standing) Total() int { return len(s.run.pairings) * s.run.Spec.Games }

// Pairs returns the number of pairs of which both games are played.
func (s *Standing) Pairs() int { return s.whole }

// Headline says in a line how things stand: the score of a match of two, the
// leader of a tournament.
func (s *Standing) Headline() string {
	r := s.Report()
	if len(r.Players) == 0 {
		line := r.Meetings[0].Line()
		if t := r.Meetings[0].SPRT; t != nil {
			line += fmt.Sprintf("  LLR %.2f (%.2f, %.2f)", t.LLR, t.Lower, t.Upper)
		}
		return line
	}
	first := r.Players[0]
	return fmt.Sprintf("first %s, Elo %+.0f ± %.0f, score %.1f%%", first.Agent, first.Elo, first.EloError, 100*first.Score)
}
