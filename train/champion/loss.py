"""The loss: PPO's clipped policy gradient, regularised as magnetic mirror
descent is (Sokota et al. 2023), and the value's cross-entropy."""

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
