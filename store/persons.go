package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"marengo/glicko"
	"marengo/stratego"
)

// Person is somebody with a name, without an account: whose browsers have it.
type Person struct {
	ID      int64
	Name    string
	Key     bool // a personal key is valid
	Created time.Time
}

// ErrNamed says that a name belongs to another.
var ErrNamed = errors.New("another has this name")

// Who returns who a browser is.
func (d *DB) Who(ctx context.Context, profile string) (Who, error) {
	p, err := d.PersonOf(ctx, profile)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return Who{profile, p.ID}, err
}

// PersonOf returns the person of a browser.
func (d *DB) PersonOf(ctx context.Context, profile string) (Person, error) {
	return d.person(ctx, "id = (SELECT person FROM browsers WHERE profile = ?)", profile)
}

func (d *DB) person(ctx context.Context, condition string, arg any) (p Person, err error) {
	var created string
	err = d.sql.QueryRowContext(ctx, "SELECT id, name, key IS NOT NULL, created FROM persons WHERE "+condition, arg).Scan(&p.ID, &p.Name, &p.Key, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("person: %w", ErrNotFound)
	}
	if err != nil {
		return p, d.explain("cannot give the person", err)
	}
	p.Created, err = parseTime(created)
	return p, err
}

// NamePerson gives a browser's person a name, making one for a browser without. The
// seats that the browser has at games under way become the person's.
func (d *DB) NamePerson(ctx context.Context, profile, name string) error {
	return d.update(ctx, "cannot take the name", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "UPDATE persons SET name = ? WHERE id = (SELECT person FROM browsers WHERE profile = ?)", name, profile)
		if err != nil {
			return named(err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		var id int64
		if err := tx.QueryRowContext(ctx, "INSERT INTO persons (name, created) VALUES (?, ?) RETURNING id", name, formatTime(time.Now())).Scan(&id); err != nil {
			return named(err)
		}
		return adopt(ctx, tx, profile, id)
	})
}

func named(err error) error {
	if extendedCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
		return ErrNamed
	}
	return err
}

// adopt makes a browser a person's.
func adopt(ctx context.Context, tx *sql.Tx, profile string, person int64) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO browsers (profile, person) VALUES (?, ?) ON CONFLICT (profile) DO UPDATE SET person = excluded.person", profile, person); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE seats SET person = ? WHERE owner = ? AND person IS NULL AND live IN (SELECT id FROM live WHERE game IS NULL)", person, profile)
	return err
}

// SetKey makes a key, hashed, the one that carries a browser's person to others; an
// empty one revokes it. Whatever browsers the person was on otherwise are left behind:
// who finds a lost key gets in no more, and the person's games stay.
func (d *DB) SetKey(ctx context.Context, profile, key string, alone bool) error {
	return d.update(ctx, "cannot take the key", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "UPDATE persons SET key = nullif(?, '') WHERE id = (SELECT person FROM browsers WHERE profile = ?)", key, profile)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, fmt.Errorf("person: %w", ErrNotFound))
		}
		if !alone {
			return nil
		}
		// A seat that another browser took goes with the person, too.
		if _, err := tx.ExecContext(ctx, "UPDATE seats SET owner = ?1 WHERE person = (SELECT person FROM browsers WHERE profile = ?1)", profile); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "DELETE FROM browsers WHERE person = (SELECT person FROM browsers WHERE profile = ?1) AND profile <> ?1", profile)
		return err
	})
}

// UseKey makes a browser that of the person with a key, hashed.
func (d *DB) UseKey(ctx context.Context, profile, key string) error {
	return d.update(ctx, "cannot take the key", func(tx *sql.Tx) error {
		var id int64
		err := tx.QueryRowContext(ctx, "SELECT id FROM persons WHERE key = ?", key).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("person: %w", ErrNotFound)
		}
		if err != nil {
			return err
		}
		return adopt(ctx, tx, profile, id)
	})
}

// PersonRating is what somebody is rated at a variant.
type PersonRating struct {
	Person int64
	Name   string
	glicko.Rating
	Games   int
	Updated time.Time
}

// ratingPeriod is Glicko-2's: each game is rated by itself, and a day without one
// makes a rating less sure.
const ratingPeriod = 24 * time.Hour

// PersonRatings lists the people rated at a variant, the best first.
func (d *DB) PersonRatings(ctx context.Context, variant string) (list []PersonRating, err error) {
	rows, err := d.sql.QueryContext(ctx, `SELECT person, name, mean, deviation, volatility, games, updated
		FROM person_ratings JOIN persons ON persons.id = person WHERE variant = ? ORDER BY mean DESC, person`, variant)
	if err != nil {
		return nil, d.explain("cannot list its ratings", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		r, err := scanRating(rows.Scan)
		if err != nil {
			return nil, d.explain("cannot list its ratings", err)
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

func scanRating(scan func(...any) error) (r PersonRating, err error) {
	var updated string
	if err := scan(&r.Person, &r.Name, &r.Mean, &r.Deviation, &r.Volatility, &r.Games, &updated); err != nil {
		return r, err
	}
	r.Updated, err = parseTime(updated)
	return r, err
}

// ratePeople lets a finished game between two people with names change their ratings.
func ratePeople(ctx context.Context, tx *sql.Tx, live string, game int64, g *Game) error {
	var before [2]PersonRating
	variant := g.Rules.Variant.String()
	for c := range before {
		r, err := scanRating(tx.QueryRowContext(ctx, `SELECT persons.id, name, coalesce(mean, 0), coalesce(deviation, 0), coalesce(volatility, 0), coalesce(games, 0), coalesce(updated, ?)
			FROM seats JOIN persons ON persons.id = seats.person LEFT JOIN person_ratings r ON r.person = persons.id AND variant = ?
			WHERE live = ? AND color = ?`, formatTime(g.Finished), variant, live, stratego.Color(c).String()).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return nil // one of them has no name that a rating could stand beside
		}
		if err != nil {
			return err
		}
		if r.Games == 0 {
			r.Rating = glicko.New()
		}
		r.Rating = r.Idle(float64(int(g.Finished.Sub(r.Updated) / ratingPeriod)))
		before[c] = r
	}
	if before[0].Person == before[1].Person {
		return nil
	}
	for c, r := range before {
		score := 0.5
		if g.Winner <= stratego.Blue {
			score = 0
			if g.Winner == stratego.Color(c) {
				score = 1
			}
		}
		after := r.After([]glicko.Game{{Opponent: before[1-c].Rating, Score: score}})
		if _, err := tx.ExecContext(ctx, `INSERT INTO person_ratings (person, variant, mean, deviation, volatility, games, updated) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (person, variant) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, updated = excluded.updated`,
			r.Person, variant, after.Mean, after.Deviation, after.Volatility, r.Games+1, formatTime(g.Finished)); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO rated_games (game, person, before, after) VALUES (?, ?, ?, ?)", game, r.Person, r.Mean, after.Mean); err != nil {
			return err
		}
	}
	return nil
}
