package formats_test

import (
	"errors"
	"reflect"
	"testing"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// checkParse holds what every reader promises: a game that replays and survives
// being written and read, or an error that names a place, and no game.
func checkParse(t *testing.T, f formats.Format, data []byte) {
	g, err := f.Parse("f", data)
	if err != nil {
		var e *formats.Error
		if !errors.As(err, &e) || e.File != "f" || e.Line < 1 || e.Column < 1 || g != nil {
			t.Fatalf("error %v (%T) with game %v, expected a place and no game", err, err, g)
		}
		return
	}
	if _, err := g.Replay(); err != nil {
		t.Fatalf("what was read does not replay: %v", err)
	}
	text, err := formats.Text.Encode(g)
	if err != nil {
		t.Fatalf("what was read cannot be written: %v", err)
	}
	back, err := formats.Text.Parse("f", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	g.Repairs = nil
	if !reflect.DeepEqual(back, g) {
		t.Fatalf("read\n%+v\nthen\n%+v\nfrom\n%s", g, back, text)
	}
	again, err := f.Encode(g)
	if err != nil {
		t.Fatalf("what was read cannot be written in its own format: %v", err)
	}
	if _, err := f.Parse("f", again); err != nil {
		t.Fatalf("%v in\n%s", err, again)
	}
}

func fuzzFormat(f *testing.F, format formats.Format, more ...string) {
	rng := newRand(7)
	for _, v := range []stratego.Variant{stratego.Classic, stratego.Barrage} {
		s := strategotest.Shuffled(f, stratego.Rules{Variant: v, TwoSquares: 3}, rng)
		strategotest.Wander(s, 24, rng)
		g, err := record.FromState(s)
		if err != nil {
			f.Fatal(err)
		}
		if !g.Result.Over() {
			g.Result = stratego.Result{Winner: stratego.Red, Reason: stratego.Resigned}
		}
		if data, err := format.Encode(g); err == nil {
			f.Add(data)
		}
	}
	for _, text := range more {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkParse(t, format, data) })
}

func FuzzText(f *testing.F) {
	fuzzFormat(f, formats.Text, smallGame, smallPosition, "marengo game 1\nred: \"\\x00\"\nlog:\n  1 x\nresult: unfinished\n")
}

func FuzzGSN(f *testing.F) {
	fuzzFormat(f, formats.GSN, gsn("ab: hi", "A4-A5", "END", "a vs b result 1 winner 0"), gsn("A4-A5", "END", "A7-A6", "END"))
}

func FuzzXML(f *testing.F) {
	fuzzFormat(f, formats.XML, `<?xml version="1.0" encoding="ISO-8859-1"?><stratego><game type="free"><field content="`+exampleField+
		`"/><move id="1" source="A4" target="A5"/><result type="3" winner="1"/></game></stratego>`)
}

func FuzzEvaluatorLog(f *testing.F) {
	fuzzFormat(f, formats.EvaluatorLog, evaluatorHead+"1 RED: 0 3 DOWN 3 BOTHDIE 9 9\n1 BLU: \nGame ends\ntwo BLUE ILLEGAL 1 146 146\n",
		evaluatorHead+"1 RED: 0 3 DOWN OK\n1 BLUE: SURRENDER OK\nQUIT two BLUE SURRENDER 1 148 148\n")
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{smallGame, smallPosition, gsn("A4-A5", "END"), evaluatorHead, "<stratego>", exampleField, "", "\xef\xbb\xbf"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if format, ok := formats.Detect(data); ok {
			checkParse(t, format, data)
			return
		}
		var e *formats.Error
		if g, err := formats.Parse("f", data); !errors.As(err, &e) || g != nil {
			t.Fatalf("game %v, error %v, expected an error and no game", g, err)
		}
	})
}

func FuzzSetups(f *testing.F) {
	for _, text := range []string{boer1, "17\t" + boer1 + "\r\n", exampleField[:40], exampleField[60:], "# x\n", "F.B.......S.2.3.9.M.....2..............."} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := formats.ParseSetups("f", data)
		if err != nil {
			var e *formats.Error
			if !errors.As(err, &e) || list != nil {
				t.Fatalf("error %v with %d setups, expected a place and none", err, len(list))
			}
		}
		for _, l := range list {
			if err := l.Setup.Check(l.Variant()); err != nil || l.Count < 1 {
				t.Fatalf("%+v: %v", l, err)
			}
			for c := stratego.Red; c <= stratego.Blue; c++ {
				if _, back, err := formats.ParseStraDoS(formats.FormatStraDoS(c, l.Setup)); err != nil || back != l.Setup {
					t.Fatalf("%v as StraDoS is %v, %v", l.Setup, back, err)
				}
			}
		}
	})
}

func FuzzField(f *testing.F) {
	f.Add(exampleField)
	f.Fuzz(func(t *testing.T, text string) {
		pieces, err := formats.ParseField(text)
		if err != nil {
			return
		}
		again, err := formats.ParseField(formats.FormatField(pieces))
		if err != nil || !reflect.DeepEqual(again, pieces) {
			t.Fatalf("%v written and read as %v, %v", pieces, again, err)
		}
	})
}
