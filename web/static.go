package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"marengo/web/api"
)

// The bundle is embedded where it has been built; dist-missing.html is there
// always, so that the program builds without it.
//
//go:embed dist*
var bundle embed.FS

// asset is a file of the bundle, ready to be sent.
type asset struct {
	kind    string
	plain   []byte
	zipped  []byte
	forever bool // its name changes with its content
}

var assets = sync.OnceValue(func() map[string]asset { return loadAssets(bundle) })

// loadAssets reads the bundle and compresses it once.
func loadAssets(files fs.FS) map[string]asset {
	all := make(map[string]asset)
	// An embedded file cannot fail to be read, and a bundle that is missing is
	// answered by the page that says so.
	_ = fs.WalkDir(files, "dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		key := strings.TrimPrefix(name, "dist")
		all[key] = newAsset(key, data)
		return nil
	})
	if _, ok := all["/index.html"]; !ok {
		data, err := fs.ReadFile(files, "dist-missing.html")
		if err == nil {
			all["/index.html"] = newAsset("/index.html", data)
		}
	}
	return all
}

func newAsset(name string, data []byte) asset {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		if _, err = w.Write(data); err == nil {
			err = w.Close()
		}
	}
	a := asset{kind: mime.TypeByExtension(path.Ext(name)), plain: data, forever: strings.HasPrefix(name, "/assets/")}
	if err == nil {
		a.zipped = b.Bytes()
	}
	return a
}

// servePage answers with a file of the bundle, and with the page itself for every
// address of the client: with the status that a bad address has, and the way back.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return api.Fail(http.StatusMethodNotAllowed, "pages can only be read")
	}
	status := http.StatusOK
	a, ok := assets()[r.URL.Path]
	if !ok {
		if strings.Contains(path.Base(r.URL.Path), ".") {
			return api.Fail(http.StatusNotFound, "there is no such file")
		}
		a = assets()["/index.html"]
		// The page brings the cookie: were it to come with the answers to what the page then
		// asks all at once, each would bring another.
		s.browsers.Profile(w, r)
		if err := s.checkPage(w, r); err != nil {
			if status = statusOf(err); status == http.StatusInternalServerError {
				return err
			}
		}
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "private, no-cache")
	if a.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	data := a.plain
	if a.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data = a.zipped
	}
	w.WriteHeader(status)
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// pages are the client's, each with what can stand after its name: a game, and a
// ply of it.
var pages = map[string]int{"": 0, "play": 1, "setups": 0, "replay": 2, "board": 2, "position": 0, "watch": 1, "ratings": 0, "statistics": 0, "help": 0, "settings": 0,
	"welcome": 0, "learn": 1, "cluster": 0, "friend": 0, "join": 0, "lobby": 0, "match": 1, "ladder": 0, "puzzles": 1}

// checkPage says what is wrong with a page's address.
func (s *Server) checkPage(w http.ResponseWriter, r *http.Request) error {
	name, rest, more := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	args := strings.Split(rest, "/")
	if !more {
		args = nil
	}
	if most, ok := pages[name]; !ok || len(args) > most {
		return api.Fail(http.StatusNotFound, "there is no such page")
	}
	switch {
	case len(args) == 0 || name == "learn" || name == "match" || name == "puzzles":
		return nil
	case name == "replay" || name == "board":
		_, _, err := s.library.Finished(r.Context(), args[0])
		return err
	}
	return s.hall.CheckPage(w, r, args[0])
}
