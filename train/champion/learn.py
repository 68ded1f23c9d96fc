"""Learning: one epoch of minibatches over each segment."""

import torch

from train.champion.actor import move_logits
from train.champion.loss import log_policy, policy_loss, value_loss
from train.champion.observe import material_lead
from train.champion.returns import DREW, GOES_ON, LOST, WON, advantages, value_targets
from train.champion.schedule import contempt_weight, ema_decay, learning_rate, magnet_weight, shaping_weight

# What a minibatch adds to the log, in this order.
STATS = ("updates", "loss", "policy_loss", "value_loss", "kl", "learnt_entropy", "clipped", "gradient", "filtered")
# What a segment adds.
TALLY = ("steps", "attacks", "games", "draws", "red_wins", "plies", "certainty", "advantage")


class Learner:
    """Owns the weights, their running mean and Adam's moments."""

    def __init__(self, net, cfg, device, compiled):
        self.net, self.cfg, self.device = net.train(), cfg, device
        self.params = list(net.parameters())
        self.ema = [p.detach().clone() for p in self.params]
        fused = {"fused": True} if device.type == "cuda" else {}
        self.adam = torch.optim.Adam(self.params, lr=cfg.rate(), betas=(cfg.beta1, cfg.beta2), eps=cfg.epsilon, **fused)
        self.loss = torch.compile(self._loss, dynamic=False) if compiled else self._loss
        self.steps = 0
        self.updates = 0
        self.stats = torch.zeros(len(STATS), device=device)
        self.tally = torch.zeros(len(TALLY), device=device, dtype=torch.float64)

    # Choosing what to learn from.

    @torch.no_grad()
    def begin(self, segment):
        """Returns the minibatches of a segment, as calls to be made in turn."""
        cfg, plies = self.cfg, segment.plies
        results = segment.reports[..., 0]
        targets = value_targets(segment.values, results, cfg.value_lambda)
        lead = material_lead(segment.records.flatten(0, 1)).view(results.shape)
        advantage = advantages(segment.values, results, cfg.advantage_lambda, contempt_weight(cfg, self.steps),
                               shaping_weight(cfg, self.steps) * lead)
        self._count(segment, advantage)
        chosen, others = self._filter(advantage.flatten())
        flat = {
            "records": segment.records[:plies].flatten(0, 1),
            "actions": segment.actions[:plies].flatten(),
            "logits": segment.logits[:plies].flatten(0, 1),
            "targets": targets.flatten(0, 1),
            "advantage": advantage.flatten(),
        }
        half = cfg.half()
        return [lambda k=k: self._minibatch(flat, chosen[k * half:(k + 1) * half], others[k * half:(k + 1) * half])
                for k in range(cfg.minibatches())]

    def _filter(self, advantage):
        """Indices of the steps with the largest advantages, and of as many drawn
        from the rest, each in random order."""
        order = advantage.abs().argsort(descending=True)
        split = self.cfg.policy_steps()
        chosen, others = order[:split], order[split:]
        mix = torch.randperm(len(chosen), device=self.device)
        rest = torch.randperm(len(others), device=self.device)[:self.cfg.value_steps()]
        return chosen[mix], others[rest]

    # One update.

    def _loss(self, records, actions, data_logits, advantage, targets, magnet):
        """The first half of a minibatch passed the filter and teaches policy and
        value, the second half was drawn from the rest and teaches the value."""
        cfg, half = self.cfg, actions.shape[0]
        logits, mask, value = move_logits(self.net, records)
        logp = log_policy(logits[:half], mask[:half])
        data_logp = log_policy(data_logits, mask[:half])
        each, ratio, kl, spread = policy_loss(logp, data_logp, mask[:half], actions, advantage,
                                              cfg.clip, cfg.data_kl, magnet)
        counts = (advantage.abs() >= cfg.advantage_floor).float()
        policy = (each * counts).mean()
        errors = value_loss(value, targets)
        weight = (1 - cfg.policy_share) / cfg.value_share
        values = (errors[:half].mean() + weight * errors[half:].mean()) / (1 + weight)
        total = policy + cfg.value_weight * values
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > cfg.clip).float().mean()
            parts = torch.stack([torch.ones_like(total), total, policy, values, kl.mean(), spread.mean(), clipped])
        return total, parts, counts.mean()

    def _minibatch(self, flat, chosen, others):
        both = torch.cat([chosen, others])
        magnet = torch.full((), magnet_weight(self.cfg, self.steps), device=self.device)
        total, parts, filtered = self.loss(
            flat["records"][both], flat["actions"][chosen].long(), flat["logits"][chosen],
            flat["advantage"][chosen], flat["targets"][both], magnet)
        self.adam.zero_grad(set_to_none=True)
        total.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.params, self.cfg.gradient_norm)
        for group in self.adam.param_groups:
            group["lr"] = learning_rate(self.cfg, self.steps, self.updates)
        self.adam.step()
        self._average()
        self.stats += torch.cat([parts.detach(), norm.detach()[None], filtered.detach()[None]])
        self.updates += 1
        self.steps += self.cfg.steps() // self.cfg.minibatches()

    @torch.no_grad()
    def _average(self):
        decay = ema_decay(self.cfg, self.updates)
        torch._foreach_mul_(self.ema, decay)
        torch._foreach_add_(self.ema, [p.detach() for p in self.params], alpha=1 - decay)

    # Counting for the log.

    def _count(self, segment, advantage):
        reports = segment.reports[:segment.plies].int()
        result, length = reports[..., 0], reports[..., 2] + 256 * reports[..., 3]
        ended = result != GOES_ON
        red_moved = length % 2 == 1  # the ply that ended the game was red's
        red_won = ((result == WON) & red_moved) | ((result == LOST) & ~red_moved)
        score = segment.values[..., 0] - segment.values[..., 2]
        self.tally += torch.stack([
            torch.tensor(float(result.numel()), device=self.device), reports[..., 1].sum().float(),
            ended.sum().float(), (result == DREW).sum().float(), red_won.sum().float(),
            (length * ended).sum().float(), score.abs().sum(), advantage.abs().sum()]).double()
