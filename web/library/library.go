// Package library has what is kept: finished games and their files, the setups and the
// record of a browser's owner, and free positions as people share them.
package library

import (
	"marengo/store"
	"marengo/web/api"
	"marengo/web/fair"
)

// Library answers requests about what is kept.
type Library struct {
	DB       *store.DB
	Browsers api.Browsers
	Imports  *fair.Rates // how often game files may come in
}

// Routes adds them.
func (lib *Library) Routes(add api.Route) {
	add("GET /api/games", lib.getGames)
	add("GET /api/games/{id}/record", lib.getRecord)
	add("GET /api/games/{id}/file", lib.getFile)
	add("POST /api/import", lib.postImport)
	add("GET /api/statistics", lib.getStatistics)
	add("GET /api/setups", lib.getSetups)
	add("POST /api/setups", lib.postSetup)
	add("PATCH /api/setups/{id}", lib.patchSetup)
	add("DELETE /api/setups/{id}", lib.deleteSetup)
	add("GET /api/setups/results", lib.getResults)
	add("POST /api/setups/score", lib.postScore)
	add("POST /api/setups/propose", lib.postPropose)
	add("POST /api/position", lib.postPosition)
}
