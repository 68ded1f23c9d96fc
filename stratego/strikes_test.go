package stratego_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// afterAttacks plays every attack that a player can see in random positions, with every
// outcome, and calls check before it; the function it passes does it and hands the turn
// to a side.
func afterAttacks(t *testing.T, rules stratego.Rules, check func(f *stratego.Field, attack stratego.Move, holder stratego.Color, fight func(stratego.Color))) {
	t.Helper()
	rng := rand.New(rand.NewPCG(31, 32))
	for i := range 200 {
		s := strategotest.Shuffled(t, rules, rng)
		if i%2 == 0 {
			s = strategotest.Endgame(t, rules, rng)
		}
		strategotest.Wander(s, rng.IntN(60), rng)
		if s.Result().Over() {
			continue
		}
		var v stratego.View
		var f stratego.Field
		s.View(stratego.Color(rng.IntN(2)), &v)
		v.Field(&f)
		for _, m := range f.Moves(nil) {
			d := f.PieceOn(stratego.To(m))
			if d == stratego.NoID || f.Rank(d) == stratego.Flag {
				continue
			}
			mover := f.Turn()
			holders := [...]stratego.Color{stratego.Win: mover, stratego.Lose: mover.Other(), stratego.Tie: stratego.NoColor}
			for outcome := stratego.Win; outcome <= stratego.Tie; outcome++ {
				holder := holders[outcome]
				done := 0
				check(&f, m, holder, func(c stratego.Color) {
					f.Step(m, outcome)
					done++
					if f.Turn() != c {
						f.Pass()
						done++
					}
				})
				for ; done > 0; done-- {
					f.Back()
				}
			}
		}
	}
}

// attacks returns the attacks of the side to move.
func attacks(f *stratego.Field, long bool) (list []stratego.Move) {
	moves := f.Moves(nil)
	if long {
		moves = f.LongMoves(nil)
	}
	for _, m := range moves {
		if f.PieceOn(stratego.To(m)) != stratego.NoID {
			list = append(list, m)
		}
	}
	slices.Sort(list)
	return list
}

func TestStrikesAreTheAttacksAfterABattle(t *testing.T) {
	compared := 0
	afterAttacks(t, stratego.Rules{}, func(f *stratego.Field, attack stratego.Move, holder stratego.Color, fight func(stratego.Color)) {
		c := stratego.Color(compared & 1)
		long := compared&2 != 0
		far := stratego.Sliders{Hidden: long}
		fixed := false // whether the fighter cannot move
		for _, sq := range []stratego.Square{stratego.From(attack), stratego.To(attack)} {
			if id := f.PieceOn(sq); holder == ColorOf(id) {
				r := f.Rank(id)
				far.Fighter = holder == c && (r == stratego.Scout || r == stratego.NoRank && long)
				fixed = r == stratego.Bomb || r == stratego.Flag
			}
		}
		got := f.Strikes(c, attack, holder, far, nil)
		got = slices.DeleteFunc(got, func(m stratego.Move) bool { return fixed && stratego.From(m) == stratego.To(attack) })
		slices.Sort(got)
		fight(c)
		if f.Result().Over() {
			return
		}
		compared++
		if want := attacks(f, long); !slices.Equal(got, want) {
			t.Fatalf("after %v-%v with %v there: strikes %v, attacks %v", stratego.From(attack), stratego.To(attack), holder, got, want)
		}
	})
	if compared < 200 {
		t.Errorf("only %d boards were compared", compared)
	}
}

func ColorOf(id uint8) stratego.Color {
	if id < stratego.SetupSquares {
		return stratego.Red
	}
	return stratego.Blue
}

// TestSafeStepsGiveNoNewAttack looks for the step that SafeSteppers promises.
func TestSafeStepsGiveNoNewAttack(t *testing.T) {
	promised := 0
	afterAttacks(t, stratego.Rules{}, func(f *stratego.Field, attack stratego.Move, holder stratego.Color, fight func(stratego.Color)) {
		mover := f.Turn()
		far := stratego.Sliders{Fighter: holder == mover && f.Rank(f.PieceOn(stratego.From(attack))) == stratego.Scout}
		if f.SafeSteppers(mover.Other(), attack, true, far) == 0 {
			return
		}
		before := f.Strikes(mover, attack, holder, far, nil)
		fight(mover.Other())
		if f.Result().Over() {
			t.Fatal("a side with safe steps lost its moves")
		}
		promised++
		for _, m := range f.Moves(nil) {
			if f.PieceOn(stratego.To(m)) != stratego.NoID {
				continue
			}
			f.Step(m, stratego.NoBattle)
			worse := slices.ContainsFunc(attacks(f, false), func(m stratego.Move) bool { return !slices.Contains(before, m) })
			f.Back()
			if !worse {
				return
			}
		}
		t.Fatalf("after %v-%v no step is safe", stratego.From(attack), stratego.To(attack))
	})
	if promised < 200 {
		t.Errorf("only %d safe steps were promised", promised)
	}
}

// TestSteppersHaveQuietMoves lets the other side do its worst at random.
func TestSteppersHaveQuietMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	turns := 0
	afterAttacks(t, stratego.DefaultRules, func(f *stratego.Field, attack stratego.Move, _ stratego.Color, fight func(stratego.Color)) {
		c := f.Turn().Other()
		n := f.Steppers(c, attack, true)
		fight(c)
		played := 0
		for enemy := 0; enemy <= n-2 && played < 8; {
			if f.Result().Over() && f.Result().Reason == stratego.NoMoves && f.Result().Winner == c.Other() {
				t.Fatalf("%d steppers, lost after %d moves of the enemy", n, enemy)
			}
			moves := f.Moves(nil)
			if len(moves) == 0 {
				break
			}
			var m stratego.Move
			outcome := stratego.NoBattle
			for _, i := range rng.Perm(len(moves)) {
				m = moves[i]
				if d := f.PieceOn(stratego.To(m)); d == stratego.NoID {
					outcome = stratego.NoBattle
				} else if outcome = stratego.Battle(1 + rng.IntN(3)); f.Rank(d) == stratego.Flag {
					continue
				}
				if (f.Turn() == c) == (outcome == stratego.NoBattle) {
					break
				}
			}
			if f.Turn() == c {
				turns++
				if outcome != stratego.NoBattle {
					t.Fatalf("%d steppers, but no quiet move after %d moves of the enemy", n, enemy)
				}
			} else {
				enemy++
			}
			f.Step(m, outcome)
			played++
		}
		for ; played > 0; played-- {
			f.Back()
		}
	})
	if turns < 200 {
		t.Errorf("only %d turns were played", turns)
	}
}
