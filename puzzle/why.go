package puzzle

import (
	"fmt"

	"marengo/stratego"
)

// Kinds of puzzles, by what the best move does.
const (
	Flag    = "flag"    // it takes what can only be the flag
	Bomb    = "bomb"    // a miner clears a bomb
	Spy     = "spy"     // the spy takes the marshal
	Take    = "take"    // it takes a piece for nothing or a lesser one
	Flee    = "flee"    // it leaves a stronger piece's reach
	Unknown = "unknown" // it attacks what is hidden
	Quiet   = "quiet"   // a move that fights nobody
)

// why says what the best move does, in the words of who must find it; both are empty
// for a move that nothing said here explains.
func why(v *stratego.View, m stratego.Move) (kind, text string) {
	own, _ := v.At(stratego.From(m))
	enemy, attack := v.At(stratego.To(m))
	if !attack {
		return whyStep(v, own, m)
	}
	possible := v.Possible(enemy.Color, enemy.ID)
	switch rank := possible.Only(); {
	case rank == stratego.Flag:
		return Flag, fmt.Sprintf("The piece on %v can only be the flag.", enemy.Square)
	case rank == stratego.Bomb:
		return Bomb, fmt.Sprintf("The miner clears the bomb on %v out of the way.", enemy.Square)
	case rank == stratego.Marshal && own.Rank == stratego.Spy:
		return Spy, "The spy strikes first, and the marshal falls."
	case rank < stratego.NoRank && stratego.Fight(own.Rank, rank) == stratego.Win:
		return Take, fmt.Sprintf("The %v takes the %v%s.", own.Rank, rank, safely(v, own, m))
	case rank < stratego.NoRank:
		return "", ""
	}
	if beats(own.Rank, possible) {
		return Take, fmt.Sprintf("Whatever stands on %v, the %v beats it.", enemy.Square, own.Rank)
	}
	return whyRisk(v, own, enemy)
}

// What an attack on a hidden piece must promise, by counting, to be explained by it.
const (
	fairRisk = 0.5 // that the attacker wins
	fairFlag = 0.2 // that it is the flag
)

// whyRisk explains an attack on a piece that may beat the attacker.
func whyRisk(v *stratego.View, own, enemy stratego.Piece) (kind, text string) {
	won := 0.0
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if stratego.Fight(own.Rank, r) == stratego.Win {
			won += v.Chance(enemy.Color, enemy.ID, r)
		}
	}
	flag := v.Chance(enemy.Color, enemy.ID, stratego.Flag)
	switch {
	case flag >= fairFlag:
		return Unknown, fmt.Sprintf("By counting, %v is the flag in %.0f of a hundred cases, and the %v wins in %.0f.", enemy.Square, 100*flag, own.Rank, 100*won)
	case won >= fairRisk:
		return Unknown, fmt.Sprintf("By counting, the %v beats what stands on %v in %.0f of a hundred cases.", own.Rank, enemy.Square, 100*won)
	}
	return "", ""
}

// beats says whether an attacker wins whatever a piece is.
func beats(own stratego.Rank, possible stratego.RankSet) bool {
	for r := stratego.Flag; r < stratego.Ranks; r++ {
		if possible.Has(r) && stratego.Fight(own, r) != stratego.Win {
			return false
		}
	}
	return true
}

// safely adds that nothing known can take back.
func safely(v *stratego.View, own stratego.Piece, m stratego.Move) string {
	if _, threatened := attacker(v, own, stratego.To(m), stratego.From(m)); threatened {
		return ""
	}
	return ", and nothing known takes back"
}

// attacker finds an enemy beside a square that is known to beat a piece there. Left is
// the square that the piece comes from.
func attacker(v *stratego.View, own stratego.Piece, at, left stratego.Square) (stratego.Piece, bool) {
	for _, n := range at.Neighbours() {
		enemy, ok := v.At(n)
		if !ok || enemy.Color == v.Color() || n == left {
			continue
		}
		if rank := v.Possible(enemy.Color, enemy.ID).Only(); rank < stratego.NoRank && stratego.Fight(rank, own.Rank) == stratego.Win {
			return enemy, true
		}
	}
	return stratego.Piece{}, false
}

// whyStep explains a move that fights nobody: out of reach, or before a piece that it
// will take.
func whyStep(v *stratego.View, own stratego.Piece, m stratego.Move) (kind, text string) {
	to := stratego.To(m)
	hunter, hunted := attacker(v, own, own.Square, stratego.NoSquare)
	_, still := attacker(v, own, to, own.Square)
	if hunted && !still {
		return Flee, fmt.Sprintf("The %v on %v would take the %v: it steps out of reach.", v.Possible(hunter.Color, hunter.ID).Only(), hunter.Square, own.Rank)
	}
	for _, n := range to.Neighbours() {
		enemy, ok := v.At(n)
		if !ok || enemy.Color == v.Color() || still {
			continue
		}
		rank := v.Possible(enemy.Color, enemy.ID).Only()
		if rank < stratego.NoRank && stratego.Fight(own.Rank, rank) == stratego.Win {
			return Quiet, fmt.Sprintf("The %v comes within reach of the %v on %v, and nothing known stops it.", own.Rank, rank, enemy.Square)
		}
	}
	return "", ""
}
