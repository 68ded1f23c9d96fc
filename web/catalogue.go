package web

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"marengo/agents"
	"marengo/arena"
	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// AgentInfo is an agent as the client offers it.
type AgentInfo struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Paper       string   `json:"paper"`
	Variants    []string `json:"variants"`
	Whole       bool     `json:"whole,omitempty"` // it plays whole games only, and thinks about no position
	Rating      *float64 `json:"rating,omitempty"`
	RatingError *float64 `json:"ratingError,omitempty"`
	RatingGames *int     `json:"ratingGames,omitempty"`
}

// RulesInfo is a rule preset with a sentence on it.
type RulesInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// NamedSetup is a setup of the literature.
type NamedSetup struct {
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Setup   string `json:"setup"`
}

// Boot is what a client needs to know at its start.
type Boot struct {
	Agents []AgentInfo  `json:"agents"`
	Rules  []RulesInfo  `json:"rules"`
	Setups []NamedSetup `json:"setups"`
}

// Catalogue finds players by their agent string.
type Catalogue interface {
	// Find returns the player of an agent string.
	Find(text string) (arena.Contender, error)
	// List returns every player on offer.
	List() []AgentInfo
}

// table is the Catalogue of package agents. A player's files are loaded once.
//
// Only players on its list are found. An agent string can name a program to start
// or a file to read, and whoever reaches the page must not choose those.
type table struct {
	offered []AgentInfo
	mu      sync.Mutex
	found   map[string]arena.Contender
}

// Agents returns the Catalogue of the players this program has, by their plain
// names, and of further ones. Players that cannot be given a board, or whose files
// are missing, are left out.
func Agents(further ...*agents.Factory) Catalogue {
	t := &table{offered: slices.Clone(usable()), found: make(map[string]arena.Contender)}
	for _, f := range further {
		text := f.String()
		if slices.ContainsFunc(t.offered, func(a AgentInfo) bool { return a.Name == text }) {
			continue
		}
		t.offered = append(t.offered, infoOf(text, f.Entry))
		t.found[text] = f
	}
	return t
}

// usable lists the players that can sit down to a game in this program.
var usable = sync.OnceValue(func() (list []AgentInfo) {
	for _, e := range agents.Table() {
		if !e.OwnSetup && sitsDown(e.Name) {
			list = append(list, infoOf(e.Name, e))
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

func infoOf(name string, e agents.Entry) AgentInfo {
	a := AgentInfo{Name: name, Description: e.Description, Paper: e.Paper, Whole: e.OwnSetup}
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
	return slices.ContainsFunc(t.offered, func(a AgentInfo) bool {
		for level := range agents.Levels {
			if agents.AtLevel(a.Name, level) == text {
				return true
			}
		}
		return false
	})
}

func (t *table) List() []AgentInfo { return slices.Clone(t.offered) }

// ratings remembers what the arena has measured for a while: every message names
// ratings, and a tournament ends rarely.
type ratings struct {
	db   *store.DB
	mu   sync.Mutex
	read time.Time
	by   map[string]store.Rating
}

const ratingsFresh = 30 * time.Second

// all returns each player's rating in the latest tournament that rated it.
func (r *ratings) all(ctx context.Context) map[string]store.Rating {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by != nil && time.Since(r.read) < ratingsFresh {
		return r.by
	}
	by := make(map[string]store.Rating)
	matches, err := r.db.Matches(ctx)
	if err != nil {
		return r.by
	}
	for _, m := range matches {
		if m.Kind != "tournament" || m.Status != store.Finished {
			continue
		}
		list, err := r.db.Ratings(ctx, m.ID)
		if err != nil {
			continue // a rating is an ornament: the game goes on without it
		}
		for _, x := range list {
			if _, ok := by[x.Player.Name]; !ok {
				by[x.Player.Name] = x
			}
		}
	}
	if len(by) == 0 {
		by = measured()
	}
	r.by, r.read = by, time.Now()
	return by
}

func (r *ratings) of(ctx context.Context, name string) *float64 {
	if x, ok := r.all(ctx)[name]; ok {
		return &x.Elo
	}
	return nil
}

// boot gathers what the client offers.
func (s *Server) boot(ctx context.Context) Boot {
	b := Boot{Agents: s.catalogue.List(), Setups: []NamedSetup{}}
	rated := s.ratings.all(ctx)
	for i := range b.Agents {
		if x, ok := rated[b.Agents[i].Name]; ok {
			b.Agents[i].Rating, b.Agents[i].RatingError, b.Agents[i].RatingGames = &x.Elo, &x.Error, &x.Games
		}
	}
	for _, name := range stratego.PresetNames() {
		b.Rules = append(b.Rules, RulesInfo{name, stratego.AboutPreset(name)})
	}
	for _, n := range setup.Named() {
		b.Setups = append(b.Setups, NamedSetup{n.Name, stratego.Classic.String(), n.Setup.String()})
	}
	return b
}

// encode writes a message; every type here has only strings, numbers and lists.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return []byte(`{"type":"error","code":"server","text":"a message could not be written"}`)
	}
	return data
}
