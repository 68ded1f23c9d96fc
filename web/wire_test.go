package web

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"marengo/agent"
	"marengo/analysis"
	"marengo/web/wire"
)

// TestWireShapesAgree compares the client's declarations with the structs that the
// server encodes: the same names, and optional exactly where the server omits.
func TestWireShapesAgree(t *testing.T) {
	shapesAgree(t, "client/model/wire.ts", map[string]any{
		"Piece": wire.SeenPiece{}, "GameEvent": wire.GameEvent{}, "Dead": wire.Dead{}, "Forbidden": wire.Forbidden{}, "Position": wire.Position{},
		"Player": wire.Seated{}, "Result": wire.Ending{}, "Clock": wire.Clock{}, "GameState": wire.GameState{}, "Score": wire.Score{}, "Mark": wire.Mark{}, "Lesson": wire.Lesson{}, "Fights": wire.Fights{}, "Ladder": wire.Ladder{}, "SetupJudgement": wire.SetupJudgement{}, "SetupResult": wire.SetupResult{}, "PuzzleList": wire.PuzzleList{}, "Puzzle": wire.Puzzle{}, "PuzzleAnswer": wire.PuzzleAnswer{}, "Rung": wire.Rung{}, "LessonState": wire.LessonState{}, "Mind": wire.Mind{},
		"MindMessage": wire.MindMessage{}, "ErrorMessage": wire.ErrorMessage{}, "AgentInfo": wire.AgentInfo{}, "RulesInfo": wire.RulesInfo{},
		"NamedSetup": wire.NamedSetup{}, "Boot": wire.Boot{}, "SetupReason": wire.SetupReason{}, "SetupScore": wire.SetupScore{},
		"GameMeta": wire.GameMeta{}, "Seat": wire.Seat{}, "GameRow": wire.GameRow{}, "PlyLog": wire.PlyLog{}, "Analysis": wire.Analysis{}, "BoardState": wire.BoardState{},
		"Report": analysis.Report{}, "Told": analysis.Told{}, "Account": analysis.Account{}, "Moment": analysis.Moment{}, "Secret": analysis.Secret{},
		"MatchRow": wire.MatchRow{}, "RatingRow": wire.RatingRow{}, "StatRow": wire.StatRow{}, "GuessRow": wire.GuessRow{}, "Statistics": wire.Statistics{}, "FreePosition": wire.FreePosition{},
		"Candidate": agent.Candidate{}, "Belief": agent.Belief{}, "Table": agent.Table{}, "Thoughts": agent.Thoughts{},
	})
}

// shapesAgree compares the interfaces of a file of the client's with structs of the same names.
func shapesAgree(t *testing.T, file string, structs map[string]any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	declared := interfaces(string(data))
	for name, v := range structs {
		want, ok := declared[name]
		if !ok {
			t.Errorf("%s does not declare %s", file, name)
			continue
		}
		var got []string
		for i := range reflect.TypeOf(v).NumField() {
			key, options, _ := strings.Cut(reflect.TypeOf(v).Field(i).Tag.Get("json"), ",")
			if options == "omitempty" {
				key += "?"
			}
			got = append(got, key)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the server has %v, the client %v", name, got, want)
		}
	}
}

// interfaces reads the fields of each interface, a ? after those that may lack.
func interfaces(source string) map[string][]string {
	found := make(map[string][]string)
	head := regexp.MustCompile(`(?m)^export interface (\w+) (?:extends [^{]+)?\{\n([^}]*(?:\{[^}]*\}[^}]*)*)\n\}`)
	field := regexp.MustCompile(`(?m)^  (\w+\??):`)
	for _, m := range head.FindAllStringSubmatch(source, -1) {
		for _, f := range field.FindAllStringSubmatch(m[2], -1) {
			found[m[1]] = append(found[m[1]], f[1])
		}
	}
	return found
}
