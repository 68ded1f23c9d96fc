package library

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"

	"marengo/setup"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// maxName bounds a setup's name, in bytes.
const maxName = 200

func ownSetup(x store.OwnSetup) wire.OwnSetup {
	return wire.OwnSetup{ID: x.ID, Name: x.Name, Variant: x.Variant.String(), Setup: x.Setup.String()}
}

func (lib *Library) getSetups(w http.ResponseWriter, r *http.Request) error {
	list, err := lib.DB.OwnSetups(r.Context(), lib.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	rows := []wire.OwnSetup{}
	for _, x := range list {
		rows = append(rows, ownSetup(x))
	}
	return api.Answer(w, rows)
}

func (lib *Library) postSetup(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.OwnSetup](r)
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
		return api.Bad("%v", err)
	}
	if ask.ID, err = lib.DB.NewOwnSetup(r.Context(), lib.Browsers.Profile(w, r), store.OwnSetup{Name: name, Variant: v, Setup: x}); err != nil {
		return err
	}
	ask.Name = name
	return api.Answer(w, ask)
}

func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || len(name) > maxName {
		return "", api.Bad("a name needs 1 to %d characters", maxName)
	}
	return name, nil
}

func parseSetup(variant, text string) (v stratego.Variant, x stratego.Setup, err error) {
	if v, err = stratego.ParseVariant(variant); err == nil {
		x, err = stratego.ParseSetup(text)
	}
	if err != nil {
		return v, x, api.Bad("%v", err)
	}
	return v, x, nil
}

func setupID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, api.Bad("bad setup number %q", r.PathValue("id"))
	}
	return id, nil
}

func (lib *Library) patchSetup(w http.ResponseWriter, r *http.Request) error {
	id, err := setupID(r)
	if err != nil {
		return err
	}
	ask, err := api.Read[struct {
		Name string `json:"name"`
	}](r)
	if err != nil {
		return err
	}
	name, err := checkName(ask.Name)
	if err != nil {
		return err
	}
	profile := lib.Browsers.Profile(w, r)
	if err := lib.DB.RenameOwnSetup(r.Context(), profile, id, name); err != nil {
		return err
	}
	list, err := lib.DB.OwnSetups(r.Context(), profile)
	if err != nil {
		return err
	}
	for _, x := range list {
		if x.ID == id {
			return api.Answer(w, ownSetup(x))
		}
	}
	return fmt.Errorf("setup %d: %w", id, store.ErrNotFound)
}

func (lib *Library) deleteSetup(w http.ResponseWriter, r *http.Request) error {
	id, err := setupID(r)
	if err != nil {
		return err
	}
	if err := lib.DB.DeleteOwnSetup(r.Context(), lib.Browsers.Profile(w, r), id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

type setupRequest struct {
	Variant string `json:"variant"`
	Kind    string `json:"kind"`
	Setup   string `json:"setup"`
}

// postScore scores a setup as far as it stands.
func (lib *Library) postScore(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[setupRequest](r)
	if err != nil {
		return err
	}
	v, x, err := parseSetup(ask.Variant, ask.Setup)
	if err != nil {
		return err
	}
	if v != stratego.Classic {
		return api.Bad("the heuristics know classic setups only")
	}
	report := setup.Explain(x)
	score := wire.SetupScore{Total: report.Points(), Reasons: []wire.SetupReason{}}
	for _, f := range report.Findings {
		score.Reasons = append(score.Reasons, wire.SetupReason{Name: fmt.Sprintf("H%d", f.Heuristic), Points: f.Points, Text: report.Text(f)})
	}
	return api.Answer(w, score)
}

// postPropose fills the empty squares of a setup.
func (lib *Library) postPropose(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[setupRequest](r)
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
	case "guarded":
		provider = setup.Guarded{Provider: provider}
	case "human":
	default:
		return api.Bad("unknown kind %q, expected human, guarded or random", ask.Kind)
	}
	filled, err := setup.Fill(x, v, provider, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if err != nil {
		return api.Bad("%v", err)
	}
	return api.Answer(w, map[string]string{"setup": filled.String()})
}
