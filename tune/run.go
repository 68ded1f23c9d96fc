package tune

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"marengo/figure"
)

// Spec says what is tuned and how: all that decides where a run goes.
type Spec struct {
	Agent       string    `json:"agent"`          // what is tuned, an agent string or a game's name
	Opponents   []string  `json:"opponents"`      // whom it plays
	Only        []string  `json:"only,omitempty"` // names or patterns of the figures that are moved; none: all
	Figures     []string  `json:"figures"`        // their names
	From        []float64 `json:"from"`           // where they begin
	Method      string    `json:"method"`
	Generations int       `json:"generations"`
	Games       int       `json:"games"` // a point
	Seed        uint64    `json:"seed"`
	Terms       Terms     `json:"terms"`
}

// LeastGames is how many games a point must have: fewer tell nothing.
const LeastGames = 200

// Check says what is wrong with the Spec, or nothing.
func (s *Spec) Check() error {
	switch {
	case len(s.Figures) == 0:
		return fmt.Errorf("agent %q has no figures to tune", s.Agent)
	case len(s.Opponents) < 2:
		return fmt.Errorf("%d opponents, expected at least 2: figures that are shaped against one fit that one", len(s.Opponents))
	case s.Generations < 1:
		return fmt.Errorf("%d generations, expected at least 1", s.Generations)
	case s.Games < LeastGames:
		return fmt.Errorf("%d games a point, expected at least %d", s.Games, LeastGames)
	case s.Games%(2*len(s.Opponents)) != 0:
		return fmt.Errorf("%d games a point, expected pairs against each of %d opponents alike, such as %d",
			s.Games, len(s.Opponents), (s.Games/(2*len(s.Opponents))+1)*2*len(s.Opponents))
	}
	_, err := MethodNamed(s.Method)
	return err
}

// Objective says how well values of the figures do.
type Objective interface {
	// Measure plays games with the values and returns the share of the points won. All
	// points of a generation are played on the same boards, and other generations on others.
	Measure(ctx context.Context, generation int, values []float64) (score float64, err error)
}

// Run is a run in progress.
type Run struct {
	Spec      Spec
	Figures   figure.Vector // those that Spec names, with their bounds and steps
	Objective Objective
	Journal   *Journal

	// Progress, if set, is told after each point how far the run is.
	Progress func(Progress)

	played int // points that this process has measured
	began  time.Time
	course Course
}

// Progress is how far a run is.
type Progress struct {
	Generation, Generations int
	Points, AllPoints       int
	Games, AllGames         int
	Score                   float64       // of the last point
	Left                    time.Duration // 0 while there is nothing to tell it by
}

// String says it in a line.
func (p Progress) String() string {
	left := "?"
	if p.Left > 0 {
		left = p.Left.Round(time.Second).String()
	}
	return fmt.Sprintf("generation %d/%d  games %d/%d  last point %.1f%%  %s left", p.Generation, p.Generations, p.Games, p.AllGames, 100*p.Score, left)
}

// Points returns how many points the run measures in all.
func (r *Run) Points() (int, error) {
	m, err := MethodNamed(r.Spec.Method)
	if err != nil {
		return 0, err
	}
	return r.Spec.Generations * m.Points(len(r.Figures)), nil
}

// Play measures what is missing, and returns the whole course. If ctx ends or something fails
// it returns the course so far as well.
func (r *Run) Play(ctx context.Context) (*Course, error) {
	if err := r.Spec.Check(); err != nil {
		return nil, err
	}
	method, err := MethodNamed(r.Spec.Method)
	if err != nil {
		return nil, err
	}
	all, err := r.Points()
	if err != nil {
		return nil, err
	}
	space := NewSpace(r.Figures)
	space.origin = r.Spec.From
	r.course = Course{Figures: r.Figures, From: r.Spec.From}
	r.began = time.Now()
	var scores []float64
	measure := func(ctx context.Context, generation int, x []float64) (float64, error) {
		e, err := r.measure(ctx, generation, space.At(x))
		if err != nil {
			return 0, err
		}
		scores = append(scores, e.Score)
		r.report(generation, all, e)
		return e.Score, nil
	}
	stand := func(_ int, mean []float64) error {
		sum := 0.0
		for _, s := range scores {
			sum += s
		}
		r.course.Values = append(r.course.Values, space.At(mean))
		r.course.Scores = append(r.course.Scores, sum/float64(len(scores)))
		scores = scores[:0]
		return nil
	}
	err = method.Search(ctx, space.Dim(), r.Spec.Generations, r.Spec.Seed, measure, stand)
	return &r.course, err
}

// measure recalls a point from the journal, or plays it and writes it down.
func (r *Run) measure(ctx context.Context, generation int, values []float64) (entry, error) {
	e, known, err := r.Journal.recall(generation, values)
	if err != nil || known {
		return e, err
	}
	score, err := r.Objective.Measure(ctx, generation, values)
	if err != nil {
		return e, err
	}
	r.played++
	e = entry{Generation: generation, Values: slices.Clone(values), Score: score, Games: r.Spec.Games}
	return e, r.Journal.add(e)
}

func (r *Run) report(generation, all int, e entry) {
	if r.Progress == nil {
		return
	}
	p := Progress{Generation: generation + 1, Generations: r.Spec.Generations, Points: r.Journal.next, AllPoints: all,
		Games: r.Journal.next * r.Spec.Games, AllGames: all * r.Spec.Games, Score: e.Score}
	if r.played > 0 {
		p.Left = time.Since(r.began) / time.Duration(r.played) * time.Duration(all-r.Journal.next)
	}
	r.Progress(p)
}

// Provenance says in lines where values come from, after so many generations.
func (s *Spec) Provenance(command, date string, generations int) string {
	return strings.Join([]string{
		fmt.Sprintf("Figures of %s, tuned by %s on %s:", s.Agent, s.Method, date),
		command,
		fmt.Sprintf("%d of %d generations, %d games a point, seed %d, against %s; %s.", generations, s.Generations, s.Games, s.Seed, strings.Join(s.Opponents, " and "), s.Terms),
	}, "\n")
}
