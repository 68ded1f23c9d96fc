package library

import (
	"net/http"

	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
	"marengo/web/api"
	"marengo/web/wire"
)

// postPosition reads a position's text, or writes it, and says whether it can be
// played.
func (lib *Library) postPosition(w http.ResponseWriter, r *http.Request) error {
	ask, err := api.Read[wire.FreePosition](r)
	if err != nil {
		return err
	}
	if ask.Text != "" {
		return answerPosition(w, ask.Text)
	}
	rules := stratego.DefaultRules
	if rules.Variant, err = stratego.ParseVariant(ask.Variant); err != nil {
		return api.Bad("%v", err)
	}
	position := &record.Position{}
	if position.ToMove, err = stratego.ParseColor(ask.ToMove); err != nil {
		return api.Bad("%v", err)
	}
	for _, p := range ask.Pieces {
		placed, err := placement(p)
		if err != nil {
			return err
		}
		position.Pieces = append(position.Pieces, placed)
	}
	game := &record.Game{Rules: rules, Position: position, Result: record.Unfinished}
	out := wire.FreePosition{ToMove: ask.ToMove, Variant: ask.Variant, Pieces: ask.Pieces}
	state, err := game.Begin()
	if err != nil {
		out.Error = err.Error()
		return api.Answer(w, out)
	}
	if result := state.Result(); result.Over() {
		out.Error = "the game would be over at once: " + result.String()
		game.Result = result
	}
	text, err := formats.Text.Encode(game)
	if err != nil {
		out.Error = err.Error()
	}
	out.Text = string(text)
	return api.Answer(w, out)
}

// placement reads a piece of the client's.
func placement(p wire.SeenPiece) (x stratego.Placement, err error) {
	if x.Color, err = stratego.ParseColor(p.Color); err != nil {
		return x, api.Bad("%v", err)
	}
	if len(p.Rank) != 1 {
		return x, api.Bad("a piece has the rank %q", p.Rank)
	}
	rank, ok := stratego.ParseRank(p.Rank[0])
	if !ok || p.At < 0 || p.At >= stratego.Squares {
		return x, api.Bad("a piece of rank %q on square %d", p.Rank, p.At)
	}
	x.Rank, x.Square, x.Moved, x.Known = rank, stratego.Square(p.At), p.Moved, p.Shown
	return x, nil
}

// answerPosition describes a position given as text. A game's text stands for its
// last position.
func answerPosition(w http.ResponseWriter, text string) error {
	g, err := formats.Parse("position", []byte(text))
	if err != nil {
		return api.Bad("%v", err)
	}
	state, err := g.At(len(g.Moves))
	if err != nil {
		return api.Bad("%v", err)
	}
	out := wire.FreePosition{Text: text, ToMove: state.Turn().String(), Variant: g.Rules.Variant.String(), Pieces: wire.OpenPieces(state)}
	if result := state.Result(); result.Over() {
		out.Error = "the game would be over at once: " + result.String()
	}
	return api.Answer(w, out)
}
