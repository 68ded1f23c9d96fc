package store

import (
	"context"
	"database/sql"
	"errors"
)

// Analysis is what the analysis of a finished game has found so far.
type Analysis struct {
	By    string // who values the moves
	Plies int    // how many are done
	Data  []byte
}

// SaveAnalysis keeps an analysis with its game, in place of an earlier one.
func (d *DB) SaveAnalysis(ctx context.Context, game int64, a Analysis) error {
	packed, err := deflate(a.Data)
	if err != nil {
		return err
	}
	return d.update(ctx, "cannot take the analysis", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO analyses (game, by, plies, data) VALUES (?, ?, ?, ?)
			ON CONFLICT (game) DO UPDATE SET by = excluded.by, plies = excluded.plies, data = excluded.data`, game, a.By, a.Plies, packed)
		return err
	})
}

// Analysis returns what is kept of a game's analysis; nothing where there is none.
func (d *DB) Analysis(ctx context.Context, game int64) (a Analysis, err error) {
	var packed []byte
	err = d.sql.QueryRowContext(ctx, "SELECT by, plies, data FROM analyses WHERE game = ?", game).Scan(&a.By, &a.Plies, &packed)
	if errors.Is(err, sql.ErrNoRows) {
		return Analysis{}, nil
	}
	if err == nil {
		a.Data, err = inflate(packed)
	}
	if err != nil {
		return Analysis{}, d.explain("cannot give the analysis", err)
	}
	return a, nil
}
