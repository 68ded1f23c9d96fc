"""Learning: one epoch of minibatches over each segment."""

import time

import torch

from train.champion.actor import autocast, token_type
from train.champion.loss import belief_loss, log_policy, policy_loss, value_loss
from train.champion.observe import legal_moves, material_lead, observe
from train.champion.returns import DREW, GOES_ON, LOST, WON, advantages, value_targets
from train.champion.schedule import contempt_weight, learning_rate, magnet_weight, mean_decay, shaping_weight
from train.champion.seats import Seats

# What a minibatch adds to the log, in this order.
STATS = ("updates", "loss", "policy_loss", "value_loss", "kl", "learnt_entropy", "clipped", "belief_loss", "counting_loss",
         "gradient", "filtered")
# What a segment adds. Games, draws, lengths and red's wins are those of the learner
# against itself; the scores are the learner's.
TALLY = ("steps", "attacks", "games", "draws", "red_wins", "plies", "certainty", "advantage",
         "guest_games", "guest_score", "older_games", "older_score")


class Learner:
    """Owns the weights, their running means and Adam's moments."""

    def __init__(self, net, cfg, device, compiled):
        self.net, self.cfg, self.device = net.train(), cfg, device
        self.params = list(net.parameters())
        self.guessing = list(net.belief.parameters())
        self.trunk = [p for p in self.params if all(p is not q for q in self.guessing)]
        self.means = [[p.detach().clone() for p in self.params] for _ in cfg.means]
        fused = {"fused": True} if device.type == "cuda" else {}
        self.adam = torch.optim.Adam([{"params": self.trunk}, {"params": self.guessing}], lr=cfg.rate(),
                                     betas=(cfg.beta1, cfg.beta2), eps=cfg.epsilon, **fused)
        self.loss = torch.compile(self._loss, dynamic=False) if compiled else self._loss
        self.steps = 0
        self.updates = 0
        self.stats = torch.zeros(len(STATS), device=device)
        self.tally = torch.zeros(len(TALLY), device=device, dtype=torch.float64)
        self._seat(Seats(cfg))

    def _seat(self, seats):
        self.own = seats.own(self.cfg.plies).to(self.device)
        self.single = seats.single().to(self.device)
        self.plain = seats.plain().to(self.device)
        self.against_older = seats.against_older().to(self.device)

    # Choosing what to learn from.

    @torch.no_grad()
    def begin(self, segment):
        """Returns the minibatches of a segment, as calls to be made in turn."""
        cfg, plies = self.cfg, segment.plies
        targets, advantage = self._judge(segment)
        self._count(segment, advantage)
        chosen, others = self._filter(advantage.flatten())
        flat = {
            "records": segment.records[:plies].flatten(0, 1),
            "labels": segment.labels[:plies].flatten(0, 1),
            "actions": segment.actions[:plies].flatten(),
            "logits": segment.logits[:plies].flatten(0, 1),
            "targets": targets.flatten(0, 1),
            "advantage": advantage.flatten(),
        }
        half = cfg.half()
        return [lambda k=k: self._minibatch(flat, chosen[k * half:(k + 1) * half], others[k * half:(k + 1) * half])
                for k in range(cfg.minibatches())]

    def _judge(self, segment):
        """The value's targets [T,N,3] and the advantages [T,N] of all steps."""
        cfg = self.cfg
        results = segment.reports[..., 0]
        lead = material_lead(segment.records.flatten(0, 1)).view(results.shape) * shaping_weight(cfg, self.steps)
        contempt = contempt_weight(cfg, self.steps)

        def streams(stride):
            return (value_targets(segment.values, results, cfg.value_lambda, stride),
                    advantages(segment.values, results, cfg.advantage_lambda, contempt, lead, stride))
        alternating, single = streams(2), streams(1)
        return (torch.where(self.single[None, :, None], single[0], alternating[0]),
                torch.where(self.single[None, :], single[1], alternating[1]))

    def _filter(self, advantage):
        """Indices of the learner's own steps with the largest advantages, and of as
        many drawn from the rest of its own, each in random order."""
        size = advantage.abs().masked_fill(~self.own.flatten(), -1.0)
        order = size.argsort(descending=True)[:self.cfg.taught()]
        split = self.cfg.policy_steps()
        chosen, others = order[:split], order[split:]
        mix = torch.randperm(len(chosen), device=self.device)
        rest = torch.randperm(len(others), device=self.device)[:self.cfg.value_steps()]
        return chosen[mix], others[rest]

    # One update.

    def _loss(self, records, labels, actions, data_logits, advantage, targets, magnet):
        """The first half of a minibatch passed the filter and teaches policy and
        value, the second half was drawn from the rest and teaches the value. Both
        teach the guess."""
        cfg, half = self.cfg, actions.shape[0]
        legal, mask = legal_moves(records)
        tokens = observe(records, token_type(records.device))
        with autocast(records.device):
            h = self.net.trunk(tokens)
            policy, value = self.net.judge(h)
            guess = self.net.guess(h, cfg.belief_share)
        logp = log_policy(policy[:half].flatten(1).gather(1, legal[:half]), mask[:half])
        data_logp = log_policy(data_logits, mask[:half])
        each, ratio, kl, spread = policy_loss(logp, data_logp, mask[:half], actions, advantage,
                                              cfg.clip, cfg.data_kl, magnet)
        counts = (advantage.abs() >= cfg.advantage_floor).float()
        policy = (each * counts).mean()
        weight = (1 - cfg.policy_share) / cfg.value_share

        def all_steps(errors):
            return (errors[:half].mean() + weight * errors[half:].mean()) / (1 + weight)
        values = all_steps(value_loss(value, targets))
        guess_errors, counting_errors = belief_loss(guess, tokens, labels)
        guesses, counting = all_steps(guess_errors), all_steps(counting_errors)
        total = policy + cfg.value_weight * values + cfg.belief_weight * guesses
        with torch.no_grad():
            clipped = ((ratio - 1).abs() > cfg.clip).float().mean()
            parts = torch.stack([torch.ones_like(total), total, policy, values, kl.mean(), spread.mean(), clipped,
                                 guesses, counting])
        return total, parts, counts.mean()

    def _minibatch(self, flat, chosen, others):
        both = torch.cat([chosen, others])
        magnet = torch.full((), magnet_weight(self.cfg, self.steps), device=self.device)
        total, parts, filtered = self.loss(
            flat["records"][both], flat["labels"][both], flat["actions"][chosen].long(), flat["logits"][chosen],
            flat["advantage"][chosen], flat["targets"][both], magnet)
        self.adam.zero_grad(set_to_none=True)
        total.backward()
        # Apart, so that the guess does not shorten the steps of what it may not touch.
        norm = torch.nn.utils.clip_grad_norm_(self.trunk, self.cfg.gradient_norm)
        torch.nn.utils.clip_grad_norm_(self.guessing, self.cfg.gradient_norm)
        trunk, guessing = self.adam.param_groups
        trunk["lr"], guessing["lr"] = learning_rate(self.cfg, self.steps, self.updates), self.cfg.belief_rate
        self.adam.step()
        self._average()
        self.stats += torch.cat([parts.detach(), norm.detach()[None], filtered.detach()[None]])
        self.updates += 1
        self.steps += self.cfg.steps() // self.cfg.minibatches()

    @torch.no_grad()
    def _average(self):
        now = [p.detach() for p in self.params]
        for decay, mean in zip(self.cfg.means, self.means):
            decay = mean_decay(decay, self.updates)
            torch._foreach_mul_(mean, decay)
            torch._foreach_add_(mean, now, alpha=1 - decay)

    # Counting for the log.

    def _count(self, segment, advantage):
        reports = segment.reports[:segment.plies].int()
        result, length = reports[..., 0], reports[..., 2] + 256 * reports[..., 3]
        ended = result != GOES_ON
        plain = ended & self.plain
        red_moved = length % 2 == 1  # the ply that ended the game was red's
        red_won = ((result == WON) & red_moved) | ((result == LOST) & ~red_moved)
        worth = (segment.values[:segment.plies, :, 0] - segment.values[:segment.plies, :, 2]).abs()
        score = (result == WON).float() + 0.5 * (result == DREW).float()
        score = torch.where(self.own, score, 1 - score)
        steps = self.own.float()
        self.tally += torch.stack([t.sum().double() for t in (
            steps, reports[..., 1] * steps, plain, plain & (result == DREW), plain & red_won, length * plain,
            worth * steps, advantage.abs() * steps,
            ended & self.single, score * (ended & self.single),
            ended & self.against_older, score * (ended & self.against_older))])


class Learning:
    """Spreads a segment's minibatches over the plies of the next one: the GPU
    learns while the cores step games, and the games are played with
    weights that lag by one segment. The loss knows the policy that made its data, so
    the lag costs no correctness. Serially, a segment is learnt at once."""

    def __init__(self, learner, device, calls, serial):
        self.learner, self.serial, self.calls = learner, serial, calls
        self.todo, self.made, self.total = [], 0, 0
        self.seconds = 0.0
        gpu = device.type == "cuda"
        self.acting = torch.cuda.Stream(device, priority=-1) if gpu else None
        self.stream = torch.cuda.Stream(device, priority=0) if gpu else None

    def begin(self, segment):
        started = time.perf_counter()
        self.made = self.total = 0
        if self.stream:
            self.stream.wait_stream(self.acting)
            with torch.cuda.stream(self.stream):
                self.todo = self.learner.begin(segment)
        else:
            self.todo = self.learner.begin(segment)
        self.total = len(self.todo)
        self.seconds += time.perf_counter() - started
        if self.serial:
            self.finish()

    def meanwhile(self):
        """Called after each request to the gym: does its share of minibatches."""
        self.made += 1
        if self.todo and self.total - len(self.todo) < self.made * self.total / self.calls:
            self._one()

    def finish(self):
        """Does what is left, and lets acting see the weights."""
        while self.todo:
            self._one()
        started = time.perf_counter()
        if self.stream:
            self.acting.wait_stream(self.stream)
            if self.serial:
                self.stream.synchronize()
        self.seconds += time.perf_counter() - started

    def _one(self):
        started = time.perf_counter()
        if self.stream:
            with torch.cuda.stream(self.stream):
                self.todo.pop(0)()
        else:
            self.todo.pop(0)()
        self.seconds += time.perf_counter() - started
