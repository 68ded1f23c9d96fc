package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"marengo/stratego"
)

// Setup is a setup that a person saved under a name.
type Setup struct {
	Name    string
	Variant stratego.Variant
	Setup   stratego.Setup
}

// SaveSetups stores setups, replacing those of the same name, all or none.
func (d *DB) SaveSetups(ctx context.Context, setups []Setup) error {
	for _, s := range setups {
		if s.Name == "" {
			return fmt.Errorf("setup %v has no name", s.Setup)
		}
		if err := s.Setup.Check(s.Variant); err != nil {
			return fmt.Errorf("setup %q: %w", s.Name, err)
		}
	}
	return d.update(ctx, "cannot take the setups", func(tx *sql.Tx) error {
		for _, s := range setups {
			if _, err := tx.ExecContext(ctx, `INSERT INTO setups (name, variant, setup) VALUES (?, ?, ?)
				ON CONFLICT (name) DO UPDATE SET variant = excluded.variant, setup = excluded.setup`,
				s.Name, s.Variant.String(), s.Setup.String()); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteSetup removes the setup of a name.
func (d *DB) DeleteSetup(ctx context.Context, name string) error {
	return d.update(ctx, "cannot remove the setup", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "DELETE FROM setups WHERE name = ?", name)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return fmt.Errorf("setup %q: %w", name, ErrNotFound)
	})
}

// Setups lists the stored setups by name.
func (d *DB) Setups(ctx context.Context) (list []Setup, err error) {
	rows, err := d.sql.QueryContext(ctx, "SELECT name, variant, setup FROM setups ORDER BY name")
	if err != nil {
		return nil, d.explain("cannot list its setups", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s Setup
		var variant, text string
		if err := rows.Scan(&s.Name, &variant, &text); err != nil {
			return nil, d.explain("cannot list its setups", err)
		}
		if s.Variant, err = stratego.ParseVariant(variant); err != nil {
			return nil, fmt.Errorf("setup %q: %w", s.Name, err)
		}
		if s.Setup, err = stratego.ParseSetup(text); err != nil {
			return nil, fmt.Errorf("setup %q: %w", s.Name, err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its setups", err)
	}
	return list, nil
}

// ImportedSetups returns the stored setups in the order that they were imported in:
// an import numbers setups by their lines, and lists have the most frequent first.
func (d *DB) ImportedSetups(ctx context.Context) ([]stratego.Setup, error) {
	saved, err := d.Setups(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(saved, func(a, b Setup) int { return compareNumbered(a.Name, b.Name) })
	list := make([]stratego.Setup, len(saved))
	for i, s := range saved {
		list[i] = s.Setup
	}
	return list, nil
}

// compareNumbered orders names by what precedes a number at their end, then by the
// number.
func compareNumbered(a, b string) int {
	split := func(s string) (string, string) {
		stem := strings.TrimRight(s, "0123456789")
		return stem, s[len(stem):]
	}
	stemA, numberA := split(a)
	stemB, numberB := split(b)
	return cmp.Or(cmp.Compare(stemA, stemB), cmp.Compare(len(numberA), len(numberB)), cmp.Compare(numberA, numberB))
}
