package api

import (
	"crypto/rand"
	"encoding/base32"
	"net"
	"net/http"
	"strings"
	"time"
)

// Cookie is the profile's: one for each browser.
const Cookie = "marengo_profile"

const cookieYears = 5

// Browsers give each browser a name, its profile, that only it and the server know.
type Browsers struct {
	NewID func() string // a name that nobody guesses
}

// Profile returns whose browser this is, giving it a name on its first visit.
func (b Browsers) Profile(w http.ResponseWriter, r *http.Request) string {
	if id, ok := profile(r); ok {
		return id
	}
	id := b.NewID()
	http.SetCookie(w, &http.Cookie{Name: Cookie, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int((cookieYears * 365 * 24 * time.Hour).Seconds())})
	return id
}

// Visitor is whom a request's work is counted to: a browser, or the address of one
// that shows no cookie.
func Visitor(r *http.Request) string {
	if id, ok := profile(r); ok {
		return id
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
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
	return c.Value, true
}

// RandomID is a name that nobody guesses, in letters and digits.
func RandomID() string {
	var b [15]byte
	_, _ = rand.Read(b[:]) // it never fails: see crypto/rand
	return strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
}
