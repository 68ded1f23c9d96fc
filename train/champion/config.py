"""Every figure of the learner, in one place.

Most are the published ones of Ataraxos (arXiv 2511.07312), which saw 208
billion steps with 14.8 million weights. A *step* is one ply of one game. The
schedules count in *units* of UNIT_STEPS steps, the size of one published
iteration, so that the published formulas hold whatever the size of ours.
"""

from dataclasses import dataclass, fields

from train.champion.seats import Seats

# One published iteration: 1,600 games of 202 plies.
UNIT_STEPS = 323_200

# The learning rate that the published schedule is capped at, for width 384. A
# narrower network bears a larger one, about in inverse proportion to its width.
PUBLISHED_RATE = 1e-4
RATE_CAP = {"tiny": 1e-3, "S": 4e-4, "M": 2e-4}


@dataclass
class Config:
    """How one run learns. Saved with the state; a resumed run keeps it."""

    size: str = "S"
    rules: str = "match"  # a preset; 200 quiet plies draw

    # Acting. Two groups of games, so that one is stepped while the other is
    # evaluated. 4,096 games fill the GPU and still end some 150 games for each
    # million steps; 64 plies are 32 decisions of each player, far more than the
    # 1/(1 − 0.8) that the value's λ-return looks ahead.
    games: int = 4096
    groups: int = 2
    plies: int = 64

    # Games start in step with each other; playing each a random number of
    # random plies first spreads them over all phases of the game.
    warm_plies: int = 500

    # Whom the learner meets beside itself, as shares of the games (seats.py). Strength
    # against itself stopped carrying over to others, so some games are against
    # players of other kinds, some against an older network (where one is given), some
    # have no limits, and some begin where an earlier one had 35 pieces or fewer.
    guests: str = "invincible=0.06,lewis=0.04,careful=0.02"
    older_share: float = 0.0
    endless_share: float = 0.03
    stored_share: float = 0.1

    # Learning: one epoch over the segment in minibatches of this many steps.
    minibatch: int = 4096

    # λ of the value's returns and of the advantages. Published are 0.8 and 0.5,
    # for a run a thousand times as long: results travel back over a game of 250
    # decisions faster with larger ones.
    value_lambda: float = 0.95
    advantage_lambda: float = 0.75

    # What an advantage is measured by: win − loss − contempt·draw, by the value
    # head, and shaping times the lead in material. Both extras are ours and fade
    # out linearly over shaping_steps. A fresh value head knows nothing, and without them
    # the first thing that is learnt is never to attack: 97% draws after 30
    # million steps. The material lead stands in for the value until that is
    # learnt; contempt makes both sides prefer to play for a win. A little of it
    # stays, so that a side that is ahead goes on.
    shaping: float = 1.0
    contempt: float = 0.4
    contempt_floor: float = 0.1
    shaping_steps: int = 250_000_000

    # The policy learns from the quarter of steps whose advantage is largest in
    # size, and at least 0.01 (published). The value learns from the same steps and as
    # many others drawn at random, weighted so that together they stand for all
    # steps: the filter alone would show it surprises only, and bend it.
    policy_share: float = 0.25
    value_share: float = 0.25
    advantage_floor: float = 0.01

    # PPO's clip (published) and the weights of the parts of the loss. The KL to
    # the data policy is reversed, KL(π‖data); the magnet is uniform over the
    # legal moves, with weight magnet/t^magnet_power, floored (all published).
    # The value's weight is ours: with it the gradients of policy and value in
    # the shared layers are of one size.
    clip: float = 0.2
    data_kl: float = 0.1
    magnet: float = 0.02
    magnet_power: float = 0.3
    magnet_floor: float = 0.001
    value_weight: float = 1.0
    magnet_unit: int = UNIT_STEPS

    # The guess of hidden ranks: its weight, its own learning rate (Adam, constant) and
    # the share of its gradient that reaches the layers below. With a share of
    # 0 the guess came to 11.5% below counting in 160 million steps; with 0.3 to
    # 17% in 42 million more, and play lost nothing.
    belief_weight: float = 1.0
    belief_rate: float = 1e-3
    belief_share: float = 0.3

    # Adam. The rate is rate_cap·min(1, 5000/t^1.1), floored at a twentieth: the
    # published clip(0.5/t^1.1, 5e-6, 1e-4) with its cap exchanged. It stays at
    # the cap for the first 750 million steps.
    rate_cap: float = 0.0  # 0: by size, from RATE_CAP
    rate_power: float = 1.1
    rate_knee: float = 5000.0
    rate_floor: float = 0.05
    warmup_updates: int = 100
    beta1: float = 0.9
    beta2: float = 0.99  # short enough to follow a target that moves with the policy
    epsilon: float = 1e-8
    gradient_norm: float = 0.267  # published

    # The weights that are exported are one of these running means. Published is 0.999
    # an iteration; here a mean follows every update, of which an iteration has some 30.
    means: tuple = (0.999, 0.9998, 0.9999)

    # Guards: a run stops itself only on a real collapse. Random play from good
    # setups draws a quarter of its games, so draws alone prove nothing early.
    guard_after: int = 50_000_000
    guard_draws: float = 0.5
    guard_window: int = 10_000_000
    guard_entropy: float = 0.02  # nats; a policy without any choice left

    def rate(self):
        """The cap of the learning rate."""
        return self.rate_cap or RATE_CAP[self.size]

    def check(self):
        """Says what is wrong with the figures, or nothing."""
        if self.size not in RATE_CAP:
            raise ValueError(f"unknown size {self.size!r}, expected one of {', '.join(RATE_CAP)}")
        if self.games % self.groups:
            raise ValueError(f"{self.games} games do not divide into {self.groups} groups")
        if self.plies % 2:
            raise ValueError(f"segments of {self.plies} plies, expected an even number: a stream takes every second ply")
        Seats(self)
        if self.half() == 0 or self.policy_steps() < self.half() or self.value_steps() < self.half():
            raise ValueError(f"minibatches of {self.minibatch} steps do not fit a segment of {self.games * self.plies}")

    def steps(self):
        """Steps of one segment: what the schedules count."""
        return self.games * self.plies

    def half(self):
        """Steps of each kind in a minibatch: filtered, and drawn at random."""
        return self.minibatch // 2

    def taught(self):
        """Steps of a segment that were the learner's own decisions."""
        return Seats(self).own_steps(self.plies)

    def policy_steps(self):
        return int(self.taught() * self.policy_share)

    def value_steps(self):
        return int(self.taught() * self.value_share)

    def minibatches(self):
        """Minibatches in one segment; a remainder is left out, at random."""
        return min(self.policy_steps(), self.value_steps()) // self.half()


def from_dict(values):
    """A Config from saved values; unknown names are passed over."""
    known = {f.name for f in fields(Config)}
    return Config(**{k: v for k, v in values.items() if k in known})
