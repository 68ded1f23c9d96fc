package experiment

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"marengo/eval"
	"marengo/hidden"
	"marengo/search"
	"marengo/setup"
	"marengo/stratego"
)

// selfPlay holds the games that test positions come from, one a line: red's
// setup, blue's setup, and the moves, four characters each. The experiment
// "positions" plays them.
//
//go:embed testdata/selfplay.txt.gz
var selfPlay []byte

// phase is a part of a game: the positions after so many plies (Schadd 5.6.1,
// footnote 4).
type phase struct {
	name  string
	plies int
}

var phases = [...]phase{{"begin", 50}, {"middle", 150}, {"end", 300}}

// The sizes of Arts's and Schadd's sets, by phase.
var (
	artsSet   = [...]int{100, 100, 100}
	schaddSet = [...]int{200, 200, 100}
)

// position is what the player to move sees at one point of a stored game.
type position struct {
	phase int
	view  *stratego.View
}

// storedGame is a game of the self-play file.
type storedGame struct {
	red, blue stratego.Setup
	moves     []stratego.Move
}

// storedGames reads the self-play file.
func storedGames() ([]storedGame, error) {
	z, err := gzip.NewReader(bytes.NewReader(selfPlay))
	if err != nil {
		return nil, fmt.Errorf("stored games: %w", err)
	}
	var games []storedGame
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		g, err := parseStored(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("stored game %d: %w", len(games)+1, err)
		}
		games = append(games, g)
	}
	return games, lines.Err()
}

func parseStored(line string) (g storedGame, err error) {
	parts := strings.Fields(line)
	if len(parts) != 3 || len(parts[2])%4 != 0 {
		return g, fmt.Errorf("expected two setups and moves of four characters")
	}
	if g.red, err = stratego.ParseSetup(parts[0]); err != nil {
		return g, err
	}
	if g.blue, err = stratego.ParseSetup(parts[1]); err != nil {
		return g, err
	}
	for i := 0; i < len(parts[2]); i += 4 {
		m, err := stratego.ParseMove(parts[2][i:i+2] + "-" + parts[2][i+2:i+4])
		if err != nil {
			return g, err
		}
		g.moves = append(g.moves, m)
	}
	return g, nil
}

// at returns what the mover sees after some plies, and whether the game lasted
// longer than that.
func (g *storedGame) at(plies int) (*stratego.View, bool, error) {
	if len(g.moves) <= plies {
		return nil, false, nil
	}
	s, err := stratego.NewState(stratego.DefaultRules, g.red, g.blue)
	if err != nil {
		return nil, false, err
	}
	for _, m := range g.moves[:plies] {
		if err := s.Play(m); err != nil {
			return nil, false, err
		}
	}
	v := new(stratego.View)
	s.View(s.Turn(), v)
	return v, true, nil
}

// testPositions returns positions of each phase, as many as a set has of each,
// scaled down evenly to n in all.
func testPositions(set [len(phases)]int, n int) ([]position, error) {
	games, err := storedGames()
	if err != nil {
		return nil, err
	}
	all := set[0] + set[1] + set[2]
	if n > all {
		return nil, badInputf("%d positions, the set has %d", n, all)
	}
	var out []position
	for i, p := range phases {
		want := set[i] * n / all
		if i == 0 {
			want = n - set[1]*n/all - set[2]*n/all
		}
		for g := 0; g < len(games) && want > 0; g++ {
			v, ok, err := games[g].at(p.plies)
			if err != nil {
				return nil, fmt.Errorf("stored game %d: %w", g+1, err)
			}
			if ok {
				out = append(out, position{i, v})
				want--
			}
		}
		if want > 0 {
			return nil, fmt.Errorf("the stored games have %d positions too few after %d plies", want, p.plies)
		}
	}
	return out, nil
}

// searchExperiments are ours: what the others stand on.
func searchExperiments() []Experiment {
	return []Experiment{
		{"reach", "how deep star:schadd looks in a second, by phase", reach},
		{"positions", "play the self-play games that test positions come from", playPositions},
	}
}

// The self-play games: enough that 100 of them last 300 plies.
const (
	selfPlayGames = 280
	selfPlayNodes = 3000
)

// playPositions plays games of the search against itself and writes them.
func playPositions(ctx context.Context, o *Options, w io.Writer) error {
	provider, err := setup.Parse("human-like")
	if err != nil {
		return err
	}
	n := o.games(selfPlayGames)
	player := newSelfPlayer()
	for g := range n {
		o.progress(g, n, "games")
		rng := rand.New(rand.NewPCG(o.Seed, uint64(g)))
		line, err := player.game(ctx, provider, rng, o.nodes(selfPlayNodes))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

// selfPlayer plays both sides of a game.
type selfPlayer struct {
	eval   *eval.Schadd
	search *search.Searcher[*hidden.State]
	state  hidden.State
}

func newSelfPlayer() *selfPlayer {
	p := &selfPlayer{eval: eval.NewSchadd(0)}
	p.search = search.New[*hidden.State](p.eval, search.Options{AlphaBeta: true, Deepening: true, Static: true,
		History: true, Killers: true, Table: search.Table{Bits: 16}, Star1: true, Star2: 1, StarETC: true})
	return p
}

func (p *selfPlayer) game(ctx context.Context, from setup.Provider, rng *rand.Rand, nodes int64) (string, error) {
	rules := stratego.DefaultRules
	red, err := from.Setup(rules, rng)
	if err != nil {
		return "", err
	}
	blue, err := from.Setup(rules, rng)
	if err != nil {
		return "", err
	}
	s, err := stratego.NewState(rules, red, blue)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v ", red, blue)
	view := new(stratego.View)
	for !s.Result().Over() {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		s.View(s.Turn(), view)
		if err := p.state.Reset(view, nil, hidden.Options{KeyQuiet: true}); err != nil {
			return "", err
		}
		p.eval.Seed = rng.Uint64()
		r, err := p.search.Search(ctx, &p.state, search.Limits{Nodes: nodes})
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%v%v", stratego.From(r.Move), stratego.To(r.Move))
		s.Do(r.Move)
	}
	return b.String(), nil
}
