package experiment

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"marengo/agent"
	"marengo/arena"
	"marengo/eval"
	"marengo/hidden"
	"marengo/record"
	"marengo/record/formats"
	"marengo/search"
	"marengo/setup"
	"marengo/stratego"
)

// archive is a compressed file of self-play games that test positions come from, one
// after the other in our record form. The experiments "positions" and "positions-arts"
// play them.
type archive []byte

// Schadd's evaluation played the games for his tables, Starbot those for Arts's. The
// two stand differently: to a player who counts material alone nothing speaks against
// standing next to unknown pieces, and the flag that may be among them draws it there.
var (
	//go:embed selfplay/schadd.marengo.gz
	schaddGames archive
	//go:embed selfplay/starbot.marengo.gz
	starbotGames archive
)

// starbotRules are those of its games.
const starbotRules = "arts"

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

// gameHead begins each game of an archive.
const gameHead = "marengo game 1\n"

// games reads the file.
func (a archive) games() ([]*record.Game, error) {
	z, err := gzip.NewReader(bytes.NewReader(a))
	if err != nil {
		return nil, fmt.Errorf("stored games: %w", err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("stored games: %w", err)
	}
	var games []*record.Game
	for part := range strings.SplitSeq(strings.TrimPrefix(string(text), gameHead), gameHead) {
		g, err := formats.Text.Parse(fmt.Sprintf("stored game %d", len(games)+1), []byte(gameHead+part))
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// viewAt returns what the mover of a game sees after some plies, and whether it
// lasted longer than that.
func viewAt(g *record.Game, plies int) (*stratego.View, bool, error) {
	if len(g.Moves) <= plies {
		return nil, false, nil
	}
	s, err := g.At(plies)
	if err != nil {
		return nil, false, err
	}
	v := new(stratego.View)
	s.View(s.Turn(), v)
	return v, true, nil
}

// positions returns positions of each phase, as many as a set has of each, scaled
// down evenly to n in all.
func (a archive) positions(set [len(phases)]int, n int) ([]position, error) {
	games, err := a.games()
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
			v, ok, err := viewAt(games[g], p.plies)
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
		{"positions", "play the self-play games that Schadd's test positions come from", playSchaddGames},
		{"positions-arts", "play the self-play games that Arts's test positions come from", playStarbotGames},
	}
}

// The self-play games: enough that 100 of them last 300 plies.
const (
	selfPlayGames = 280
	selfPlayNodes = 3000
	starbotNodes  = 10000
)

// playSchaddGames plays games on human-like setups.
func playSchaddGames(ctx context.Context, o *Options, w io.Writer) error {
	provider, err := setup.Parse("human-like")
	if err != nil {
		return err
	}
	on := func(_ int, rng *rand.Rand) ([2]stratego.Setup, error) {
		return drawBoard(provider, stratego.DefaultRules, rng)
	}
	e := eval.NewSchadd(0)
	p := &selfPlayer{schadd: e, hidden: hidden.Options{KeyQuiet: true}, rules: stratego.DefaultRules, nodes: o.nodes(selfPlayNodes)}
	p.search = search.New[*hidden.State](e, search.Options{AlphaBeta: true, Deepening: true, Static: true,
		History: true, Killers: true, Table: search.Table{Bits: 16}, Star1: true, Star2: 1, StarETC: true})
	return p.games(ctx, o, w, on)
}

// playStarbotGames plays games of Starbot on Arts's setups and their mirror images.
func playStarbotGames(ctx context.Context, o *Options, w io.Writer) error {
	setups, err := artsSetups()
	if err != nil {
		return err
	}
	rules, err := stratego.Preset(starbotRules)
	if err != nil {
		return err
	}
	for _, s := range slices.Clone(setups) {
		setups = append(setups, s.Mirror())
	}
	n := len(setups)
	if games := o.games(selfPlayGames); games > n*n {
		return badInputf("%d games, Starbot has %d boards to play", games, n*n)
	}
	order := rand.New(rand.NewPCG(o.Seed, 0)).Perm(n * n) // every board once: its play has no chance
	on := func(game int, _ *rand.Rand) ([2]stratego.Setup, error) {
		return [2]stratego.Setup{setups[order[game]/n], setups[order[game]%n]}, nil
	}
	p := &selfPlayer{hidden: artsHidden, rules: rules, nodes: o.nodes(starbotNodes)}
	p.search = search.New[*hidden.State](&eval.Arts{}, artsETC.options)
	return p.games(ctx, o, w, on)
}

// selfPlayer is a search that plays both sides of a game, with one memory.
type selfPlayer struct {
	search *search.Searcher[*hidden.State]
	schadd *eval.Schadd // its evaluation, where that has a random factor
	hidden hidden.Options
	rules  stratego.Rules
	nodes  int64
	state  hidden.State
}

// The player as a contender of the arena, on boards that it is given.
func (p *selfPlayer) String() string              { return "self-play" }
func (p *selfPlayer) Files() string               { return "" }
func (p *selfPlayer) SetsUpItself() bool          { return false }
func (p *selfPlayer) Plays(stratego.Variant) bool { return true }
func (p *selfPlayer) New() (agent.Agent, error)   { return p, nil }
func (p *selfPlayer) Close() error                { return nil }

// Setup is never asked.
func (p *selfPlayer) Setup(context.Context, agent.Game) (stratego.Setup, error) {
	return stratego.Setup{}, errors.New("self-play is given its boards")
}

// Move searches.
func (p *selfPlayer) Move(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	if err := p.state.Reset(v, nil, p.hidden); err != nil {
		return agent.Action{}, err
	}
	if p.schadd != nil {
		p.schadd.Seed = b.Seed
	}
	r, err := p.search.Search(ctx, &p.state, search.Limits{Nodes: p.nodes})
	return agent.Action{Move: r.Move}, err
}

// games plays games against itself and writes them.
func (p *selfPlayer) games(ctx context.Context, o *Options, w io.Writer, on func(game int, rng *rand.Rand) ([2]stratego.Setup, error)) error {
	n := o.games(selfPlayGames)
	for i := range n {
		o.progress(i, n, "games")
		rng := rand.New(rand.NewPCG(o.Seed, uint64(i)))
		board, err := on(i, rng)
		if err != nil {
			return err
		}
		played, err := playFair(ctx, arena.Bout{Terms: arena.Terms{Rules: p.rules, Hard: patience}, Players: [2]arena.Contender{p, p},
			Setups: [2]*stratego.Setup{&board[0], &board[1]}, Seeds: rng.Uint64})
		if err != nil {
			return err
		}
		g, err := played.Record()
		if err != nil {
			return err
		}
		text, err := formats.Text.Encode(g)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}
