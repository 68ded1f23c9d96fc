package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"marengo/agents"
)

// Files travel through the server's object store, each under its hash. A match says which
// ones it needs before it puts them there; what no running match needs is deleted.

// MaxFile is how large a file may be that a player loads.
const MaxFile = 64 << 20

// putFiles puts data where workers find it, unless it is there.
func (c *Conn) putFiles(ctx context.Context, list []agents.Data) error {
	if len(list) == 0 {
		return nil
	}
	files, err := c.files(ctx)
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := c.putFile(ctx, files, d); err != nil {
			return fmt.Errorf("cluster: file %s: %w", d.SHA256, err)
		}
	}
	return nil
}

func (c *Conn) putFile(ctx context.Context, files jetstream.ObjectStore, d agents.Data) error {
	asking, cancel := c.limited(ctx)
	_, err := files.GetInfo(asking, d.SHA256)
	cancel()
	if !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err // nil where it is there
	}
	data, err := d.Bytes()
	switch {
	case err != nil:
		return err
	case len(data) > MaxFile:
		return fmt.Errorf("%d bytes, at most %d travel", len(data), MaxFile)
	case hexSum(data) != d.SHA256:
		return errors.New("it has changed since the player was made")
	}
	_, err = files.PutBytes(ctx, d.SHA256, data)
	return err
}

// sweep deletes the files that neither a running match needs nor the caller. Matches are
// read after the files: one that begins meanwhile has said what it needs before it looks
// whether it is there. If it looked before the file went, it finds out at its next look.
func (c *Conn) sweep(ctx context.Context, needed []string) error {
	files, err := c.files(ctx)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	asking, cancel := c.limited(ctx)
	defer cancel()
	list, err := files.List(asking)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cluster: files: %w", err)
	}
	unread := make(map[string]int)
	matches, err := each[Match](ctx, c, matchBucket, unread)
	if err != nil || len(unread) > 0 { // nobody knows what those need
		return err
	}
	for _, m := range matches {
		if m.what.State == Running {
			needed = append(needed, m.what.Files...)
		}
	}
	for _, f := range list {
		if slices.Contains(needed, f.Name) {
			continue
		}
		err := c.asking(ctx, func(ctx context.Context) error { return files.Delete(ctx, f.Name) })
		if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return fmt.Errorf("cluster: file %s: %w", f.Name, err)
		}
	}
	return nil
}

func (c *Conn) files(ctx context.Context) (jetstream.ObjectStore, error) {
	ctx, cancel := c.limited(ctx)
	defer cancel()
	files, err := c.js.ObjectStore(ctx, fileBucket)
	if err != nil {
		return nil, fmt.Errorf("cluster: files: %w", err)
	}
	return files, nil
}

// cache is a worker's folder of files that came through the cluster, each named by its
// hash.
type cache struct {
	conn   *Conn
	folder string
}

// How a portable agent string names data (agents.Portable).
const (
	hashedFile   = "sha256:"
	hashedFolder = "folder-sha256:"
)

// place says where a file or folder lies that a portable agent string names, and gets
// it if need be. A path is never followed.
func (c *cache) place(ctx context.Context, name string) (string, error) {
	if sum, ok := strings.CutPrefix(name, hashedFile); ok {
		return c.file(ctx, sum)
	}
	if sum, ok := strings.CutPrefix(name, hashedFolder); ok {
		return c.unpacked(ctx, sum)
	}
	return "", fmt.Errorf("%.80q is no hash: files of this machine are not for others", name)
}

// file returns the path of a file of which the hash is known.
func (c *cache) file(ctx context.Context, sum string) (string, error) {
	if !isSum(sum) {
		return "", fmt.Errorf("%.80q is no hash", sum)
	}
	path := filepath.Join(c.folder, sum)
	if data, err := os.ReadFile(path); err == nil && hexSum(data) == sum {
		return path, nil
	}
	data, err := c.fetch(ctx, sum)
	if err != nil {
		return "", fmt.Errorf("file %s: %w", sum, err)
	}
	return path, writeWhole(path, data)
}

// fetch gets a file from the server, if it is what its name says.
func (c *cache) fetch(ctx context.Context, sum string) ([]byte, error) {
	files, err := c.conn.files(ctx)
	if err != nil {
		return nil, err
	}
	object, err := files.Get(ctx, sum)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(object, MaxFile+1))
	switch err := errors.Join(err, object.Close()); {
	case len(data) > MaxFile:
		return nil, fmt.Errorf("more than %d bytes", MaxFile)
	case err != nil:
		return nil, err
	case hexSum(data) != sum:
		return nil, errors.New("the server has something else under this hash")
	}
	return data, nil
}

// unpacked returns the path of a folder of which the list's hash is known.
func (c *cache) unpacked(ctx context.Context, sum string) (string, error) {
	list, err := c.file(ctx, sum)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(list)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(c.folder, "folder-"+sum)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		name, of, found := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !found || name != filepath.Base(name) || name == "." || name == ".." || !words(name, maxWords) {
			return "", fmt.Errorf("folder %s has a file %.80q, which is no plain name", sum, name)
		}
		path, err := c.file(ctx, of)
		if err != nil {
			return "", err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if err := writeWhole(filepath.Join(folder, name), data); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// writeWhole writes a file that others see whole or not at all.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "part-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), path)
}
