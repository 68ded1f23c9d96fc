package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marengo/glicko"
	"marengo/stratego"
)

// peopleGame begins a game that ann's browser invites to.
func peopleGame(t *testing.T, d *DB, id, invite string, open bool) Live {
	t.Helper()
	ann, err := d.Who(context.Background(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	l := Live{ID: id, Profile: "ann", Spec: "{}", Status: "{}", People: true,
		Seats: [2]*Owner{{Profile: "ann", Person: ann.Person}, {Invite: invite, Open: open}}}
	if err := d.NewLive(context.Background(), l); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestALinkIsGoodOnce lets many use one link at the same moment: one gets the seat.
func TestALinkIsGoodOnce(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "seats.db"))
	peopleGame(t, d, "g", Hash("link"), false)
	if l, err := d.Invited(ctx, Hash("link")); err != nil || l.ID != "g" || !l.Seats[1].Free() || l.Seats[0].Free() {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, wrong := range []string{"", Hash("other")} {
		if err := d.TakeSeat(ctx, "g", wrong, Who{Profile: "eve"}); !errors.Is(err, ErrTaken) {
			t.Errorf("link %q: %v", wrong, err)
		}
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() { errs[i] = d.TakeSeat(ctx, "g", Hash("link"), Who{Profile: string(rune('a' + i))}) })
	}
	wg.Wait()
	got := 0
	for _, err := range errs {
		if err == nil {
			got++
		} else if !errors.Is(err, ErrTaken) {
			t.Error(err)
		}
	}
	if _, err := d.Invited(ctx, Hash("link")); got != 1 || !errors.Is(err, ErrTaken) {
		t.Errorf("%d of 8 have got the seat; the used link gives %v", got, err)
	}
	if err := d.Invite(ctx, "g", Hash("another")); !errors.Is(err, ErrTaken) {
		t.Errorf("a link to a full table: %v", err)
	}
}

func TestOpenSeats(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "seats.db"))
	peopleGame(t, d, "private", Hash("link"), false)
	peopleGame(t, d, "open", "", true)
	if list, err := d.OpenGames(ctx, time.Now().Add(-time.Hour)); err != nil || len(list) != 1 || list[0].ID != "open" {
		t.Errorf("%+v, %v", list, err)
	}
	if err := d.TakeSeat(ctx, "private", "", Who{Profile: "bob"}); !errors.Is(err, ErrTaken) {
		t.Errorf("a private seat: %v", err)
	}
	if err := d.TakeSeat(ctx, "open", "", Who{Profile: "bob"}); err != nil {
		t.Error(err)
	}
	going, err := d.PeopleGames(ctx, false, 10)
	if err != nil || len(going) != 1 || going[0].ID != "open" {
		t.Errorf("%+v, %v", going, err)
	}
	if lives, err := d.Lives(ctx, "bob", false); err != nil || len(lives) != 1 {
		t.Errorf("bob's games %+v, %v", lives, err)
	}
}

// TestPersonalKey carries a name and its seats to another browser; revoked, it carries
// nobody, and the games stay.
func TestPersonalKey(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "seats.db"))
	peopleGame(t, d, "g", Hash("link"), false)
	if err := d.NamePerson(ctx, "ann", "Ann"); err != nil {
		t.Fatal(err)
	}
	if err := d.NamePerson(ctx, "bob", "aNN"); !errors.Is(err, ErrNamed) {
		t.Errorf("the same name once more: %v", err)
	}
	if err := d.SetKey(ctx, "ann", Hash("key"), false); err != nil {
		t.Fatal(err)
	}
	if err := d.UseKey(ctx, "phone", Hash("wrong")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a wrong key: %v", err)
	}
	if err := d.UseKey(ctx, "phone", Hash("key")); err != nil {
		t.Fatal(err)
	}
	l, err := d.Live(ctx, "g")
	if err != nil || l.Seats[0].Name != "Ann" {
		t.Fatalf("%+v, %v", l.Seats[0], err)
	}
	phone, err := d.Who(ctx, "phone")
	if err != nil || l.Yours(phone) != [2]bool{true, false} {
		t.Errorf("on the phone the seats are %v, %v", l.Yours(phone), err)
	}
	if err := d.SetKey(ctx, "phone", "", true); err != nil { // the computer was stolen
		t.Fatal(err)
	}
	if l, err = d.Live(ctx, "g"); err != nil {
		t.Fatal(err)
	}
	if ann, err := d.Who(ctx, "ann"); err != nil || l.Yours(ann) != [2]bool{} {
		t.Errorf("the browser left behind has %v, %v", l.Yours(ann), err)
	}
	if l.Yours(phone) != [2]bool{true, false} {
		t.Error("the seat was lost with the key")
	}
	if err := d.UseKey(ctx, "thief", Hash("key")); !errors.Is(err, ErrNotFound) {
		t.Errorf("a revoked key: %v", err)
	}
}

// TestRatedGames changes both ratings with the game's end, or neither.
func TestRatedGames(t *testing.T) {
	ctx := context.Background()
	d := open(t, filepath.Join(t.TempDir(), "seats.db"))
	for profile, name := range map[string]string{"ann": "Ann", "bob": "Bob"} {
		if err := d.NamePerson(ctx, profile, name); err != nil {
			t.Fatal(err)
		}
	}
	bob, err := d.Who(ctx, "bob")
	if err != nil {
		t.Fatal(err)
	}
	finish := func(id string, rated bool, after time.Duration) {
		t.Helper()
		l := peopleGame(t, d, id, Hash(id), false)
		if err := d.TakeSeat(ctx, id, Hash(id), bob); err != nil {
			t.Fatal(err)
		}
		l.Rated = rated
		g := &Game{Red: Player{Name: "Ann"}, Blue: Player{Name: "Bob"}, Rules: stratego.DefaultRules, Winner: stratego.Blue, Reason: "resigned", Finished: time.Now().Add(after)}
		if _, err := d.FinishLive(ctx, l, g, nil); err != nil {
			t.Fatal(err)
		}
	}
	finish("casual", false, 0)
	if list, err := d.PersonRatings(ctx, "classic"); err != nil || len(list) != 0 {
		t.Fatalf("a casual game was rated: %+v, %v", list, err)
	}
	finish("first", true, 0)
	list, err := d.PersonRatings(ctx, "classic")
	want := glicko.New().After([]glicko.Game{{Opponent: glicko.New(), Score: 1}})
	if err != nil || len(list) != 2 || list[0].Name != "Bob" || list[0].Rating != want || list[0].Games != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	finish("much later", true, 100*24*time.Hour)
	again, err := d.PersonRatings(ctx, "classic")
	if err != nil || again[0].Games != 2 || again[0].Mean <= list[0].Mean {
		t.Errorf("%+v, %v", again, err)
	}
	soon := list[0].After([]glicko.Game{{Opponent: list[1].Rating, Score: 1}})
	if again[0].Deviation <= soon.Deviation {
		t.Errorf("a hundred idle days leave the rating as sure as none: %g", again[0].Deviation)
	}
}

// TestNoSecretAtRest looks for secrets in every table.
func TestNoSecretAtRest(t *testing.T) {
	ctx := context.Background()
	d := open(t, olderDatabase(t, "version5.sql"))
	rows, err := d.sql.QueryContext(ctx, "SELECT profile || spec FROM live UNION ALL SELECT profile FROM profile_setups UNION ALL SELECT owner || invite FROM seats")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"oldbrowser", "onsrx7b33cao5xxifmn4u4uv", "rxza4quobecl4ja5weekrbwn", "mwtzf3nlmvm5kwb67pwrjsvz"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s is kept: %s", secret, text)
			}
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		t.Fatal(err)
	}
}
