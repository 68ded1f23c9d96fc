package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// olderDatabase makes the database of an earlier version that testdata holds as text.
func olderDatabase(t *testing.T, name string) (path string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "older.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(string(text))
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOlderDatabase opens a database of version 2: everything is there, under the
// names it had, and every player is of the first revision.
func TestOlderDatabase(t *testing.T) {
	ctx := context.Background()
	d := open(t, olderDatabase(t, "version2.sql"))
	plies := 0
	if err := d.EachGame(ctx, Filter{}, func(g *Game) error {
		plies += len(g.Moves)
		if g.Red.Revision != "" || g.Blue.Revision != "" || g.Red.Name == "" || g.Blue.Name == "" {
			t.Errorf("game %d is between %+v and %+v", g.ID, g.Red, g.Blue)
		}
		_, err := g.Record()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	games, err := d.Games(ctx, Filter{})
	if err != nil || len(games) != 32 || plies != 7345 {
		t.Errorf("%d games of %d plies, %v", len(games), plies, err)
	}
	if star, err := d.Games(ctx, Filter{Match: 1, Agent: "star:belief=count,depth=2"}); err != nil || len(star) != 7 {
		t.Errorf("%d games of the match that was killed, %v", len(star), err)
	}
	matches, err := d.Matches(ctx)
	if err != nil || len(matches) != 4 || matches[3].Status != Running || matches[0].Status != Finished {
		t.Errorf("matches %+v, %v", matches, err)
	}
	rated, err := d.Ratings(ctx, 4)
	if err != nil || len(rated) != 3 || rated[0].Player != (Player{Name: "lewis"}) {
		t.Errorf("ratings %+v, %v", rated, err)
	}
	if saved, err := d.ImportedSetups(ctx); err != nil || len(saved) != 1 {
		t.Errorf("%d imported setups, %v", len(saved), err)
	}
	profile := Hash("5t6g2ig7gccxwftrivjjytet")
	if own, err := d.OwnSetups(ctx, profile); err != nil || len(own) != 2 {
		t.Errorf("private setups %+v, %v", own, err)
	}
	for over, want := range map[bool]int{false: 2, true: 1} {
		if lives, err := d.Lives(ctx, profile, over); err != nil || len(lives) != want {
			t.Errorf("%d live games, over %v, %v, want %d", len(lives), over, err, want)
		}
	}
	if thoughts, err := d.Thoughts(ctx, 1); err != nil || len(thoughts) == 0 {
		t.Errorf("%d bytes of thoughts, %v", len(thoughts), err)
	}
	kept := Analysis{By: "marengo", Plies: 2, Data: []byte(`[{},{}]`)}
	if err := d.SaveAnalysis(ctx, 1, kept); err != nil {
		t.Error(err)
	}
	if back, err := d.Analysis(ctx, 1); err != nil || !reflect.DeepEqual(back, kept) {
		t.Errorf("the analysis kept is %+v, %v", back, err)
	}
	var broken int
	if err := d.sql.QueryRow("SELECT count(*) FROM pragma_foreign_key_check").Scan(&broken); err != nil || broken != 0 {
		t.Errorf("%d rows point nowhere, %v", broken, err)
	}
}

// TestRevisionsAreOtherPlayers keeps a player's games and ratings apart from those of
// its earlier play.
func TestRevisionsAreOtherPlayers(t *testing.T) {
	ctx := context.Background()
	d := open(t, olderDatabase(t, "version2.sql"))
	second := Player{Name: "lewis", Revision: "2"}
	if err := d.SaveRatings(ctx, 4, []Rating{{Player: Player{Name: "lewis"}, Elo: 1}, {Player: second, Elo: 2}}); err != nil {
		t.Fatal(err)
	}
	rated, err := d.Ratings(ctx, 4)
	if err != nil || len(rated) != 2 || rated[0].Player != second || rated[1].Player.Revision != "" {
		t.Errorf("ratings %+v, %v", rated, err)
	}
	g, err := d.Game(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	g.Blue = second
	id, err := d.SaveGame(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := d.Game(ctx, id); err != nil || back.Blue != second {
		t.Errorf("blue is %v, %v", back.Blue, err)
	}
}

// TestSeatsOfOlderGames opens a database of version 5: every person's seat of a game
// under way is its browser's, hashed, and the tokens are gone.
func TestSeatsOfOlderGames(t *testing.T) {
	ctx := context.Background()
	d := open(t, olderDatabase(t, "version5.sql"))
	who := Who{Profile: Hash("oldbrowseroldbrowser1234")}
	for id, want := range map[string][2]bool{"q2mqq5twv2in": {true, true}, "teirol7qcwac": {true, false}, "l2c75wyi5kwk": {}} {
		l, err := d.Live(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if l.Yours(who) != want || l.Yours(Who{Profile: "another"}) != [2]bool{} || l.People {
			t.Errorf("game %s: seats %v, want %v", id, l.Yours(who), want)
		}
		if strings.Contains(l.Spec, "token") || strings.Contains(l.Spec, "watch") || !strings.Contains(l.Spec, `"seed":`) {
			t.Errorf("game %s: %s", id, l.Spec)
		}
	}
	if l, err := d.Live(ctx, "teirol7qcwac"); err != nil || !strings.Contains(l.Spec, `"seed":3225392118982581449`) {
		t.Errorf("the seed has changed: %s, %v", l.Spec, err)
	}
	if lives, err := d.Lives(ctx, who.Profile, false); err != nil || len(lives) != 3 {
		t.Errorf("%d games, %v", len(lives), err)
	}
	if own, err := d.OwnSetups(ctx, who.Profile); err != nil || len(own) != 1 {
		t.Errorf("setups %+v, %v", own, err)
	}
}
