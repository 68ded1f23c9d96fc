package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"marengo/belief"
	"marengo/nn"
	"marengo/record"
	"marengo/record/formats"
	"marengo/stratego"
)

// rankTeacher teaches a network what hidden pieces are by where they began.
type rankTeacher struct {
	lesson     belief.RankLesson
	games      playedGames
	setups     string
	begin      string
	out        string
	held, seen int // games
}

// Bounds of a lesson, so that it fits into memory.
const (
	mostBatch = 1 << 16
	mostUnits = 1 << 12
)

// heldGames is one in how many games is held out to look at.
const heldGames = 20

func newDatasetRanks() *cobra.Command {
	var t rankTeacher
	var quiet bool
	cmd := &cobra.Command{
		Use:   "ranks GAMES...",
		Short: "Teach a network what hidden pieces are by where they began",
		Long: `Teaches a network the ranks of hidden pieces, on this machine's cores: what was known in positions of the games is
shown of other setups, those of a list. One game in twenty is held out with its setups, and the network's log-loss
there is told now and then. The file is written at every such look, so that work which is stopped leaves what it has learnt,
from which another can begin.`,
		Example: `  marengo dataset play invincible lewis marengo:think=off --games 2000 --setups people.tsv --out games.bin
  marengo dataset ranks games.bin --setups people.tsv --examples 20000000 --out marengo-ranks.weights`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkScale(cmd); err != nil {
				return err
			}
			if err := t.check(cmd.Flags().Changed("hidden")); err != nil {
				return err
			}
			t.games.files = args
			if err := t.read(cmd.Context()); err != nil {
				return err
			}
			p := newProgress(cmd.ErrOrStderr(), quiet)
			defer p.end()
			return t.teach(cmd, p)
		},
	}
	f := cmd.Flags()
	f.StringVar(&t.setups, "setups", "", "list of setups to learn")
	f.StringVar(&t.out, "out", "", "file to write")
	f.IntSliceVar(&t.lesson.Hidden, "hidden", []int{1008, 1008}, "units of the layers between, multiples of 16; of 48 is fastest")
	f.StringVar(&t.begin, "begin", "", "weight file to learn on from")
	f.IntVar(&t.lesson.Examples, "examples", 20_000_000, "examples to learn from")
	f.IntVar(&t.lesson.Batch, "batch", 528, "examples a step; multiples of 12 are fastest")
	f.Float64Var(&t.lesson.Rate, "rate", 8e-4, "learning rate, which falls along a cosine")
	f.IntVar(&t.lesson.Threads, "threads", runtime.GOMAXPROCS(0), "threads")
	f.Uint64Var(&t.lesson.Seed, "seed", 1, "seed of everything random")
	f.BoolVar(&quiet, "quiet", false, "show no progress")
	return cmd
}

// check says what is wrong with the flags, and opens the network to begin with, which has units of its own.
func (t *rankTeacher) check(hidden bool) error {
	switch {
	case t.out == "":
		return badInputf("--out is missing: the file to write")
	case t.setups == "":
		return badInputf("--setups is missing: the list of setups to learn")
	case t.lesson.Threads < 1 || !(t.lesson.Rate > 0):
		return badInputf("--threads %d, --rate %g, expected numbers above zero", t.lesson.Threads, t.lesson.Rate)
	case t.lesson.Batch < 1 || t.lesson.Batch > mostBatch:
		return badInputf("--batch %d, expected 1 to %d", t.lesson.Batch, mostBatch)
	case t.begin != "" && hidden:
		return badInputf("--hidden and --begin both name units, expected one of them")
	}
	for _, n := range t.lesson.Hidden {
		if n < 1 || n > mostUnits || n%nn.LearnerWidth != 0 {
			return badInputf("--hidden %d, expected multiples of %d up to %d", n, nn.LearnerWidth, mostUnits)
		}
	}
	if t.begin == "" {
		return nil
	}
	f, err := nn.Open(t.begin)
	if err != nil {
		return badInput{err}
	}
	w, err := belief.ReadRankWeights(f)
	if err != nil {
		return badInput{err}
	}
	t.lesson.Begin, t.lesson.Hidden = f, w.Hidden()
	return nil
}

// read reads the games and the setups.
func (t *rankTeacher) read(ctx context.Context) error {
	held := map[stratego.Setup]bool{}
	err := t.games.each(ctx, func(where string, g *record.Game) error {
		shown, err := shownIn(ctx, g)
		if err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		t.seen++
		if t.seen%heldGames != 0 {
			t.lesson.Shown = append(t.lesson.Shown, shown...)
			return nil
		}
		t.held++
		t.lesson.Held = append(t.lesson.Held, shown...)
		for _, s := range g.Setups {
			held[s], held[s.Mirror()] = true, true
		}
		return nil
	})
	if err != nil {
		return err
	}
	thin(&t.lesson.Held)
	if t.held == 0 {
		return badInputf("%d games are too few: one in %d is held out", t.seen, heldGames)
	}
	listed, err := formats.ReadAnySetups(t.setups)
	if err != nil {
		return badInput{err}
	}
	for _, l := range listed {
		if l.Variant() == stratego.Classic && !held[l.Setup] {
			t.lesson.Setups = append(t.lesson.Setups, l.Setup)
		}
	}
	if len(t.lesson.Setups) == 0 {
		return badInputf("%s has no classic setup beside those of games held out", t.setups)
	}
	return nil
}

// thin leaves as many positions as a look takes, evenly spread.
func thin(list *[]belief.Shown) {
	const enough = 4000
	n := len(*list)
	if n <= enough {
		return
	}
	for i := range enough {
		(*list)[i] = (*list)[i*n/enough]
	}
	*list = (*list)[:enough]
}

// shownIn returns what each player knew of the enemy's setup before each of its moves.
func shownIn(ctx context.Context, g *record.Game) (list []belief.Shown, err error) {
	s, err := stratego.NewState(g.Rules, g.Setups[stratego.Red], g.Setups[stratego.Blue])
	if err != nil {
		return nil, err
	}
	var v stratego.View
	for i, m := range g.Moves {
		s.View(s.Turn(), &v)
		list = append(list, belief.ShownTo(&v, &g.Setups[s.Turn().Other()]))
		if err := s.Play(m); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return list, ctx.Err()
}

// rankProvenance is what the file says of how it was made.
type rankProvenance struct {
	Command   string `json:"command"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
	Setups    int    `json:"setups"`
	Examples  int    `json:"examples"`
	Date      string `json:"date"`
}

// teach teaches the network and writes it at every look.
func (t *rankTeacher) teach(cmd *cobra.Command, p *progress) error {
	began := time.Now()
	l := &t.lesson
	p.write("%d positions of %d games, %d setups, %d games held out\n", len(l.Shown), t.seen-t.held, len(l.Setups), t.held)
	var last belief.RankLook
	err := l.Teach(cmd.Context(), func(x belief.RankLook) error {
		last = x
		p.write("%3.0f%%  %s left  lesson %.4f  held out %s\n", 100*x.Done, timeLeft(began, int(1000*x.Done), 1000-int(1000*x.Done)), x.Lesson, phaseLosses(x))
		return t.write(x)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: log-loss for each hidden piece held out: %s\n", t.out, phaseLosses(last))
	return err
}

func phaseLosses(x belief.RankLook) string {
	var parts []string
	for i, phase := range belief.Phases {
		parts = append(parts, fmt.Sprintf("%s %.4f", phase.Name, x.Loss[i]))
	}
	return strings.Join(parts, ", ")
}

// write writes what was learnt, whole or not at all.
func (t *rankTeacher) write(x belief.RankLook) error {
	l := &t.lesson
	begin := ""
	if t.begin != "" {
		begin = " --begin " + filepath.Base(t.begin)
	}
	command := fmt.Sprintf("marengo dataset ranks GAMES%s --setups %s --hidden %s --examples %d --batch %d --rate %g --seed %d",
		begin, filepath.Base(t.setups), strings.Trim(strings.ReplaceAll(fmt.Sprint(l.Hidden), " ", ","), "[]"), l.Examples, l.Batch, l.Rate, l.Seed)
	raw, err := x.Network.Encode(belief.RankFeatures, rankProvenance{command, t.seen - t.held, len(l.Shown), len(l.Setups),
		int(x.Done * float64(l.Examples)), time.Now().UTC().Format(time.DateOnly)})
	if err != nil {
		return err
	}
	if err := os.WriteFile(t.out+".tmp", raw, 0o644); err != nil {
		return badInput{err}
	}
	return os.Rename(t.out+".tmp", t.out)
}
