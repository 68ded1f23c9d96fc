package arena

import "testing"

// TestThreads: what a match may use of the machine is kept with it and reaches the players.
func TestThreads(t *testing.T) {
	s, err := ParseSpec(Spec{Agents: []string{"a", "b"}, Games: 2, Rules: "match", Threads: 3}.String())
	if err != nil {
		t.Fatal(err)
	}
	terms, err := s.terms()
	if err != nil || terms.Budget.Threads != 3 {
		t.Errorf("a budget of %d threads (%v)", terms.Budget.Threads, err)
	}
}
