package live

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestServerClock runs on from what was kept, and stands while nothing can be.
func TestServerClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newServerClock(time.Hour)
		time.Sleep(time.Minute)
		if now := c.now(); now != time.Hour+time.Minute {
			t.Errorf("after a minute it shows %v", now)
		}
		c.stop()
		time.Sleep(time.Hour)
		c.stop() // once more
		if now := c.now(); now != time.Hour+time.Minute || !c.standing() {
			t.Errorf("while it stands it shows %v", now)
		}
		c.run()
		c.run()
		time.Sleep(time.Second)
		if now := c.now(); now != time.Hour+time.Minute+time.Second || c.standing() {
			t.Errorf("after it went on it shows %v", now)
		}
	})
}
