-- A database of schema version 5, written by the program of commit a3e12f3: two people at one screen, a person
-- against lewis and two agents, none of them over, and a setup of the same browser.
PRAGMA application_id = 1297239623;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
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
CREATE TABLE imports (
	game     INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	profile  TEXT NOT NULL
) STRICT;
CREATE TABLE live (
	id       TEXT PRIMARY KEY,             -- the game's name in addresses
	profile  TEXT NOT NULL,                -- whose browser it belongs to
	spec     TEXT NOT NULL,                -- how it began, in words of the server
	status   TEXT NOT NULL,                -- what changes beside the moves
	moves    BLOB NOT NULL,                -- two bytes a move: from, to
	game     INTEGER REFERENCES games (id) ON DELETE CASCADE, -- once it is over
	updated  TEXT NOT NULL
) STRICT;
INSERT INTO "live" VALUES('q2mqq5twv2in','oldbrowseroldbrowser1234','{"rules":"match/barrage","setups":["........................M92B3S2F........","........................M92B3S2F........"],"players":[{"token":"onsrx7b33cao5xxifmn4u4uv"},{"token":"rxza4quobecl4ja5weekrbwn"}],"clock":{"minutes":10,"increment":5},"seed":2708193590412580268,"counts":false}','{"counts":false,"clock":[600000,600000]}',X'',NULL,'2026-11-15T20:43:06Z');
INSERT INTO "live" VALUES('teirol7qcwac','oldbrowseroldbrowser1234','{"rules":"match","setups":["B6B42532377B5B63BS54B2238F53M22796246284","3BFBB3342245B574267BM8S95B38232672625462"],"players":[{"token":"ihshwm4n35pto2gxfhovlob5"},{"agent":"lewis","level":5}],"seed":3225392118982581449,"counts":true}','{"counts":true,"clock":[0,0]}',X'',NULL,'2026-11-15T20:43:06Z');
INSERT INTO "live" VALUES('l2c75wyi5kwk','oldbrowseroldbrowser1234','{"rules":"match","setups":["3645B3BFB4225S3B6B372278523426829M745B62","4BBFB637B4354S538B4B375665928622M2222372"],"players":[{"agent":"random","level":5},{"agent":"lewis","level":5}],"watch":"mwtzf3nlmvm5kwb67pwrjsvz","seed":2981265515099236819,"counts":false}','{"counts":false,"clock":[0,0]}',X'',NULL,'2026-11-15T20:43:06Z');
CREATE TABLE logs (
	game   INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	lines  BLOB NOT NULL              -- ply TAB line, one a line, deflated
) STRICT;
CREATE TABLE matches (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	kind     TEXT NOT NULL,           -- match or tournament
	spec     TEXT NOT NULL,           -- the schedule, as JSON
	status   TEXT NOT NULL,           -- running or finished
	report   TEXT NOT NULL DEFAULT '',-- the last report, as JSON
	created  TEXT NOT NULL
, key TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE players (
	id        INTEGER PRIMARY KEY,
	name      TEXT NOT NULL,             -- the agent string
	files     TEXT NOT NULL DEFAULT '',  -- the files it loads with their hashes
	revision  TEXT NOT NULL DEFAULT '',  -- of its play; empty for the first
	UNIQUE (name, files, revision)
) STRICT;
CREATE TABLE profile_setups (
	id       INTEGER PRIMARY KEY AUTOINCREMENT,
	profile  TEXT NOT NULL,
	name     TEXT NOT NULL,
	variant  TEXT NOT NULL,
	setup    TEXT NOT NULL
) STRICT;
INSERT INTO "profile_setups" VALUES(1,'oldbrowseroldbrowser1234','Kept','classic','B6B42532377B5B63BS54B2238F53M22796246284');
CREATE TABLE ratings (
	match   INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	player  INTEGER NOT NULL REFERENCES players (id),
	elo     REAL NOT NULL,
	error   REAL NOT NULL,
	games   INTEGER NOT NULL,
	PRIMARY KEY (match, player)
) STRICT;
CREATE TABLE setups (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	name    TEXT NOT NULL UNIQUE,
	variant TEXT NOT NULL,
	setup   TEXT NOT NULL
) STRICT;
CREATE TABLE thoughts (
	game  INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	data  BLOB NOT NULL                    -- what the agents thought, compressed lines of JSON
) STRICT;
CREATE TABLE timings (
	game      INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
	finished  TEXT NOT NULL,
	times     BLOB NOT NULL           -- microseconds a move, as varints
, factor REAL NOT NULL DEFAULT 0) STRICT;
CREATE INDEX games_red  ON games (red);
CREATE INDEX games_blue ON games (blue);
CREATE INDEX live_profile ON live (profile, updated);
CREATE INDEX live_game ON live (game);
CREATE INDEX profile_setups_profile ON profile_setups (profile);
CREATE INDEX imports_profile ON imports (profile);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('profile_setups',1);
COMMIT;
