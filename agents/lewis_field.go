package agents

import "marengo/stratego"

// worth orders the ranks by what their loss costs: the spy and the miners above
// their number, the bombs as obstacles.
var worth = [stratego.Ranks]int{
	stratego.Flag: 100, stratego.Spy: 5, stratego.Scout: 1, stratego.Miner: 5, stratego.Sergeant: 2, stratego.Lieutenant: 3,
	stratego.Captain: 4, stratego.Major: 6, stratego.Colonel: 8, stratego.General: 10, stratego.Marshal: 12, stratego.Bomb: 1,
}

// field is a View as lewis looks at it.
type field struct {
	view  *stratego.View
	moves []stratego.Move
	own   []stratego.Piece           // the pieces that can move at all
	ownAt [stratego.Squares]int8     // index into own, or -1
	enemy [stratego.Squares]opponent // by square
}

// opponent is an enemy piece: its rank where it was shown or follows by counting.
type opponent struct {
	here bool
	rank stratego.Rank
	may  stratego.RankSet
}

// read takes in a View.
func (f *field) read(v *stratego.View) {
	f.view = v
	f.moves = v.Moves(f.moves[:0])
	f.own = f.own[:0]
	for s := range f.enemy {
		f.enemy[s] = opponent{rank: stratego.NoRank}
		f.ownAt[s] = -1
	}
	for id := range stratego.SetupSquares {
		if p := v.Piece(v.Color(), id); p.Alive() && p.Rank.Movable() {
			f.ownAt[p.Square] = int8(len(f.own))
			f.own = append(f.own, p)
		}
		if p := v.Piece(v.Color().Other(), id); p.Alive() {
			may := v.Possible(p.Color, id)
			f.enemy[p.Square] = opponent{here: true, rank: may.Only(), may: may}
		}
	}
}

// rankOf returns the rank of the piece that a move moves.
func (f *field) rankOf(m stratego.Move) stratego.Rank { return f.own[f.ownAt[stratego.From(m)]].Rank }

// target returns the known rank that a move attacks, or NoRank.
func (f *field) target(m stratego.Move) stratego.Rank { return f.enemy[stratego.To(m)].rank }

// adjacent says whether a move goes one square.
func adjacent(m stratego.Move) bool {
	return stratego.Distance(stratego.From(m), stratego.To(m)) == 1
}

// forward returns the rows that a move gains towards the enemy.
func (f *field) forward(m stratego.Move) int {
	c := f.view.Color()
	return stratego.To(m).From(c).Row() - stratego.From(m).From(c).Row()
}

// beats says whether an enemy piece is known to take a piece of rank r by attacking it.
func (o opponent) beats(r stratego.Rank) bool {
	return o.here && o.rank.Movable() && stratego.Fight(o.rank, r) == stratego.Win
}

// takenBack says whether a known stronger piece stands beside a square.
func (f *field) takenBack(r stratego.Rank, s stratego.Square) bool {
	for _, n := range s.Neighbours() {
		if f.enemy[n].beats(r) {
			return true
		}
	}
	return false
}

// mayMeetSpy says whether a piece that may be the spy stands beside a square.
func (f *field) mayMeetSpy(s stratego.Square) bool {
	for _, n := range s.Neighbours() {
		if e := f.enemy[n]; e.here && e.may.Has(stratego.Spy) {
			return true
		}
	}
	return false
}

// safe says whether a piece of rank r can stand on a square: no known stronger
// piece is beside it and, for the marshal, none that may be the spy.
func (f *field) safe(r stratego.Rank, s stratego.Square) bool {
	return !f.takenBack(r, s) && (r != stratego.Marshal || !f.mayMeetSpy(s))
}

// losing says whether a move attacks what surely takes or equals the attacker, or
// steps beside a known stronger piece.
func (f *field) losing(m stratego.Move) bool {
	if f.enemy[stratego.To(m)].here {
		return losesPiece(f.view, m)
	}
	return f.takenBack(f.rankOf(m), stratego.To(m))
}
