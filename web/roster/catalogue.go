// Package roster knows the players that the page offers, and how strong the arena
// has found them.
package roster

import (
	"fmt"
	"slices"
	"sync"

	"marengo/agents"
	"marengo/arena"
	"marengo/web/wire"
)

// Catalogue finds players by their agent string.
type Catalogue interface {
	// Find returns the player of an agent string that is on offer.
	Find(text string) (arena.Contender, error)
	// List returns every player on offer.
	List() []wire.AgentInfo
}

// table is the Catalogue of package agents. A player's files are loaded once.
//
// Only players on its list are found. An agent string can name a program to start
// or a file to read, and whoever reaches the page must not choose those.
type table struct {
	offered []wire.AgentInfo
	mu      sync.Mutex
	found   map[string]arena.Contender
}

// Agents returns the Catalogue of the players this program has, by their plain
// names and their presets', and of further ones. Players that cannot be given a board, or whose files
// are missing, are left out.
func Agents(further ...*agents.Factory) Catalogue {
	t := &table{offered: slices.Clone(usable()), found: make(map[string]arena.Contender)}
	for _, f := range further {
		text := f.String()
		if slices.ContainsFunc(t.offered, func(a wire.AgentInfo) bool { return a.Name == text }) {
			continue
		}
		t.offered = append(t.offered, infoOf(text, f.Entry))
		t.found[text] = f
	}
	return t
}

// usable lists the players that can sit down to a game in this program.
var usable = sync.OnceValue(func() (list []wire.AgentInfo) {
	offer := func(name, description string, e agents.Entry) {
		if sitsDown(name) {
			info := infoOf(name, e)
			info.Description = description
			list = append(list, info)
		}
	}
	for _, e := range agents.Table() {
		if e.OwnSetup {
			continue
		}
		offer(e.Name, e.Description, e)
		for _, p := range e.Presets {
			offer(e.Name+":"+p.Name, p.Help, e)
		}
	}
	return list
})

func sitsDown(name string) bool {
	f, err := agents.Parse(name)
	if err != nil {
		return false
	}
	a, err := f.New()
	return err == nil && a.Close() == nil
}

func infoOf(name string, e agents.Entry) wire.AgentInfo {
	a := wire.AgentInfo{Name: name, Description: e.Description, Paper: e.Paper, Whole: e.OwnSetup}
	for _, v := range e.Variants {
		a.Variants = append(a.Variants, v.String())
	}
	return a
}

func (t *table) Find(text string) (arena.Contender, error) {
	if !t.offers(text) {
		return nil, fmt.Errorf("agent %q is not on offer here", text)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := t.found[text]; ok {
		return f, nil
	}
	f, err := agents.Parse(text)
	if err != nil {
		return nil, err
	}
	t.found[text] = f
	return f, nil
}

// offers says whether a player is on the list, as it is or at a level.
func (t *table) offers(text string) bool {
	return slices.ContainsFunc(t.offered, func(a wire.AgentInfo) bool {
		for level := range agents.Levels {
			if agents.AtLevel(a.Name, level) == text {
				return true
			}
		}
		return false
	})
}

func (t *table) List() []wire.AgentInfo { return slices.Clone(t.offered) }
