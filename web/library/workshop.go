package library

import (
	"net/http"

	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/live"
	"marengo/web/wire"
)

// getResults lists the setups that a browser's owner has played, with what they scored,
// the one played last first. A mirror image is the same setup.
func (lib *Library) getResults(w http.ResponseWriter, r *http.Request) error {
	who, err := lib.DB.Who(r.Context(), lib.Browsers.Profile(w, r))
	if err != nil {
		return err
	}
	lives, err := lib.DB.Lives(r.Context(), who.Profile, true)
	if err != nil {
		return err
	}
	list := []wire.SetupResult{}
	at := make(map[string]int)
	for _, l := range lives {
		row, err := live.RowFor(l, who)
		if err != nil {
			return err
		}
		text, err := live.OwnSetup(l, row.You)
		if err != nil {
			return err
		}
		if text == "" {
			continue
		}
		k, ok := at[text]
		if !ok {
			x, err := stratego.ParseSetup(text)
			if err != nil {
				return err
			}
			k = len(list)
			at[text], at[x.Mirror().String()] = k, k
			rules, err := stratego.Preset(row.Rules)
			if err != nil {
				return err
			}
			list = append(list, wire.SetupResult{Setup: text, Variant: rules.Variant.String()})
		}
		switch row.Winner {
		case "":
			list[k].Draws++
		case row.You:
			list[k].Wins++
		default:
			list[k].Losses++
		}
	}
	return api.Answer(w, list)
}
