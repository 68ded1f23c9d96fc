package stratego_test

import (
	"slices"

	"marengo/stratego"
)

// twin plays Stratego as docs/rules.md words it: a plain array for a board, whole
// positions kept in lists, every rule worked out from scratch. It shares nothing
// with the engine but the ranks' and squares' names, and is its oracle.
type twin struct {
	rules  stratego.Rules
	turn   stratego.Color
	board  [stratego.Squares]int // index into pieces plus one, 0 for none
	pieces []twinPiece
	plies  []twinPly
	quiet  int
	chase  [2][][stratego.Squares]int // positions each side created in its present chase
	taken  bool                       // the flag is
}

type twinPiece struct {
	color stratego.Color
	rank  stratego.Rank
}

type twinPly struct {
	piece, from, to int
	survived        bool
}

// newTwin takes a first position over from a state without a path.
func newTwin(s *stratego.State) *twin {
	t := &twin{rules: s.Rules(), turn: s.Turn()}
	for q := range t.board {
		if p, ok := s.At(stratego.Square(q)); ok {
			t.pieces = append(t.pieces, twinPiece{p.Color, p.Rank})
			t.board[q] = len(t.pieces)
		}
	}
	return t
}

func twinLake(q int) bool {
	row, file := q/10, q%10
	return (row == 4 || row == 5) && (file == 2 || file == 3 || file == 6 || file == 7)
}

// twinStep returns the square in a direction, or -1 off the board and in a lake.
func twinStep(q, direction int) int {
	row, file := q/10, q%10
	switch direction {
	case 0:
		row++
	case 1:
		row--
	case 2:
		file++
	case 3:
		file--
	}
	if row < 0 || row > 9 || file < 0 || file > 9 || twinLake(10*row+file) {
		return -1
	}
	return 10*row + file
}

// movements lists what movement alone permits a side.
func (t *twin) movements(c stratego.Color) (moves [][2]int) {
	for from, p := range t.board {
		if p == 0 || t.pieces[p-1].color != c {
			continue
		}
		rank := t.pieces[p-1].rank
		if rank == stratego.Bomb || rank == stratego.Flag {
			continue
		}
		for direction := range 4 {
			for to := twinStep(from, direction); to >= 0; to = twinStep(to, direction) {
				if q := t.board[to]; q != 0 && t.pieces[q-1].color == c {
					break
				}
				moves = append(moves, [2]int{from, to})
				if t.board[to] != 0 || rank != stratego.Scout {
					break
				}
			}
		}
	}
	return moves
}

// twinBorders lists the borders that a move crosses, each by its lower square and
// whether it is crossed along a file.
func twinBorders(from, to int) (borders [][2]int) {
	if from > to {
		from, to = to, from
	}
	step, along := 1, 0
	if from%10 == to%10 {
		step, along = 10, 1
	}
	for q := from; q < to; q += step {
		borders = append(borders, [2]int{q, along})
	}
	return borders
}

// own returns the side's last n plies, the latest first, or nil if there are fewer.
func (t *twin) own(n int) (list []twinPly) {
	for i := len(t.plies) - 2; i >= 0 && len(list) < n; i -= 2 {
		list = append(list, t.plies[i])
	}
	if len(list) < n {
		return nil
	}
	return list
}

// twoSquares says whether the two-squares rule forbids a move.
func (t *twin) twoSquares(m [2]int) bool {
	n := t.rules.TwoSquares
	last := t.own(n)
	if n == 0 || last == nil {
		return false
	}
	common := twinBorders(m[0], m[1])
	for _, p := range last {
		if p.piece != t.board[m[0]] {
			return false
		}
		crossed := twinBorders(p.from, p.to)
		if !t.rules.ScoutClause && !slices.Equal(crossed, common) {
			return false
		}
		common = slices.DeleteFunc(common, func(b [2]int) bool { return !slices.Contains(crossed, b) })
	}
	return len(common) > 0
}

// moreSquares says whether the more-squares rule forbids a move.
func (t *twin) moreSquares(m [2]int) bool {
	if !t.rules.MoreSquares || t.board[m[1]] != 0 {
		return false
	}
	if last := t.own(1); last != nil && last[0] == (twinPly{t.board[m[0]], m[1], m[0], true}) {
		return false
	}
	after := t.board
	after[m[0]], after[m[1]] = 0, after[m[0]]
	return slices.Contains(t.chase[t.turn], after)
}

// legal lists the legal moves; none once the game is over.
func (t *twin) legal() (moves [][2]int) {
	if t.taken || t.limit() != stratego.Ongoing {
		return nil
	}
	return t.permitted()
}

func (t *twin) permitted() [][2]int {
	return slices.DeleteFunc(t.movements(t.turn), func(m [2]int) bool { return t.twoSquares(m) || t.moreSquares(m) })
}

func (t *twin) limit() stratego.Reason {
	switch {
	case t.rules.QuietLimit != 0 && t.quiet >= t.rules.QuietLimit:
		return stratego.QuietLimit
	case t.rules.PlyLimit != 0 && len(t.plies) >= t.rules.PlyLimit:
		return stratego.PlyLimit
	}
	return stratego.Ongoing
}

// result says how the game ended, if it did.
func (t *twin) result() stratego.Result {
	switch {
	case t.taken:
		return stratego.Result{Winner: t.turn.Other(), Reason: stratego.FlagCaptured}
	case len(t.permitted()) > 0:
		return stratego.Result{Winner: stratego.NoColor, Reason: t.limit()}
	case len(t.movements(t.turn.Other())) > 0:
		return stratego.Result{Winner: t.turn.Other(), Reason: stratego.NoMoves}
	}
	return stratego.Result{Winner: stratego.NoColor, Reason: stratego.BothImmobile}
}

// beats says how a battle ends, rank by rank.
func twinBeats(attacker, defender stratego.Rank) (attackerLives, defenderLives bool) {
	switch {
	case defender == stratego.Flag:
		return true, false
	case defender == stratego.Bomb:
		return attacker == stratego.Miner, attacker != stratego.Miner
	case attacker == stratego.Spy && defender == stratego.Marshal:
		return true, false
	}
	return attacker > defender, defender > attacker
}

// after returns the twin after a move.
func (t *twin) after(m [2]int) *twin {
	n := *t
	n.plies = slices.Clone(t.plies)
	for c := range n.chase {
		n.chase[c] = slices.Clone(t.chase[c])
	}
	mover := t.board[m[0]]
	// The opponent's chase goes on only if this move starts beside the piece that
	// just moved.
	if k := len(t.plies); k == 0 || !t.plies[k-1].survived || !slices.Contains(twinBeside(t.plies[k-1].to), m[0]) {
		n.chase[t.turn.Other()] = nil
	}
	lives := true
	n.quiet++
	n.board[m[0]] = 0
	if target := t.board[m[1]]; target != 0 {
		var stays bool
		lives, stays = twinBeats(t.pieces[mover-1].rank, t.pieces[target-1].rank)
		n.quiet = 0
		n.taken = t.pieces[target-1].rank == stratego.Flag
		if !stays {
			n.board[m[1]] = 0
		}
	}
	if lives {
		n.board[m[1]] = mover
	}
	n.plies = append(n.plies, twinPly{mover, m[0], m[1], lives})
	n.chase[t.turn] = append(n.chase[t.turn], n.board)
	n.turn = t.turn.Other()
	return &n
}

func twinBeside(q int) (list []int) {
	for direction := range 4 {
		if s := twinStep(q, direction); s >= 0 {
			list = append(list, s)
		}
	}
	return list
}

func (t *twin) perft(depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	moves := t.legal()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		n += t.after(m).perft(depth - 1)
	}
	return n
}

// words lists moves in the order of their text.
func (t *twin) words() (list []string) {
	for _, m := range t.legal() {
		list = append(list, stratego.FormatMove(stratego.NewMove(stratego.Square(m[0]), stratego.Square(m[1]))))
	}
	slices.Sort(list)
	return list
}
