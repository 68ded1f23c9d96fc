package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"syscall"

	sqlite3 "modernc.org/sqlite/lib"
)

// Full says whether something could not be kept because the disk is full, or does not
// take what is written.
func Full(err error) bool {
	return code(err) == sqlite3.SQLITE_FULL || code(err) == sqlite3.SQLITE_IOERR || errors.Is(err, syscall.ENOSPC)
}

// Alive says whether the database answers.
func (d *DB) Alive(ctx context.Context) error {
	var one int
	if err := d.sql.QueryRowContext(ctx, "SELECT 1 FROM running").Scan(&one); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return d.explain("does not answer", err)
	}
	return nil
}

// Backup copies the database as it is at this moment into a new file, by SQLite's own
// means, whatever other processes write meanwhile.
func (d *DB) Backup(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		if err == nil {
			err = errors.New("there is a file already")
		}
		return fmt.Errorf("backup %s: %w", path, err)
	}
	if _, err := d.sql.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		_ = os.Remove(path) // half a copy is none
		return d.explain("cannot be copied to "+path, err)
	}
	return nil
}
