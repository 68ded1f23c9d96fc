package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"

	"marengo/stratego"
)

// schema7 knows one owner a seat, people by name, what they are rated and the matches
// they play against machines. Browsers' secrets are hashed from here on, those of games
// under way too; the tokens that seats had are gone, since a seat is its browser's.
const schema7 = `
CREATE TABLE persons (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	name     TEXT NOT NULL UNIQUE COLLATE NOCASE,
	key      TEXT UNIQUE,                   -- the personal key, hashed; NULL once it is revoked
	created  TEXT NOT NULL
) STRICT;

CREATE TABLE browsers (
	profile  TEXT PRIMARY KEY,              -- hashed
	person   INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX browsers_person ON browsers (person);

CREATE TABLE contests (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	profile  TEXT NOT NULL,                 -- whose browser began it
	person   INTEGER REFERENCES persons (id),
	spec     TEXT NOT NULL,                 -- what is played, as JSON
	report   TEXT NOT NULL DEFAULT '',      -- as JSON, once it is over
	created  TEXT NOT NULL
) STRICT;

ALTER TABLE live ADD COLUMN people INTEGER NOT NULL DEFAULT 0;  -- 1: two people, each at a screen of their own
ALTER TABLE live ADD COLUMN contest INTEGER REFERENCES contests (id);
CREATE INDEX live_people ON live (people, game);
CREATE INDEX live_contest ON live (contest);

CREATE TABLE seats (
	live    TEXT NOT NULL REFERENCES live (id) ON DELETE CASCADE,
	color   TEXT NOT NULL,                  -- red or blue
	owner   TEXT NOT NULL DEFAULT '',       -- whose browser, hashed; empty while the seat is free
	person  INTEGER REFERENCES persons (id),
	invite  TEXT NOT NULL DEFAULT '',       -- the link that is good for it, hashed; empty once it was used
	open    INTEGER NOT NULL DEFAULT 0,     -- 1: whoever comes first may take it
	PRIMARY KEY (live, color)
) STRICT;
CREATE INDEX seats_owner ON seats (owner);
CREATE INDEX seats_person ON seats (person);
CREATE UNIQUE INDEX seats_invite ON seats (invite) WHERE invite <> '';

CREATE TABLE person_ratings (
	person      INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
	variant     TEXT NOT NULL,
	mean        REAL NOT NULL,              -- Glicko-2
	deviation   REAL NOT NULL,
	volatility  REAL NOT NULL,
	games       INTEGER NOT NULL,
	updated     TEXT NOT NULL,
	PRIMARY KEY (person, variant)
) STRICT;

CREATE TABLE rated_games (
	game    INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	person  INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
	before  REAL NOT NULL,
	after   REAL NOT NULL,
	PRIMARY KEY (game, person)
) STRICT;

CREATE TABLE running (ran INTEGER NOT NULL) STRICT; -- microseconds that servers have run
INSERT INTO running VALUES (0);

UPDATE live SET profile = secret_hash(profile);
UPDATE profile_setups SET profile = secret_hash(profile);
UPDATE imports SET profile = secret_hash(profile);
INSERT INTO seats (live, color, owner) SELECT id, 'red', profile FROM live WHERE spec LIKE '{%' AND json_extract(spec, '$.players[0].agent') IS NULL;
INSERT INTO seats (live, color, owner) SELECT id, 'blue', profile FROM live WHERE spec LIKE '{%' AND json_extract(spec, '$.players[1].agent') IS NULL;
UPDATE live SET spec = json_remove(spec, '$.players[0].token', '$.players[1].token', '$.watch') WHERE spec LIKE '{%';
`

func init() {
	sqlite.MustRegisterDeterministicScalarFunction("secret_hash", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok := args[0].(string)
		if !ok {
			return nil, fmt.Errorf("a secret is %T, not text", args[0])
		}
		return Hash(text), nil
	})
}

// Hash is what is kept of a secret: it proves one that is shown, and tells nobody.
// Secrets are long and drawn at random, so that nothing needs to slow a guess down.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Owner is whose a person's seat is: a browser's, and a person's if that browser has
// a name. A seat that is free has no browser.
type Owner struct {
	Profile string // hashed
	Person  int64  // 0 for nobody with a name
	Name    string
	Invite  string // the link that is good for it, hashed
	Open    bool   // whoever comes first may take it
}

// Free says that nobody sits there yet.
func (o *Owner) Free() bool { return o.Profile == "" }

// Who is somebody who asks: a browser, and the person that it has a name of.
type Who struct {
	Profile string
	Person  int64
}

// Yours says which seats of a game are somebody's.
func (l *Live) Yours(w Who) (yours [2]bool) {
	for c, o := range l.Seats {
		yours[c] = o != nil && !o.Free() && (o.Profile == w.Profile || o.Person != 0 && o.Person == w.Person)
	}
	return yours
}

// scannedOwner is an Owner as rows have it: all NULL where there is none.
type scannedOwner struct {
	owner, invite sql.NullString
	name          string
	person, open  sql.NullInt64
}

func (s scannedOwner) get() *Owner {
	if !s.owner.Valid {
		return nil
	}
	return &Owner{Profile: s.owner.String, Person: s.person.Int64, Name: s.name, Invite: s.invite.String, Open: s.open.Int64 == 1}
}

func insertSeats(ctx context.Context, tx *sql.Tx, l Live) error {
	for c, o := range l.Seats {
		if o == nil {
			continue
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO seats (live, color, owner, person, invite, open) VALUES (?, ?, ?, nullif(?, 0), ?, ?)",
			l.ID, stratego.Color(c).String(), o.Profile, o.Person, o.Invite, o.Open); err != nil {
			return err
		}
	}
	return nil
}

// ErrTaken says that a seat is not to be had: its link was used, or somebody was faster.
var ErrTaken = errors.New("the seat is taken, or the link was used already")

// Invited returns the game that an unused link leads to.
func (d *DB) Invited(ctx context.Context, invite string) (Live, error) {
	list, err := d.liveList(ctx, "live.id = (SELECT live FROM seats WHERE invite = ? AND invite <> '' AND owner = '')", invite)
	if err == nil && len(list) == 0 {
		err = ErrTaken
	}
	if err != nil {
		return Live{}, err
	}
	return list[0], nil
}

// TakeSeat gives a free seat to somebody: the one that a link is good for, or an open
// one where no link is shown. Of two who come at once, one is refused.
func (d *DB) TakeSeat(ctx context.Context, live, invite string, w Who) error {
	return d.update(ctx, "cannot give the seat", func(tx *sql.Tx) error {
		condition := "invite = ?4"
		if invite == "" {
			condition = "open = 1 AND invite = ?4"
		}
		done, err := tx.ExecContext(ctx, "UPDATE seats SET owner = ?1, person = nullif(?2, 0), invite = '', open = 0 WHERE live = ?3 AND owner = '' AND "+condition,
			w.Profile, w.Person, live, invite)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return ErrTaken
	})
}

// Invite makes another link the one that is good for a game's free seat.
func (d *DB) Invite(ctx context.Context, live, invite string) error {
	return d.update(ctx, "cannot make the link", func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, "UPDATE seats SET invite = ?, open = 0 WHERE live = ? AND owner = ''", invite, live)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return ErrTaken
	})
}

// OpenGames lists the games that whoever comes first may join.
func (d *DB) OpenGames(ctx context.Context, since time.Time) ([]Live, error) {
	return d.liveList(ctx, "live.id IN (SELECT live FROM seats WHERE open = 1 AND owner = '') AND updated > ?", formatTime(since))
}

// PeopleGames lists the games of two people that go on, with both of them there, or
// the latest that are over.
func (d *DB) PeopleGames(ctx context.Context, over bool, limit int) ([]Live, error) {
	condition := "game IS NULL AND NOT EXISTS (SELECT 1 FROM seats WHERE live = live.id AND owner = '')"
	if over {
		condition = "game IS NOT NULL"
	}
	return d.liveList(ctx, "live.id IN (SELECT id FROM live WHERE people = 1 AND "+condition+" ORDER BY updated DESC LIMIT ?)", limit)
}
