package formats

import (
	"archive/zip"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marengo/record"
	"marengo/stratego"
)

// TestReadAnySetups takes the same two setups from every kind of file.
func TestReadAnySetups(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	red, blue := stratego.ShuffledSetup(stratego.Classic, rng), stratego.ShuffledSetup(stratego.Classic, rng)
	dir := t.TempDir()
	g := record.New(stratego.DefaultRules, red, blue)
	var paths []string
	for _, name := range []string{"game.gsn", "game.xml", "game.marengo"} {
		path := filepath.Join(dir, name)
		if _, err := Write(path, g); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	list := filepath.Join(dir, "list.tsv")
	if err := os.WriteFile(list, []byte("3\t"+red.String()+"\n1\t"+blue.String()+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "archive.zip")
	f, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, path := range paths[:2] {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create("2003/" + filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range append(paths, list, archive) {
		setups, err := ReadAnySetups(path)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		for i, s := range setups {
			if want := [2]stratego.Setup{red, blue}[i%2]; s.Setup != want {
				t.Errorf("%s: setup %d is %v, want %v", filepath.Base(path), i, s.Setup, want)
			}
		}
	}
	broken := filepath.Join(dir, "broken.zip")
	if err := os.WriteFile(broken, []byte("PK nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadAnySetups(broken); err == nil || !strings.Contains(err.Error(), "broken.zip") {
		t.Errorf("a broken archive gives %v", err)
	}
}
