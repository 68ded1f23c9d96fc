"""Acting: the policy plays its sides of all games (seats.py) and fills segments."""

import time

import torch

from train.champion.loss import entropy, log_policy
from train.champion.observe import LEGAL, RECORD, TOKENS, legal_moves, observe


def autocast(device):
    """bf16 where a GPU multiplies; plain float32 on a CPU."""
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


def token_type(device):
    return torch.bfloat16 if device.type == "cuda" else torch.float32


def move_logits(net, records):
    """Logits of the legal moves [B,250], their mask, and the value's logits [B,3]."""
    legal, mask = legal_moves(records)
    with autocast(records.device):
        policy, value = net(observe(records, token_type(records.device)))
    return policy.flatten(1).gather(1, legal), mask, value


class Segment:
    """Some plies of all games, in the order they were played: `plies` to learn
    from and two more, whose values stand in for what follows them. Those two
    are the first two of the next segment, so that none goes unlearnt."""

    def __init__(self, plies, games, device):
        self.plies = plies

        def room(*shape, dtype):
            return torch.zeros(plies + 2, games, *shape, dtype=dtype, device=device)

        self.records = room(RECORD, dtype=torch.uint8)
        self.labels = room(TOKENS, dtype=torch.uint8)
        self.reports = room(4, dtype=torch.uint8)
        self.actions = room(dtype=torch.int16)
        self.logits = room(LEGAL, dtype=torch.float16)
        self.values = room(3, dtype=torch.float32)

    def begin_with_end_of(self, other):
        for name in ("records", "labels", "reports", "actions", "logits", "values"):
            getattr(self, name)[:2].copy_(getattr(other, name)[-2:])


class Actor:
    """Plays with a copy of the weights, which stays as it is for a segment, and with an
    older network where the seats have one. heat [n] is the temperature of each game of a group; 1 without."""

    def __init__(self, net, games, seats, device, compiled, older=None, heat=None):
        self.net, self.games, self.device = net.eval().requires_grad_(False), games, device
        self.seats = seats
        self.heat = None if heat is None else heat.to(device)[:, None]
        self.older = older.eval().requires_grad_(False) if older else None
        self.choose = torch.compile(self._choose, dynamic=False) if compiled else self._choose
        self.choose_older = torch.compile(self._choose_older, dynamic=False) if compiled else self._choose_older
        self.entropy = torch.zeros((), device=device)
        self.calls = 0
        self.noise = [torch.empty(games.n, LEGAL, device=device) for _ in games.records]
        self.seconds = {"gym": 0.0, "act": 0.0}
        self.first = True  # nothing has been asked of the gym yet

    @torch.no_grad()
    def take(self, weights):
        """Acts with these parameters from here on."""
        for mine, theirs in zip(self.net.parameters(), weights):
            mine.copy_(theirs)

    def _choose(self, records, noise):
        """Samples a move of each game (Gumbel's trick on exponential noise)."""
        logits, mask, value = move_logits(self.net, records)
        stored = logits.half()
        logp = log_policy(stored, mask)
        choice = (logp - noise.log()).argmax(1)
        return choice.to(torch.int16), stored, torch.softmax(value, 1), entropy(logp, mask).mean()

    def _choose_older(self, records, noise):
        """The same of the older network, the move alone."""
        logits, mask, _ = move_logits(self.older, records)
        return (log_policy(logits, mask) - noise.log()).argmax(1).to(torch.int16)

    def fill(self, segment, start, meanwhile):
        """Plays the segment's plies from `start` on; calls meanwhile() after each
        request to the gym, while its cores are busy and ours is not."""
        for ply in range(start, segment.plies + 2):
            for g in range(len(self.games.records)):
                self._ply(segment, ply, g)
                meanwhile()
        self.first = False

    @torch.no_grad()
    def _ply(self, segment, ply, g):
        n, mine = self.games.n, self.seats.asked(ply)
        columns = slice(g * n, (g + 1) * n)
        own = slice(g * n + mine.start, g * n + mine.stop)
        started = time.perf_counter()
        if not (self.first and ply == 0):
            self.games.wait(g)
            segment.reports[ply - 1, columns].copy_(self.games.reports[g], non_blocking=True)
        waited = time.perf_counter()
        records = segment.records[ply, columns]
        records.copy_(self.games.records[g], non_blocking=True)
        segment.labels[ply, columns].copy_(self.games.labels[g], non_blocking=True)
        # Exponential noise can underflow to 0, whose logarithm would always win.
        noise = self.noise[g].exponential_().clamp_(min=1e-20)
        if self.heat is not None:
            noise = noise ** self.heat  # as if every logarithm of a chance were divided by it
        choice, logits, values, spread = self.choose(records[mine], noise[mine])
        self.games.actions[g][mine].copy_(choice, non_blocking=True)
        if self.seats.older:
            theirs = self.seats.asked_older(ply)
            self.games.actions[g][theirs].copy_(self.choose_older(records[theirs], noise[theirs]), non_blocking=True)
        if self.device.type == "cuda":
            done = torch.cuda.Event()
            done.record()
        segment.actions[ply, own] = choice
        segment.logits[ply, own] = logits
        segment.values[ply, own] = values
        self.entropy += spread
        self.calls += 1
        if self.device.type == "cuda":
            done.synchronize()
        self.games.go(g)
        self.seconds["gym"] += waited - started
        self.seconds["act"] += time.perf_counter() - waited

    def settle(self):
        """Waits until no group is under way. The reports are left unread; the next
        ply, whose wait has happened, must be the first of a fresh segment."""
        for g in range(len(self.games.records)):
            self.games.wait(g)
        self.first = True
