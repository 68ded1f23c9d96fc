package arena

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"sync"

	"marengo/store"
)

// Finder finds a player by its agent string.
type Finder func(text string) (Contender, error)

// remembered returns a Finder that finds each player once and may be asked from
// several goroutines: some players load large files.
func (find Finder) remembered() Finder {
	var mu sync.Mutex
	known := make(map[string]Contender)
	return func(text string) (Contender, error) {
		mu.Lock()
		defer mu.Unlock()
		if c, ok := known[text]; ok {
			return c, nil
		}
		c, err := find(text)
		if err == nil {
			known[text] = c
		}
		return c, err
	}
}

// Revised is a Contender whose play has revisions: nothing for the first.
type Revised interface {
	Revision() string
}

// Identity returns what tells a player from others: in the store, and in a Pair.
func Identity(c Contender) store.Player {
	p := store.Player{Name: c.String(), Files: c.Files()}
	if r, ok := c.(Revised); ok {
		p.Revision = r.Revision()
	}
	return p
}

// found returns the player of an identity; one that would play otherwise under the
// same name is refused.
func (find Finder) found(want store.Player) (Contender, error) {
	c, err := find(want.Name)
	if err != nil {
		return nil, err
	}
	switch is := Identity(c); {
	case is.Revision != want.Revision:
		return nil, fmt.Errorf("agent %q plays by revision %s, the match began with revision %s: it would be another player",
			want.Name, cmp.Or(is.Revision, firstRevision), cmp.Or(want.Revision, firstRevision))
	case is.Files != want.Files:
		return nil, fmt.Errorf("agent %q has other files than when the match began: it would be another player", want.Name)
	}
	return c, nil
}

// firstRevision is how people call the revision that has no name.
const firstRevision = "1"

// hashOfFile returns the hash of the file that a provider reads; none for others.
func hashOfFile(provider string) (string, error) {
	_, path, found := strings.Cut(provider, "file:")
	if !found {
		return "", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}
