package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"marengo/experiment"
	"marengo/record"
	"marengo/record/archive"
	"marengo/store"
	"marengo/stratego"
)

// playedGames are classic games that were played: those of files that "dataset play" wrote, or
// without any those of a database.
type playedGames struct {
	files  []string
	db     *database
	filter store.Filter
}

// each calls f with every game, and with where it stands, for errors. It stops at f's first error.
func (p *playedGames) each(ctx context.Context, f func(where string, g *record.Game) error) error {
	if len(p.files) > 0 {
		for _, path := range p.files {
			if err := eachArchived(path, f); err != nil {
				return err
			}
		}
		return nil
	}
	return p.db.with(ctx, func(d *store.DB) error {
		return d.EachGame(ctx, p.filter, func(g *store.Game) error {
			if g.Start != "" || g.Rules.Variant != stratego.Classic {
				return nil
			}
			played := record.New(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
			played.Players, played.Moves, played.Result.Winner = [2]string{g.Red.Name, g.Blue.Name}, g.Moves, g.Winner
			return f(fmt.Sprintf("game %d", g.ID), played)
		})
	})
}

// source are the games for experiments: none where neither files nor a database were named.
func (p *playedGames) source() (*experiment.Played, error) {
	switch {
	case len(p.files) > 0 && p.db.path != "":
		return nil, badInputf("--played and --db both name games, expected one of them")
	case len(p.files) == 0 && p.db.path == "":
		return nil, nil
	case len(p.files) == 0:
		if _, err := os.Stat(p.db.path); err != nil {
			return nil, badInput{err} // opening would begin one
		}
		return &experiment.Played{Source: "the database " + filepath.Base(p.db.path), Each: p.each}, nil
	}
	var names []string
	for _, path := range p.files {
		names = append(names, filepath.Base(path))
	}
	return &experiment.Played{Source: strings.Join(names, ", "), Each: p.each}, nil
}

// eachArchived calls f with each game of a file.
func eachArchived(path string, f func(where string, g *record.Game) error) error {
	file, err := os.Open(path)
	if err != nil {
		return badInput{err}
	}
	defer file.Close() // only read from
	r, err := archive.NewReader(file)
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	rules, err := stratego.ParseRules(r.Header.Rules)
	if err != nil {
		return badInput{fmt.Errorf("%s: %w", path, err)}
	}
	for n := 1; ; n++ {
		var g archive.Game
		switch err := r.Next(&g); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return badInput{fmt.Errorf("%s: %w", path, err)}
		}
		played := record.New(rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
		for c, player := range g.Players {
			played.Players[c] = r.Header.Players[player]
		}
		played.Moves, played.Result.Winner = g.Moves, g.Winner
		if err := f(fmt.Sprintf("%s, game %d", path, n), played); err != nil {
			return err
		}
	}
}
