package formats_test

import (
	"strings"
	"testing"

	"marengo/record/formats"
)

// TestUnknownFilesHearOfEveryForm: whoever pastes something else is told what would
// be read, our own games and positions first.
func TestUnknownFilesHearOfEveryForm(t *testing.T) {
	_, err := formats.Parse("pasted", []byte("a marshal on e4"))
	if err == nil {
		t.Fatal("it was read")
	}
	for _, form := range []string{"marengo game 1", "marengo position 1", "Stratego-Notation", "<stratego>", "RED SETUP"} {
		if !strings.Contains(err.Error(), form) {
			t.Errorf("%v: no word of %s", err, form)
		}
	}
}
