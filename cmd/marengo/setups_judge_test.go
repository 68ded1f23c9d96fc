package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"marengo/stratego"
)

// TestSetupsJudge: a flag that bombs wall in is worth more than one in the front row to everyone who judges.
func TestSetupsJudge(t *testing.T) {
	const walledIn, inFront = "3BFB54B4B473B8359B325862267356224M62S722", "3B2B54B4B473B8359B325862267356224M62S72F"
	lines := strings.Split(strings.TrimSpace(mustRun(t, "setups", "judge", write(t, "mine.txt", walledIn+"\n"+inFront+"\n"))), "\n")
	if len(lines) != 3 || !strings.HasSuffix(lines[1], walledIn) || !strings.HasSuffix(lines[2], inFront) {
		t.Fatalf("judged as %q", lines)
	}
	better, worse := strings.Split(lines[1], "\t"), strings.Split(lines[2], "\t")
	for i, judge := range []string{"De Boer", "the network of human setups", "the network of good setups"} {
		a, errA := strconv.ParseFloat(better[i], 64)
		b, errB := strconv.ParseFloat(worse[i], 64)
		if errA != nil || errB != nil || a <= b {
			t.Errorf("%s gives the flag that is walled in %s, the one in front %s", judge, better[i], worse[i])
		}
	}
	barrage := stratego.ShuffledSetup(stratego.Barrage, rand.New(rand.NewPCG(1, 1))).String()
	refused(t, "line 2: a setup of barrage", "setups", "judge", write(t, "mixed.txt", walledIn+"\n"+barrage+"\n"))
	refused(t, "expected one file", "setups", "judge")
}
