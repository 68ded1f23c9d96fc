package conform_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marengo/record/conform"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

func conformanceFile(name string) string { return filepath.Join("testdata", name) }

func TestConformance(t *testing.T) {
	var c conform.Comparison
	for _, name := range []string{"cases.jsonl.gz", "games.jsonl.gz", "infosets.jsonl.gz"} {
		if err := c.File(conformanceFile(name)); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Differences) > 0 {
		t.Errorf("%d differences, the first: %v", len(c.Differences), c.Differences[0])
	}
	if c.Games != 167 || c.Plies != 37082 || c.Inferences != 7790 {
		t.Errorf("compared %d games, %d plies, %d inferences, expected 167, 37082, 7790", c.Games, c.Plies, c.Inferences)
	}
}

func TestInferencesLast(t *testing.T) {
	games, infosets, none := conformanceFile("games.jsonl.gz"), conformanceFile("infosets.jsonl.gz"), "none.jsonl"
	got := conform.InferencesLast([]string{infosets, none, games})
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

// A scout that has hunted to and fro over one border: going back as far as it came
// from crosses it once more, and brings a position of the chase back.
func TestMovesThatBothRulesForbid(t *testing.T) {
	const both = "j9-a9"
	without := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(m string) bool { return m == both })
	}
	for _, c := range []struct {
		two, more   bool // the record lists the move
		differences int
	}{{true, true, 0}, {true, false, 0}, {false, true, 0}, {false, false, 2}} {
		r := bothForbid(t)
		last := r["final"].(map[string]any)
		two, more := last["two"].([]string), last["more"].([]string)
		if !slices.Contains(two, both) || !slices.Contains(more, both) {
			t.Fatalf("%s is not forbidden by both rules: %v, %v", both, two, more)
		}
		if !c.two {
			last["two"] = without(two)
		}
		if !c.more {
			last["more"] = without(more)
		}
		var got conform.Comparison
		if err := got.File(writeLines(t, t.TempDir(), "games.jsonl", r)); err != nil || len(got.Differences) != c.differences {
			t.Errorf("%+v: %v, %v", c, got.Differences, err)
		}
	}
}

// bothForbid is a game as another referee might judge it.
func bothForbid(t *testing.T) map[string]any {
	t.Helper()
	pieces := map[string]string{"j7": "rM", "e0": "rF", "j0": "r2", "a9": "b2", "k8": "bM", "h8": "bF", "h4": "b3"}
	var list []string
	for square, p := range pieces {
		list = append(list, map[byte]string{'r': "red ", 'b': "blue "}[p[0]]+p[1:]+" "+square)
	}
	s := strategotest.Position(t, stratego.Rules{TwoSquares: 3, ScoutClause: true, MoreSquares: true}, stratego.Blue, list...)
	words := func(moves []stratego.Move) (list []string) {
		for _, m := range moves {
			list = append(list, stratego.FormatMove(m))
		}
		slices.Sort(list)
		return list
	}
	judged := func() map[string]any {
		two, more := s.ForbiddenMoves(nil, nil)
		return map[string]any{"n": s.Ply() + 1, "player": s.Turn().String(), "legal": words(s.Moves(nil)), "two": words(two), "more": words(more)}
	}
	var plies []any
	for _, move := range []string{"k8-k7", "j7-j8", "a9-j9", "j0-g0", "j9-g9", "g0-j0", "g9-j9", "j8-j7"} {
		p := judged()
		p["move"] = move
		plies = append(plies, p)
		strategotest.Play(t, s, move)
	}
	return map[string]any{"id": "both", "rules": map[string]any{"two_squares": 3, "scout_clause": true, "more_squares": true},
		"to_move": "blue", "pieces": pieces, "plies": plies, "final": judged(), "result": map[string]any{"winner": "none", "reason": "unfinished"}}
}

// All differences are listed, of every ply and record.
func TestAllDifferencesAreListed(t *testing.T) {
	first := find(t, "games.jsonl.gz", func(r map[string]any) bool { return len(plies(r)) > 20 })
	second := bothForbid(t)
	for _, i := range []int{3, 7, 11} {
		plies(first)[i]["legal"] = []string{"a1-a2"}
	}
	second["plies"].([]any)[2].(map[string]any)["move"] = "a9-a8"
	var c conform.Comparison
	if err := c.File(writeLines(t, t.TempDir(), "games.jsonl", first, second)); err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, d := range c.Differences {
		places = append(places, fmt.Sprintf("%s %d %s", d.Record, d.Ply, d.What))
	}
	id := first["id"].(string)
	for i, want := range []string{id + " 4 list of legal moves", id + " 8 list of legal moves", id + " 12 list of legal moves",
		"both 5 list of legal moves", "both 5 move"} {
		if i >= len(places) || places[i] != want {
			t.Fatalf("differences %q, expected %q as number %d", places, want, i+1)
		}
	}
	if c.Games != 0 {
		t.Errorf("%d games agree", c.Games)
	}
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
	var c conform.Comparison
	if err := c.File(path); err != nil {
		t.Fatal(err)
	}
	if len(c.Differences) == 0 {
		t.Fatalf("no difference, expected one in the %s", what)
	}
	if d := c.Differences[0]; !strings.HasPrefix(d.What, what) || d.File != path || d.Record == "" || d.Theirs == d.Ours {
		t.Errorf("%v, expected a difference in the %s", d, what)
	}
}

// Two folders may use one id: inferences are about the game of their own folder.
func TestInferencesKeepToTheirFolder(t *testing.T) {
	var c conform.Comparison
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
		if err := c.File(path); err != nil || len(c.Differences) > 0 {
			t.Error(err, c.Differences)
		}
	}
}

func TestConformanceTakesWindowsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	const game = `{"id":"x","to_move":"red","pieces":{"a1":"rF","b1":"rB","k0":"bF"},"plies":[],"result":{"winner":"draw","reason":"both_immobile"}}`
	if err := os.WriteFile(path, []byte("\ufeff"+game+"\r\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := new(conform.Comparison).File(path); err != nil {
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
		err := new(conform.Comparison).File(path)
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, expected an error that names the file", name, err)
		}
	}
}

func FuzzConformance(f *testing.F) {
	for _, text := range []string{
		`{"id":"x","rules":{"two_squares":3,"scout_clause":true,"more_squares":true},"to_move":"red","pieces":{"a1":"rF","b1":"r6","k0":"bF"},` +
			`"plies":[{"n":1,"player":"red","legal":["b1-b2","b1-c1"],"move":"b1-b2"}],"result":{"winner":"none","reason":"unfinished"}}`,
		`{"id":"x","steps":[{"n":0,"red_sees":{"k0":["k0","F","F","F"]},"blue_sees":{"a1":null}}]}`,
	} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "games.jsonl")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		// An error or none: what matters is that there is an answer.
		_ = new(conform.Comparison).File(path)
	})
}
