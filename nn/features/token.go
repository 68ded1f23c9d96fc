package features

import "marengo/stratego"

// Token is one of the 92 squares that are no lake, as one player counts them.
type Token uint8

const (
	// Tokens is the number of squares that are no lake.
	Tokens = 92

	// NoToken stands for no square in a Record.
	NoToken Token = 255
)

// tokens and squares lead from a square, as the player counts, to its token and
// back. Lakes have none.
var tokens, squares = func() (to [stratego.Squares]Token, from [Tokens]stratego.Square) {
	n := Token(0)
	for s := range to {
		to[s] = NoToken
		if !stratego.Square(s).Lake() {
			to[s], from[n] = n, stratego.Square(s)
			n++
		}
	}
	return to, from
}()

// TokenOf returns the token of a square for a player, NoToken for a lake.
func TokenOf(s stratego.Square, c stratego.Color) Token { return tokens[s.From(c)] }

// SquareOf returns the square of a token for a player.
func SquareOf(t Token, c stratego.Color) stratego.Square { return squares[t].From(c) }

// MoveToken returns a move's number, source·92 + destination, for the player who
// makes it.
func MoveToken(m stratego.Move, c stratego.Color) uint16 {
	return uint16(TokenOf(stratego.From(m), c))*Tokens + uint16(TokenOf(stratego.To(m), c))
}

// TokenMove returns the move of a number below 92².
func TokenMove(n uint16, c stratego.Color) stratego.Move {
	return stratego.NewMove(SquareOf(Token(n/Tokens), c), SquareOf(Token(n%Tokens), c))
}
