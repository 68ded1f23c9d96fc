package analysis

import "marengo/stratego"

// Account is a game as one side lived it, in expected score. It adds up:
//
//	Start + Skill() + Luck() = Result
type Account struct {
	Start float64 `json:"start"` // what it expected at its first move, before the enemy's doings

	Lost  float64 `json:"lost"`  // by its own moves, against the best ones
	Given float64 `json:"given"` // by the enemy's

	Struck   float64 `json:"struck"`   // luck of its own attacks
	Suffered float64 `json:"suffered"` // luck of the enemy's attacks, less than 0 where they were lucky
	// Unseen is what the enemy's turns brought beyond that: what the side could not foresee
	// and the enemy did no wrong in, such as a piece in a place where none was expected.
	Unseen float64 `json:"unseen"`

	Result float64 `json:"result"`
}

// Skill is what the moves of both sides made of the game.
func (a Account) Skill() float64 { return a.Given - a.Lost }

// Luck is the rest.
func (a Account) Luck() float64 { return a.Struck + a.Suffered + a.Unseen }

// AccountOf adds a game up for one side. The side first moved first.
func AccountOf(plies []Ply, first stratego.Color, result stratego.Result, c stratego.Color) Account {
	a := Account{Result: result.Score(c)}
	begun := false
	expects := 0.0              // since its own last turn
	given, suffered := 0.0, 0.0 // since then
	settle := func(value float64) {
		if begun {
			a.Unseen += value - expects - given - suffered
		} else {
			a.Start, begun = value-given-suffered, true
		}
		given, suffered = 0, 0
	}
	for i := range plies {
		p := &plies[i]
		if moverAt(first, i) == c {
			settle(p.Value())
			a.Lost += p.Lost()
			a.Struck += p.Luck()
			expects = p.Met
			continue
		}
		a.Given += p.Lost()
		a.Suffered -= p.Luck()
		given += p.Lost()
		suffered -= p.Luck()
	}
	// Who gave the game up although it was not its turn lost what its last move promised.
	if n := len(plies); n > 0 && plies[n-1].Move != "" && gaveUp(result) && moverAt(first, n-1) != result.Winner {
		left := plies[n-1].Met
		if c == result.Winner {
			a.Given += left
			given += left
		} else {
			a.Lost += left
			expects = 0
		}
	}
	settle(a.Result)
	return a
}

// gaveUp says whether a game was lost off the board.
func gaveUp(r stratego.Result) bool {
	return r.Winner != stratego.NoColor && (r.Reason == stratego.Resigned || r.Reason == stratego.Forfeit)
}

func moverAt(first stratego.Color, ply int) stratego.Color {
	if ply%2 == 0 {
		return first
	}
	return first.Other()
}
