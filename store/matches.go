package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Match is a schedule of games. What it plays is in Spec, in words that belong to
// the arena; each place of the schedule holds at most one game.
type Match struct {
	ID      int64     `json:"id"`
	Kind    string    `json:"kind"` // match or tournament
	Spec    string    `json:"spec"`
	Status  string    `json:"status"` // Running or Finished
	Report  string    `json:"report,omitempty"`
	Created time.Time `json:"created"`
	Games   int       `json:"games"` // how many are stored
}

// The states of a match. A match that was interrupted is still running.
const (
	Running  = "running"
	Finished = "finished"
)

// NewMatch stores a match of which no game has been played and returns its number.
func (d *DB) NewMatch(ctx context.Context, kind, spec string) (id int64, err error) {
	err = d.update(ctx, "cannot take the match", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "INSERT INTO matches (kind, spec, status, created) VALUES (?, ?, ?, ?) RETURNING id",
			kind, spec, Running, formatTime(time.Now())).Scan(&id)
	})
	return id, err
}

// FinishMatch marks a match as finished with its last report. Games from place
// keep on are dropped: they were begun before the match was decided and are no
// part of its schedule.
func (d *DB) FinishMatch(ctx context.Context, id int64, keep int, report string) error {
	return d.update(ctx, "cannot finish the match", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM games WHERE match = ? AND number >= ?", id, keep); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE matches SET status = ?, report = ? WHERE id = ?", Finished, report, id)
		return err
	})
}

// MatchKey returns the name of a match among the matches of other databases. One that
// has none yet is given fresh, for good.
func (d *DB) MatchKey(ctx context.Context, id int64, fresh string) (key string, err error) {
	err = d.update(ctx, "cannot name the match", func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "UPDATE matches SET key = CASE key WHEN '' THEN ? ELSE key END WHERE id = ? RETURNING key", fresh, id).Scan(&key)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("match %d: %w", id, ErrNotFound)
		}
		return err
	})
	return key, err
}

const matchColumns = `m.id, m.kind, m.spec, m.status, m.report, m.created,
	(SELECT count(*) FROM games g WHERE g.match = m.id) FROM matches m`

func scanMatch(scan func(...any) error) (m Match, err error) {
	var created string
	if err := scan(&m.ID, &m.Kind, &m.Spec, &m.Status, &m.Report, &created, &m.Games); err != nil {
		return m, err
	}
	m.Created, err = parseTime(created)
	return m, err
}

// Match returns the match of a number.
func (d *DB) Match(ctx context.Context, id int64) (Match, error) {
	m, err := scanMatch(d.sql.QueryRowContext(ctx, "SELECT "+matchColumns+" WHERE m.id = ?", id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return m, fmt.Errorf("match %d: %w in %s", id, ErrNotFound, d.path)
	}
	if err != nil {
		return m, d.explain("cannot give the match", err)
	}
	return m, nil
}

// Matches lists all matches, the latest first.
func (d *DB) Matches(ctx context.Context) (list []Match, err error) {
	rows, err := d.sql.QueryContext(ctx, "SELECT "+matchColumns+" ORDER BY m.id DESC")
	if err != nil {
		return nil, d.explain("cannot list its matches", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		m, err := scanMatch(rows.Scan)
		if err != nil {
			return nil, d.explain("cannot list its matches", err)
		}
		list = append(list, m)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its matches", err)
	}
	return list, nil
}

// Rating is a player's strength as a tournament found it.
type Rating struct {
	Player Player  `json:"player"`
	Elo    float64 `json:"elo"`
	Error  float64 `json:"elo_error"`
	Games  int     `json:"games"`
}

// SaveRatings replaces the ratings of a match.
func (d *DB) SaveRatings(ctx context.Context, match int64, ratings []Rating) error {
	return d.update(ctx, "cannot take the ratings", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM ratings WHERE match = ?", match); err != nil {
			return err
		}
		for _, r := range ratings {
			player, err := playerID(ctx, tx, r.Player)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO ratings (match, player, elo, error, games) VALUES (?, ?, ?, ?, ?)",
				match, player, r.Elo, r.Error, r.Games); err != nil {
				return err
			}
		}
		return nil
	})
}

// Ratings returns the ratings of a match, the strongest first.
func (d *DB) Ratings(ctx context.Context, match int64) (list []Rating, err error) {
	rows, err := d.sql.QueryContext(ctx, `SELECT p.name, p.files, p.revision, r.elo, r.error, r.games
		FROM ratings r JOIN players p ON p.id = r.player WHERE r.match = ? ORDER BY r.elo DESC, p.name`, match)
	if err != nil {
		return nil, d.explain("cannot list its ratings", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var r Rating
		if err := rows.Scan(&r.Player.Name, &r.Player.Files, &r.Player.Revision, &r.Elo, &r.Error, &r.Games); err != nil {
			return nil, d.explain("cannot list its ratings", err)
		}
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its ratings", err)
	}
	return list, nil
}
