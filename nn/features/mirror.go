package features

import (
	"encoding/binary"

	"marengo/stratego"
)

// mirrored leads from a token to the one on the other wing, and mirroredStart from a
// start index to the other wing's.
var mirrored, mirroredStart = func() (t [Tokens]Token, s [stratego.SetupSquares]byte) {
	for i := range t {
		t[i] = tokens[flip(squares[i])]
	}
	for i := range s {
		s[i] = byte(flip(stratego.Square(i)))
	}
	return t, s
}()

func flip(s stratego.Square) stratego.Square {
	return stratego.At(stratego.Files-1-s.File(), s.Row())
}

// Mirror writes into the record with left and right exchanged. Legal moves keep their
// order, so a policy over them needs no translation.
func (r *Record) Mirror(into *Record) {
	*into = *r
	for t, m := range mirrored {
		into[pieces+int(m)], into[flags+int(m)] = r[pieces+t], r[flags+t]
		into[starts+int(m)] = r[starts+t]
		if i := r[starts+t]; i < stratego.SetupSquares {
			into[starts+int(m)] = mirroredStart[i]
		}
	}
	for i, m := range mirroredStart {
		into[ownDead+int(m)], into[enemyDead+int(m)] = r[ownDead+i], r[enemyDead+i]
	}
	for i := range History {
		into[sources+i], into[targets+i] = mirrorByte(r[sources+i]), mirrorByte(r[targets+i])
	}
	for i := range r.Legal() {
		binary.LittleEndian.PutUint16(into[legalMoves+2*i:], MirrorMove(r.Move(i)))
	}
}

// MirrorMove returns the number of a move with left and right exchanged.
func MirrorMove(n uint16) uint16 {
	return uint16(mirrored[n/Tokens])*Tokens + uint16(mirrored[n%Tokens])
}

func mirrorByte(t byte) byte {
	if t < Tokens {
		return byte(mirrored[t])
	}
	return t
}
