package web

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
)

// OwnSetup is a setup that belongs to a browser.
type OwnSetup struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Setup   string `json:"setup"`
}

// maxName bounds a setup's name, in bytes.
const maxName = 200

func (s *Server) getSetups(w http.ResponseWriter, r *http.Request) error {
	list, err := s.db.OwnSetups(r.Context(), s.profile(w, r))
	if err != nil {
		return err
	}
	rows := []OwnSetup{}
	for _, x := range list {
		rows = append(rows, OwnSetup{x.ID, x.Name, x.Variant.String(), x.Setup.String()})
	}
	return answer(w, rows)
}

func (s *Server) postSetup(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[OwnSetup](r)
	if err != nil {
		return err
	}
	name, err := checkName(ask.Name)
	if err != nil {
		return err
	}
	v, x, err := parseSetup(ask.Variant, ask.Setup)
	if err != nil {
		return err
	}
	if err := x.Check(v); err != nil {
		return badRequest("%v", err)
	}
	if ask.ID, err = s.db.NewOwnSetup(r.Context(), s.profile(w, r), store.OwnSetup{Name: name, Variant: v, Setup: x}); err != nil {
		return err
	}
	ask.Name = name
	return answer(w, ask)
}

func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > maxName {
		return "", badRequest("a name needs 1 to %d characters", maxName)
	}
	return name, nil
}

func parseSetup(variant, text string) (v stratego.Variant, x stratego.Setup, err error) {
	if v, err = stratego.ParseVariant(variant); err == nil {
		x, err = stratego.ParseSetup(text)
	}
	if err != nil {
		return v, x, badRequest("%v", err)
	}
	return v, x, nil
}

func setupID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, badRequest("bad setup number %q", r.PathValue("id"))
	}
	return id, nil
}

func (s *Server) patchSetup(w http.ResponseWriter, r *http.Request) error {
	id, err := setupID(r)
	if err != nil {
		return err
	}
	ask, err := readJSON[struct {
		Name string `json:"name"`
	}](r)
	if err != nil {
		return err
	}
	name, err := checkName(ask.Name)
	if err != nil {
		return err
	}
	profile := s.profile(w, r)
	if err := s.db.RenameOwnSetup(r.Context(), profile, id, name); err != nil {
		return err
	}
	list, err := s.db.OwnSetups(r.Context(), profile)
	if err != nil {
		return err
	}
	for _, x := range list {
		if x.ID == id {
			return answer(w, OwnSetup{x.ID, x.Name, x.Variant.String(), x.Setup.String()})
		}
	}
	return fmt.Errorf("setup %d: %w", id, store.ErrNotFound)
}

func (s *Server) deleteSetup(w http.ResponseWriter, r *http.Request) error {
	id, err := setupID(r)
	if err != nil {
		return err
	}
	if err := s.db.DeleteOwnSetup(r.Context(), s.profile(w, r), id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// SetupScore is a setup's heuristic score with its reasons.
type SetupScore struct {
	Total   int           `json:"total"`
	Reasons []SetupReason `json:"reasons"`
}

// SetupReason is one thing that counts for or against a setup.
type SetupReason struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Text   string `json:"text"`
}

type setupRequest struct {
	Variant string `json:"variant"`
	Kind    string `json:"kind"`
	Setup   string `json:"setup"`
}

// postScore scores a setup as far as it stands.
func (s *Server) postScore(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[setupRequest](r)
	if err != nil {
		return err
	}
	v, x, err := parseSetup(ask.Variant, ask.Setup)
	if err != nil {
		return err
	}
	if v != stratego.Classic {
		return badRequest("the heuristics know classic setups only")
	}
	report := setup.Explain(x)
	score := SetupScore{Total: report.Points(), Reasons: []SetupReason{}}
	for _, f := range report.Findings {
		score.Reasons = append(score.Reasons, SetupReason{fmt.Sprintf("H%d", f.Heuristic), f.Points, report.Text(f)})
	}
	return answer(w, score)
}

// postPropose fills the empty squares of a setup.
func (s *Server) postPropose(w http.ResponseWriter, r *http.Request) error {
	ask, err := readJSON[setupRequest](r)
	if err != nil {
		return err
	}
	v, x, err := parseSetup(ask.Variant, ask.Setup)
	if err != nil {
		return err
	}
	provider := setup.Default()
	switch ask.Kind {
	case "random":
		provider = setup.Random{}
	case "human":
	default:
		return badRequest("unknown kind %q, expected human or random", ask.Kind)
	}
	filled, err := fillSetup(x, v, provider, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if err != nil {
		return err
	}
	return answer(w, map[string]string{"setup": filled.String()})
}

// fillDraws is how many whole setups a partial one is compared with.
const fillDraws = 40

// fillSetup completes a setup: of several drawn ones, that which agrees most with
// what stands gives the rest, as far as the pieces last.
func fillSetup(kept stratego.Setup, v stratego.Variant, p setup.Provider, rng *rand.Rand) (stratego.Setup, error) {
	left := v.Counts()
	have := kept.Counts()
	for r := range left {
		if have[r] > left[r] {
			return kept, badRequest("the setup has %d of rank %c, at most %d are allowed", have[r], stratego.Rank(r).Letter(), left[r])
		}
		left[r] -= have[r]
	}
	draws := fillDraws
	if have.Total() == 0 {
		draws = 1
	}
	var best stratego.Setup
	most := -1
	for range draws {
		x, err := p.Setup(stratego.Rules{Variant: v}, rng)
		if err != nil {
			return kept, err
		}
		if n := agreement(kept, x); n > most {
			best, most = x, n
		}
	}
	var rest []int
	for i, r := range best {
		switch {
		case kept[i] < stratego.NoRank:
		case r < stratego.NoRank && left[r] > 0:
			kept[i] = r
			left[r]--
		default:
			rest = append(rest, i)
		}
	}
	rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for r := range left {
		for ; left[r] > 0; left[r]-- {
			kept[rest[0]] = stratego.Rank(r)
			rest = rest[1:]
		}
	}
	return kept, nil
}

func agreement(a, b stratego.Setup) (n int) {
	for i := range a {
		if a[i] < stratego.NoRank && a[i] == b[i] {
			n++
		}
	}
	return n
}
