// Package store keeps games, setups, matches and ratings in one SQLite file.
//
// There are only a few types: a DB is an open database, a Game is one finished
// game, a Match is a schedule of games that may be played over several runs. What
// a DB has confirmed survives the end of the process and of the power: every
// write is a transaction that reaches the disk before the call returns.
//
// A file that is damaged, belongs to another program or was written by a newer
// marengo is refused in a sentence and left as it is.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// DB is an open database. Its methods may be called from many goroutines, and
// several processes may share one file.
type DB struct {
	sql  *sql.DB
	path string

	// write is held by the one transaction of this process that writes: waiting
	// here is fair, waiting for SQLite's lock is not.
	write sync.Mutex
}

// DefaultPath returns the database's place in the user's data directory.
func DefaultPath() (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) { // the specification has relative values ignored
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("no data directory: %w", err)
		}
		dir = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(dir, "marengo", "marengo.db"), nil
}

// Open opens the database at a path, making it and its folder where there is
// none, and brings an older schema up to date.
func Open(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	if err := checkHeader(path); err != nil {
		return nil, err
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	db, err := sql.Open("sqlite", dsn(absolute))
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	d := &DB{sql: db, path: path}
	if err := d.prepare(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return d, nil
}

// busyTimeout is how long a write waits for other processes.
const busyTimeout = time.Minute

// dsn names the file and how each connection to it behaves. Transactions take the
// write lock at their start, so that none fails halfway.
func dsn(path string) string {
	v := url.Values{"_txlock": {"immediate"}}
	v.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()))
	v.Add("_pragma", "synchronous(FULL)")
	v.Add("_pragma", "foreign_keys(1)")
	u := url.URL{Scheme: "file", Path: path, RawQuery: v.Encode()}
	return u.String()
}

// sqliteMagic begins every SQLite file.
const sqliteMagic = "SQLite format 3\x00"

// checkHeader refuses a file that is no SQLite database before SQLite touches it.
func checkHeader(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	header := make([]byte, len(sqliteMagic))
	n, readErr := f.Read(header)
	if err := f.Close(); err != nil {
		return fmt.Errorf("database %s: %w", path, err)
	}
	if n == 0 { // an empty file is a database without tables; by now another process may have made them
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return nil
		}
	}
	if readErr != nil {
		return fmt.Errorf("database %s: %w", path, readErr)
	}
	if string(header[:n]) != sqliteMagic {
		return &damaged{Path: path, Err: errors.New("file is not a database")}
	}
	return nil
}

// prepare checks whose the file is and migrates it.
func (d *DB) prepare(ctx context.Context) error {
	if err := d.checkOwner(ctx); err != nil {
		return err
	}
	// Changing to WAL fails at once, without waiting, while another process does
	// the same.
	for deadline := time.Now().Add(busyTimeout); ; {
		_, err := d.sql.ExecContext(ctx, "PRAGMA journal_mode=WAL")
		if err == nil {
			break
		}
		if code(err) != sqlite3.SQLITE_BUSY || time.Now().After(deadline) {
			return d.explain("cannot be prepared", err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return d.migrate(ctx)
}

// Close closes the database.
func (d *DB) Close() error { return d.sql.Close() }

// Path returns where the database lies, as it was given to Open.
func (d *DB) Path() string { return d.path }

// damaged says that a file is not, or no longer, a readable database.
type damaged struct {
	Path string
	Err  error
}

func (e *damaged) Error() string {
	return fmt.Sprintf("database %s is damaged (%v); it was left as it is: move it away, or name another with --db", e.Path, e.Err)
}

func (e *damaged) Unwrap() error { return e.Err }

// ErrNotFound says that no game, match or setup has the number asked for.
var ErrNotFound = errors.New("not found")

// explain wraps an error of SQLite in a sentence that names the file.
func (d *DB) explain(what string, err error) error {
	switch code(err) {
	case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
		return &damaged{Path: d.path, Err: err}
	}
	return fmt.Errorf("database %s %s: %w", d.path, what, err)
}

// code returns the primary result code of an SQLite error, or -1.
func code(err error) int {
	if c := extendedCode(err); c >= 0 {
		return c & 0xff
	}
	return -1
}

// extendedCode returns the whole result code of an SQLite error, or -1.
func extendedCode(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return -1
	}
	return e.Code()
}

// update runs f in a transaction that is on the disk once update returns nil.
func (d *DB) update(ctx context.Context, what string, f func(*sql.Tx) error) error {
	d.write.Lock()
	defer d.write.Unlock()
	tx, err := d.sql.BeginTx(ctx, nil)
	if err != nil {
		return d.explain(what, err)
	}
	if err := f(tx); err != nil {
		return d.explain(what, errors.Join(err, tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return d.explain(what, err)
	}
	return nil
}
