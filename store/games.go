package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"marengo/stratego"
)

// Player is an agent's identity: the string that names it, the files it loads with
// their hashes, and the revision of its play, so that the same name with other
// weights or another mind is another player.
type Player struct {
	Name     string
	Files    string
	Revision string // empty for the first
}

// String returns the name, with the revision and the files' hashes where there are any.
func (p Player) String() string {
	text := p.Name
	if p.Revision != "" {
		text += " (revision " + p.Revision + ")"
	}
	if p.Files != "" {
		text += " [" + p.Files + "]"
	}
	return text
}

// Game is one finished game. It began from two Setups, or from the free position
// Start in the text form of package record.
type Game struct {
	ID     int64
	Match  int64 // 0 for a game of no match
	Number int   // its place in the match's schedule
	Red    Player
	Blue   Player
	Rules  stratego.Rules
	Setups [2]stratego.Setup // by colour
	Start  string
	Seed   uint64
	Moves  []stratego.Move
	Winner stratego.Color
	Reason string // stratego's word for the end, or the referee's for a fault
	Detail string // what exactly went wrong, in words

	// What differs from run to run.
	Finished time.Time
	Times    []time.Duration // of each move, to the microsecond
	Factor   float64         // what its budget in time was multiplied by, to fit the machine that played it; 0: it was not
	Log      []LogLine
}

// LogLine is a line an agent wrote while choosing a ply, counted from 1.
type LogLine struct {
	Ply  int
	Text string
}

// SaveGame stores a game and returns its number. A match holds one game for
// each place of its schedule.
func (d *DB) SaveGame(ctx context.Context, g *Game) (id int64, err error) {
	ids, err := d.SaveGames(ctx, []*Game{g})
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// SaveGames stores games, all of them or none, and returns their numbers. Together they
// reach the disk as fast as one.
func (d *DB) SaveGames(ctx context.Context, games []*Game) ([]int64, error) {
	ids := make([]int64, len(games))
	taken := -1 // which one's place has its game already
	err := d.update(ctx, "cannot take the game", func(tx *sql.Tx) (err error) {
		for i, g := range games {
			if ids[i], err = insertGame(ctx, tx, g); err != nil {
				if extendedCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE {
					taken = i
				}
				return err
			}
		}
		return nil
	})
	if taken >= 0 {
		return nil, fmt.Errorf("place %d of match %d has its game already: another process plays this match", games[taken].Number, games[taken].Match)
	}
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// ImportGame stores a game that a profile brought in a file and returns its number.
func (d *DB) ImportGame(ctx context.Context, profile string, g *Game) (id int64, err error) {
	err = d.update(ctx, "cannot take the game", func(tx *sql.Tx) error {
		if id, err = insertGame(ctx, tx, g); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO imports (game, profile) VALUES (?, ?)", id, profile)
		return err
	})
	return id, err
}

// insertGame writes a game within a transaction.
func insertGame(ctx context.Context, tx *sql.Tx, g *Game) (id int64, err error) {
	var match any
	if g.Match != 0 {
		match = g.Match
	}
	finished := g.Finished
	if finished.IsZero() {
		finished = time.Now()
	}
	var log []byte
	if len(g.Log) > 0 {
		if log, err = PackLog(g.Log); err != nil {
			return 0, err
		}
	}
	red, err := playerID(ctx, tx, g.Red)
	if err != nil {
		return 0, err
	}
	blue, err := playerID(ctx, tx, g.Blue)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO games
		(match, number, red, blue, rules, setup_red, setup_blue, start, seed, moves, winner, reason, detail)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		match, g.Number, red, blue, g.Rules.String(), g.Setups[stratego.Red].String(), g.Setups[stratego.Blue].String(),
		g.Start, int64(g.Seed), packMoves(g.Moves), g.Winner.String(), g.Reason, g.Detail).Scan(&id)
	if err != nil {
		return 0, err
	}
	if _, err = tx.ExecContext(ctx, "INSERT INTO timings (game, finished, times, factor) VALUES (?, ?, ?, ?)",
		id, formatTime(finished), packTimes(g.Times), g.Factor); err != nil {
		return 0, err
	}
	if len(g.Log) > 0 {
		_, err = tx.ExecContext(ctx, "INSERT INTO logs (game, lines) VALUES (?, ?)", id, log)
	}
	return id, err
}

// playerID returns the row of a player, making it if need be.
func playerID(ctx context.Context, tx *sql.Tx, p Player) (id int64, err error) {
	const find = "SELECT id FROM players WHERE name = ? AND files = ? AND revision = ?"
	err = tx.QueryRowContext(ctx, find, p.Name, p.Files, p.Revision).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = tx.QueryRowContext(ctx, "INSERT INTO players (name, files, revision) VALUES (?, ?, ?) RETURNING id", p.Name, p.Files, p.Revision).Scan(&id)
	}
	return id, err
}

// gameColumns and scanGame read a whole game.
const gameColumns = `g.id, coalesce(g.match, 0), g.number, r.name, r.files, r.revision, b.name, b.files, b.revision, g.rules, g.setup_red, g.setup_blue,
	g.start, g.seed, g.moves, g.winner, g.reason, g.detail, t.finished, t.times, t.factor, coalesce(l.lines, x'')
	FROM games g JOIN players r ON r.id = g.red JOIN players b ON b.id = g.blue
	JOIN timings t ON t.game = g.id LEFT JOIN logs l ON l.game = g.id`

func scanGame(scan func(...any) error) (*Game, error) {
	g := new(Game)
	var rules, setupRed, setupBlue, winner, finished string
	var seed int64
	var moves, times, lines []byte
	err := scan(&g.ID, &g.Match, &g.Number, &g.Red.Name, &g.Red.Files, &g.Red.Revision, &g.Blue.Name, &g.Blue.Files, &g.Blue.Revision, &rules, &setupRed, &setupBlue,
		&g.Start, &seed, &moves, &winner, &g.Reason, &g.Detail, &finished, &times, &g.Factor, &lines)
	if err != nil {
		return nil, err
	}
	g.Seed = uint64(seed)
	fail := func(err error) (*Game, error) { return nil, fmt.Errorf("game %d: %w", g.ID, err) }
	if g.Rules, err = stratego.ParseRules(rules); err != nil {
		return fail(err)
	}
	for c, text := range []string{setupRed, setupBlue} {
		if g.Setups[c], err = stratego.ParseSetup(text); err != nil {
			return fail(err)
		}
	}
	if g.Moves, err = unpackMoves(moves); err != nil {
		return fail(err)
	}
	if g.Times, err = unpackTimes(times); err != nil {
		return fail(err)
	}
	if g.Log, err = unpackLog(lines); err != nil {
		return fail(err)
	}
	if g.Finished, err = parseTime(finished); err != nil {
		return fail(err)
	}
	if g.Winner, err = parseWinner(winner); err != nil {
		return fail(err)
	}
	return g, nil
}

func parseWinner(s string) (stratego.Color, error) {
	if s == stratego.NoColor.String() {
		return stratego.NoColor, nil
	}
	return stratego.ParseColor(s)
}

// Game returns the game of a number.
func (d *DB) Game(ctx context.Context, id int64) (*Game, error) {
	g, err := scanGame(d.sql.QueryRowContext(ctx, "SELECT "+gameColumns+" WHERE g.id = ?", id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("game %d: %w in %s", id, ErrNotFound, d.path)
	}
	if err != nil {
		return nil, d.explain("cannot give the game", err)
	}
	return g, nil
}

// Filter chooses games. Zero fields choose all.
type Filter struct {
	Match  int64
	Import string // the profile whose file it came from
	Agent  string // the name of either player, or its part before the options
	Winner string // red, blue or nobody
	Reason string
	Limit  int // 0: no limit
	Offset int
	Newest bool // the latest first
}

// where writes the filter as SQL.
func (f Filter) where() (clause string, args []any) {
	var conditions []string
	add := func(condition string, values ...any) {
		conditions = append(conditions, condition)
		args = append(args, values...)
	}
	if f.Match != 0 {
		add("g.match = ?", f.Match)
	}
	if f.Import != "" {
		add("g.id IN (SELECT game FROM imports WHERE profile = ?)", f.Import)
	}
	if f.Agent != "" {
		const named = "(SELECT id FROM players WHERE name = ? OR substr(name, 1, length(?) + 1) = ? || ':')"
		add("(g.red IN "+named+" OR g.blue IN "+named+")", f.Agent, f.Agent, f.Agent, f.Agent, f.Agent, f.Agent)
	}
	if f.Winner != "" {
		add("g.winner = ?", f.Winner)
	}
	if f.Reason != "" {
		add("g.reason = ?", f.Reason)
	}
	if len(conditions) > 0 {
		clause = " WHERE " + strings.Join(conditions, " AND ")
	}
	order := "g.id"
	switch {
	case f.Newest:
		order = "g.id DESC"
	case f.Match != 0:
		order = "g.number" // the same whatever order the games ended in
	}
	clause += " ORDER BY " + order
	if f.Limit > 0 || f.Offset > 0 {
		limit := f.Limit
		if limit == 0 {
			limit = -1
		}
		clause += fmt.Sprintf(" LIMIT %d OFFSET %d", limit, f.Offset)
	}
	return clause, args
}

// EachGame calls f with each game that the filter chooses, those of one match in
// the order of their schedule. It stops at f's first error.
func (d *DB) EachGame(ctx context.Context, filter Filter, f func(*Game) error) (err error) {
	where, args := filter.where()
	rows, err := d.sql.QueryContext(ctx, "SELECT "+gameColumns+where, args...)
	if err != nil {
		return d.explain("cannot list its games", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		g, err := scanGame(rows.Scan)
		if err != nil {
			return d.explain("cannot list its games", err)
		}
		if err := f(g); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return d.explain("cannot list its games", err)
	}
	return nil
}

// Summary is a game in a list.
type Summary struct {
	ID       int64     `json:"id"`
	Match    int64     `json:"match,omitempty"`
	Number   int       `json:"number"`
	Red      string    `json:"red"`
	Blue     string    `json:"blue"`
	Rules    string    `json:"rules"`
	Winner   string    `json:"winner"`
	Reason   string    `json:"reason"`
	Detail   string    `json:"detail,omitempty"`
	Plies    int       `json:"plies"`
	Finished time.Time `json:"finished"`
	Factor   float64   `json:"factor,omitempty"` // as in Game
}

// Games lists the games that the filter chooses.
func (d *DB) Games(ctx context.Context, filter Filter) (list []Summary, err error) {
	where, args := filter.where()
	rows, err := d.sql.QueryContext(ctx, `SELECT g.id, coalesce(g.match, 0), g.number, r.name, b.name, g.rules,
		g.winner, g.reason, g.detail, length(g.moves) / 2, t.finished, t.factor
		FROM games g JOIN players r ON r.id = g.red JOIN players b ON b.id = g.blue JOIN timings t ON t.game = g.id`+where, args...)
	if err != nil {
		return nil, d.explain("cannot list its games", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s Summary
		var finished string
		if err := rows.Scan(&s.ID, &s.Match, &s.Number, &s.Red, &s.Blue, &s.Rules, &s.Winner, &s.Reason, &s.Detail, &s.Plies, &finished, &s.Factor); err != nil {
			return nil, d.explain("cannot list its games", err)
		}
		if s.Finished, err = parseTime(finished); err != nil {
			return nil, fmt.Errorf("game %d: %w", s.ID, err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		return nil, d.explain("cannot list its games", err)
	}
	return list, nil
}
