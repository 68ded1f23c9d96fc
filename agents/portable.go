package agents

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marengo/stratego"
)

// How a portable agent string names data: by the hash of a file, or of the list of a
// folder's files, each a line of name, tab and hash.
const (
	hashedFile   = "sha256:"
	hashedFolder = "folder-sha256:"
)

// Data is something that a player loads and that another machine needs to make it.
type Data struct {
	SHA256 string // in hexadecimal
	Bytes  func() ([]byte, error)
}

// Portable is a player as other machines name it: no path, and nothing that only this
// machine has, stands in it.
type Portable struct {
	Agent string // the agent string, files and folders standing under their hashes
	Data  []Data // what those hashes name

	// Imported is the hash of the Data that stands for a person's own setups; empty
	// for a player without.
	Imported string
}

// namedData is an option whose value names data by where it lies on this machine.
type namedData struct {
	option string
	path   string // as the option's value ends
	folder string // its list, for a folder
	sum    string
}

// Portable returns the player as other machines name it. A Loader whose Place finds
// the data, and whose Command knows the commands, makes the same player of it.
func (f *Factory) Portable() (Portable, error) {
	p := Portable{Agent: f.text}
	switch {
	case f.bound != "":
		return p, fmt.Errorf("agent %q plays only on this machine: %s", f.text, f.bound)
	case f.Free:
		p.Agent = f.Name + ":" + hashedFile + f.command
		return p, nil
	}
	if f.imported != nil {
		p.Imported = importedSum(f.imported)
		p.Data = append(p.Data, Data{p.Imported, func() ([]byte, error) { return joined(f.imported), nil }})
	}
	name, rest, _ := strings.Cut(f.text, ":")
	parts := strings.Split(rest, ",")
	for _, d := range f.named {
		i := slices.IndexFunc(parts, func(part string) bool { return f.sets(part, d) })
		if i < 0 {
			continue // the default of a preset
		}
		value := hashedFile + d.sum
		if d.folder != "" {
			value = hashedFolder + d.sum
			p.Data = append(p.Data, d.listed()...)
		}
		parts[i] = strings.TrimSuffix(parts[i], d.path) + value
		p.Data = append(p.Data, Data{d.sum, d.bytes})
	}
	if rest != "" {
		p.Agent = name + ":" + strings.Join(parts, ",")
	}
	return p, nil
}

// sets says whether a part of an agent string is the option that names some data.
func (f *Factory) sets(part string, d namedData) bool {
	option, value, _ := strings.Cut(part, "=")
	for _, o := range f.Options {
		if o.Was == option && option != "" {
			option = o.Name
		}
	}
	return option == d.option && strings.HasSuffix(value, d.path)
}

// bytes returns the file, or the folder's list.
func (d namedData) bytes() ([]byte, error) {
	if d.folder != "" {
		return []byte(d.folder), nil
	}
	return os.ReadFile(d.path)
}

// listed returns the files of a folder.
func (d namedData) listed() (list []Data) {
	for line := range strings.Lines(d.folder) {
		name, sum, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, Data{sum, func() ([]byte, error) { return os.ReadFile(filepath.Join(d.path, name)) }})
	}
	return list
}

// place says where a file or folder lies that an option names.
func (a *Args) place(name string) (string, error) {
	if a.loader.Place == nil {
		return name, nil
	}
	return a.loader.Place(name)
}

// read reads the file that an option's value ends with, and makes its hash part of the
// player's identity.
func (a *Args) read(option, name string) ([]byte, error) {
	path, err := a.place(name)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a.identify(name, data)
	a.named = append(a.named, namedData{option: option, path: name, sum: a.files[len(a.files)-1].SHA256})
	return data, nil
}

// readFrom reads a file of the folder that an option names, and makes its hash part of
// the player's identity.
func (a *Args) readFrom(option, folder, name string) ([]byte, error) {
	path, err := a.place(folder)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(path, name))
	if err != nil {
		return nil, err
	}
	a.identify(filepath.Join(folder, name), data)
	i := slices.IndexFunc(a.named, func(d namedData) bool { return d.option == option })
	if i < 0 {
		i = len(a.named)
		a.named = append(a.named, namedData{option: option, path: folder})
	}
	d := &a.named[i]
	if line := name + "\t" + a.files[len(a.files)-1].SHA256 + "\n"; !strings.Contains(d.folder, line) {
		d.folder += line
	}
	d.sum = hexSum([]byte(d.folder))
	return data, nil
}

// computes remembers how a network of the player is computed.
func (a *Args) computes(kernel fmt.Stringer) {
	if !slices.Contains(a.kernels, kernel.String()) {
		a.kernels = append(a.kernels, kernel.String())
	}
}

// Kernel says how the player's networks are computed; empty for a player without.
// Under another kernel the same player may choose other moves.
func (f *Factory) Kernel() string { return strings.Join(f.kernels, "+") }

// Hashes returns the hashes of what the player loaded, which tell it from others of
// the same name wherever its files lie.
func (f *Factory) Hashes() (list []string) {
	for _, file := range f.files {
		list = append(list, file.SHA256)
	}
	return list
}

// joined is the text of imported setups: what their hash is the hash of.
func joined(list []stratego.Setup) []byte {
	var b []byte
	for _, s := range list {
		b = append(b, s.String()...)
	}
	return b
}

func importedSum(list []stratego.Setup) string { return hexSum(joined(list)) }

// ReadImported reads the setups of Data that a player needs in place of a person's own.
func ReadImported(data []byte) (list []stratego.Setup, err error) {
	if len(data)%stratego.SetupSquares != 0 {
		return nil, errors.New("imported setups end in the middle of one")
	}
	for text := range slices.Chunk(data, stratego.SetupSquares) {
		s, err := stratego.ParseSetup(string(text))
		if err != nil {
			return nil, fmt.Errorf("imported setups: %w", err)
		}
		list = append(list, s)
	}
	return list, nil
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
