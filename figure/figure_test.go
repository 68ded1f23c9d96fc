package figure

import (
	"math"
	"strings"
	"testing"
)

type sample struct {
	Decay float64 `figure:"0.85 0.5 1 0.05"`
	Step  float64 `figure:"2 0 10 0.5"`
	other int
}

func TestOf(t *testing.T) {
	var s sample
	Reset(&s)
	v := Of("hunt", &s)
	if len(v) != 2 || v[0].Name != "hunt.decay" || v[1].Low != 0 || v[1].High != 10 || v[1].Step != 0.5 || s.Decay != 0.85 || s.other != 0 {
		t.Errorf("%+v of %+v", v, s)
	}
	if err := v.Set([]float64{0.6, 3}); err != nil || s.Decay != 0.6 || s.Step != 3 {
		t.Errorf("%v, %+v", err, s)
	}
	for _, x := range [][]float64{{0.4, 3}, {0.6, math.NaN()}, {0.6}, {0.6, math.Inf(1)}} {
		if err := v.Set(x); err == nil || s != (sample{Decay: 0.6, Step: 3}) {
			t.Errorf("%v: %v, %+v", x, err, s)
		}
	}
}

func TestBadTags(t *testing.T) {
	for _, s := range []any{
		&struct {
			X float64 `figure:"1 2"`
		}{},
		&struct {
			X float64 `figure:"3 0 2 0.1"`
		}{},
		&struct {
			X float64 `figure:"1 0 2 x"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%T was accepted", s)
				}
			}()
			Of("", s)
		}()
	}
}

func TestFiles(t *testing.T) {
	var s sample
	Reset(&s)
	v := Of("", &s)
	if err := v.Read("f", strings.NewReader("# from nowhere\n\n step 4\n")); err != nil || s.Step != 4 || s.Decay != 0.85 {
		t.Errorf("%v, %+v", err, s)
	}
	var text strings.Builder
	if err := v.Write(&text, "one\ntwo"); err != nil {
		t.Fatal(err)
	}
	if want := "# one\n# two\ndecay 0.85\nstep 4\n"; text.String() != want {
		t.Errorf("wrote %q, expected %q", text.String(), want)
	}
	kept := s
	for text, says := range map[string]string{
		"decay 0.9\nstep":     "f:2:",
		"steps 4":             "there is no figure \"steps\"",
		"step 4\nstep 4":      "twice",
		"step four":           "no number",
		"step NaN":            "from 0 to 10",
		"step 1\n decay 0.49": "from 0.5 to 1",
		"step +Inf":           "from 0 to 10",
	} {
		err := v.Read("f", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, expected a sentence with %q", text, err, says)
		}
		if s != kept {
			t.Errorf("%q changed the figures: %+v", text, s)
		}
	}
}

func TestWords(t *testing.T) {
	var s sample
	Reset(&s)
	v := Of("", &s)
	if err := v.ReadWord(v.Word([]float64{0.70000001, 1e-7})); err != nil || s.Decay != 0.70000001 || s.Step != 1e-7 {
		t.Errorf("%v, %+v", err, s)
	}
	for text, says := range map[string]string{"decay": "such as", "decay@2": "from 0.5 to 1", "x@1": "no figure", "decay@1+decay@1": "twice"} {
		if err := v.ReadWord(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, expected a sentence with %q", text, err, says)
		}
	}
}
