package api

import (
	"crypto/rand"
	"encoding/base32"
	"net"
	"net/http"
	"strings"
	"time"

	"marengo/store"
)

// Cookie is the profile's: one for each browser.
const Cookie = "marengo_profile"

const cookieYears = 5

// Browsers give each browser a secret in a cookie that proves what is its own. The
// server keeps only the secret's hash, the browser's profile.
type Browsers struct {
	NewID  func() string // a name that nobody guesses
	Secure bool          // the cookie travels over HTTPS only
}

// Profile returns whose browser this is, giving it a secret on its first visit.
func (b Browsers) Profile(w http.ResponseWriter, r *http.Request) string {
	if id, ok := profile(r); ok {
		return id
	}
	secret := b.NewID()
	cookie := &http.Cookie{Name: Cookie, Value: secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: b.Secure,
		MaxAge: int((cookieYears * 365 * 24 * time.Hour).Seconds())}
	http.SetCookie(w, cookie)
	r.AddCookie(cookie) // whoever asks again about this request hears the same
	return store.Hash(secret)
}

// Address is where a request comes from, without the port.
func Address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Visitor is whom a request's work is counted to: a browser, or the address of one
// that shows no cookie.
func Visitor(r *http.Request) string {
	if id, ok := profile(r); ok {
		return id
	}
	return Address(r)
}

// profile reads the cookie, if this server could have given it out.
func profile(r *http.Request) (id string, ok bool) {
	c, err := r.Cookie(Cookie)
	if err != nil || len(c.Value) < 4 || len(c.Value) > 40 {
		return "", false
	}
	for _, x := range []byte(c.Value) {
		if (x < 'a' || x > 'z') && (x < '0' || x > '9') {
			return "", false
		}
	}
	return store.Hash(c.Value), true
}

// RandomID is a name that nobody guesses, in letters and digits.
func RandomID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // it never fails: see crypto/rand
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
