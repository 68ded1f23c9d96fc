package gym

import (
	"errors"
	"fmt"
	"io"
)

// What passes through the pipes beside the numbers of groups.
const (
	saveByte  = 0xF0 // asks for the games to be saved, and says that they are
	readyByte = 0xF1 // says that the first records are there
)

// MaxGroups bounds the groups, whose numbers are single bytes.
const MaxGroups = saveByte

// Serve says that the records are ready, then answers each byte when what it asks
// for is done: a group's number asks for a step. The end of the requests ends it.
func (g *Gym) Serve(requests io.Reader, answers io.Writer, savePath string) error {
	var b [1]byte
	b[0] = readyByte
	for {
		if _, err := answers.Write(b[:]); err != nil {
			return fmt.Errorf("answering the learner: %w", err)
		}
		if _, err := io.ReadFull(requests, b[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("hearing from the learner: %w", err)
		}
		if err := g.serve(b[0], savePath); err != nil {
			return err
		}
	}
}

func (g *Gym) serve(request byte, savePath string) error {
	switch {
	case int(request) < len(g.groups):
		return g.Step(int(request))
	case request == saveByte && savePath != "":
		return g.Save(savePath)
	}
	return fmt.Errorf("the learner asked for %#x, expected a group below %d", request, len(g.groups))
}
