"""The loss: PPO's clipped policy gradient, regularised as magnetic mirror
descent is (Sokota et al. 2023), and the cross-entropies of value and guess."""

import torch

MASKED = -1e9  # the logit of a move that does not exist


def log_policy(logits, mask):
    """Log-probabilities over the legal moves [B,L]; MASKED where there is none."""
    logits = logits.float().masked_fill(~mask, MASKED)
    return torch.log_softmax(logits, 1).masked_fill(~mask, MASKED)


def entropy(logp, mask):
    """Entropy of each policy [B], in nats."""
    return -(logp.exp() * logp).masked_fill(~mask, 0.0).sum(1)


def divergence(logp, other, mask):
    """KL(π‖other) of each policy [B]."""
    return (logp.exp() * (logp - other)).masked_fill(~mask, 0.0).sum(1)


def policy_loss(logp, data_logp, mask, actions, advantage, clip, data_kl, magnet):
    """Loss of each step [B], and its parts for the log."""
    index = actions[:, None]
    taken, data_taken = logp.gather(1, index)[:, 0], data_logp.gather(1, index)[:, 0]
    ratio = (taken - data_taken).exp()
    gain = torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage)
    kl = divergence(logp, data_logp, mask)
    spread = entropy(logp, mask)
    to_uniform = mask.sum(1).float().log() - spread
    return data_kl * kl + magnet * to_uniform - gain, ratio, kl, spread


def value_loss(value_logits, targets):
    """Cross-entropy of each step [B] with win/draw/loss targets [B,3]."""
    return -(targets * torch.log_softmax(value_logits.float(), 1)).sum(1)


ENEMY_RANK = slice(12, 24)  # the features of a token that hold what counting gives


def guess_errors(logits, tokens, labels):
    """What a guess of each step costs [B], a sum over the enemy's hidden pieces, what counting costs, and how many pieces
    they are. labels [B,92] are 1 + rank, 0 where there is nothing to guess."""
    hidden = labels > 0
    truth = (labels.long() - 1).clamp(min=0)[..., None]
    prior = tokens[..., ENEMY_RANK].float().clamp(min=1e-9).log()
    logp = torch.log_softmax(logits + prior, 2)

    def errors(of):
        return -of.gather(2, truth)[..., 0].masked_fill(~hidden, 0.0).sum(1)
    return errors(logp), errors(prior), hidden.sum(1)


def belief_loss(logits, tokens, labels):
    """Cross-entropy of each step's guesses [B], a mean over the enemy's hidden pieces,
    and that of counting."""
    guessed, counted, pieces = guess_errors(logits, tokens, labels)
    return guessed / pieces.clamp(min=1), counted / pieces.clamp(min=1)
