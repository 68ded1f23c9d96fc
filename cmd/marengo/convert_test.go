package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/record/formats"
)

func TestConvertThereAndBack(t *testing.T) {
	in := write(t, "game.marengo", testGame)
	dir := filepath.Dir(in)
	for _, ext := range []string{".gsn", ".xml", ".log"} {
		out := filepath.Join(dir, "game"+ext)
		_, said, err := run(t, "convert", in, out)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(said, "the note is left out") {
			t.Errorf("%s: nothing said of what is lost: %q", ext, said)
		}
		back := filepath.Join(dir, "back"+ext+".marengo")
		mustRun(t, "convert", out, back, "--rules", "match")
		g, err := formats.Read(back)
		if err != nil || len(g.Moves) != 5 || g.Rules.String() != "match" || g.Result.String() != "red wins (resigned)" {
			t.Errorf("%s: %+v, %v", ext, g, err)
		}
	}
	same := filepath.Join(dir, "same.stg")
	mustRun(t, "convert", in, same)
	if data, err := os.ReadFile(same); err != nil || string(data) != testGame {
		t.Errorf("not the same:\n%s%v", data, err)
	}
}

func TestConvertSaysWhatItMended(t *testing.T) {
	in := write(t, "game.marengo", testGame)
	gsn := filepath.Join(filepath.Dir(in), "game.gsn")
	mustRun(t, "convert", in, gsn)
	data, err := os.ReadFile(gsn)
	if err != nil {
		t.Fatal(err)
	}
	_, said, err := run(t, "convert", write(t, "broken.gsn", strings.Replace(string(data), "END\n", "END\nEND\n", 1)), gsn+".stg")
	if err != nil || !strings.Contains(said, "a second END") {
		t.Errorf("said %q, %v", said, err)
	}
}

func TestConvertRefuses(t *testing.T) {
	in := write(t, "game.marengo", testGame)
	dir := filepath.Dir(in)
	refused(t, "unknown extension", "convert", in, filepath.Join(dir, "game.doc"))
	refused(t, "exists; --force", "convert", in, in)
	refused(t, "expected two files", "convert", in)
	refused(t, "unknown rules", "convert", in, filepath.Join(dir, "x.gsn"), "--rules", "chess")
	refused(t, "under the rules two=0", "convert", in, filepath.Join(dir, "x.gsn"), "--rules", "plies=3")
	refused(t, "only classic games", "convert", write(t, "p.marengo", testPosition), filepath.Join(dir, "x.log"))
	refused(t, "3:1: ", "convert", write(t, "cut.marengo", "marengo game 1\nred: x\n"), filepath.Join(dir, "x.gsn"))
	if _, err := os.Stat(filepath.Join(dir, "x.gsn")); err == nil {
		t.Error("a refused conversion left a file")
	}
}

// Gravon knows no draw by quiet plies: whatever writes such a game there says so.
func TestWritersSayWhatAFormatLoses(t *testing.T) {
	const rules, loss = "two=3,scout=true,more=true,quiet=4,plies=0", "the result draw (quiet_limit) becomes draw (agreed_draw)"
	dir := t.TempDir()
	db := filepath.Join(dir, "games.db")
	mustRun(t, "match", "random", "random", "--rules", rules, "--games", "2", "--db", db, "--quiet")
	for name, args := range map[string][]string{
		"one game":   {"games", "export", "1", "--format", "gsn", "--db", db},
		"many games": {"games", "export", "--format", "gsn", "--db", db, "--out", filepath.Join(dir, "games")},
		"watch":      {"watch", "random", "random", "--rules", rules, "--delay", "0s", "--out", filepath.Join(dir, "watched.gsn")},
	} {
		if _, notes, err := run(t, args...); err != nil || strings.Count(notes, loss) != 1 {
			t.Errorf("%s: it says %q, %v", name, notes, err)
		}
	}
}
