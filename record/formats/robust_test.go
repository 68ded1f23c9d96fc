package formats_test

import (
	"bytes"
	"reflect"
	"testing"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// finishedGame is a classic game of some length, in a form that all formats hold.
func finishedGame(t *testing.T) *record.Game {
	t.Helper()
	rng := newRand(12)
	s := strategotest.Shuffled(t, stratego.Rules{PlyLimit: 10000}, rng)
	strategotest.Wander(s, 61, rng)
	g, err := record.FromState(s)
	if err != nil {
		t.Fatal(err)
	}
	g.Players = [2]string{"alice", "bob"}
	g.Result = stratego.Result{Winner: stratego.Red, Reason: stratego.Resigned}
	return g
}

var allFormats = []formats.Format{formats.Text, formats.GSN, formats.XML, formats.EvaluatorLog}

// A file that is cut short anywhere is refused, or has lost nothing of the play.
func TestCutFilesAreNeverHalfRead(t *testing.T) {
	g := finishedGame(t)
	for _, f := range allFormats {
		data, err := f.Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		for n := range data {
			cut, err := formats.Parse("f", data[:n])
			if err == nil && (!reflect.DeepEqual(cut.Moves, g.Moves) || cut.Setups != g.Setups) {
				t.Fatalf("%v cut to %d of %d bytes is read as a game of %d plies", f, n, len(data), len(cut.Moves))
			}
			if err == nil && cut.Result != g.Result && len(cut.Repairs) == 0 {
				t.Fatalf("%v cut to %d of %d bytes has lost its result silently", f, n, len(data))
			}
		}
	}
}

func TestWindowsFiles(t *testing.T) {
	g := finishedGame(t)
	for _, f := range allFormats {
		data, err := f.Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		want, err := f.Parse("f", data)
		if err != nil {
			t.Fatal(err)
		}
		dos := append([]byte("\xef\xbb\xbf"), bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))...)
		got, err := formats.Parse("f", dos)
		if err != nil {
			t.Fatalf("%v: %v", f, err)
		}
		want.Repairs, got.Repairs = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v: read\n%+v, expected\n%+v", f, got, want)
		}
	}
}

func TestJunkIsRefused(t *testing.T) {
	rng := newRand(3)
	for n := range 200 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		for _, f := range allFormats {
			if g, err := f.Parse("f", data); err == nil || g != nil {
				t.Errorf("%v reads junk", f)
			}
		}
		if g, err := formats.Parse("f", data); err == nil || g != nil {
			t.Error("junk is read")
		}
	}
}
