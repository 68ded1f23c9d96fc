package store

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks a SQLite file as ours: "MRNG".
const applicationID = 0x4d524e47

// migrations bring a database from each version to the next: the first makes
// version 1 of an empty file. A migration that has been released never changes.
var migrations = []string{schema1, schema2, schema3, schema4, schema5, schema6, schema7}

// schema1 keeps what makes a game apart from when and how fast it was played, so
// that games compare byte for byte.
const schema1 = `
CREATE TABLE players (
	id     INTEGER PRIMARY KEY,
	name   TEXT NOT NULL,             -- the agent string
	files  TEXT NOT NULL DEFAULT '',  -- the files it loads with their hashes
	UNIQUE (name, files)
) STRICT;

CREATE TABLE matches (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	kind     TEXT NOT NULL,           -- match or tournament
	spec     TEXT NOT NULL,           -- the schedule, as JSON
	status   TEXT NOT NULL,           -- running or finished
	report   TEXT NOT NULL DEFAULT '',-- the last report, as JSON
	created  TEXT NOT NULL
) STRICT;

CREATE TABLE games (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	match   INTEGER REFERENCES matches (id) ON DELETE CASCADE,
	number  INTEGER NOT NULL,         -- its place in the match's schedule
	red     INTEGER NOT NULL REFERENCES players (id),
	blue    INTEGER NOT NULL REFERENCES players (id),
	rules   TEXT NOT NULL,
	setup_red   TEXT NOT NULL,
	setup_blue  TEXT NOT NULL,
	start   TEXT NOT NULL DEFAULT '', -- a free position that the game began from
	seed    INTEGER NOT NULL,
	moves   BLOB NOT NULL,            -- two bytes a move: from, to
	winner  TEXT NOT NULL,            -- red, blue or nobody
	reason  TEXT NOT NULL,
	detail  TEXT NOT NULL DEFAULT '', -- what exactly went wrong, in words
	UNIQUE (match, number)
) STRICT;
CREATE INDEX games_red  ON games (red);
CREATE INDEX games_blue ON games (blue);

CREATE TABLE timings (
	game      INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	finished  TEXT NOT NULL,
	times     BLOB NOT NULL           -- microseconds a move, as varints
) STRICT;

CREATE TABLE logs (
	game   INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	lines  BLOB NOT NULL              -- ply TAB line, one a line, deflated
) STRICT;

CREATE TABLE setups (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	name    TEXT NOT NULL UNIQUE,
	variant TEXT NOT NULL,
	setup   TEXT NOT NULL
) STRICT;

CREATE TABLE ratings (
	match   INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	player  INTEGER NOT NULL REFERENCES players (id),
	elo     REAL NOT NULL,
	error   REAL NOT NULL,
	games   INTEGER NOT NULL,
	PRIMARY KEY (match, player)
) STRICT;
`

// schema3 tells players apart by the revision of their play. The table is made anew,
// since SQLite cannot widen a constraint; games and ratings keep pointing at the
// same rows.
const schema3 = `
PRAGMA defer_foreign_keys = ON;
CREATE TEMPORARY TABLE known_players AS SELECT id, name, files FROM players;
DROP TABLE players;
CREATE TABLE players (
	id        INTEGER PRIMARY KEY,
	name      TEXT NOT NULL,             -- the agent string
	files     TEXT NOT NULL DEFAULT '',  -- the files it loads with their hashes
	revision  TEXT NOT NULL DEFAULT '',  -- of its play; empty for the first
	UNIQUE (name, files, revision)
) STRICT;
INSERT INTO players (id, name, files) SELECT id, name, files FROM known_players;
DROP TABLE known_players;
`

// schema4 remembers whose browser a game file came from.
const schema4 = `
CREATE TABLE imports (
	game     INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	profile  TEXT NOT NULL
) STRICT;
CREATE INDEX imports_profile ON imports (profile);
`

// schema5 serves matches that several machines play: a name among the matches of other
// databases, and how a game's budget in time was fitted to the machine that played it.
const schema5 = `
ALTER TABLE matches ADD COLUMN key TEXT NOT NULL DEFAULT '';  -- empty while only this machine plays it
ALTER TABLE timings ADD COLUMN factor REAL NOT NULL DEFAULT 0; -- 0: not fitted
`

// schema6 keeps what the analysis of a game found, ply by ply, so that one that was stopped
// goes on where it was.
const schema6 = `
CREATE TABLE analyses (
	game   INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	by     TEXT NOT NULL,             -- who values the moves
	plies  INTEGER NOT NULL,          -- how many are done
	data   BLOB NOT NULL              -- deflated
) STRICT;
`

// newer says that a database was written by a later marengo.
type newer struct {
	Path           string
	Version, Known int
}

func (e *newer) Error() string {
	return fmt.Sprintf("database %s has version %d and this marengo knows versions up to %d; it was left as it is: use a newer marengo, or name another database with --db",
		e.Path, e.Version, e.Known)
}

// checkOwner refuses a file of another program or of a later version. It only reads.
func (d *DB) checkOwner(ctx context.Context) error {
	var owner, version, tables int
	row := d.sql.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&owner, &version, &tables); err != nil {
		return d.explain("cannot be read", err)
	}
	switch {
	case owner != applicationID && (owner != 0 || version != 0 || tables != 0):
		return fmt.Errorf("database %s belongs to another program; it was left as it is: name another with --db", d.path)
	case version > len(migrations):
		return &newer{Path: d.path, Version: version, Known: len(migrations)}
	}
	return nil
}

// migrate takes the schema to the latest version, in one transaction.
func (d *DB) migrate(ctx context.Context) error {
	version, err := d.version(ctx, d.sql)
	if err != nil || version == len(migrations) {
		return err
	}
	return d.update(ctx, "cannot be brought up to date", func(tx *sql.Tx) error {
		// Another process may have migrated it since.
		version, err := d.version(ctx, tx)
		if err != nil {
			return err
		}
		for ; version < len(migrations); version++ {
			if _, err := tx.ExecContext(ctx, migrations[version]); err != nil {
				return fmt.Errorf("migration to version %d: %w", version+1, err)
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d", applicationID, version))
		return err
	})
}

// version reads the schema's version.
func (d *DB) version(ctx context.Context, q interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (version int, err error) {
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, d.explain("cannot be read", err)
	}
	return version, nil
}
