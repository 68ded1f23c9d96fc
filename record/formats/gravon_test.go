package formats_test

import (
	"slices"
	"strings"
	"testing"

	"marengo/record/formats"
	"marengo/stratego"

	"pgregory.net/rapid"
)

// exampleField is a classic game's field; red's sergeant stands on A1.
const exampleField = "FEBMBEFEEFBGIBHIBEDBGJDDDHCGJGDHDLIFKDDHAA__AA__AAAA__AA__AATPPWRUXPTPSVSOTPPPVSNPQNUTNUSNRQQRQNYNQR"

func gsn(lines ...string) string {
	return "#X38FA11 Stratego-Notation v2\ntype 0\n" + exampleField + "\n" + strings.Join(lines, "\n") + "\n"
}

func TestField(t *testing.T) {
	pieces, err := formats.ParseField(exampleField)
	if err != nil {
		t.Fatal(err)
	}
	if back := formats.FormatField(pieces); back != exampleField {
		t.Errorf("written again: %s", back)
	}
	red, err := formats.ParseAnySetup(exampleField[:40])
	if err != nil || red[3] != stratego.Flag || red[33] != stratego.Marshal {
		t.Errorf("red's flag and marshal are not on d1 and d4: %v, %v", red, err)
	}
	blue, err := formats.ParseAnySetup(exampleField[60:])
	if err != nil || blue[3] != stratego.Flag {
		t.Errorf("blue's flag is not on its fourth square: %v, %v", blue, err)
	}
}

func TestStraDoSRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom([]stratego.Variant{stratego.Classic, stratego.Barrage}).Draw(t, "variant")
		c := rapid.SampledFrom([]stratego.Color{stratego.Red, stratego.Blue}).Draw(t, "color")
		s := stratego.ShuffledSetup(v, newRand(rapid.Uint64().Draw(t, "seed")))
		color, back, err := formats.ParseStraDoS(formats.FormatStraDoS(c, s))
		if err != nil || color != c || back != s {
			t.Fatalf("%v %v read as %v %v, %v", c, s, color, back, err)
		}
		if any, err := formats.ParseAnySetup(s.String()); err != nil || any != s {
			t.Fatalf("%v read as %v, %v", s, any, err)
		}
	})
}

func TestGSNTolerance(t *testing.T) {
	for _, c := range []struct {
		name, text string
		plies      int
		repair     string
	}{
		{"plain", gsn("A4-A5", "A7-A6", "END", "al vs bo result 3 winner 1"), 2, ""},
		{"mark", "\xef\xbb\xbf" + gsn("A4-A5", "END", "al vs bo result 3 winner 1"), 1, "byte order mark"},
		{"windows", strings.ReplaceAll(gsn("A4-A5", "END", "al vs bo result 3 winner 1"), "\n", "\r\n"), 1, ""},
		{"two ends", gsn("A4-A5", "END", "END", "al vs bo result 3 winner 1"), 1, "a second END"},
		{"early end", gsn("A4-A5", "END", "A7-A6", "al vs bo result 3 winner 1"), 2, "END before the last move"},
		{"no end", gsn("A4-A5", "al vs bo result 3 winner 1"), 1, "no END"},
		{"no result", gsn("A4-A5", "END"), 1, "no result line"},
		{"chat", gsn("ab: hi", "A4-A5", "zz: \xfcber", "END", "al vs bo result 3 winner 1"), 1, "read as ISO 8859-1"},
		{"no header", "type 0\n" + exampleField + "\nEND\nal vs bo result 3 winner 1\n", 0, ""},
		{"no type", "#X38FA11 x\n" + exampleField + "\nEND\nal vs bo result 3 winner 1\n", 0, "no type: read as classic"},
		{"flag not taken", gsn("A4-A5", "END", "al vs bo result 1 winner 0"), 1, "kept as red wins (forfeit)"},
		{"clock", gsn("A4-A5", "END", "al vs bo result 12 winner 0"), 1, ""},
		{"blanks in names", gsn("A4-A5", "END", "al the great vs bo b result 4 winner 2"), 1, ""},
	} {
		g, err := formats.Parse("f.gsn", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		found := c.repair == "" && len(g.Repairs) == 0 ||
			c.repair != "" && slices.ContainsFunc(g.Repairs, func(r string) bool { return strings.Contains(r, c.repair) })
		if len(g.Moves) != c.plies || !found {
			t.Errorf("%s: %d plies, repairs %q", c.name, len(g.Moves), g.Repairs)
		}
	}
}

// Row 10 has three spellings; files are A to K without J.
func TestGravonSquares(t *testing.T) {
	const field = "MAAAAAAAAA" + "AAAAAAAAAD" + "AAAAAAAAAA" + "AAAAAAAAAA" + "AA__AA__AA" + "AA__AA__AA" +
		"AAAAAAAAAA" + "AAAAAAAAAA" + "AAAAAAAAAA" + "YAAAAAAAAP"
	for _, spelling := range []string{"K2-K:", "K2-K10", "K2-K0", "k2-k0"} {
		text := "#X38FA11 Stratego-Notation v2\ntype 2\n" + field + "\n" + spelling + "\nEND\n"
		g, err := formats.Parse("f", []byte(text))
		if err != nil || len(g.Moves) != 1 || stratego.To(g.Moves[0]).String() != "k0" {
			t.Errorf("%s: %+v, %v", spelling, g, err)
		}
	}
	xml := func(moves string) string {
		return `<stratego><game type = "classicfree"><field content="` + field + `"/>` + moves + `</game></stratego>`
	}
	// Indented, a move from row 10 has its colon where chat has it.
	indented := "#X38FA11 Stratego-Notation v2\ntype 2\n" + field + "\n K:-K9\nEND\n"
	if g, err := formats.Parse("f", []byte(indented)); err != nil || len(g.Moves) != 1 || len(g.Log) != 0 {
		t.Errorf("an indented move from row 10: %+v, %v", g, err)
	}
	// J for K where blue moves first.
	blueFirst := "#X38FA11 Stratego-Notation v2\ntype 2\n" + field + "\nJ:-J9\nJ2-J3\nEND\n"
	if g, err := formats.Parse("f", []byte(blueFirst)); err != nil || len(g.Moves) != 2 || g.Position.ToMove != stratego.Blue {
		t.Errorf("J for K, blue first: %+v, %v", g, err)
	}
	// J for K, J for I, and both of them, which no reading explains.
	for moves, want := range map[string]string{
		`<move id="1" source="J2" target="J3"/>`:                                        "k2-k3",
		`<move id="1" source="K2" target="J2"/>`:                                        "k2-j2",
		`<move id="1" source="I2" target="J2"/><move id="2" source="K10" target="K9"/>`: "bad square \"J2\"",
		`<move id="1" source="K2" target="K3"/><move id="1" source="K2" target="K4"/>`:  "k2-k3",
		`<move id="1" source="K2" target="K11"/>`:                                       "bad square \"K11\"",
		`<move id="1" source="K2"/>`:                                                    "<move> without target",
		`<move id="1" source="A1" target="A2"/>`:                                        "bombs and flags do not move",
		`<move id="1" source="K2" target="K3"/><result type="1" winner="4"/>`:           "winner 4, expected",
		`<move id="1" source="K2" target="K3"/><result type="9" winner="1"/>`:           "unknown result 9",
		`<result type="3" winner="1"/><move id="1" source="K2" target="K3"/>`:           "a move after the result",
		`<field content="A"/>`:                                                          "a second field",
	} {
		g, err := formats.Parse("f.xml", []byte(xml(moves)))
		if err != nil {
			if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "f.xml:1:") {
				t.Errorf("%s: %v, expected %s", moves, err, want)
			}
			continue
		}
		if len(g.Moves) != 1 || stratego.FormatMove(g.Moves[0]) != want {
			t.Errorf("%s: %v, expected %s", moves, g.Moves, want)
		}
		if len(g.Repairs) == 0 {
			t.Errorf("%s: nothing said of the missing result", moves)
		}
	}
}

// What stands outside the game's element is not part of the game.
func TestXMLOutsideTheGame(t *testing.T) {
	const move, result = `<move id="1" source="A4" target="A5"/>`, `<result type="3" winner="2"/>`
	for _, outside := range []string{
		`<stratego>` + `%s` + move + result + `</stratego>`,
		`<stratego>` + move + result + `%s` + `</stratego>`,
		`<stratego>` + `%s` + `<other>` + move + result + `</other></stratego>`,
		`<stratego>` + `<other>` + move + result + `</other>` + `%s</stratego>`,
	} {
		text := strings.Replace(outside, "%s", `<game type="classic"><field content="`+exampleField+`"/></game>`, 1)
		g, err := formats.Parse("f.xml", []byte(text))
		if err != nil || len(g.Moves) != 0 || g.Result.Over() {
			t.Errorf("%s: %+v, %v", outside, g, err)
		}
	}
}

func TestGravonRefuses(t *testing.T) {
	lake := exampleField[:42] + "E" + exampleField[43:]
	for _, c := range []struct{ name, text, want string }{
		{"cut in the moves", gsn("A4-A5", "A7-A6"), "6:1: the file ends too early, expected \"END\""},
		{"cut move", gsn("A4-A", "END"), `4:1: bad square "A"`},
		{"cut result", gsn("END", "a vs b result 1 winner"), `5:1: "a vs b result 1 winner", expected a line such as`},
		{"no field", "#X38FA11 x\ntype 0\nA4-A5\nEND\n", "3:1: a move before the field"},
		{"empty field", "#X38FA11 x\ntype 0\nEND\n", "4:1: the field is missing"},
		{"short field", "#X38FA11 x\ntype 0\n" + exampleField[:99] + "\nEND\n", "3:100: letter 100 of the field: a field of 99 letters, expected 100"},
		{"lake", "#X38FA11 x\ntype 0\n" + lake + "\nEND\n", "3:43: letter 43 of the field: a piece in the lake on c5"},
		{"letter", "#X38FA11 x\ntype 0\n" + strings.Replace(exampleField, "T", "Z", 1) + "\nEND\n", "unknown letter 'Z'"},
		{"counts", "#X38FA11 x\ntype 0\n" + strings.Replace(exampleField, "F", "G", 1) + "\nEND\n", "3:1: red's setup has 3 of rank 4"},
		{"ultimate", "#X38FA11 x\ntype 3\n" + exampleField + "\nEND\n", "3:1: an ultimate game has other rules"},
		{"type", "#X38FA11 x\ntype 7\n" + exampleField + "\nEND\n", `2:6: unknown type "7"`},
		{"missing piece", gsn("A5-A6", "END"), "4:1: ply 1: red cannot play a5-a6: there is no piece on that square"},
		{"junk line", gsn("hello world", "END"), `4:1: "hello world", expected a move such as`},
		{"binary", "#X38FA11 x\ntype 0\n\x00\x01\x02", "3:1: byte 0x00, expected text"},
		{"two games", gsn("END") + gsn("END"), "a second header"},
		{"move after the end", gsn("A4-A5", "END", "a vs b result 3 winner 1", "A7-A6"), "7:1: a move after the result"},
		{"cut XML", `<stratego><game type="classic"><field content="`, "1:48: unexpected EOF, expected well-formed XML"},
		{"other XML", `<html></html>`, `1:1: element "html", expected <stratego>`},
		{"no game", `<stratego></stratego>`, "no game, expected"},
		{"XML text", `<stratego>x</stratego>`, `1:11: text "x", expected an element`},
		{"XML field", `<stratego><game type="classic"><field content="` + lake + `"/></game></stratego>`, "1:90: letter 43 of the field"},
	} {
		g, err := formats.Parse("f", []byte(c.text))
		if err == nil || g != nil || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}
