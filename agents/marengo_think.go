package agents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"marengo/agent"
	"marengo/belief"
	"marengo/lookahead"
	"marengo/nn/evaluator"
	"marengo/stratego"
)

// thinkOptions are the options of the look ahead, with the figures it is played with.
func thinkOptions() []Option {
	o := lookahead.Defaults()
	number := func(x any) string { return fmt.Sprint(x) }
	return []Option{
		{Name: "think", Default: "on", Help: "look ahead before moving; off plays the bare policy"},
		{Name: "guess", Default: ownGuess, Help: "how it guesses ranks: network (one of its own for that), habits, model, boer, opponent or counting"},
		{Name: "guesser", Help: "weight file of the network that guesses, instead of the built-in one"},
		{Name: "evaluations", Default: number(thinkEvaluations), Help: "positions it judges a move where the budget sets no limit"},
		{Name: "least", Default: number(o.Least), Help: "share of the policy from which a move is weighed"},
		{Name: "most", Default: number(o.Most), Help: "moves weighed by their share alone"},
		{Name: "sharp", Default: number(o.Sharp), Help: "share from which captures are weighed too, and others beside a sharp first choice"},
		{Name: "round", Default: number(o.Round), Help: "worlds a move is tried in between two looks at the figures"},
		{Name: "worlds", Default: number(o.Worlds), Help: "worlds at the most"},
		{Name: "replies", Default: number(o.Replies), Help: "likeliest replies of the enemy that are followed"},
		{Name: "rare", Default: number(o.Rare), Help: "replies, and ranks of an attacked piece, less likely than this are passed over"},
		{Name: "worst", Default: number(o.Worst), Help: "weight of the reply that is worst for it"},
		{Name: "forced", Default: number(o.Forced), Help: "share of the policy from which its move after a reply is looked past; 0 for never"},
		{Name: "steady", Default: "off", Help: "look past a reply after all moves or none, and never by an attack on an unknown piece: worths vary less from budget to budget"},
		{Name: "doubt", Default: number(o.Doubt), Help: "standard errors by which a move may be underrated and is still looked at"},
		{Name: "eta", Default: number(o.Eta), Help: "how much a difference in score weighs against the policy"},
		{Name: "spread", Default: number(o.Spread), Help: "how far moves' true scores lie apart; noisy differences are shrunk by it"},
		{Name: "vary", Default: number(o.Vary), Help: "how far a move's scores in single worlds lie apart as a rule, before any were seen"},
		{Name: "noise", Default: number(o.Noise), Help: "error of the network in a difference of scores"},
		{Name: "contempt", Default: number(o.Contempt), Help: "what a draw costs when ahead"},
		{Name: "attack", Default: number(o.Attack), Help: "what is taken off the score of attacks on unknown pieces"},
		{Name: "repeat", Default: number(o.Repeat), Help: "what repeating a position costs when ahead"},
		{Name: "nodes", Default: number(o.Nodes), Help: "nodes of an exact search for forced wins and losses where few ranks are hidden"},
		{Name: "mirror", Default: lookahead.MirrorNames[o.Mirror], Help: "where mirror images are averaged: off, root or all"},
	}
}

// ownGuess is the guess of the network that does nothing else.
const ownGuess = "network"

// readThinking returns what makes a player think with its network, be it only for what it
// says of its moves.
func readThinking(a *Args) func(*marengo) error {
	on := a.Bool("think")
	estimate := readOwnGuess(a)
	o := lookahead.Options{
		Least: a.Float("least", 0, 1), Most: a.Int("most", 1, 100), Sharp: a.Float("sharp", 0, 1),
		Round: a.Int("round", 1, 1000), Worlds: a.Int("worlds", 1, 10000),
		Replies: a.Int("replies", 1, lookahead.MaxReplies), Rare: a.Float("rare", 0, 1), Worst: a.Float("worst", 0, 1), Forced: a.Float("forced", 0, 1), Steady: a.Bool("steady"),
		Doubt: a.Float("doubt", 0, 100), Eta: a.Float("eta", 0, 1e6), Spread: a.Float("spread", 1e-6, 100), Vary: a.Float("vary", 0, 2), Noise: a.Float("noise", 0, 2),
		Temperature: a.Float("temperature", 0, 10),
		Contempt:    a.Float("contempt", -1, 1), Attack: a.Float("attack", -1, 1), Repeat: a.Float("repeat", 0, 2), Nodes: a.Int("nodes", 0, 1e9),
		Mirror: lookahead.Mirror(slices.Index(lookahead.MirrorNames, a.Choice("mirror", lookahead.MirrorNames...))),
	}
	return func(m *marengo) (err error) {
		m.thinks = on
		if m.belief, err = estimate(belief.Enemy); err != nil {
			return err
		}
		m.thinker, err = lookahead.New(m.net, m.belief, o)
		return err
	}
}

// readOwnGuess is readEstimator for a player that guesses with the network of the option guesser.
func readOwnGuess(a *Args) func(belief.Side) (belief.Estimator, error) {
	if a.String("guess") != ownGuess {
		if a.String("guesser") != "" {
			a.Load("guesser") // nobody asks it, but a file that is named must be there, and counts for the player's identity
		}
		return readEstimator(a, "habits", "model", "boer", "opponent", "counting")
	}
	w, raw, err := readNetwork(a, "guesser", guessWeights)
	if err != nil || !w.Believes() { // a program built without weights has none
		if a.Bool("think") && a.err == nil {
			a.Note("guess", noHead)
		}
		return func(s belief.Side) (belief.Estimator, error) { return habitsFor(s), nil }
	}
	remote := dialEvaluator(a, raw, false)
	ranks, err := ownRanks(a)
	return func(belief.Side) (belief.Estimator, error) {
		if remote == nil {
			return belief.NewNetwork(evaluator.NewLocal(w), ranks), err
		}
		return belief.NewNetwork(remote, ranks), errors.Join(err, remote.Err())
	}
}

// ownRanks loads the program's own network for ranks, nil for a program built without.
func ownRanks(a *Args) (*belief.RankWeights, error) {
	raw, err := builtIn.ReadFile("weights/" + ownRankWeights)
	if err != nil {
		return nil, nil // built without weights
	}
	a.identify("built-in "+ownRankWeights, raw)
	return parseNetwork("built-in "+ownRankWeights, raw, a.kernel(), belief.ReadRankWeights)
}

// RankWeights returns the network that marengo knows people's setups by; nil in a program built without weights.
func RankWeights() (*belief.RankWeights, error) {
	a, err := parseArgs(marengoEntry, "")
	if err != nil {
		return nil, err
	}
	return ownRanks(a)
}

// thinkEvaluations is what a move gets where the budget sets neither time nor
// evaluations.
const thinkEvaluations = 64

// think chooses by looking ahead.
func (m *marengo) think(ctx context.Context, v *stratego.View, b agent.Budget) (agent.Action, error) {
	limit := lookahead.Limit{Evaluations: int(min(b.Evaluations, lookahead.MaxEvaluations))}
	if b.Time == 0 && b.Evaluations == 0 {
		limit.Evaluations = m.evaluations
	}
	began := time.Now()
	if b.Time > 0 {
		limit.Deadline = began.Add(m.clock.allow(b.Time, b.Hard))
	}
	if b.Report != nil {
		wantReasons(&limit, b)
	}
	t, err := m.thinker.Think(ctx, v, limit, b.Seed)
	switch {
	case errors.Is(err, lookahead.ErrNoMoves):
		return agent.Action{}, errNoMoves
	case err != nil:
		return agent.Action{}, err
	}
	if b.Report != nil {
		b.Report(m.reasons(v, t, time.Since(began)))
	}
	if b.Time > 0 {
		m.clock.spend(b.Time, time.Since(began))
	}
	return agent.Action{Move: t.Choice, OfferDraw: offersDraw(v, t.Value)}, nil
}

// clock banks the time that easy moves leave over, for those that are close.
type clock struct{ saved time.Duration }

const (
	// mostSaved is how many moves' time the bank holds at the most.
	mostSaved = 4

	// overhead is the part of a move's time that is kept for what is not evaluation.
	overhead = 20 // one in so many

	// spare is the part of the time that loses the game which is never planned for.
	spare = 5 // one in so many
)

// allow returns what a move may take: its own time, and as much again from the bank, but
// nothing near the time that loses the game.
func (c *clock) allow(each, hard time.Duration) time.Duration {
	most := each - each/overhead + min(c.saved, each)
	if hard > 0 {
		most = min(most, hard-hard/spare)
	}
	return most
}

// spend enters what a move took.
func (c *clock) spend(each, took time.Duration) {
	c.saved = min(max(0, c.saved+each-took), mostSaved*each)
}
