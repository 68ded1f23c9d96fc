// Package lookahead thinks before it moves: it weighs what a policy proposes by what
// may come of it, in worlds that a belief holds for likely.
//
// There are only a few types. A Thinker looks ahead for one player with the
// figures in Options. Its answer is a Thought: the Candidates it has weighed, what
// it expects of each, and the chance with which each is played.
//
// The frame is small. Candidates come from the policy. Each is played in the same
// worlds, drawn from the belief; the enemy answers with its own policy, in its own View
// of that world, which is mixed with the answer that is worst for us; where one move
// of ours is likely enough after a reply, that move and the enemy's answers to it are
// played too; and the value is taken at our turn, from our View. An attack on a piece
// of unknown rank goes through the ranks that it may have instead of leaving them to
// chance. What is expected of the candidates is compared world by world, differences are shrunk by how
// noisy they are, and the policy is tilted by what is left of them:
//
//	played ∝ (policy · exp(η · difference))^(1/temperature)
//
// Where few ranks are hidden, an exact search comes first: a forced win is played, and
// what loses by force in every possible world is not weighed.
//
// Nothing but the View is ever seen: the enemy's Views are those of guessed worlds.
package lookahead
