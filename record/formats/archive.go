package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"marengo/stratego"
)

// ReadAnySetups reads the setups of a list, of a game, or of all lists and games in
// a zip file such as Gravon's archive. What a file is follows from its
// extension: those of games, .zip, and any other for a list.
func ReadAnySetups(path string) ([]ListedSetup, error) {
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		return readZip(path)
	}
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return parseSetupFile(path, data)
}

// parseSetupFile reads the setups of one file.
func parseSetupFile(name string, data []byte) ([]ListedSetup, error) {
	f, err := FormatOf(name)
	if err != nil {
		return ParseSetups(name, data)
	}
	g, err := f.Parse(name, data)
	if err != nil {
		return nil, err
	}
	if g.Position != nil {
		return nil, fmt.Errorf("%s: the game begins from a free position, which has no setups", name)
	}
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	var list []ListedSetup
	for c, s := range g.Setups {
		list = append(list, ListedSetup{Setup: s, Count: 1, Name: fmt.Sprintf("%s/%v", base, stratego.Color(c))})
	}
	return list, nil
}

// readZip reads every file of an archive.
func readZip(path string) (list []ListedSetup, err error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { err = errors.Join(err, z.Close()) }()
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		data, err := readZipped(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		setups, err := parseSetupFile(f.Name, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, setups...)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s holds no setup", path)
	}
	return list, nil
}

// readZipped reads one file of an archive, which may claim any size.
func readZipped(f *zip.File) (data []byte, err error) {
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if data, err = io.ReadAll(io.LimitReader(r, maxFile+1)); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s has more than %d bytes", f.Name, maxFile)
	}
	return data, nil
}
