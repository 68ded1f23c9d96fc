// Package web serves the client: a person plays, replays, studies and looks into
// an agent's mind in the browser.
//
// There are only a few types. A Server answers requests; a room is one live game,
// which plays through the arena's referee and keeps every move in the store before
// anyone hears of it; a line is one browser's WebSocket to a room; a catalogue knows
// the agents. What travels is declared in message.go and, for the client, in
// client/model/wire.ts.
//
// A seat only ever gets what its stratego.View holds: position.go is the one place
// that turns games into messages, and it reads Views. The State is read for the
// open boards of games that no person plays, and for finished games.
package web
