package features

import (
	"math"

	"marengo/stratego"
)

// Belief is what a network guesses of the enemy's hidden pieces: for each token the
// chance of each rank, zero where no hidden enemy stands.
type Belief [Tokens][stratego.Ranks]float32

// Belief fills b for the position that View, State or Record saw last.
func (n *Network) Belief(b *Belief) {
	var logits Logits
	for t := range Tokens {
		if n.record[pieces+t] == hiddenEnemy {
			n.net.Belief(t, &logits[t])
		}
	}
	n.record.Belief(&logits, b)
}

// Logits are what a belief head answers: for each token what adds to the logarithm of the
// chance that counting gives each rank.
type Logits [Tokens][stratego.Ranks]float32

// Belief fills b with what a belief head's answer makes of the record's counts.
func (r *Record) Belief(logits *Logits, b *Belief) {
	*b = Belief{}
	enemy := counting(r[enemyHidden:], r[enemyMoved], r[enemyStill])
	for t := range Tokens {
		if r[pieces+t] != hiddenEnemy {
			continue
		}
		chances := &enemy.still
		if r[flags+t]&movedFlag != 0 {
			chances = &enemy.moved
		}
		weigh(&b[t], chances, &logits[t])
	}
}

// weigh fills p with the softmax of log(chance) + logit.
func weigh(p, chances, logits *[stratego.Ranks]float32) {
	top := float32(math.Inf(-1))
	for r, c := range chances {
		if c > 0 {
			top = max(top, logits[r])
		}
	}
	total := float32(0)
	for r, c := range chances {
		if c > 0 {
			p[r] = c * float32(math.Exp(float64(logits[r]-top)))
			total += p[r]
		}
	}
	for r := range p {
		p[r] /= max(total, math.SmallestNonzeroFloat32)
	}
}
