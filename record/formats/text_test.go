package formats_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/record/formats"
)

const smallGame = `marengo game 1
red: De Boer 1
blue: Arts 3
date: 2007-06-14T20:00:00Z
rules: match
red setup: 23B23BFB33 4B4785B564 54BS927782 6225263M26
blue setup: F6B3735523 7B2442B462 BS65B84B25 983722632M
moves:
   1. a4-a5     a7-a6
   2. a5#6xa6#M b7-b6
   3. b4#2xb6#2
result: unfinished
`

const smallPosition = `marengo position 1
rules: isf
red pieces: a1#F b1#B
red pieces: e4#M*!
blue pieces: e7#S*
blue pieces: k0#F
to move: red
`

func TestPositionFile(t *testing.T) {
	g := mustParse(t, smallPosition)
	s, err := g.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := s.At(34); !ok || !p.Known || !p.Moved {
		t.Errorf("e4 is %+v, expected a known marshal that moved", p)
	}
	data, err := formats.Text.Encode(g)
	if err != nil || string(data) != smallPosition {
		t.Errorf("written again:\n%s%v", data, err)
	}
}

func TestTextRefuses(t *testing.T) {
	change := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %q to change", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "1:1: \"\", expected"},
		{"blank", "\n\n", "expected"},
		{"version", change(smallGame, "game 1", "game 2"), `1:1: first line "marengo game 2", expected`},
		{"cut after the moves", change(smallGame, "result: unfinished\n", ""), `12:1: the file ends too early, expected "result:"`},
		{"cut result", change(smallGame, "unfinished\n", "unfin"), `12:9: bad result "unfin", expected`},
		{"cut move", change(smallGame, "b7-b6", "b7-"), `10:17: bad move "b7-"`},
		{"lost line", change(smallGame, "   2. a5#6xa6#M b7-b6\n", ""), `10:4: "3.", expected 2.`},
		{"count", change(smallGame, "23B23BFB33", "23B23BFB3B"), `6:12: red's setup has 4 of rank 3 (miner), expected 5`},
		{"letter", change(smallGame, "983722632M", "98372263?M"), `7:54: unknown rank '?'`},
		{"short setup", change(smallGame, "983722632M", "983722632"), `7:13: a setup of 39 characters, expected 40`},
		{"missing piece", change(smallGame, "3. b4#2xb6#2", "3. e5-e6"), "11:7: ply 5: red cannot play e5-e6: there is no piece"},
		{"wrong rank", change(smallGame, "a5#6xa6#M", "a5#6xa6#9"), "10:7: ply 3: the piece on a6 is called a general, but it is a marshal"},
		{"no battle", change(smallGame, "b7-b6", "b7xb6"), "10:17: ply 4: an attack on b6, but nobody stands there"},
		{"wrong result", change(smallGame, "unfinished", "red wins (flag)"), "12:9: the result is red wins (flag), but after ply 5 the board goes on"},
		{"unknown key", change(smallGame, "date:", "when:"), `4:1: unknown key "when", expected one of`},
		{"twice", change(smallGame, "date: 2007-06-14T20:00:00Z", "red: x"), `4:1: "red" a second time`},
		{"more", smallGame + "a4-a5\n", "13:1: \"a4-a5\" after the last line"},
		{"rules", change(smallGame, "match", "chess"), `5:8: unknown rules "chess"`},
		{"date", change(smallGame, "2007-06-14T20:00:00Z", "yesterday"), "4:7: bad date"},
		{"date before year 0", change(smallGame, "2007-06-14T20:00:00Z", "0000-01-01T00:30:00+01:00"), "4:7: bad date"},
		{"date of five digits", change(smallGame, "2007-06-14T20:00:00Z", "9999-12-31T23:30:00-01:00"), "4:7: bad date"},
		{"rules twice", change(smallGame, "match", "two=3,two=5"), `5:8: rules "two=3,two=5": two is given twice`},
		{"junk", "marengo game 1\nred: \x00\x01", "2:6: byte 0x00, expected text"},
		{"not UTF-8", "marengo game 1\nred: \xff", "2:6: byte 0xff, expected UTF-8"},
		{"no setup", change(smallGame, "blue setup: F6B3735523 7B2442B462 BS65B84B25 983722632M\n", ""), `no "blue setup:"`},
		{"lake", change(smallPosition, "e4#M*!", "c5#M*!"), "4:13: a piece in the lake on c5"},
		{"two", change(smallPosition, "e7#S*", "e4#S*"), "5:14: two pieces on e4"},
		{"moved bomb", change(smallPosition, "b1#B", "b1#B*"), "3:18: the bomb on b1 cannot have moved"},
		{"off the board", change(smallPosition, "b1#B", "i1#B"), `3:18: bad square "i1"`},
		{"too many", change(smallPosition, "b1#B", "b1#F"), "7:10: red has more than 1 of rank F"},
		{"no turn", change(smallPosition, "to move: red\n", ""), `7:1: the file ends too early, expected "to move:"`},
		{"no colour", change(smallPosition, "to move: red", "to move: re"), `7:10: unknown colour "re"`},
		{"moves in a position", change(smallPosition, "to move", "moves"), `7:1: unknown key "moves", expected one of rules`},
	} {
		g, err := formats.Parse("f", []byte(c.text))
		if err == nil || g != nil || !strings.HasPrefix(err.Error(), "f:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}

func TestTextTakesWindowsFiles(t *testing.T) {
	dos := "\xef\xbb\xbf" + strings.ReplaceAll("# a comment\n\n"+smallGame, "\n", "\r\n")
	data, err := formats.Text.Encode(mustParse(t, dos))
	if err != nil || string(data) != smallGame {
		t.Errorf("read from Windows:\n%s%v", data, err)
	}
}

func TestReadAndWriteByPath(t *testing.T) {
	dir := t.TempDir()
	g := mustParse(t, smallGame)
	g.Result.Winner, g.Result.Reason = 1, 6 // red resigned
	for _, ext := range formats.Extensions() {
		path := filepath.Join(dir, "game"+ext)
		if _, err := formats.Write(path, g); err != nil {
			t.Fatal(err)
		}
		back, err := formats.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(back.Moves) != len(g.Moves) || back.Result != g.Result {
			t.Errorf("%s: %d moves, %v", ext, len(back.Moves), back.Result)
		}
	}
	if _, err := formats.Write(filepath.Join(dir, "game.txt"), g); err == nil || !strings.Contains(err.Error(), "unknown extension") {
		t.Errorf("an unknown extension: %v", err)
	}
	if _, err := formats.Read(filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}
