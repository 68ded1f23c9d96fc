package marengo_test

import (
	"bufio"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLayers reads the package table of docs/architecture.md and fails on any
// import within the module that the table does not allow. Test files are exempt.
func TestLayers(t *testing.T) {
	order, allowed := readLayers(t)
	for dir, imports := range moduleImports(t) {
		may, ok := allowed[dir]
		if !ok {
			t.Errorf("package %s is not in the table of docs/architecture.md", dir)
			continue
		}
		for _, imp := range imports {
			if !permits(may, order, dir, imp) {
				t.Errorf("package %s imports %s, and may import: %s", dir, imp, may)
			}
		}
	}
}

// permits reads a cell of the table: names, "anything", "anything but a, b", or
// "all above but a, b".
func permits(may string, order []string, dir, imp string) bool {
	names := func(s string) []string { return strings.Split(strings.ReplaceAll(s, " ", ""), ",") }
	switch {
	case may == "anything":
		return true
	case strings.HasPrefix(may, "anything but "):
		return !slices.Contains(names(strings.TrimPrefix(may, "anything but ")), imp)
	case strings.HasPrefix(may, "all above but "):
		return slices.Index(order, imp) < slices.Index(order, dir) && slices.Contains(order, imp) &&
			!slices.Contains(names(strings.TrimPrefix(may, "all above but ")), imp)
	}
	return slices.Contains(names(may), imp)
}

func readLayers(t *testing.T) (order []string, allowed map[string]string) {
	f, err := os.Open("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	row := regexp.MustCompile("^\\| `([^`]+)` \\|.*\\| ?([^|]*?) ?\\|$")
	allowed = make(map[string]string)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if m := row.FindStringSubmatch(lines.Text()); m != nil {
			order = append(order, m[1])
			allowed[m[1]] = m[2]
		}
	}
	if err := lines.Err(); err != nil || len(order) == 0 {
		t.Fatalf("no package table in docs/architecture.md (%v)", err)
	}
	return order, allowed
}

// moduleImports returns, for each package directory, its imports within the module.
func moduleImports(t *testing.T) map[string][]string {
	const module = "marengo/"
	found := make(map[string][]string)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		if _, ok := found[dir]; !ok {
			found[dir] = nil
		}
		for _, spec := range file.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if rest, ok := strings.CutPrefix(imp, module); ok {
				found[dir] = append(found[dir], rest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
