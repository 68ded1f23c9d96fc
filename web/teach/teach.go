// Package teach has what the page teaches by: lessons, each a few small boards that are
// played, puzzles, and a ladder of opponents.
//
// A lesson is a row of steps; a step is a position with a goal. The referee's rules
// judge every move here as in any game: the page sends the moves of a step and is shown
// what red may know of where they led.
package teach

import (
	"net/http"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/roster"
	"marengo/web/wire"
)

// Teacher answers requests about lessons, puzzles and the ladder.
type Teacher struct {
	DB        *store.DB
	Catalogue roster.Catalogue
	Browsers  api.Browsers
}

// Routes adds them.
func (t *Teacher) Routes(add api.Route) {
	add("GET /api/lessons", t.getLessons)
	add("POST /api/lessons/try", t.postTry)
	add("POST /api/lessons/setup", t.postSetup)
	add("GET /api/ladder", t.getLadder)
	add("GET /api/puzzles", t.getPuzzles)
	add("GET /api/puzzles/{id}", t.getPuzzle)
	add("POST /api/puzzles/{id}", t.postPuzzle)
}

func (t *Teacher) getLessons(w http.ResponseWriter, r *http.Request) error {
	list := []wire.Lesson{}
	for _, l := range lessons {
		x := wire.Lesson{ID: l.id, Steps: []string{}}
		for _, s := range l.steps {
			x.Steps = append(x.Steps, s.id)
		}
		list = append(list, x)
	}
	return api.Answer(w, list)
}

// maxMoves is how long anyone tries one step.
const maxMoves = 60

// postTry plays the moves of a step and shows where they led.
func (t *Teacher) postTry(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Lesson string   `json:"lesson"`
		Step   string   `json:"step"`
		Moves  []string `json:"moves"`
	}](r)
	if err != nil {
		return err
	}
	s, ok := find(ask.Lesson, ask.Step)
	if !ok {
		return api.Fail(http.StatusNotFound, "there is no step %q of a lesson %q", ask.Step, ask.Lesson)
	}
	if len(ask.Moves) > maxMoves {
		return api.Bad("%d moves, at most %d are played in a step", len(ask.Moves), maxMoves)
	}
	try, err := s.begin()
	if err != nil {
		return err
	}
	for _, text := range ask.Moves {
		m, err := stratego.ParseMove(text)
		if err != nil {
			return api.Bad("%v", err)
		}
		if err := try.play(m); err != nil {
			return api.Bad("%v", err)
		}
	}
	return api.Answer(w, try.shown())
}

// postSetup judges the setup that a lesson asks for: a legal one whose flag is guarded.
func (t *Teacher) postSetup(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[struct {
		Setup string `json:"setup"`
	}](r)
	if err != nil {
		return err
	}
	x, err := stratego.ParseSetup(ask.Setup)
	if err == nil {
		err = x.Check(stratego.Barrage)
	}
	if err != nil {
		return api.Bad("%v", err)
	}
	return api.Answer(w, map[string]string{"fault": setup.FlagFault(x)})
}
