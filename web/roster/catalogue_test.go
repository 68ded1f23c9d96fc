package roster

import (
	"slices"
	"testing"

	"marengo/agents"
	"marengo/web/wire"
)

// TestPresetsAreOnOffer: whoever looks for star:schadd finds it.
func TestPresetsAreOnOffer(t *testing.T) {
	c := Agents()
	for _, name := range []string{"star", "star:schadd", "invincible:paper"} {
		if !slices.ContainsFunc(c.List(), func(a wire.AgentInfo) bool { return a.Name == name && a.Description != "" }) {
			t.Errorf("%s is not on the list", name)
		}
		for level := range agents.Levels + 1 {
			if _, err := c.Find(agents.AtLevel(name, level)); err != nil {
				t.Errorf("level %d: %v", level, err)
			}
		}
	}
	for _, name := range []string{"star:depth=3", "lewis:setup=file:x", "cmd:x"} {
		if _, err := c.Find(name); err == nil {
			t.Errorf("%s is found", name)
		}
	}
}
