package setup

import (
	"fmt"
	"strings"

	"marengo/stratego"
)

// Finding is one thing that a heuristic saw in a setup: what it is worth, and
// the setup indices of the pieces it is about, -1 where there is none.
type Finding struct {
	Heuristic int // 2 to 9, as De Boer numbers them (4.3.4)
	Points    int
	Piece     int
	Other     int
	message   message
	count     int
}

// Report is a setup's heuristic score and what it is made of.
type Report struct {
	Setup    stratego.Setup
	Findings []Finding
}

// Points returns the score: the sum of the findings.
func (r *Report) Points() (sum int) {
	for i := range r.Findings {
		sum += r.Findings[i].Points
	}
	return sum
}

// Share returns what one heuristic adds to the score.
func (r *Report) Share(heuristic int) (sum int) {
	for i := range r.Findings {
		if r.Findings[i].Heuristic == heuristic {
			sum += r.Findings[i].Points
		}
	}
	return sum
}

// Text says a finding in words, such as "colonel on b2 is blocked by the spy on b3".
func (r *Report) Text(f Finding) string {
	return strings.NewReplacer(
		"{piece}", describe(&r.Setup, f.Piece),
		"{other}", describe(&r.Setup, f.Other),
		"{count}", fmt.Sprint(f.count),
	).Replace(messages[f.message])
}

// describe names a piece and its square as its owner sees it.
func describe(s *stratego.Setup, i int) string {
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%v on %v", s[i], stratego.Square(i))
}

// Explain scores a classic setup by the letter of De Boer 4.3.4 and says why.
func Explain(s stratego.Setup) *Report { return Letter.Explain(s) }

// score inspects the setup and adds the points up. Its buffer is used again from call to
// call.
func (in *inspection) score(s *stratego.Setup) (sum int) {
	in.inspect(s)
	for i := range in.findings {
		sum += in.findings[i].Points
	}
	return sum
}

// inspection is the setup under the heuristics' eyes and what they found so far.
type inspection struct {
	reading  Reading
	setup    *stratego.Setup
	freedom  [stratego.SetupSquares]uint8 // H1
	flag     int
	spy      int
	findings []Finding
}

func (in *inspection) inspect(s *stratego.Setup) {
	in.setup = s
	in.findings = in.findings[:0]
	in.flag, in.spy = -1, -1
	for i, r := range s {
		switch r {
		case stratego.Flag:
			in.flag = i
		case stratego.Spy:
			in.spy = i
		}
	}
	freedom(s, &in.freedom)
	for _, h := range readings[in.reading].heuristics {
		h(in)
	}
}

// found notes a finding about up to two pieces.
func (in *inspection) found(heuristic, points int, m message, piece, other int) {
	in.findings = append(in.findings, Finding{Heuristic: heuristic, Points: points, message: m, Piece: piece, Other: other})
}

// counted notes a finding about a number of pieces.
func (in *inspection) counted(heuristic, points int, m message, count int) {
	in.findings = append(in.findings,
		Finding{Heuristic: heuristic, Points: points, message: m, Piece: -1, Other: -1, count: count})
}

// message says which sentence a finding is told with.
type message uint8

const (
	msgTrapped message = iota
	msgHemmedIn
	msgFlagBombedIn
	msgDefender
	msgDefendedAnyway
	msgDefendingScouts
	msgDefendingLow
	msgBlockedBySpy
	msgBlockedByLower
	msgFrontMiner
	msgBombGuarded
	msgWeakBesideBomb
	msgFlagBombUnguarded
	msgStartBombs
	msgStartMiners
	msgStartColonels
	msgStartFlag
	msgStartHigh
	msgStartMajors
	msgStartMiddle // sergeants; lieutenants and captains follow
	msgStartLieutenants
	msgStartCaptains
	msgStartScouts
)

var messages = [...]string{
	msgTrapped:           "{piece} is trapped by bombs",
	msgHemmedIn:          "{piece} is hemmed in by bombs",
	msgFlagBombedIn:      "{piece} is bombed in",
	msgDefender:          "{piece} defends the flag's side",
	msgDefendedAnyway:    "{piece} counts as defended",
	msgDefendingScouts:   "{count} scouts defend the flag's side",
	msgDefendingLow:      "{count} sergeants, miners and lieutenants defend the flag's side",
	msgBlockedBySpy:      "{piece} is blocked by the {other}",
	msgBlockedByLower:    "{other} is blocked by the slightly lower {piece}",
	msgFrontMiner:        "{piece} stands in the front row",
	msgBombGuarded:       "{piece} is guarded by the {other}",
	msgWeakBesideBomb:    "{piece} is no guard for the {other}",
	msgFlagBombUnguarded: "{piece}, beside the flag, has no sergeant or lieutenant as a guard",
	msgStartBombs:        "{count} bombs among the starting pieces",
	msgStartMiners:       "{count} miners among the starting pieces",
	msgStartColonels:     "both colonels among the starting pieces",
	msgStartFlag:         "{piece} is among the starting pieces",
	msgStartHigh:         "{count} majors and colonels among the starting pieces",
	msgStartMajors:       "{count} majors among the starting pieces",
	msgStartMiddle:       "{count} sergeants among the starting pieces",
	msgStartLieutenants:  "{count} lieutenants among the starting pieces",
	msgStartCaptains:     "{count} captains among the starting pieces",
	msgStartScouts:       "{count} scouts among the starting pieces",
}
