package features

import (
	"encoding/binary"
	"fmt"

	"marengo/stratego"
)

// PositionSize is the size of a record that Positions writes.
const PositionSize = 588

// Positions appends a record for each position of a game, as the player to move saw it: what
// StrAItego's networks learn from. train/straitego/data.py says what is in it. Players are
// numbers of the caller's, by colour, and game is the game's.
func Positions(buf []byte, rules stratego.Rules, players [2]uint8, winner stratego.Color, setups [2]stratego.Setup, moves []stratego.Move, game int) ([]byte, error) {
	s, err := stratego.NewState(rules, setups[stratego.Red], setups[stratego.Blue])
	if err != nil {
		return buf, err
	}
	var v stratego.View
	for i, m := range moves {
		c := s.Turn()
		s.View(c, &v)
		result := uint8(1)
		if winner != stratego.NoColor {
			result = 0
			if winner == c {
				result = 2
			}
		}
		buf = appendPosition(buf, &v, &setups[c.Other()], m, result, players[c], game)
		if err := s.Play(m); err != nil {
			return buf, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return buf, nil
}

// appendPosition writes one record; the order of the fields is that of train/straitego/data.py.
func appendPosition(b []byte, v *stratego.View, enemy *stratego.Setup, m stratego.Move, result, player uint8, game int) []byte {
	var own [Tokens]uint8
	var ownMay, enemyMay [Tokens]stratego.RankSet
	var startMay [stratego.SetupSquares]stratego.RankSet
	c := v.Color()
	for id := range stratego.SetupSquares {
		if p := v.Piece(c, id); p.Alive() {
			at := TokenOf(p.Square, c)
			own[at], ownMay[at] = 1+uint8(p.Rank), v.Possible(c, id)
		}
		p := v.Piece(c.Other(), id)
		if p.Alive() {
			enemyMay[TokenOf(p.Square, c)] = v.Possible(c.Other(), id)
		}
		startMay[p.StartIndex()] = v.Possible(c.Other(), id)
	}
	b = append(b, own[:]...)
	for _, sets := range [][]stratego.RankSet{ownMay[:], enemyMay[:], startMay[:]} {
		for _, s := range sets {
			b = binary.LittleEndian.AppendUint16(b, uint16(s))
		}
	}
	for _, r := range enemy {
		b = append(b, uint8(r))
	}
	b = binary.LittleEndian.AppendUint16(b, uint16(Slide(m, c)))
	b = append(b, result, player)
	return binary.LittleEndian.AppendUint32(b, uint32(game))
}
