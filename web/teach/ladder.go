package teach

import (
	"math"
	"net/http"

	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/roster"
	"marengo/web/wire"
)

// getLadder shows the ladder and where the asker stands on it.
func (t *Teacher) getLadder(w http.ResponseWriter, r *http.Request) error {
	ladder := wire.Ladder{Rungs: roster.Ladder(t.Catalogue), Next: -1}
	at := make(map[string]int)
	for i, x := range ladder.Rungs {
		at[live.PlayerName(x.Agent, x.Level)] = i
	}
	who, err := t.DB.Who(r.Context(), t.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	lives, err := t.DB.Lives(r.Context(), who.Profile, true)
	if err != nil {
		return err
	}
	var played []bout
	for i := len(lives) - 1; i >= 0; i-- {
		row, err := live.RowFor(lives[i], who)
		if err != nil {
			return err
		}
		opponent := row.Red
		if row.You == stratego.Red.String() {
			opponent = row.Blue
		}
		k, ok := at[opponent]
		if !ok || !row.Counts || row.You == "" || row.Rules != "match" {
			continue
		}
		b := bout{rating: ladder.Rungs[k].Rating, score: row.Score()}
		ladder.Rungs[k].Played++
		ladder.Rungs[k].Score += b.score
		played = append(played, b)
	}
	ladder.Games = len(played)
	if len(ladder.Rungs) > 0 {
		ladder.Rating = estimate(played, beginner(ladder.Rungs))
		ladder.Next = nearest(ladder.Rungs, ladder.Rating)
	}
	return api.Answer(w, ladder)
}

// bout is a game against a rated player.
type bout struct {
	rating float64
	score  float64 // 1, 0.5 or 0
}

// What a person's rating is estimated by.
const (
	spread  = 300 // standard deviation of people around the beginner
	fading  = 0.9 // a game's weight against that of the one after it
	elo     = 400 / math.Ln10
	rounds  = 50
	longest = 400.0 // of one step of the estimate
)

// beginner is who nobody has seen play: between the weakest rung and the middle one.
func beginner(rungs []wire.Rung) float64 {
	return (rungs[0].Rating + rungs[len(rungs)/2].Rating) / 2
}

// estimate is the rating that explains a person's games best, the oldest first: the
// likeliest under a normal prior around a start, recent games weighing more.
func estimate(played []bout, start float64) float64 {
	x := start
	for range rounds {
		slope, bend := (start-x)/(spread*spread), 1.0/(spread*spread)
		weight := 1.0
		for i := len(played) - 1; i >= 0; i-- {
			p := 1 / (1 + math.Exp((played[i].rating-x)/elo))
			slope += weight * (played[i].score - p) / elo
			bend += weight * p * (1 - p) / (elo * elo)
			weight *= fading
		}
		step := max(-longest, min(longest, slope/bend))
		if x += step; math.Abs(step) < 0.01 {
			break
		}
	}
	return x
}

// nearest is the rung whose rating is closest.
func nearest(rungs []wire.Rung, rating float64) int {
	best := 0
	for i, x := range rungs {
		if math.Abs(x.Rating-rating) < math.Abs(rungs[best].Rating-rating) {
			best = i
		}
	}
	return best
}
