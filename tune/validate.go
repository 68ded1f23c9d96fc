package tune

import (
	"context"
	"fmt"
	"io"
	"strings"

	"marengo/arena"
)

// Validation is how a tuned player did apart from its tuning: a sequential test against the
// player it came from, and both against other players on the same boards.
type Validation struct {
	Tuned, Old string
	Seed       uint64
	Test       arena.Meeting
	Others     []Comparison
}

// Comparison is how the tuned player and the old one did against another.
type Comparison struct {
	Opponent   string
	Tuned, Old arena.Meeting
}

// Play plays a match between two players and returns what came of it.
type Play func(ctx context.Context, a, b string, games int, seed uint64, sprt string) (arena.Meeting, error)

// Validate plays the test and the table. The test has at most testGames games, and each
// match of the table games.
func Validate(ctx context.Context, play Play, tuned, old string, others []string, sprt string, testGames, games int, seed uint64) (*Validation, error) {
	v := &Validation{Tuned: tuned, Old: old, Seed: seed}
	var err error
	if v.Test, err = play(ctx, tuned, old, testGames, seed, sprt); err != nil {
		return nil, err
	}
	for i, other := range others {
		c := Comparison{Opponent: other}
		boards := seed + uint64(i) + 1
		if c.Tuned, err = play(ctx, tuned, other, games, boards, ""); err != nil {
			return nil, err
		}
		if c.Old, err = play(ctx, old, other, games, boards, ""); err != nil {
			return nil, err
		}
		v.Others = append(v.Others, c)
	}
	return v, nil
}

// Accepted says whether the test found the tuned player stronger.
func (v *Validation) Accepted() bool {
	return v.Test.SPRT != nil && v.Test.SPRT.Verdict == arena.AcceptH1
}

// WriteText writes the validation for people.
func (v *Validation) WriteText(w io.Writer) error {
	b := new(strings.Builder)
	fmt.Fprintf(b, "tuned: %s\nold:   %s\n\n", v.Tuned, v.Old)
	fmt.Fprintf(b, "tuned against old: %s\n", figures(&v.Test))
	if t := v.Test.SPRT; t != nil {
		fmt.Fprintf(b, "sequential test of %v and %v Elo: LLR %.2f (%.2f to %.2f), %s\n", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, t.Verdict)
	}
	verdict := "not accepted"
	if v.Accepted() {
		verdict = "accepted"
	}
	fmt.Fprintf(b, "%s\n\n%-40s %-34s %s\n", verdict, "against", "tuned", "old")
	for i := range v.Others {
		c := &v.Others[i]
		fmt.Fprintf(b, "%-40s %-34s %s\n", c.Opponent, figures(&c.Tuned), figures(&c.Old))
	}
	fmt.Fprintf(b, "\nseeds %d to %d; intervals are 95%%\n", v.Seed, v.Seed+uint64(len(v.Others)))
	_, err := io.WriteString(w, b.String())
	return err
}

// figures writes a match's score.
func figures(m *arena.Meeting) string {
	return fmt.Sprintf("%d-%d-%d %.1f%% (%.1f to %.1f)", m.Wins, m.Draws, m.Losses, 100*m.Score, 100*m.ScoreLow, 100*m.ScoreHigh)
}
