package cluster

import (
	"testing"
	"time"
)

// Matches take turns: first those with the fewest slots of the worker, then those that
// had the least of its time. One that comes later has no claim to the time before, and
// one whose coordinator is silent waits, unless it is stored.
func TestTurns(t *testing.T) {
	offered := func(key string, playing int, served, silent time.Duration, lasting bool) *offer {
		return &offer{match: &Match{Key: key, Lasting: lasting}, heard: time.Now().Add(-silent), playing: playing, served: served}
	}
	k := &working{matches: map[string]*offer{
		"busy":   offered("busy", 1, time.Second, 0, true),
		"served": offered("served", 0, time.Hour, 0, true),
		"hungry": offered("hungry", 0, time.Minute, 0, false),
		"silent": offered("silent", 0, time.Minute, 2*silentLimit, false),
		"stored": offered("stored", 0, 2*time.Minute, 2*silentLimit, true),
	}}
	want := []string{"hungry", "stored", "served", "busy"}
	got := k.turns()
	if len(got) != len(want) {
		t.Fatalf("%d matches, want %d", len(got), len(want))
	}
	for i, w := range want {
		if got[i].match.Key != w {
			t.Errorf("place %d has %s, want %s", i, got[i].match.Key, w)
		}
	}
	if least := k.leastServed(); least != time.Second {
		t.Errorf("a match that comes later starts at %v, want where the least served stands", least)
	}
}
