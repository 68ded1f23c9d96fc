// Package protocol speaks the line protocol of the Stratego AI Evaluator (UCC
// programming competition, 2012), which a family of bots shares. Both ends are here.
//
// There are only a few types. A Bot is an agent.Agent that plays by a child
// process: it is the manager's end. An Engine is the bot's end: it plays an
// agent.Agent over standard input and output for any manager.
//
// Coordinates are the protocol's: x to the right, y down, red on the rows 0 to 3 at
// the top. That is our board turned around: its (0,0) is our k1.
//
// docs/bots.md describes the protocol and how to write a bot.
package protocol
