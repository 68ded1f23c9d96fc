package gym

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"marengo/nn/features"
	"marengo/stratego"
)

// Games in flight are kept as their setups and moves: a header line, the number
// of games, and for each game 2×20 bytes of setups (two ranks a byte), 1 for a game
// without limits and 0 for the others, the number of moves and the moves, all numbers
// as uvarints, under gzip, whose checksum guards them. Version 1 had no games
// without limits and says nothing of them.
const (
	saveHeader  = "marengo games 2\n"
	olderHeader = "marengo games 1\n"
)

// Save writes the games in flight to a file, whole or not at all.
func (g *Gym) Save(path string) error {
	temporary := path + ".tmp"
	f, err := os.Create(temporary)
	if err != nil {
		return err
	}
	err = g.write(f)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("saving the games: %w", err)
	}
	return os.Rename(temporary, path)
}

func (g *Gym) write(to io.Writer) error {
	zip := gzip.NewWriter(to)
	buf := append([]byte(saveHeader), binary.AppendUvarint(nil, uint64(g.cfg.Games))...)
	for k := range g.groups {
		for i := range g.groups[k] {
			gm := &g.groups[k][i]
			for _, s := range gm.setups {
				for j := 0; j < len(s); j += 2 {
					buf = append(buf, byte(s[j])<<4|byte(s[j+1]))
				}
			}
			endless := byte(0)
			if gm.endless {
				endless = 1
			}
			buf = binary.AppendUvarint(append(buf, endless), uint64(len(gm.moves)))
			for _, m := range gm.moves {
				buf = binary.AppendUvarint(buf, uint64(m))
			}
			if _, err := zip.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return zip.Close()
}

// Load takes up games from a file, as many as there is room for; the others stay
// as they are.
func (g *Gym) Load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	zip, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("games in %s: %w", path, err)
	}
	if err := g.read(bufio.NewReader(zip)); err != nil {
		return fmt.Errorf("games in %s: %w", path, err)
	}
	return g.each(func(w *worker, gm *game) error {
		gm.guest.color = gm.state.Turn().Other() // the learner is to move
		gm.offer = offer{}
		if n := gm.pieces(); !gm.endless && n <= fewPieces {
			gm.offer = offer{ready: true, opening: opening{gm.setups, slices.Clone(gm.moves)}}
		} else if n > fewPieces {
			gm.offer.open(gm.rng)
		}
		return nil
	})
}

func (g *Gym) read(in *bufio.Reader) error {
	header := make([]byte, len(saveHeader))
	if _, err := io.ReadFull(in, header); err != nil {
		return err
	}
	if h := string(header); h != saveHeader && h != olderHeader {
		return fmt.Errorf("no saved games, the file begins with %q", header)
	}
	saved, err := binary.ReadUvarint(in)
	if err != nil {
		return err
	}
	for n := range min(int(saved), g.cfg.Games) {
		per := len(g.groups[0])
		if err := g.readGame(in, &g.groups[n/per][n%per], string(header) == olderHeader); err != nil {
			return fmt.Errorf("game %d: %w", n, err)
		}
	}
	return nil
}

func (g *Gym) readGame(in *bufio.Reader, gm *game, older bool) error {
	for c := range gm.setups {
		var packed [stratego.SetupSquares / 2]byte
		if _, err := io.ReadFull(in, packed[:]); err != nil {
			return err
		}
		for i, b := range packed {
			gm.setups[c][2*i], gm.setups[c][2*i+1] = stratego.Rank(b>>4), stratego.Rank(b&15)
		}
	}
	gm.endless = false
	if !older {
		b, err := in.ReadByte()
		if err != nil {
			return err
		}
		gm.endless = b == 1
	}
	if err := gm.begin(g.cfg.Rules); err != nil {
		return err
	}
	plies, err := binary.ReadUvarint(in)
	if err != nil {
		return err
	}
	for range plies {
		number, err := binary.ReadUvarint(in)
		if err != nil {
			return err
		}
		if number >= features.Tokens*features.Tokens {
			return fmt.Errorf("no move has the number %d", number)
		}
		if why := gm.state.Why(features.TokenMove(uint16(number), gm.state.Turn())); !why.OK() {
			return fmt.Errorf("ply %d: %v", gm.state.Ply()+1, why)
		}
		gm.do(uint16(number))
	}
	if gm.state.Result().Over() {
		return fmt.Errorf("it has ended after %d plies", plies)
	}
	return nil
}
