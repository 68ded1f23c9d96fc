package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"marengo/agents"
	"marengo/stratego"
)

// able says whether the worker can play the pairs of a lot exactly, and remembers why
// it cannot.
func (k *working) able(ctx context.Context, m *Match, lot *Lot) bool {
	name := m.Key + " " + lot.ID
	k.mu.Lock()
	r, known := k.refused[name]
	k.mu.Unlock()
	if known && time.Since(r.when) < refusedFor {
		return false
	}
	err := k.fits(ctx, m, lot)
	if ctx.Err() != nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil {
		delete(k.refused, name)
		return true
	}
	why := oneLine(err.Error())
	if r.Why != why {
		k.say("left to others: %s", why)
	}
	k.refused[name] = refusal{Refusal{Match: m.Key, Lot: lot.ID, Why: why}, time.Now()}
	return false
}

// refusal is work that is left to others, and when that was found.
type refusal struct {
	Refusal
	when time.Time
}

// refusedFor is when work that was left to others is looked at again.
const refusedFor = 10 * time.Second

// fits says why the worker cannot play the pairs of a lot.
func (k *working) fits(ctx context.Context, m *Match, lot *Lot) error {
	if lot.Terms.timed() {
		if _, err := k.factor(); err != nil {
			return err
		}
	} else if m.Platform != platform {
		return fmt.Errorf("the match is played on %s, this machine is %s: its arithmetic may differ", m.Platform, platform)
	}
	rules, err := stratego.ParseRules(lot.Terms.Rules)
	if err != nil {
		return err
	}
	for _, place := range lot.Players {
		p := m.Players[place]
		f, err := k.player(ctx, p)
		if err != nil {
			return err
		}
		if !f.Plays(rules.Variant) {
			return fmt.Errorf("agent %q does not play %v", p.Agent, rules.Variant)
		}
		if !lot.Terms.timed() && f.Kernel() != p.Kernel {
			return fmt.Errorf("agent %q computes its networks by %s, this machine by %s", p.Agent, p.Kernel, f.Kernel())
		}
	}
	return nil
}

// maxLoaded is how many players are kept loaded.
const maxLoaded = 64

// player makes a player of what was sent, or says why it would be another one.
func (k *working) player(ctx context.Context, p Player) (*agents.Factory, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	f := k.players[string(text)]
	k.mu.Unlock()
	if f != nil {
		return f, nil
	}
	if f, err = k.load(ctx, p); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.players) >= maxLoaded {
		clear(k.players)
	}
	k.players[string(text)] = f
	return f, nil
}

func (k *working) load(ctx context.Context, p Player) (*agents.Factory, error) {
	loader := agents.Loader{
		Place: func(name string) (string, error) { return k.cache.place(ctx, name) },
		Command: func(text string) (string, error) {
			if line, ok := k.engines[text]; ok {
				return line, nil
			}
			return "", errors.New("no engine of this machine's configuration is it")
		},
		Imported: func() ([]stratego.Setup, error) {
			if p.Imported == "" {
				return nil, nil
			}
			data, err := k.cache.fetch(ctx, p.Imported)
			if err != nil {
				return nil, err
			}
			return agents.ReadImported(data)
		},
	}
	f, err := loader.Parse(p.Agent)
	switch {
	case err != nil:
		return nil, err
	case f.Revision() != p.Revision:
		return nil, fmt.Errorf("agent %q plays by revision %q here, the match asks for %q", p.Agent, f.Revision(), p.Revision)
	case !slices.Equal(f.Hashes(), p.Data):
		return nil, fmt.Errorf("agent %q has other data here", p.Agent)
	}
	return f, nil
}
