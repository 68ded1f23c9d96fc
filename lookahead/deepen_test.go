package lookahead

import (
	"context"
	"hash/fnv"
	"math"
	"testing"

	"marengo/nn"
	"marengo/nn/evaluator"
	"marengo/nn/features"
	"marengo/stratego"
)

// certain would nearly always play its first move, and no two positions are worth the same.
type certain struct{ material }

func anyWorth(record []byte) nn.Value {
	h := fnv.New32()
	_, _ = h.Write(record)
	return nn.Value{Win: float32(h.Sum32()) / (1 << 32)}
}

func (c *certain) Evaluate(ctx context.Context, questions []evaluator.Question) (int, error) {
	n, err := c.material.Evaluate(ctx, questions)
	for i := range questions[:n] {
		policy := questions[i].Policy()
		for k := range policy {
			policy[k] *= 0.05
		}
		policy[0] += 0.95
		questions[i].Value = anyWorth(questions[i].Record[:])
	}
	return n, err
}

// TestForcedLinesAreLookedPast compares what is expected of a move with the value at the end
// of the line that is forced after it: two plies on, and four where forced moves are looked past.
func TestForcedLinesAreLookedPast(t *testing.T) {
	compared := 0
	for seed := range uint64(20) {
		_, v := position(t, seed, 150)
		for _, forced := range []float64{0, 0.9} {
			o := options()
			o.Most, o.Replies, o.Nodes, o.Forced, o.Mirror = 6, 1, 0, forced, NoMirror
			o.Doubt, o.Worlds = 1000, 12
			th := thinker(t, &certain{}, o)
			think(t, th, v, Limit{Evaluations: 2000}, seed)
			for i := range th.candidates {
				c := &th.candidates[i]
				if c.Samples == 0 || c.strata[0].rank != stratego.NoRank {
					continue
				}
				for k, got := range c.values {
					want, ended := endOfLine(t, th, c.Move, k, forced > 0)
					if ended {
						continue
					}
					if compared++; math.Abs(got-want) > 1e-6 {
						t.Errorf("seed %d, forced %g: %s in world %d scores %g, expected %g", seed, forced, stratego.FormatMove(c.Move), k, got, want)
					}
				}
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d worlds were compared", compared)
	}
}

// endOfLine plays a candidate and what certain plays after it in one of the worlds, and
// returns the score at our turn; true where the game has ended before.
func endOfLine(t *testing.T, th *Thinker, m stratego.Move, world int, deep bool) (score float64, ended bool) {
	t.Helper()
	s, err := th.view.Guess(th.worlds.drawn[world][:])
	if err != nil {
		t.Fatal(err)
	}
	plies := 1
	if deep {
		plies = 3
	}
	s.Do(m)
	var r features.Record
	for range plies {
		if s.Result().Over() || s.Turn() != th.color && takesFlag(s) {
			return 0, true
		}
		if err := th.writer.WriteState(s, &r); err != nil {
			t.Fatal(err)
		}
		s.Do(features.TokenMove(r.Move(0), s.Turn()))
	}
	if s.Result().Over() {
		return 0, true
	}
	if err := th.writer.WriteState(s, &r); err != nil {
		t.Fatal(err)
	}
	return th.of(anyWorth(r[:])), false
}

// takesFlag says whether the side to move can end the game by taking the flag, a reply that is always followed.
func takesFlag(s *stratego.State) bool {
	for _, m := range s.Moves(nil) {
		if p, ok := s.At(stratego.To(m)); ok && p.Rank == stratego.Flag {
			return true
		}
	}
	return false
}

// TestFlagIsFearedFor: a move that leaves our flag beside an enemy piece is rated as the reply that takes it would have it, however
// unlikely the policy thinks that is; one that takes the piece is not.
func TestFlagIsFearedFor(t *testing.T) {
	v := endgame(t, "red F a1", "red 6 b2", "red 8 k1", "blue F k0", "blue B k9", "blue 6 j9", "blue 5 b1 known")
	scores := func(worst float64) map[string]float64 {
		o := options()
		o.Most, o.Replies, o.Nodes, o.Forced, o.Worst, o.Mirror, o.Doubt = 10, 1, 0, 0, worst, NoMirror, 1000
		th := thinker(t, &certain{}, o)
		think(t, th, v, Limit{Evaluations: 500}, 1)
		found := map[string]float64{}
		for i := range th.candidates {
			found[stratego.FormatMove(th.candidates[i].Move)], _ = th.estimate(&th.candidates[i])
		}
		return found
	}
	calm, afraid := scores(0), scores(0.1)
	for move, least := range map[string]float64{"k1-k2": 0.05, "b2-b1": 0} {
		if got := calm[move] - afraid[move]; got < least-1e-9 || least == 0 && got > 1e-9 {
			t.Errorf("%s: %.4f without fear, %.4f with it", move, calm[move], afraid[move])
		}
	}
}

// TestAnswersAreFollowedWherePlenty checks that an extension follows one answer of the enemy where
// evaluations are few, and several where there are plenty.
func TestAnswersAreFollowedWherePlenty(t *testing.T) {
	for _, x := range []struct{ limit, most int }{{plenty - 1, 1}, {4 * plenty, Defaults().Replies}} {
		most := 0
		for seed := range uint64(10) {
			_, v := position(t, seed, 150)
			o := options()
			o.Forced, o.Rare, o.Nodes, o.Doubt = 0.01, 0, 0, 1000
			th := thinker(t, &material{}, o)
			think(t, th, v, Limit{Evaluations: x.limit}, seed)
			for i := range th.extensions {
				most = max(most, th.extensions[i].count)
			}
		}
		if most != x.most {
			t.Errorf("with %d evaluations %d answers were followed, expected %d", x.limit, most, x.most)
		}
	}
}

// TestMirroredWorldsAreDeepened checks that replies are looked past in mirrored worlds too, by moves of the board and not of
// its image.
func TestMirroredWorldsAreDeepened(t *testing.T) {
	seen := map[bool]int{}
	for seed := range uint64(10) {
		_, v := position(t, seed, 150)
		o := options()
		o.Forced, o.Nodes, o.Doubt, o.Mirror = 0.01, 0, 1000, MirrorAll
		th := thinker(t, &material{}, o)
		think(t, th, v, Limit{Evaluations: 4 * plenty}, seed)
		for i := range th.extensions {
			e := &th.extensions[i]
			if err := th.play(&e.sample); err != nil {
				t.Fatal(err)
			}
			th.state.Do(th.samples[e.of].leaves[e.leaf].event.Move())
			if !th.state.Why(e.move).OK() {
				t.Fatalf("seed %d, world %d: %s is no move", seed, e.world, stratego.FormatMove(e.move))
			}
			seen[th.mirrored(e.world)]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("extensions in mirrored worlds and others: %v", seen)
	}
}

// torn is certain of one move in about half of the positions, an attack on an unknown piece if there is one, and
// finds all moves alike in the others.
type torn struct{ material }

func (n *torn) Evaluate(ctx context.Context, questions []evaluator.Question) (int, error) {
	count, err := n.material.Evaluate(ctx, questions)
	for i := range questions[:count] {
		policy := questions[i].Policy()
		share, best := float32(0), 0
		if anyWorth(questions[i].Record[:]).Win < 0.5 {
			share = 0.9
		}
		for k := range policy {
			policy[k] = (1 - share) / float32(len(policy))
			if questions[i].Record.AttacksHidden(k) {
				best = k
			}
		}
		policy[best] += share
	}
	return count, err
}

// TestSteady checks that a reply in a world is looked past after every move or after none, and never by an attack on an unknown piece.
func TestSteady(t *testing.T) {
	past := 0
	for seed := range uint64(20) {
		_, v := position(t, seed, 150)
		o := options()
		o.Most, o.Nodes, o.Forced, o.Steady, o.Mirror, o.Doubt = 6, 0, 0.5, true, NoMirror, 1000
		th := thinker(t, &torn{}, o)
		think(t, th, v, Limit{Evaluations: 400}, seed)
		for i := range th.extensions {
			e := &th.extensions[i]
			past++
			if d, there := v.At(stratego.To(e.move)); there && d.Color != v.Color() && !d.Known {
				t.Errorf("seed %d: %s attacks an unknown piece", seed, stratego.FormatMove(e.move))
			}
			reply := th.samples[e.of].leaves[e.leaf].event.Move()
			for j := range th.samples {
				s := &th.samples[j]
				for k := range s.leaves[:s.count] {
					if s.world != e.world || s.leaves[k].event.Move() != reply || th.extended(j, k) {
						continue
					}
					if _, share, ok := th.sequel(s, k); ok {
						t.Errorf("seed %d: %s is not looked past after %s, where the next move has a share of %g", seed,
							stratego.FormatMove(reply), stratego.FormatMove(th.candidates[s.candidate].Move), share)
					}
				}
			}
		}
	}
	if past < 50 {
		t.Errorf("only %d replies were looked past", past)
	}
}
