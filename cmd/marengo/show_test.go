package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestShowDrawsTheEnd(t *testing.T) {
	out := mustRun(t, "show", write(t, "game.marengo", testGame))
	for _, want := range []string{
		"Napoleon against Mélas, rules match, 1800-06-14, 5 plies",
		"  7  .   .  (3) (6) (2) (2) (7) (3) (8) (9)  7     blue to move",
		"  6 (M!) +  ~~~~~~~~ .   .  ~~~~~~~~ .   .   6     ply 5, 0 quiet",
		"() blue Mélas, 39 pieces",
		"lost 2",
		"red b4#2xb6#2: both scouts fall",
		"red wins: the opponent resigned (a bad day)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("colours although the output is no terminal")
	}
}

func TestShowPlies(t *testing.T) {
	path := write(t, "game.marengo", testGame)
	if out := mustRun(t, "show", path, "--ply", "0"); !strings.Contains(out, "ply 0") || strings.Contains(out, "wins") {
		t.Errorf("ply 0:\n%s", out)
	}
	if out := mustRun(t, "show", path, "--ply", "-2"); !strings.Contains(out, "ply 4") {
		t.Errorf("ply -2:\n%s", out)
	}
	if out := mustRun(t, "show", path, "--all"); strings.Count(out, "\n 10 ") != 6 {
		t.Errorf("not six positions:\n%s", out)
	}
	if out := mustRun(t, "show", path, "--delay", "1ms"); strings.Count(out, "\n 10 ") != 6 {
		t.Errorf("not six positions:\n%s", out)
	}
}

// A name or note must not command the terminal.
func TestShowPrintsNoControlCharacters(t *testing.T) {
	text := strings.Replace(testGame, "red: Napoleon", `red: "\x1b[2J\u009bNap\noleon"`, 1)
	text = strings.Replace(text, "note: a bad day", `note: "a \x1b[1mbad\nday"`, 1)
	out := mustRun(t, "show", write(t, "game.marengo", text), "--plain")
	if strings.ContainsAny(out, "\x1b\u009b") || !strings.Contains(out, "?[2J?Nap?oleon against") || !strings.Contains(out, "bad?day") {
		t.Errorf("shown as %q", out)
	}
}

func TestShowThroughEyes(t *testing.T) {
	out := mustRun(t, "show", write(t, "position.marengo", testPosition), "--eyes", "red")
	if !strings.Contains(out, "(?')") || strings.Contains(out, "S") {
		t.Errorf("red sees the spy:\n%s", out)
	}
	out = mustRun(t, "show", write(t, "position.marengo", testPosition), "--eyes", "blue")
	if !strings.Contains(out, "[M!]") || !strings.Contains(out, "[?]") || strings.Index(out, "  1 ") > strings.Index(out, " 10 ") {
		t.Errorf("blue's eyes:\n%s", out)
	}
}

func TestShowJSON(t *testing.T) {
	var g gameJSON
	out := mustRun(t, "show", write(t, "game.marengo", testGame), "--json", "--ply", "2")
	if err := json.Unmarshal([]byte(out), &g); err != nil {
		t.Fatal(err)
	}
	if g.Red != "Napoleon" || len(g.Moves) != 5 || g.Result.Winner != "red" || g.Position.Ply != 2 || len(g.Position.Pieces) != 80 || len(g.Position.Legal) == 0 {
		t.Errorf("%+v", g)
	}
}

func TestShowRefuses(t *testing.T) {
	path := write(t, "game.marengo", testGame)
	refused(t, "no such file", "show", "nowhere.marengo")
	refused(t, "no ply 6, expected 0 to 5", "show", path, "--ply", "6")
	refused(t, "unknown colour", "show", path, "--eyes", "green")
	refused(t, "expected one file", "show")
	refused(t, "bad.gsn:1:1: ", "show", write(t, "bad.gsn", "what?\n"))
	refused(t, "unknown flag", "show", "--nonsense")
	refused(t, "exclude each other", "show", path, "--all", "--ply", "3")
	refused(t, "exclude each other", "show", path, "--all", "--json")
}
