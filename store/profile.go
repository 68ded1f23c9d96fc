package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"marengo/stratego"
)

// OwnSetup is a setup that belongs to a person's browser.
type OwnSetup struct {
	ID      int64
	Name    string
	Variant stratego.Variant
	Setup   stratego.Setup
}

// NewOwnSetup stores a setup for a profile and returns its number.
func (d *DB) NewOwnSetup(ctx context.Context, profile string, s OwnSetup) (id int64, err error) {
	if err := s.Setup.Check(s.Variant); err != nil {
		return 0, fmt.Errorf("setup %q: %w", s.Name, err)
	}
	err = d.update(ctx, "cannot take the setup", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "INSERT INTO profile_setups (profile, name, variant, setup) VALUES (?, ?, ?, ?) RETURNING id",
			profile, s.Name, s.Variant.String(), s.Setup.String()).Scan(&id)
	})
	return id, err
}

// OwnSetups lists a profile's setups, the latest first.
func (d *DB) OwnSetups(ctx context.Context, profile string) (list []OwnSetup, err error) {
	rows, err := d.sql.QueryContext(ctx, "SELECT id, name, variant, setup FROM profile_setups WHERE profile = ? ORDER BY id DESC", profile)
	if err != nil {
		return nil, d.explain("cannot list its setups", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s OwnSetup
		var variant, text string
		if err := rows.Scan(&s.ID, &s.Name, &variant, &text); err != nil {
			return nil, d.explain("cannot list its setups", err)
		}
		if s.Variant, err = stratego.ParseVariant(variant); err != nil {
			return nil, fmt.Errorf("setup %d: %w", s.ID, err)
		}
		if s.Setup, err = stratego.ParseSetup(text); err != nil {
			return nil, fmt.Errorf("setup %d: %w", s.ID, err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its setups", err)
	}
	return list, nil
}

// RenameOwnSetup gives a profile's setup another name.
func (d *DB) RenameOwnSetup(ctx context.Context, profile string, id int64, name string) error {
	return d.changeOwnSetup(ctx, id, "UPDATE profile_setups SET name = ? WHERE profile = ? AND id = ?", name, profile, id)
}

// DeleteOwnSetup removes a profile's setup.
func (d *DB) DeleteOwnSetup(ctx context.Context, profile string, id int64) error {
	return d.changeOwnSetup(ctx, id, "DELETE FROM profile_setups WHERE profile = ? AND id = ?", profile, id)
}

func (d *DB) changeOwnSetup(ctx context.Context, id int64, query string, args ...any) error {
	return d.update(ctx, "cannot change the setup", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, query, args...)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return fmt.Errorf("setup %d: %w", id, ErrNotFound)
	})
}
