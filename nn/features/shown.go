package features

import "marengo/stratego"

// What a network that guesses is shown of a position (train/champion/observe.py makes the same of a record).

// Public writes into the record without the ranks of own pieces that the enemy does not know: they say nothing about
// his pieces, and a network may know games again by them.
func (r *Record) Public(into *Record) {
	*into = *r
	for t := range Tokens {
		if code := r[pieces+t]; code != 0 && code < hiddenEnemy && r[flags+t]&seenFlag == 0 {
			into[pieces+t] = ownUnknown
		}
	}
}

// AtStart writes into what is known of the enemy's setup and nothing else: each of its pieces where it began, captured ones too, and
// whether those that are hidden have moved.
func (r *Record) AtStart(into *Record) {
	*into = Record{}
	for t := range Tokens {
		into[starts+t] = noStart
	}
	for i := range 2 * History {
		into[sources+i] = byte(NoToken)
	}
	copy(into[enemyHidden:ownHidden], r[enemyHidden:ownHidden])
	into[enemyMoved], into[enemyStill] = r[enemyMoved], r[enemyStill]
	for t := range Tokens {
		start := int(r[starts+t])
		if r[pieces+t] < hiddenEnemy || start >= stratego.SetupSquares {
			continue
		}
		at := int(StartToken(start))
		into[pieces+at] = r[pieces+t]
		if r[pieces+t] == hiddenEnemy {
			into[flags+at] = r[flags+t] & movedFlag
		}
	}
	for i := range stratego.SetupSquares {
		if d := r[enemyDead+i]; d != 0 {
			into[pieces+int(StartToken(i))] = revealedEnemy + d - deadPiece
		}
	}
}

// StartToken is where the enemy's piece of a start index begins.
func StartToken(index int) Token { return Token(Tokens - 1 - index) }
