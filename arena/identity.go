package arena

import (
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

// Identity returns what tells a player from others: in the store, and in a Pair.
func Identity(c Contender) store.Player { return store.Player{Name: c.String(), Files: c.Files()} }

// found returns the player of an identity; one that would play otherwise under the
// same name is refused.
func (find Finder) found(want store.Player) (Contender, error) {
	c, err := find(want.Name)
	if err != nil {
		return nil, err
	}
	if c.Files() != want.Files {
		return nil, fmt.Errorf("agent %q has other files than when the match began: it would be another player", want.Name)
	}
	return c, nil
}

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
