package tune

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// broken fails after so many measurements, as a run that is killed.
type broken struct {
	Objective
	left int
}

var errKilled = errors.New("killed")

func (b *broken) Measure(ctx context.Context, generation int, values []float64) (float64, error) {
	if b.left--; b.left < 0 {
		return 0, errKilled
	}
	return b.Objective.Measure(ctx, generation, values)
}

// TestRunResumes: a run that is killed, its last line half written, goes on where it was and
// goes the same way as one that was not, without playing anything twice.
func TestRunResumes(t *testing.T) {
	for _, m := range Methods() {
		const points = 24
		generations := points / m.Points(1)
		whole, _ := diceRun(t, m.Name(), generations, 7, filepath.Join(t.TempDir(), "journal"))
		want, err := whole.Play(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "journal")
		for _, killed := range []int{5, 0, 8} {
			r, _ := diceRun(t, m.Name(), generations, 7, path)
			r.Objective = &broken{r.Objective, killed}
			if _, err := r.Play(context.Background()); !errors.Is(err, errKilled) {
				t.Fatalf("%s: %v", m.Name(), err)
			}
			appendTo(t, path, `{"generation":1,"val`)
		}
		r, _ := diceRun(t, m.Name(), generations, 7, path)
		r.Objective = &broken{r.Objective, points - 13}
		seen := Progress{}
		r.Progress = func(p Progress) { seen = p }
		got, err := r.Play(context.Background())
		if err := got.Plot(filepath.Join(t.TempDir(), "course.svg")); err != nil {
			t.Error(err)
		}
		if err != nil || !reflect.DeepEqual(got.Values, want.Values) || !reflect.DeepEqual(got.Scores, want.Scores) {
			t.Errorf("%s: %v, course %v, expected %v", m.Name(), err, got, want)
		}
		if seen.Points != points || seen.AllGames != points*LeastGames || seen.Games != seen.AllGames || seen.Generation != generations {
			t.Errorf("%s: at the end %+v", m.Name(), seen)
		}
	}
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestForeignJournals: a journal is never written over, and one whose points are other than
// the run's is refused.
func TestForeignJournals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	r, _ := diceRun(t, "spsa", 2, 1, path)
	if _, err := CreateJournal(path, r.Spec); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("a journal was begun twice: %v", err)
	}
	if _, err := r.Play(context.Background()); err != nil {
		t.Fatal(err)
	}
	again, _ := diceRun(t, "spsa", 2, 1, path)
	again.Spec.Seed++
	if _, err := again.Play(context.Background()); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("a journal of another seed: %v", err)
	}
	appendTo(t, path, "no JSON\n")
	if _, _, err := OpenJournal(path); err == nil || !strings.Contains(err.Error(), "journal:6") {
		t.Errorf("a spoilt journal: %v", err)
	}
}

func TestSpecIsChecked(t *testing.T) {
	good := Spec{Agent: "a", Opponents: []string{"b", "c"}, Figures: []string{"f"}, From: []float64{0}, Method: "spsa", Generations: 1, Games: 200}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for says, change := range map[string]func(*Spec){
		"no figures":        func(s *Spec) { s.Figures = nil },
		"at least 2":        func(s *Spec) { s.Opponents = s.Opponents[:1] },
		"generations":       func(s *Spec) { s.Generations = 0 },
		"at least 200":      func(s *Spec) { s.Games = 100 },
		"such as 204":       func(s *Spec) { s.Games = 202 },
		"spsa or evolution": func(s *Spec) { s.Method = "luck" },
	} {
		s := good
		change(&s)
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v, expected %q", s, err, says)
		}
	}
}
