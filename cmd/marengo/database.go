package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"marengo/store"
)

// database is the --db flag that all commands with a database share.
type database struct{ path string }

func (d *database) flag(cmd *cobra.Command) {
	cmd.PersistentFlags().StringVar(&d.path, "db", "", "database file (default: marengo/marengo.db in the user's data directory)")
}

// open opens the database that the flag names, or the user's. One that cannot be
// opened is no input to work with.
func (d *database) open(ctx context.Context) (*store.DB, error) {
	path := d.path
	if path == "" {
		var err error
		if path, err = store.DefaultPath(); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, path)
	if err != nil {
		return nil, badInput{err}
	}
	return db, nil
}

// with opens the database for f and closes it afterwards.
func (d *database) with(ctx context.Context, f func(*store.DB) error) error {
	db, err := d.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(f(db), db.Close())
}
