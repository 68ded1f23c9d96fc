package formats_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/stratego/strategotest"

	"pgregory.net/rapid"
)

// drawGame draws a game: any rules and variant, from setups or a free position,
// random moves, and an end by the board, by the players or none.
func drawGame(t *rapid.T) *record.Game {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	rules := stratego.Rules{
		Variant:     rapid.SampledFrom([]stratego.Variant{stratego.Classic, stratego.Barrage}).Draw(t, "variant"),
		TwoSquares:  rapid.SampledFrom([]int{0, 3, 5}).Draw(t, "two"),
		ScoutClause: rapid.Bool().Draw(t, "scout"),
		MoreSquares: rapid.Bool().Draw(t, "more"),
		QuietLimit:  rapid.SampledFrom([]int{0, 60}).Draw(t, "quiet"),
		PlyLimit:    rapid.SampledFrom([]int{0, 120}).Draw(t, "limit"),
	}
	s, err := stratego.NewState(rules, stratego.ShuffledSetup(rules.Variant, rng), stratego.ShuffledSetup(rules.Variant, rng))
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "free") {
		strategotest.Wander(s, rapid.IntRange(1, 400).Draw(t, "before"), rng)
		s = restart(t, s)
	}
	strategotest.Wander(s, rapid.IntRange(0, 200).Draw(t, "plies"), rng)
	g, err := record.FromState(s)
	if err != nil {
		t.Fatal(err)
	}
	if !g.Result.Over() {
		g.Result = rapid.SampledFrom([]stratego.Result{
			record.Unfinished,
			{Winner: stratego.Red, Reason: stratego.Resigned},
			{Winner: stratego.Blue, Reason: stratego.Forfeit},
			{Winner: stratego.NoColor, Reason: stratego.AgreedDraw},
		}).Draw(t, "result")
	}
	return g
}

// restart begins a game from the pieces on the board, as a free position.
func restart(t *rapid.T, s *stratego.State) *stratego.State {
	var pieces []stratego.Placement
	for q := stratego.Square(0); q < stratego.Squares; q++ {
		if p, ok := s.At(q); ok {
			pieces = append(pieces, stratego.Placement{Square: q, Color: p.Color, Rank: p.Rank, Moved: p.Moved, Known: p.Known})
		}
	}
	s, err := stratego.NewPosition(s.Rules(), s.Turn(), pieces)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// decorate adds what only our own form keeps.
func decorate(t *rapid.T, g *record.Game) {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]{0,20}`))
	g.Players = [2]string{text.Draw(t, "red"), text.Draw(t, "blue")}
	g.Note = text.Draw(t, "note")
	if rapid.Bool().Draw(t, "dated") {
		g.Date = time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "date"), 0).UTC()
	}
	for range rapid.IntRange(0, 4).Draw(t, "lines") {
		g.Log = append(g.Log, record.LogLine{Ply: rapid.IntRange(0, 9999).Draw(t, "ply"), Text: text.Draw(t, "line")})
	}
}

func encode(t *rapid.T, f formats.Format, g *record.Game) []byte {
	data, err := f.Encode(g)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		decorate(t, g)
		data := encode(t, formats.Text, g)
		back, err := formats.Parse("game.marengo", data)
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		if !reflect.DeepEqual(back, g) {
			t.Fatalf("wrote\n%+v\nread\n%+v\nfrom\n%s", g, back, data)
		}
		if lost, err := formats.Text.Losses(g); err != nil || lost != nil {
			t.Fatalf("our own form loses %q, %v", lost, err)
		}
	})
}

// Foreign forms keep the beginning and the moves of what they can hold, and what
// was read once is read and written the same ever after.
func TestForeignRoundTrips(t *testing.T) {
	for _, f := range []formats.Format{formats.GSN, formats.XML, formats.EvaluatorLog} {
		t.Run(f.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := drawGame(t)
				if f == formats.EvaluatorLog && (g.Position != nil || g.Rules.Variant != stratego.Classic || !g.Result.Over()) {
					t.Skip("not of that kind")
				}
				decorate(t, g)
				first := encode(t, f, g)
				back, err := formats.Parse("game", first)
				if err != nil {
					t.Fatalf("%v in\n%s", err, first)
				}
				if !reflect.DeepEqual(back.Moves, g.Moves) || back.Setups != g.Setups || back.Result.Winner != g.Result.Winner {
					t.Fatalf("wrote\n%+v\nread\n%+v\nfrom\n%s", g, back, first)
				}
				second := encode(t, f, back)
				again, err := formats.Parse("game", second)
				if err != nil {
					t.Fatalf("%v in\n%s", err, second)
				}
				back.Repairs, again.Repairs = nil, nil
				if !reflect.DeepEqual(back, again) {
					t.Fatalf("read\n%+v\nthen\n%+v", back, again)
				}
			})
		})
	}
}

func mustParse(t *testing.T, text string) *record.Game {
	t.Helper()
	g, err := formats.Parse("test.marengo", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
