package web

import (
	"net/http"
	"time"
)

// cookieName is the profile's cookie: one for each browser.
const cookieName = "marengo_profile"

const cookieYears = 5

// profile returns whose browser this is, giving it a name on its first visit.
func (s *Server) profile(w http.ResponseWriter, r *http.Request) string {
	if c, err := r.Cookie(cookieName); err == nil && validID(c.Value) {
		return c.Value
	}
	id := s.newID()
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int((cookieYears * 365 * 24 * time.Hour).Seconds())})
	return id
}

// validID says whether a text could be a name that this server gave out.
func validID(s string) bool {
	if len(s) < 4 || len(s) > 40 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
