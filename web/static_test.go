package web

import (
	"strings"
	"testing"
)

// firstPage is what the first page may weigh, compressed, in bytes.
const firstPage = 150_000

// TestTheFirstPageIsSmall adds up what a first visit loads: the page, its script and style.
func TestTheFirstPageIsSmall(t *testing.T) {
	page := assets()["/index.html"]
	total := len(page.zipped)
	for name, a := range assets() {
		if strings.Contains(string(page.plain), name) {
			total += len(a.zipped)
		}
	}
	if total > firstPage || total < 10_000 {
		t.Errorf("the first page takes %d bytes, expected at most %d and more than a bare page", total, firstPage)
	}
	t.Logf("%d bytes", total)
}
