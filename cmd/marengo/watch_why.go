package main

import (
	"fmt"
	"strings"

	"marengo/agent"
	"marengo/stratego"
)

// reasons keeps why players moved as they did, a line for each move.
type reasons struct {
	each [2]string // the last of each player
	last string    // the last of all that has not been told
}

// hear keeps what a player thought of its move; nothing where it does not tell.
func (r *reasons) hear(v *stratego.View, t agent.Thoughts) {
	r.last = ""
	if t.Summary != "" {
		r.last = fmt.Sprintf("%3d %-4v %s\n", v.Ply()+1, v.Color(), strings.Join(strings.Fields(t.Summary), " "))
	}
	r.each[v.Color()] = r.last
}

// tell returns the reason of the last move, once.
func (r *reasons) tell() string {
	text := r.last
	r.last = ""
	return text
}

// both returns the last reasons of both players.
func (r *reasons) both() string { return r.each[stratego.Red] + r.each[stratego.Blue] }
