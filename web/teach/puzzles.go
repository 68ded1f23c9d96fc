package teach

import (
	"net/http"
	"time"

	"marengo/puzzle"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// getPuzzles lists the puzzles there are, and which is today's.
func (t *Teacher) getPuzzles(w http.ResponseWriter, r *http.Request) error {
	list, err := puzzle.Shipped()
	if err != nil {
		return err
	}
	x := wire.PuzzleList{IDs: []string{}, Today: -1}
	for _, p := range list {
		x.IDs = append(x.IDs, p.ID)
	}
	if len(list) > 0 {
		x.Today = daily(time.Now(), len(list))
	}
	return api.Answer(w, x)
}

// daily is the puzzle of a day: each day the next one, all over the world the same.
func daily(now time.Time, n int) int {
	return int(now.UTC().Unix()/int64((24*time.Hour).Seconds())) % n
}

func findPuzzle(id string) (p puzzle.Puzzle, v *stratego.View, err error) {
	list, err := puzzle.Shipped()
	if err != nil {
		return p, nil, err
	}
	for _, p := range list {
		if p.ID == id {
			v, err := p.View()
			return p, v, err
		}
	}
	return p, nil, api.Fail(http.StatusNotFound, "there is no puzzle %q", id)
}

// getPuzzle shows a puzzle as its solver may know it.
func (t *Teacher) getPuzzle(w http.ResponseWriter, r *http.Request) error {
	_, v, err := findPuzzle(r.PathValue("id"))
	if err != nil {
		return err
	}
	return api.Answer(w, wire.Puzzle{ID: r.PathValue("id"), Color: v.Color().String(), Position: wire.SeatPosition(v)})
}

// postPuzzle judges a solver's move.
func (t *Teacher) postPuzzle(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Move string `json:"move"` // empty: the solver gives up
	}](r)
	if err != nil {
		return err
	}
	p, v, err := findPuzzle(r.PathValue("id"))
	if err != nil {
		return err
	}
	right := false
	if ask.Move != "" {
		m, err := stratego.ParseMove(ask.Move)
		if err != nil {
			return api.Bad("%v", err)
		}
		if why := v.Why(m); !why.OK() {
			return api.Bad("%s is not legal here", ask.Move)
		}
		if right = stratego.FormatMove(m) == p.Best; !right {
			return api.Answer(w, wire.PuzzleAnswer{})
		}
	}
	return api.Answer(w, wire.PuzzleAnswer{Right: right, Best: p.Best, Second: p.Second, Why: p.Why, Win: p.Win, Gap: p.Gap, Game: p.Game})
}
