package formats_test

import (
	"strings"
	"testing"

	"marengo/record/formats"
	"marengo/stratego"
)

const boer1 = "23B23BFB334B4785B56454BS9277826225263M26"

func TestSetupLists(t *testing.T) {
	setup, err := stratego.ParseSetup(boer1)
	if err != nil {
		t.Fatal(err)
	}
	barrage := "F.B.......S.2.3.9.M.....2..............."
	text := "# a comment\r\n\r\n" + boer1 + "\r\n17\t" + boer1 + "\r\nde-boer/1\t" + boer1 + "\r\n" +
		formats.FormatStraDoS(stratego.Red, setup) + "\r\n3\t" + formats.FormatStraDoS(stratego.Blue, setup) + "\r\n" + barrage + "\r\n"
	list, err := formats.ParseSetups("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []formats.ListedSetup{
		{Setup: setup, Count: 1, Line: 3},
		{Setup: setup, Count: 17, Line: 4},
		{Setup: setup, Count: 1, Name: "de-boer/1", Line: 5},
		{Setup: setup, Count: 1, Line: 6},
		{Setup: setup, Count: 3, Line: 7},
	}
	if len(list) != len(want)+1 {
		t.Fatalf("%d setups, expected %d", len(list), len(want)+1)
	}
	for i, w := range want {
		if list[i] != w {
			t.Errorf("setup %d is %+v, expected %+v", i, list[i], w)
		}
	}
	if last := list[len(want)]; last.Setup.String() != barrage || last.Variant() != stratego.Barrage {
		t.Errorf("Barrage is %+v", last)
	}
}

func TestSetupListsRefuse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "1:1: no setup"},
		{"short", boer1[:39], "1:1: setup has 39 characters, expected 40"},
		{"letter", "\n" + boer1[:39] + "X", "2:1: setup has 'X' at character 40"},
		{"counts", "1\t" + boer1[:39] + "B", "1:3: setup has 3 of rank 6"},
		{"count", "0\t" + boer1, "1:1: count 0, expected 1 to"},
		{"letters", strings.Repeat("Z", 40), "1:1: setup has 'Z' at letter"},
		{"both colours", strings.Repeat("BN", 20), "1:1: setup has 'B' at letter 39"},
		{"junk", "\x00", "1:1: byte 0x00, expected text"},
		{"accents", strings.Repeat("é", 20), "1:1: 'é' in a setup"},
	} {
		list, err := formats.ParseSetups("f", []byte(c.text))
		if err == nil || list != nil || !strings.HasPrefix(err.Error(), "f:"+c.want) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.want)
		}
	}
}
