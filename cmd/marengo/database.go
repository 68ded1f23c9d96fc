package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"marengo/agents"
	"marengo/arena"
	"marengo/store"
	"marengo/stratego"
)

// database is the --db flag that all commands with a database share.
type database struct {
	path  string
	notes func() io.Writer // where what is said of players goes
}

func (d *database) flag(cmd *cobra.Command) {
	d.notes = cmd.ErrOrStderr
	cmd.PersistentFlags().StringVar(&d.path, "db", "", "database file (default: marengo/marengo.db in the user's data directory)")
}

// where returns the database's place.
func (d *database) where() (string, error) {
	if d.path != "" {
		return d.path, nil
	}
	return store.DefaultPath()
}

// open opens the database that the flag names, or the user's. One that cannot be
// opened is no input to work with.
func (d *database) open(ctx context.Context) (*store.DB, error) {
	path, err := d.where()
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, badInput{err}
	}
	return db, nil
}

// players reads agent strings. Those that ask for imported setups get the ones saved
// in the database that the flag names; one that is not there holds none.
func (d *database) players(ctx context.Context) agents.Loader {
	note := func(text string) { fmt.Fprintln(d.notes(), "note:", text) }
	return agents.Loader{Note: note, Imported: func() (list []stratego.Setup, err error) {
		path, err := d.where()
		if err != nil {
			return nil, err
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		err = d.with(ctx, func(db *store.DB) error {
			list, err = db.ImportedSetups(ctx)
			return err
		})
		return list, err
	}}
}

// find finds players for the arena.
func (d *database) find(ctx context.Context) arena.Finder {
	return func(text string) (arena.Contender, error) { return d.players(ctx).Parse(text) }
}

// with opens the database for f and closes it afterwards.
func (d *database) with(ctx context.Context, f func(*store.DB) error) error {
	db, err := d.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(f(db), db.Close())
}
