package agents

import (
	"context"
	"errors"
	"strings"

	"marengo/agent"
	"marengo/record/formats"
	"marengo/setup"
	"marengo/stratego"
)

// setupName is the option that says where a player's setups come from.
const setupName = "setup"

// setupOption is taken by every player that sets up from package setup.
func setupOption(provider string) Option {
	return Option{Name: setupName, Default: provider, Help: "where its setups come from, see marengo setups providers"}
}

// fileSetups begins the path of a provider that reads a file.
const fileSetups = "file:"

// placer gives a player its setups, and a Close for those that hold nothing.
type placer struct{ provider setup.Provider }

func (p placer) Setup(_ context.Context, g agent.Game) (stratego.Setup, error) {
	return p.provider.Setup(g.Rules, g.Rand())
}

func (placer) Close() error { return nil }

// Provider reads a setup provider, such as "human-like" or "named:lewis/1", or
// "imported" for those that the Loader was handed. A provider's file is part of the
// player's identity.
func (a *Args) Provider(name string) setup.Provider {
	text := a.values[name]
	if text == importedSetups {
		return a.importedProvider(name)
	}
	if kind, path, found := strings.Cut(text, fileSetups); found {
		placed, err := a.place(path)
		if err == nil {
			_, err = a.read(name, path)
		}
		if err != nil {
			a.Fail(name, err)
			return nil
		}
		text = kind + fileSetups + placed
	}
	p, err := setup.Parse(text)
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	return p
}

// importedProvider is the provider of the setups that a person has saved
// (Schoenmakers 5.1.4 with the person's own archive).
func (a *Args) importedProvider(name string) setup.Provider {
	list, err := a.importedSetups()
	if err == nil && len(list) == 0 {
		err = errors.New("the database holds no setups: marengo setups import FILE saves some")
	}
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	p, err := setup.Of(list)
	if err != nil {
		a.Fail(name, err)
		return nil
	}
	a.identifySetups(list)
	return p
}

// importedSetups returns the setups that the Loader was handed, the most frequent
// first.
func (a *Args) importedSetups() ([]stratego.Setup, error) {
	if a.loader.Imported == nil {
		return nil, nil
	}
	setups, err := a.loader.Imported()
	if err != nil {
		return nil, err
	}
	listed := make([]formats.ListedSetup, len(setups))
	for i, s := range setups {
		listed[i] = formats.ListedSetup{Setup: s, Count: 1}
	}
	return byFrequency(listed), nil
}

// identifySetups makes imported setups part of the player's identity.
func (a *Args) identifySetups(list []stratego.Setup) {
	a.own = list
	a.files = append(a.files, File{Path: "imported setups", SHA256: importedSum(list)})
}
