package record_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/record"
	"marengo/stratego"
)

func conformanceFile(name string) string { return filepath.Join("testdata", "conformance", name) }

func TestConformance(t *testing.T) {
	var c record.Conformance
	for _, name := range []string{"cases.jsonl.gz", "games.jsonl.gz", "infosets.jsonl.gz"} {
		if err := c.File(conformanceFile(name)); err != nil {
			t.Fatal(err)
		}
	}
	if c.Games != 167 || c.Plies != 37082 || c.Inferences != 7790 {
		t.Errorf("compared %d games, %d plies, %d inferences, expected 167, 37082, 7790", c.Games, c.Plies, c.Inferences)
	}
}

func TestInferencesLast(t *testing.T) {
	games, infosets, none := conformanceFile("games.jsonl.gz"), conformanceFile("infosets.jsonl.gz"), "none.jsonl"
	got := record.InferencesLast([]string{infosets, none, games})
	if got[0] != none || got[1] != games || got[2] != infosets {
		t.Errorf("ordered %q", got)
	}
}

func TestBattles(t *testing.T) {
	data, err := os.ReadFile(conformanceFile("battles.json"))
	if err != nil {
		t.Fatal(err)
	}
	var battles map[string]map[string]string
	if err := json.Unmarshal(data, &battles); err != nil {
		t.Fatal(err)
	}
	n := 0
	for attacker, row := range battles {
		for defender, want := range row {
			a, _ := stratego.ParseRank(attacker[0])
			d, _ := stratego.ParseRank(defender[0])
			if got := stratego.Fight(a, d).String(); got != want {
				t.Errorf("%s against %s: %s, expected %s", attacker, defender, got, want)
			}
			n++
		}
	}
	if n != 120 {
		t.Errorf("%d battles, expected 120", n)
	}
}

// find returns the first record of a file, as loose JSON, that a plant can be put
// into.
func find(t *testing.T, name string, plant func(r map[string]any) bool) map[string]any {
	t.Helper()
	f, err := os.Open(conformanceFile(name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for in := json.NewDecoder(z); ; {
		var r map[string]any
		if err := in.Decode(&r); err != nil {
			t.Fatal("no record to plant a difference in: ", err)
		}
		if plant(r) {
			return r
		}
	}
}

func plies(r map[string]any) (list []map[string]any) {
	for _, p := range r["plies"].([]any) {
		list = append(list, p.(map[string]any))
	}
	return list
}

// A planted difference of each kind is noticed and named.
func TestConformanceNoticesDifferences(t *testing.T) {
	plants := map[string]func(r map[string]any) bool{
		"list of legal moves": func(r map[string]any) bool {
			p := plies(r)
			if len(p) < 3 {
				return false
			}
			legal := p[2]["legal"].([]any)
			p[2]["legal"] = legal[:len(legal)-1]
			return true
		},
		"list forbidden by two squares":  dropForbidden("two"),
		"list forbidden by more squares": dropForbidden("more"),
		"side to move": func(r map[string]any) bool {
			p := plies(r)
			if len(p) == 0 {
				return false
			}
			p[0]["player"] = "blue"
			return r["to_move"] == "red"
		},
		"battle": func(r map[string]any) bool {
			for _, p := range plies(r) {
				if b, ok := p["battle"].(map[string]any); ok {
					b["outcome"] = map[string]string{"win": "tie", "tie": "lose", "lose": "win"}[b["outcome"].(string)]
					return true
				}
			}
			return false
		},
		"result": func(r map[string]any) bool {
			res := r["result"].(map[string]any)
			if res["winner"] != "red" {
				return false
			}
			res["winner"] = "blue"
			return true
		},
	}
	for what, plant := range plants {
		t.Run(what, func(t *testing.T) {
			path := writeLines(t, t.TempDir(), "games.jsonl", find(t, "games.jsonl.gz", plant))
			expectDifference(t, path, what)
		})
	}
	t.Run("what red infers", func(t *testing.T) {
		info := find(t, "infosets.jsonl.gz", func(map[string]any) bool { return true })
		dir := t.TempDir()
		writeLines(t, dir, "games.jsonl", find(t, "games.jsonl.gz", func(r map[string]any) bool { return r["id"] == info["id"] }))
		for _, seen := range info["steps"].([]any)[0].(map[string]any)["red_sees"].(map[string]any) {
			seen.([]any)[3] = "F"
			break
		}
		expectDifference(t, writeLines(t, dir, "infosets.jsonl", info), "what red infers")
	})
}

func dropForbidden(list string) func(r map[string]any) bool {
	return func(r map[string]any) bool {
		for _, p := range plies(r) {
			if _, ok := p[list]; ok {
				delete(p, list)
				return true
			}
		}
		return false
	}
}

func writeLines(t *testing.T, dir, name string, records ...map[string]any) string {
	t.Helper()
	var b strings.Builder
	for _, r := range records {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func expectDifference(t *testing.T, path, what string) {
	t.Helper()
	err := new(record.Conformance).File(path)
	var d *record.Difference
	if !errors.As(err, &d) || !strings.HasPrefix(d.What, what) || d.Record == "" || d.Theirs == d.Ours {
		t.Errorf("%v, expected a difference in the %s", err, what)
	}
}

// Two folders may use one id: inferences are about the game of their own folder.
func TestInferencesKeepToTheirFolder(t *testing.T) {
	var c record.Conformance
	var later []string
	for _, square := range []string{"a1", "b1"} {
		dir := t.TempDir()
		game := `{"id":"x","to_move":"red","pieces":{"` + square + `":"rF","k0":"bF"},"plies":[],"result":{"winner":"draw","reason":"both_immobile"}}`
		infer := `{"id":"x","steps":[{"n":0,"blue_sees":{"` + square + `":["` + square + `","F","F","F"]},"red_sees":{"k0":["k0","F","F","F"]}}]}`
		for name, text := range map[string]string{"first.jsonl": game, "infosets.jsonl": infer} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.File(filepath.Join(dir, "first.jsonl")); err != nil {
			t.Fatal(err)
		}
		later = append(later, filepath.Join(dir, "infosets.jsonl"))
	}
	for _, path := range later {
		if err := c.File(path); err != nil {
			t.Error(err)
		}
	}
}

func TestConformanceTakesWindowsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	const game = `{"id":"x","to_move":"red","pieces":{"a1":"rF","b1":"rB","k0":"bF"},"plies":[],"result":{"winner":"draw","reason":"both_immobile"}}`
	if err := os.WriteFile(path, []byte("\ufeff"+game+"\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := new(record.Conformance).File(path); err != nil {
		t.Error(err)
	}
}

func TestConformanceRefusesBadFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"junk":      "\x00\x01\x02",
		"cut":       `{"id":"x","rules":{"two_squares":3},"to_move":"red","pie`,
		"lake":      `{"id":"x","to_move":"red","pieces":{"c5":"rF"},"plies":[]}`,
		"rank":      `{"id":"x","to_move":"red","pieces":{"a1":"rX"},"plies":[]}`,
		"square":    `{"id":"x","to_move":"red","pieces":{"i1":"rF"},"plies":[]}`,
		"setup":     `{"id":"x","red":"F","blue":"F","plies":[]}`,
		"no game":   `{"id":"x","steps":[{"n":0,"red_sees":{}}]}`,
		"half":      `{"id":"x","to_move":"red","pieces":{"a1":"rF","b1":"r6","k0":"bF"},"plies":[]}`,
		"gzip":      "\x1f\x8b\x00",
		"empty":     "\n\n",
		"not there": "",
	} {
		path := filepath.Join(dir, name)
		if name != "not there" {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		err := new(record.Conformance).File(path)
		var d *record.Difference
		if err == nil || errors.As(err, &d) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, expected an error that names the file", name, err)
		}
	}
}
