package live

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"

	"marengo/agent"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// maxThoughts bounds what a game remembers of its agents' thoughts, in bytes.
const maxThoughts = 2 << 20

// keepThoughts remembers what an agent thought and logged, for after the end.
func (r *room) keepThoughts(c stratego.Color, v *stratego.View, change int, t agent.Thoughts) {
	mind := wire.MindOf(r.players[c].String(), v, t, true)
	data, err := json.Marshal(mind)
	if err != nil {
		r.hall.note("keep thoughts of "+mind.Agent, err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change != change || r.minds.Len() > maxThoughts {
		return
	}
	w := gzip.NewWriter(&r.minds)
	_, err = w.Write(append(data, '\n'))
	r.hall.note("compress thoughts", errors.Join(err, w.Close()))
	for _, line := range t.Log {
		r.log = append(r.log, store.LogLine{Ply: v.Ply() + 1, Text: line})
	}
	if r.spec.watched() {
		message := wire.Encode(wire.MindMessage{Type: "mind", Game: r.id, Mind: mind})
		for l := range r.lines {
			l.send(message)
		}
	}
}

// ReadMinds reads what the store has of the thoughts of a game's agents.
func ReadMinds(data []byte) ([]wire.Mind, error) {
	minds := []wire.Mind{}
	if len(data) == 0 {
		return minds, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return minds, err
	}
	lines := bufio.NewReader(z)
	for {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return minds, nil
		}
		if err != nil {
			return minds, err
		}
		var m wire.Mind
		if err := json.Unmarshal(text, &m); err != nil {
			return minds, err
		}
		minds = append(minds, m)
	}
}
