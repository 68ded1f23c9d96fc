// Package api is how requests are read and answered: JSON in and out, errors as a
// status and a sentence, and whose browser asks.
//
// There are only a few types. A Handler answers a request or fails; an Error is a
// failure that the asker is told; Browsers give each browser a name.
package api

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
)

// Handler answers a request. What it returns is answered too: an *Error as it says,
// anything else as a fault of the server's.
type Handler func(http.ResponseWriter, *http.Request) error

// Route adds a Handler for a pattern of net/http's.
type Route func(pattern string, h Handler)

// Error is an answer with a status and a sentence.
type Error struct {
	Status int
	Text   string
}

func (e *Error) Error() string { return e.Text }

// Fail answers with a status and a sentence.
func Fail(status int, format string, args ...any) error {
	return &Error{status, fmt.Sprintf(format, args...)}
}

// Bad refuses a request that nobody could carry out.
func Bad(format string, args ...any) error { return Fail(http.StatusBadRequest, format, args...) }

// TooMany refuses what exceeds a limit.
func TooMany(text string) error { return Fail(http.StatusTooManyRequests, "%s", text) }

// Answer sends a value.
func Answer(w http.ResponseWriter, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("the answer cannot be written: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// Read reads a request's body; unknown fields are refused, so that a misspelt one
// is not passed over.
func Read[T any](r *http.Request) (v T, err error) {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, Bad("the request is no JSON of the expected shape: %v", err)
	}
	return v, nil
}

// Stream answers with one JSON object a line, each as soon as it is known.
type Stream struct {
	w http.ResponseWriter
	c *http.ResponseController
}

// NewStream begins an answer.
func NewStream(w http.ResponseWriter) *Stream {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	return &Stream{w, http.NewResponseController(w)}
}

// Send sends one more object.
func (s *Stream) Send(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("the answer cannot be written: %w", err)
	}
	_, _ = s.w.Write(append(data, '\n')) // a client that left ends the request's context
	_ = s.c.Flush()
	return nil
}

// Seed reads the seed of everything random, drawing one where none is given.
func Seed(text string) (uint64, error) {
	if text == "" {
		return rand.Uint64() >> 1, nil
	}
	seed, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, Bad("bad seed %q, expected a whole number", text)
	}
	return seed, nil
}
