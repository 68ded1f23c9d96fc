package lobby

import (
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"marengo/store"
	"marengo/web/api"
)

// The length of a name, in letters.
const minName, maxName = 2, 24

// checkName says what is wrong with a name. Agents' names are theirs.
func (b *Lobby) checkName(name string) error {
	if n := utf8.RuneCountInString(name); n < minName || n > maxName || strings.TrimSpace(name) != name {
		return api.Bad("a name has %d to %d letters, and no space at its ends", minName, maxName)
	}
	for _, x := range name {
		if !unicode.IsLetter(x) && !unicode.IsMark(x) && !unicode.IsDigit(x) && !strings.ContainsRune(" -_.'", x) {
			return api.Bad("a name has letters, digits, spaces and - _ . ' only")
		}
	}
	if _, err := b.Catalogue.Find(strings.ToLower(name)); err == nil || strings.EqualFold(name, "person") || strings.EqualFold(name, "red") || strings.EqualFold(name, "blue") {
		return api.Fail(http.StatusConflict, "%s is the name of a player here; choose another", name)
	}
	return nil
}

// limit bounds how often names and keys are tried.
func (b *Lobby) limit(r *http.Request) error {
	if b.Names != nil && !b.Names.Take(api.Address(r), time.Now()) {
		return api.TooMany("too many attempts from your address; wait a little")
	}
	return nil
}

// postName gives who asks a name, or another one.
func (b *Lobby) postName(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Name string `json:"name"`
	}](r)
	if err != nil {
		return err
	}
	if err := errors.Join(b.limit(r), b.checkName(ask.Name)); err != nil {
		return err
	}
	err = b.DB.NamePerson(r.Context(), b.Browsers.Profile(w, r), ask.Name)
	if errors.Is(err, store.ErrNamed) {
		return api.Fail(http.StatusConflict, "another has the name %s; choose another", ask.Name)
	}
	if err != nil {
		return err
	}
	return b.answerMe(w, r)
}

func (b *Lobby) answerMe(w http.ResponseWriter, r *http.Request) error {
	me, err := b.me(r.Context(), b.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	return api.Answer(w, me)
}

// errNameless answers who asks for a key without a name.
var errNameless = api.Bad("choose a name first")

// postKey makes a personal key, shown this once; the one before it is void.
func (b *Lobby) postKey(w http.ResponseWriter, r *http.Request) error {
	key := b.Browsers.NewID()
	err := b.DB.SetKey(r.Context(), b.Browsers.Profile(w, r), store.Hash(key), false)
	if errors.Is(err, store.ErrNotFound) {
		return errNameless
	}
	if err != nil {
		return err
	}
	return api.Answer(w, map[string]string{"key": key})
}

// deleteKey revokes the personal key, and leaves behind every browser but the asker's.
func (b *Lobby) deleteKey(w http.ResponseWriter, r *http.Request) error {
	profile := b.Browsers.Profile(w, r)
	err := b.DB.SetKey(r.Context(), profile, "", true)
	if errors.Is(err, store.ErrNotFound) {
		return errNameless
	}
	if err != nil {
		return err
	}
	if err := b.Hall.Expel(r.Context(), profile); err != nil {
		return err
	}
	return b.answerMe(w, r)
}

// postUse makes this browser that of a personal key's owner.
func (b *Lobby) postUse(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Key string `json:"key"`
	}](r)
	if err != nil {
		return err
	}
	if err := b.limit(r); err != nil {
		return err
	}
	err = b.DB.UseKey(r.Context(), b.Browsers.Profile(w, r), store.Hash(strings.TrimSpace(ask.Key)))
	if errors.Is(err, store.ErrNotFound) {
		return api.Fail(http.StatusForbidden, "this key is not valid: it is misspelt, or was revoked")
	}
	if err != nil {
		return err
	}
	return b.answerMe(w, r)
}
