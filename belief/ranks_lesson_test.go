package belief

import (
	"context"
	"math/rand/v2"
	"testing"

	"marengo/nn"
	"marengo/setup"
	"marengo/stratego"
	"marengo/stratego/strategotest"
)

// someShown returns what was known in positions of random games.
func someShown(t *testing.T, n int) (list []Shown) {
	t.Helper()
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s := strategotest.Shuffled(t, stratego.DefaultRules, rng)
		v := strategotest.Seen(s)
		var setups [2]stratego.Setup
		for c := range setups {
			for id := range Pieces {
				start := v.Piece(stratego.Color(c), id).StartIndex()
				piece, _ := s.At(v.Piece(stratego.Color(c), id).Square)
				setups[c][start] = piece.Rank
			}
		}
		strategotest.Wander(s, 20*int(seed%20), rng)
		if s.Result().Over() {
			continue
		}
		list = append(list, ShownTo(strategotest.Seen(s), &setups[s.Turn().Other()]))
	}
	return list
}

// TestOtherSetups: what would be known of another setup is true, and says no more than counting does.
func TestOtherSetups(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range someShown(t, 60) {
		for i, may := range k.May {
			if !may.Has(k.Setup[i]) {
				t.Fatalf("square %d holds a %v and is said to be one of %v", i, k.Setup[i], may)
			}
		}
		s, err := setup.Default().Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		o := k.of(s)
		left := stratego.Classic.Counts()
		for i, may := range o.May {
			if !may.Has(s[i]) {
				t.Errorf("square %d would hold a %v and be said to be one of %v", i, s[i], may)
			}
			if may.Len() > 1 && k.May[i].Len() == 1 {
				t.Errorf("square %d is hidden, and was known", i)
			}
			if k.May[i].Len() == 1 {
				left[s[i]]--
			}
		}
		for i, may := range o.May {
			for r := range stratego.Ranks {
				if k.May[i].Len() > 1 && left[r] == 0 && may.Has(stratego.Rank(r)) {
					t.Errorf("square %d may be a %v, of which none is left", i, stratego.Rank(r))
				}
			}
		}
	}
}

// TestRanksAreLearnt: a little learning beats knowing nothing but what is possible.
func TestRanksAreLearnt(t *testing.T) {
	shown := someShown(t, 120)
	var setups []stratego.Setup
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		s, err := setup.Default().Setup(stratego.DefaultRules, rng)
		if err != nil {
			t.Fatal(err)
		}
		setups = append(setups, s)
	}
	var held []Shown
	for i := range shown[:30] {
		held = append(held, shown[i].of(setups[i]))
	}
	l := RankLesson{Shown: shown, Setups: setups, Held: held, Hidden: []int{48}, Examples: 20_000, Batch: 60, Threads: 1, Rate: 3e-3, Seed: 1}
	var looks []RankLook
	err := l.Teach(context.Background(), func(x RankLook) error {
		looks = append(looks, x)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	first, last := looks[0], looks[len(looks)-1]
	if last.Loss[0] > 0.85*first.Loss[0] || last.Lesson > first.Lesson {
		t.Errorf("loss %.3f of the held positions and %.3f of the lesson at first, %.3f and %.3f in the end", first.Loss[0], first.Lesson, last.Loss[0], last.Lesson)
	}
	raw, err := last.Network.Encode(RankFeatures, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := nn.Parse("learnt", raw)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRankWeights(f); err != nil {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if err := l.Teach(ctx, func(RankLook) error { return nil }); err == nil {
		t.Error("work that was stopped went on")
	}
}
