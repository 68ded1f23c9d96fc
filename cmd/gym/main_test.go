//go:build unix

package main

import (
	"strings"
	"testing"
)

func TestGuestsAreNamedAndCounted(t *testing.T) {
	guests, err := invite("careful=2,lewis=1")
	if err != nil || len(guests) != 3 {
		t.Fatalf("%d guests (%v), expected 3", len(guests), err)
	}
	for _, invited := range guests {
		player, err := invited()
		if err != nil {
			t.Fatal(err)
		}
		if err := player.Close(); err != nil {
			t.Error(err)
		}
	}
	if guests, err := invite(""); err != nil || len(guests) != 0 {
		t.Errorf("nobody was invited, and %d came (%v)", len(guests), err)
	}
}

func TestBadInputIsToldInASentence(t *testing.T) {
	for _, c := range []struct {
		args   []string
		reason string
	}{
		{[]string{}, "no shared memory given"},
		{[]string{"--file", "/no/such/file"}, "no such file"},
		{[]string{"--games", "5", "--groups", "2"}, "do not divide"},
		{[]string{"somewhere"}, `unexpected argument "somewhere"`},
		{[]string{"bench", "--rules", "chess"}, `unknown rules "chess"`},
		{[]string{"bench", "--guests", "lewis"}, `bad guests "lewis"`},
		{[]string{"bench", "--guests", "nobody=1"}, `unknown agent "nobody"`},
		{[]string{"bench", "--games", "8", "--guests", "careful=9"}, "no room"},
		{[]string{"setups", "--generator", "nowhere"}, "nowhere"},
		{[]string{"setups", "--generator", "named:lewis/1", "--games", "4"}, "fewer than 4 different setups"},
	} {
		err := run(c.args)
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("gym %s: %v, expected %q", strings.Join(c.args, " "), err, c.reason)
		}
	}
}
