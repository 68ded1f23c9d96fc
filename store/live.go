package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"marengo/stratego"
)

// schema2 keeps games that people are playing, so that they survive the end of
// the process at any moment, and what belongs to a person's browser.
const schema2 = `
CREATE TABLE live (
	id       TEXT PRIMARY KEY,             -- the game's name in addresses
	profile  TEXT NOT NULL,                -- whose browser it belongs to
	spec     TEXT NOT NULL,                -- how it began, in words of the server
	status   TEXT NOT NULL,                -- what changes beside the moves
	moves    BLOB NOT NULL,                -- two bytes a move: from, to
	game     INTEGER REFERENCES games (id) ON DELETE CASCADE, -- once it is over
	updated  TEXT NOT NULL
) STRICT;
CREATE INDEX live_profile ON live (profile, updated);
CREATE INDEX live_game ON live (game);

CREATE TABLE thoughts (
	game  INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	data  BLOB NOT NULL                    -- what the agents thought, compressed lines of JSON
) STRICT;

CREATE TABLE profile_setups (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	profile  TEXT NOT NULL,
	name     TEXT NOT NULL,
	variant  TEXT NOT NULL,
	setup    TEXT NOT NULL
) STRICT;
CREATE INDEX profile_setups_profile ON profile_setups (profile);
`

// Live is a game that is being played, or was. Spec and Status are in words that
// belong to the server.
type Live struct {
	ID      string
	Profile string
	Spec    string
	Status  string
	Moves   []stratego.Move
	Game    int64 // the finished game's number; 0 while it goes on
	Updated time.Time
	Seats   [2]*Owner // by colour; nil for an agent's
	People  bool      // two people play it, each at a screen of their own
	Contest int64     // the counted match that it belongs to, 0 for none
	Rated   bool      // its end changes both people's ratings; only FinishLive reads it
}

// NewLive stores a game that has just begun.
func (d *DB) NewLive(ctx context.Context, l Live) error {
	return d.update(ctx, "cannot take the new game", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO live (id, profile, spec, status, moves, updated, people, contest) VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, 0))",
			l.ID, l.Profile, l.Spec, l.Status, packMoves(l.Moves), formatTime(time.Now()), l.People, l.Contest); err != nil {
			return err
		}
		return insertSeats(ctx, tx, l)
	})
}

// SetUpLive stores a spec in place of the one it was made from, before the first
// move: of two that come at once, one is refused.
func (d *DB) SetUpLive(ctx context.Context, l Live, before string) error {
	return d.update(ctx, "cannot take the setup", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "UPDATE live SET spec = ?, updated = ? WHERE id = ? AND spec = ? AND game IS NULL AND length(moves) = 0",
			l.Spec, formatTime(time.Now()), l.ID, before)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return fmt.Errorf("live game %s: %w, or set up by another", l.ID, ErrNotFound)
	})
}

// theirs chooses the games that a browser, ?1, started or has a seat at, by itself or
// as its person.
const theirs = `live.id IN (SELECT id FROM live WHERE profile = ?1 UNION SELECT live FROM seats WHERE owner = ?1
	UNION SELECT live FROM seats WHERE person = (SELECT person FROM browsers WHERE profile = ?1))`

// DropLive forgets a profile's game that is not over.
func (d *DB) DropLive(ctx context.Context, profile, id string) error {
	return d.update(ctx, "cannot drop the game", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "DELETE FROM live WHERE "+theirs+" AND id = ?2 AND game IS NULL", profile, id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return fmt.Errorf("unfinished game %s: %w", id, ErrNotFound)
	})
}

// SaveLives stores how games stand, all in one transaction: its cost is shared
// by the games that moved at the same time. With them it keeps how long the server
// has run.
func (d *DB) SaveLives(ctx context.Context, lives []Live, ran time.Duration) error {
	return d.update(ctx, "cannot keep the moves", func(tx *sql.Tx) error {
		for _, l := range lives {
			if err := saveLive(ctx, tx, l); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "UPDATE running SET ran = max(ran, ?)", ran.Microseconds())
		return err
	})
}

// Ran is how long servers have run on this database, up to the last move or beat that
// was kept: a clock that stands while there is no server.
func (d *DB) Ran(ctx context.Context) (time.Duration, error) {
	var ran int64
	if err := d.sql.QueryRowContext(ctx, "SELECT ran FROM running").Scan(&ran); err != nil {
		return 0, d.explain("cannot tell how long it was served", err)
	}
	return time.Duration(ran) * time.Microsecond, nil
}

func saveLive(ctx context.Context, tx *sql.Tx, l Live) error {
	done, err := tx.ExecContext(ctx, "UPDATE live SET status = ?, moves = ?, updated = ? WHERE id = ? AND game IS NULL",
		l.Status, packMoves(l.Moves), formatTime(time.Now()), l.ID)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return fmt.Errorf("live game %s: %w or over", l.ID, ErrNotFound)
}

// FinishLive stores a live game's last state, the finished game and what its
// agents thought, all or nothing, and returns the game's number.
func (d *DB) FinishLive(ctx context.Context, l Live, g *Game, thoughts []byte) (id int64, err error) {
	err = d.update(ctx, "cannot take the finished game", func(tx *sql.Tx) error {
		if err := saveLive(ctx, tx, l); err != nil {
			return err
		}
		if id, err = insertGame(ctx, tx, g); err != nil {
			return err
		}
		if len(thoughts) > 0 {
			if _, err := tx.ExecContext(ctx, "INSERT INTO thoughts (game, data) VALUES (?, ?)", id, thoughts); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE live SET game = ? WHERE id = ?", id, l.ID); err != nil || !l.Rated {
			return err
		}
		return ratePeople(ctx, tx, l.ID, id, g)
	})
	return id, err
}

const liveColumns = `live.id, live.profile, spec, status, moves, coalesce(game, 0), updated, people, coalesce(contest, 0),
	r.owner, r.person, coalesce(rp.name, ''), r.invite, r.open, b.owner, b.person, coalesce(bp.name, ''), b.invite, b.open
	FROM live LEFT JOIN seats r ON r.live = live.id AND r.color = 'red' LEFT JOIN persons rp ON rp.id = r.person
	LEFT JOIN seats b ON b.live = live.id AND b.color = 'blue' LEFT JOIN persons bp ON bp.id = b.person`

func scanLive(scan func(...any) error) (l Live, err error) {
	var moves []byte
	var updated string
	var red, blue scannedOwner
	if err := scan(&l.ID, &l.Profile, &l.Spec, &l.Status, &moves, &l.Game, &updated, &l.People, &l.Contest,
		&red.owner, &red.person, &red.name, &red.invite, &red.open, &blue.owner, &blue.person, &blue.name, &blue.invite, &blue.open); err != nil {
		return l, err
	}
	l.Seats = [2]*Owner{red.get(), blue.get()}
	if l.Moves, err = unpackMoves(moves); err != nil {
		return l, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	l.Updated, err = parseTime(updated)
	return l, err
}

// Live returns the live game of a name.
func (d *DB) Live(ctx context.Context, id string) (Live, error) {
	return d.oneLive(ctx, "live game "+id, "SELECT "+liveColumns+" WHERE live.id = ?", id)
}

// LiveOf returns the live game that a finished one was.
func (d *DB) LiveOf(ctx context.Context, game int64) (Live, error) {
	return d.oneLive(ctx, fmt.Sprintf("live game of game %d", game), "SELECT "+liveColumns+" WHERE game = ?", game)
}

func (d *DB) oneLive(ctx context.Context, what, query string, arg any) (Live, error) {
	l, err := scanLive(d.sql.QueryRowContext(ctx, query, arg).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return l, fmt.Errorf("%s: %w in %s", what, ErrNotFound, d.path)
	}
	if err != nil {
		return l, d.explain("cannot give the "+what, err)
	}
	return l, nil
}

// Lives lists the games that somebody sits at or started, the latest first: those that
// are over, or those that are not.
func (d *DB) Lives(ctx context.Context, profile string, over bool) (list []Live, err error) {
	condition := "game IS NULL"
	if over {
		condition = "game IS NOT NULL"
	}
	return d.liveList(ctx, theirs+" AND "+condition, profile)
}

// liveList lists the live games of a condition, the latest first.
func (d *DB) liveList(ctx context.Context, condition string, args ...any) (list []Live, err error) {
	rows, err := d.sql.QueryContext(ctx, "SELECT "+liveColumns+" WHERE "+condition+" ORDER BY updated DESC, live.rowid DESC", args...)
	if err != nil {
		return nil, d.explain("cannot list its live games", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		l, err := scanLive(rows.Scan)
		if err != nil {
			return nil, d.explain("cannot list its live games", err)
		}
		list = append(list, l)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its live games", err)
	}
	return list, nil
}

// Thoughts returns what the agents of a game thought, as FinishLive took it; nil
// where nothing was kept.
func (d *DB) Thoughts(ctx context.Context, game int64) (data []byte, err error) {
	err = d.sql.QueryRowContext(ctx, "SELECT data FROM thoughts WHERE game = ?", game).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, d.explain("cannot give the thoughts", err)
	}
	return data, nil
}

// CountGames returns how many games a filter chooses, whatever its limit.
func (d *DB) CountGames(ctx context.Context, filter Filter) (n int, err error) {
	filter.Limit, filter.Offset = 0, 0
	where, args := filter.where()
	if err := d.sql.QueryRowContext(ctx, "SELECT count(*) FROM games g"+where, args...).Scan(&n); err != nil {
		return 0, d.explain("cannot count its games", err)
	}
	return n, nil
}
