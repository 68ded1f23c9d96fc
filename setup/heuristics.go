package setup

import "marengo/stratego"

// The heuristics H2 to H9 of De Boer 4.3.4, with his points. "Next to" is
// orthogonally next to within the setup. Where the text leaves room Letter takes it by the letter:
// a sentence in the singular ("a major or colonel also gives an additional
// point") counts once, "each" and "any" count every piece, and a list of ranks
// after "more than n" counts them together, save where the reason given is "not
// diverse enough", which is about one rank.

// hemmedIn is the distance to freedom above which a piece counts as partly
// surrounded.
const hemmedIn = 5

// surrounded is H2: pieces that bombs keep from the game. Sergeants, lieutenants
// and the flag may be there; a bomb that cannot be reached is a wasted one.
func surrounded(in *inspection) {
	for i, r := range in.setup {
		switch r {
		case stratego.Sergeant, stratego.Lieutenant, stratego.Flag, stratego.NoRank:
			continue
		}
		switch d := in.freedom[i]; {
		case d == trapped:
			in.found(2, -2, msgTrapped, i, -1)
		case d > hemmedIn:
			in.found(2, -1, msgHemmedIn, i, -1)
		}
	}
}

// flagBombedIn is H3: a flag that only bombs stand next to.
func flagBombedIn(in *inspection) {
	if in.flag < 0 || in.freedom[in.flag] == 0 {
		return
	}
	for _, n := range setupNeighbours[in.flag] {
		if in.setup[n.index] != stratego.Bomb {
			return
		}
	}
	in.found(3, 5, msgFlagBombedIn, in.flag, -1)
}

// side returns 0, 1 or 2 for the left, middle and right of the board, as table
// 4.2 divides its lower row.
func side(i int) int {
	switch f := i % stratego.Files; {
	case f < 3:
		return 0
	case f < 7:
		return 1
	}
	return 2
}

// defends says whether a square is one of those of table 4.2 that defend a
// side. The table's two rows are read as the third and the front row, the
// front row lacking the two squares beside the middle lane.
func defends(i, flagSide int) bool {
	row, file := i/stratego.Files, i%stratego.Files
	if row < frontRow-1 || row == frontRow && (file == 3 || file == 6) {
		return false
	}
	return side(i) == flagSide
}

// flagDefence is H4: strong pieces on the flag's side, and not too many weak ones.
func flagDefence(in *inspection) {
	if in.flag < 0 {
		return
	}
	marshal, general, major := -1, -1, -1
	scouts, low := 0, 0
	for i := (frontRow - 1) * stratego.Files; i < stratego.SetupSquares; i++ {
		if !defends(i, side(in.flag)) {
			continue
		}
		switch in.setup[i] {
		case stratego.Marshal:
			marshal = i
		case stratego.General:
			general = i
		case stratego.Major, stratego.Colonel:
			major = i
		case stratego.Scout:
			scouts++
		case stratego.Sergeant, stratego.Miner, stratego.Lieutenant:
			low++
		}
	}
	switch {
	case marshal >= 0:
		in.found(4, 3, msgDefender, marshal, -1)
	case general >= 0:
		in.found(4, 2, msgDefender, general, -1)
	}
	if major >= 0 {
		in.found(4, 1, msgDefender, major, -1)
	}
	if scouts > 2 {
		in.counted(4, -2, msgDefendingScouts, scouts)
	}
	if low > 1 {
		in.counted(4, -1, msgDefendingLow, low)
	}
}

// blockedBySpy is H5: majors and higher that the spy stands before.
func blockedBySpy(in *inspection) {
	if in.spy < 0 {
		return
	}
	for _, n := range setupNeighbours[in.spy] {
		r := in.setup[n.index]
		if r >= stratego.Major && r <= stratego.Marshal && in.freedom[n.index] > in.freedom[in.spy] {
			in.found(5, -1, msgBlockedBySpy, int(n.index), in.spy)
		}
	}
}

// blockedByLower is H6: each piece that stands before one that is one or two
// ranks higher, and so will have to move too early. Pieces of the opening, at
// most 1 from freedom, do not count, nor do those below the lowest blocker.
func blockedByLower(lowest stratego.Rank) func(*inspection) {
	return func(in *inspection) {
		for i, r := range in.setup {
			if !r.Movable() || r < lowest || in.freedom[i] <= openingFreedom {
				continue
			}
			for _, n := range setupNeighbours[i] {
				q := in.setup[n.index]
				if q.Movable() && (q == r+1 || q == r+2) && in.freedom[n.index] > in.freedom[i] {
					in.found(6, -1, msgBlockedByLower, i, int(n.index))
					break
				}
			}
		}
	}
}

// openingFreedom is the largest distance to freedom of a piece that is used in
// the opening (H6, H9).
const openingFreedom = 1

// frontMiners is H7: miners that will be wasted in the opening.
func frontMiners(in *inspection) {
	for i := frontRow * stratego.Files; i < stratego.SetupSquares; i++ {
		if in.setup[i] == stratego.Miner {
			in.found(7, -1, msgFrontMiner, i, -1)
		}
	}
}

// bombProtection is H8: bombs want a sergeant or lieutenant next to them against
// miners, those beside the flag above all, and no scouts or spy.
func bombProtection(eachPair bool) func(*inspection) {
	return func(in *inspection) {
		for i, r := range in.setup {
			switch r {
			case stratego.Bomb:
				guardedBomb(in, i)
			case stratego.Scout, stratego.Spy:
				for _, n := range setupNeighbours[i] {
					if in.setup[n.index] == stratego.Bomb {
						in.found(8, -1, msgWeakBesideBomb, i, int(n.index))
						if !eachPair {
							break
						}
					}
				}
			}
		}
	}
}

// guardedBomb is what H8 says of one bomb.
func guardedBomb(in *inspection, bomb int) {
	guard, flag := -1, false
	for _, n := range setupNeighbours[bomb] {
		switch in.setup[n.index] {
		case stratego.Sergeant, stratego.Lieutenant:
			guard = int(n.index)
		case stratego.Flag:
			flag = true
		}
	}
	if guard >= 0 {
		in.found(8, 2, msgBombGuarded, bomb, guard)
	} else if flag {
		in.found(8, -3, msgFlagBombUnguarded, bomb, in.flag)
	}
}

// startingPieces is H9: the pieces that open the game should be varied.
func startingPieces(eachRank bool) func(*inspection) {
	return func(in *inspection) { openingVariety(in, eachRank) }
}

// openingVariety counts majors and colonels each by themselves or together; of
// colonels there are never more than two.
func openingVariety(in *inspection, eachRank bool) {
	var start stratego.Counts
	for i, r := range in.setup {
		if r < stratego.NoRank && in.freedom[i] <= openingFreedom {
			start[r]++
		}
	}
	bombs, miners := int(start[stratego.Bomb]), int(start[stratego.Miner])
	colonels, scouts := int(start[stratego.Colonel]), int(start[stratego.Scout])
	high, highText := int(start[stratego.Major])+colonels, msgStartHigh
	if eachRank {
		high, highText = int(start[stratego.Major]), msgStartMajors
	}
	if bombs > 2 {
		in.counted(9, 2-bombs, msgStartBombs, bombs)
	}
	if miners > 1 {
		in.counted(9, 1-miners, msgStartMiners, miners)
	}
	if colonels == 2 {
		in.counted(9, -1, msgStartColonels, colonels)
	}
	if start[stratego.Flag] > 0 {
		in.found(9, -10, msgStartFlag, in.flag, -1)
	}
	if high > 2 {
		in.counted(9, -2, highText, high)
	}
	for r := stratego.Sergeant; r <= stratego.Captain; r++ {
		if start[r] > 3 {
			in.counted(9, -2, msgStartMiddle+message(r-stratego.Sergeant), int(start[r]))
		}
	}
	if scouts > 5 {
		in.counted(9, -1, msgStartScouts, scouts)
	}
}
