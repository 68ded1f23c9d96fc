package experiment

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"marengo/agent"
	"marengo/agents"
	"marengo/arena"
	"marengo/belief"
	"marengo/plot"
	"marengo/setup"
	"marengo/stratego"
)

// guessQuality is one point of Figures 7.1 and 7.2: shares of the enemy's pieces that
// are revealed, and of the others that were guessed right; and the same for
// bombs and flag.
type guessQuality struct {
	turn                              int
	revealed, correct                 float64
	immobileRevealed, immobileCorrect float64
}

// straitegoFigures draws Figures 7.1 and 7.2: how well the random-versus-human
// estimator guesses over one game, for red and for blue.
func straitegoFigures(ctx context.Context, o *Options, w io.Writer) error {
	l, err := newLaboratory(o, 1, 10000)
	if err != nil {
		return err
	}
	points, result, plies, err := l.watchedGame(ctx)
	if err != nil {
		return err
	}
	t := &Table{Title: "The random-versus-human estimator over one game (Schoenmakers Figures 7.1 and 7.2)",
		Columns: []string{"side", "quarter", "revealed", "correct", "immobile revealed", "immobile correct"}}
	var figures []plot.Figure
	for c, list := range points {
		color := stratego.Color(c)
		figures = append(figures, qualityFigure(color, list))
		for q := range 4 {
			part := list[q*len(list)/4 : (q+1)*len(list)/4]
			var m guessQuality
			for _, p := range part {
				m.revealed += p.revealed / float64(len(part))
				m.correct += p.correct / float64(len(part))
				m.immobileRevealed += p.immobileRevealed / float64(len(part))
				m.immobileCorrect += p.immobileCorrect / float64(len(part))
			}
			t.Add(color, q+1, percent1(m.revealed), percent1(m.correct), percent1(m.immobileRevealed), percent1(m.immobileCorrect))
		}
	}
	t.Note("One game of %d plies, %v, %d evaluations a move, seed %d. Correct is the share of pieces not yet revealed that are guessed right; lines are averages over 21 turns. The paper shows one game of 684 turns as a picture.",
		plies, result, l.evaluations, o.Seed)
	if err := plot.Write(o.Plot, figures); err != nil {
		return err
	}
	return t.Write(w, o)
}

// watchedGame plays one game of the paper's two identical agents and measures what an
// estimator like theirs guesses before each move.
func (l *laboratory) watchedGame(ctx context.Context) (points [2][]guessQuality, result stratego.Result, plies int, err error) {
	var referee *arena.Referee
	factory, err := agents.Parse(l.agentText(epsilonAgent+",guess=rvh", 0))
	if err != nil {
		return points, result, 0, err
	}
	p, err := l.provider(gravon)
	if err != nil {
		return points, result, 0, err
	}
	weights, err := setup.DefaultClassifier()
	if err != nil {
		return points, result, 0, err
	}
	rng := rand.New(rand.NewPCG(l.o.Seed, 0x6669))
	board, err := drawBoard(p, l.rules, rng)
	if err != nil {
		return points, result, 0, err
	}
	estimator := belief.NewHuman(weights)
	bout := arena.Bout{Terms: arena.Terms{Rules: l.o.cut(l.rules), Hard: patience}, Players: [2]arena.Contender{factory, factory},
		Setups: [2]*stratego.Setup{&board[0], &board[1]}, Seeds: rng.Uint64}
	bout.Turn = func(r *arena.Referee, v *stratego.View) error {
		estimator.Update(v)
		q := quality(r.State(), v.Color(), estimator.Sample(rng))
		q.turn = v.Ply()/2 + 1
		points[v.Color()] = append(points[v.Color()], q)
		l.o.progress(v.Ply(), l.rules.PlyLimit, "plies")
		return nil
	}
	bout.Begun = func(r *arena.Referee, _ [2]agent.Agent) { referee = r }
	if _, err := playFair(ctx, bout); err != nil {
		return points, result, 0, err
	}
	return points, referee.Result().Result, referee.State().Ply(), nil
}

// quality holds a guess of a player's enemy against the truth.
func quality(s *stratego.State, c stratego.Color, world []stratego.Rank) (q guessQuality) {
	var all, known, right [2]float64 // all pieces, and bombs and flag
	for id, guess := range world {
		p := s.Piece(c.Other(), id)
		for k := range all {
			if k == 1 && p.Rank.Movable() {
				continue
			}
			all[k]++
			if p.Known {
				known[k]++
			} else if guess == p.Rank {
				right[k]++
			}
		}
	}
	share := func(k int) (float64, float64) {
		if all[k] == known[k] {
			return 1, 1
		}
		return known[k] / all[k], right[k] / (all[k] - known[k])
	}
	q.revealed, q.correct = share(0)
	q.immobileRevealed, q.immobileCorrect = share(1)
	return q
}

// smoothing is over how many turns a figure's lines average, to either side.
const smoothing = 10

func qualityFigure(c stratego.Color, list []guessQuality) plot.Figure {
	f := plot.Figure{Title: fmt.Sprintf("What %v guesses (Figure 7.%d)", c, int(c)+1), XLabel: "turn", YLabel: "share of the enemy's pieces"}
	for _, line := range []struct {
		name string
		of   func(*guessQuality) float64
	}{
		{"revealed", func(q *guessQuality) float64 { return q.revealed }},
		{"correct", func(q *guessQuality) float64 { return q.correct }},
		{"immobile revealed", func(q *guessQuality) float64 { return q.immobileRevealed }},
		{"immobile correct", func(q *guessQuality) float64 { return q.immobileCorrect }},
	} {
		p := plot.Line{Name: line.name}
		for i := range list {
			lo, hi := max(0, i-smoothing), min(len(list), i+smoothing+1)
			sum := 0.0
			for k := lo; k < hi; k++ {
				sum += line.of(&list[k])
			}
			p.Points = append(p.Points, [2]float64{float64(list[i].turn), sum / float64(hi-lo)})
		}
		f.Lines = append(f.Lines, p)
	}
	return f
}
