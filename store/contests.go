package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Contest is a counted match of a person against an agent. Spec and Report are in words
// that belong to the server.
type Contest struct {
	ID      int64
	Owner   Who
	Name    string // of the person; empty for one without
	Spec    string
	Report  string // empty until it is over
	Created time.Time
}

// NewContest stores a counted match that is to be played, and returns its number.
func (d *DB) NewContest(ctx context.Context, w Who, spec string) (id int64, err error) {
	err = d.update(ctx, "cannot take the match", func(tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "INSERT INTO contests (profile, person, spec, created) VALUES (?, nullif(?, 0), ?, ?) RETURNING id",
			w.Profile, w.Person, spec, formatTime(time.Now())).Scan(&id)
	})
	return id, err
}

// SaveContestReport stores what came of a counted match, once.
func (d *DB) SaveContestReport(ctx context.Context, id int64, report string) error {
	return d.update(ctx, "cannot take the report", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE contests SET report = ? WHERE id = ? AND report = ''", report, id)
		return err
	})
}

// Contest returns the counted match of a number.
func (d *DB) Contest(ctx context.Context, id int64) (Contest, error) {
	list, err := d.contests(ctx, "contests.id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("counted match %d: %w", id, ErrNotFound)
	}
	if err != nil {
		return Contest{}, err
	}
	return list[0], nil
}

// Contests lists the counted matches that are over, and all of somebody's, the latest
// first.
func (d *DB) Contests(ctx context.Context, w Who, limit int) ([]Contest, error) {
	return d.contests(ctx, "report <> '' OR profile = ?1 OR person = nullif(?2, 0) ORDER BY contests.id DESC LIMIT ?3", w.Profile, w.Person, limit)
}

func (d *DB) contests(ctx context.Context, condition string, args ...any) (list []Contest, err error) {
	rows, err := d.sql.QueryContext(ctx, `SELECT contests.id, profile, coalesce(person, 0), coalesce(name, ''), spec, report, contests.created
		FROM contests LEFT JOIN persons ON persons.id = person WHERE `+condition, args...)
	if err != nil {
		return nil, d.explain("cannot list its counted matches", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var c Contest
		var created string
		if err := rows.Scan(&c.ID, &c.Owner.Profile, &c.Owner.Person, &c.Name, &c.Spec, &c.Report, &created); err != nil {
			return nil, d.explain("cannot list its counted matches", err)
		}
		if c.Created, err = parseTime(created); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, rows.Err()
}

// ContestGames lists the games of a counted match, the latest first.
func (d *DB) ContestGames(ctx context.Context, id int64) ([]Live, error) {
	return d.liveList(ctx, "contest = ?", id)
}
