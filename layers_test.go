package marengo_test

import (
	"bufio"
	"bytes"
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
// import within the module that the table does not allow, on any that it allows by
// name and no file has, and on packages that only one of the two knows. Test files
// are exempt.
func TestLayers(t *testing.T) {
	order, allowed := readLayers(t)
	found := moduleImports(t)
	for dir, imports := range found {
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
		for _, name := range named(may) {
			if !slices.Contains(imports, name) {
				t.Errorf("package %s may import %s, and does not", dir, name)
			}
		}
	}
	for _, dir := range order {
		if _, ok := found[dir]; !ok {
			t.Errorf("the table of docs/architecture.md has package %s, which is not there", dir)
		}
	}
}

// named returns the packages that a cell of the table allows one by one.
func named(may string) []string {
	if may == "" || strings.HasPrefix(may, "anything") || strings.HasPrefix(may, "all above") {
		return nil
	}
	return names(may)
}

func names(list string) []string { return strings.Split(strings.ReplaceAll(list, " ", ""), ",") }

// permits reads a cell of the table: names, "anything", "anything but a, b", or
// "all above but a, b".
func permits(may string, order []string, dir, imp string) bool {
	switch {
	case may == "anything":
		return true
	case strings.HasPrefix(may, "anything but "):
		return !within(imp, names(strings.TrimPrefix(may, "anything but ")))
	case strings.HasPrefix(may, "all above but "):
		return slices.Index(order, imp) < slices.Index(order, dir) && slices.Contains(order, imp) &&
			!within(imp, names(strings.TrimPrefix(may, "all above but ")))
	}
	return slices.Contains(names(may), imp)
}

// within says whether a package is one of several, or lies below one.
func within(imp string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return imp == name || strings.HasPrefix(imp, name+"/") })
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

// TestExamples: a newcomer finds in every package how it is used.
func TestExamples(t *testing.T) {
	for dir := range moduleImports(t) {
		tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(tests, func(path string) bool {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			return bytes.Contains(text, []byte("\nfunc Example"))
		}) {
			t.Errorf("package %s has no Example", dir)
		}
	}
}
