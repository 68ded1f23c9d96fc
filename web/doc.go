// Package web serves the client: a person plays, replays, studies and looks into
// an agent's mind in the browser.
//
// There is only one type, the Server, which guards the requests and hands them to the
// packages below it: live games, the library of what is kept, study, and contests of
// agents. What travels is declared in web/wire and, for the client, in
// client/model/wire.ts.
package web
