package live

import (
	"fmt"
	"time"

	"marengo/agent"
	"marengo/agents"
	"marengo/store"
	"marengo/stratego"
	"marengo/web/wire"
)

// Row is the line in a list of a game that is or was live. An unfinished one has its
// small board.
func Row(l store.Live) (row wire.GameRow, err error) {
	spec, err := parseJSON[gameSpec](l.Spec)
	if err != nil {
		return row, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	status, err := parseJSON[gameStatus](l.Status)
	if err != nil {
		return row, fmt.Errorf("live game %s: %w", l.ID, err)
	}
	people := 0
	for _, p := range spec.Players {
		if p.person() {
			people++
		}
	}
	row = wire.GameRow{ID: l.ID, People: people, Date: l.Updated.UTC().Format(time.RFC3339), Rules: spec.Rules, Plies: len(l.Moves), Counts: status.Counts,
		Live: l.Game == 0, Red: spec.Players[0].name(l.Seats[0]), Blue: spec.Players[1].name(l.Seats[1]), You: spec.you()}
	if status.Result != nil {
		row.Winner, row.Reason = status.Result.Winner, status.Result.Reason
	}
	if l.Game == 0 {
		row.Board, err = smallBoard(l, spec)
	}
	return row, err
}

// RowFor is the same as somebody reads it who has seats there.
func RowFor(l store.Live, who store.Who) (wire.GameRow, error) {
	row, err := Row(l)
	if yours := l.Yours(who); yours[0] != yours[1] {
		row.You = stratego.Red.String()
		if yours[1] {
			row.You = stratego.Blue.String()
		}
	}
	return row, err
}

// Played says whether an agent played in a game, at whatever level.
func Played(l store.Live, agent string) (bool, error) {
	spec, err := parseJSON[gameSpec](l.Spec)
	return spec.Players[0].Agent == agent || spec.Players[1].Agent == agent, err
}

// name is how lists call a player.
func (p playerSpec) name(owner *store.Owner) string {
	if p.person() {
		return calledBy(owner, personName)
	}
	return PlayerName(p.Agent, p.Level)
}

// PlayerName is how lists call an agent at a level.
func PlayerName(agent string, level int) string {
	if level > 0 && level < agents.Levels {
		return fmt.Sprintf("%s (level %d)", agent, level)
	}
	return agent
}

// you is the one colour that a person played, if just one.
func (s *gameSpec) you() string {
	if s.Players[0].person() == s.Players[1].person() {
		return ""
	}
	if s.Players[0].person() {
		return stratego.Red.String()
	}
	return stratego.Blue.String()
}

// smallBoard says whose piece stands on each square: what both players see. It is
// empty while a setup is missing.
func smallBoard(l store.Live, spec gameSpec) (string, error) {
	if _, waits := spec.awaited(); waits {
		return "", nil
	}
	referee, err := spec.begin()
	if err != nil {
		return "", fmt.Errorf("live game %s: %w", l.ID, err)
	}
	for i, m := range l.Moves {
		if err := referee.Apply(referee.Turn(), agent.Action{Move: m}); err != nil {
			return "", fmt.Errorf("live game %s, ply %d: %w", l.ID, i+1, err)
		}
	}
	board := make([]byte, stratego.Squares)
	for square := range board {
		board[square] = '.'
		if piece, ok := referee.State().At(stratego.Square(square)); ok {
			board[square] = piece.Color.String()[0]
		}
	}
	return string(board), nil
}

// OwnSetup is how the person of a colour set up; empty where there is none, or the game
// began from a free position.
func OwnSetup(l store.Live, you string) (string, error) {
	c, err := stratego.ParseColor(you)
	if err != nil {
		return "", nil
	}
	spec, err := parseJSON[gameSpec](l.Spec)
	return spec.Setups[c], err
}
