package study

import (
	"context"
	"net/http"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// maxTried is how many moves may be tried from a position.
const maxTried = 500

// postBoard tries moves, for either side, from a ply of a finished game or a free position.
func (s *Study) postBoard(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.BoardRequest](r)
	if err != nil {
		return err
	}
	g, err := s.line(r.Context(), ask)
	if err != nil {
		return err
	}
	state, err := g.At(len(g.Moves))
	if err != nil {
		return api.Bad("%v", err)
	}
	g.Result = state.Result()
	text, err := formats.Text.Encode(g)
	if err != nil {
		return api.Bad("%v", err)
	}
	first, err := g.Begin()
	if err != nil {
		return api.Bad("%v", err)
	}
	out := wire.BoardState{Text: string(text), Variant: g.Rules.Variant.String(), First: first.Turn().String(),
		Position: wire.BoardPosition(state), Events: wire.EventsOf(state.Events(nil), 0)}
	if result := state.Result(); result.Over() {
		out.Result = &wire.Ending{Winner: wire.ColorName(result.Winner), Reason: result.Reason.String()}
	}
	return api.Answer(w, out)
}

// line is the game that a request leads to: up to where it begins, then the moves tried.
func (s *Study) line(ctx context.Context, ask wire.BoardRequest) (*record.Game, error) {
	if len(ask.Moves) > maxTried {
		return nil, api.Bad("%d moves, expected at most %d", len(ask.Moves), maxTried)
	}
	g, err := s.begun(ctx, ask)
	if err != nil {
		return nil, err
	}
	g.Result, g.Note, g.Log = record.Unfinished, "", nil
	for _, text := range ask.Moves {
		m, err := stratego.ParseMove(text)
		if err != nil {
			return nil, api.Bad("%v", err)
		}
		g.Moves = append(g.Moves, m)
	}
	return g, nil
}

// begun is the game up to where moves are tried.
func (s *Study) begun(ctx context.Context, ask wire.BoardRequest) (*record.Game, error) {
	if ask.Text != "" {
		g, err := formats.Parse("position", []byte(ask.Text))
		if err != nil {
			return nil, api.Bad("%v", err)
		}
		return g, nil
	}
	stored, _, err := s.Library.Finished(ctx, ask.Game)
	if err != nil {
		return nil, err
	}
	g, err := stored.Record()
	if err != nil {
		return nil, err
	}
	if ask.Ply < 0 || ask.Ply > len(g.Moves) {
		return nil, api.Bad("no ply %d, expected 0 to %d", ask.Ply, len(g.Moves))
	}
	g.Moves = append([]stratego.Move(nil), g.Moves[:ask.Ply]...)
	return g, nil
}
