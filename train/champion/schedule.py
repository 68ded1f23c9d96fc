"""What changes with the steps seen: the learning rate, the magnet, the mean, the shaping."""

from train.champion.config import UNIT_STEPS


YOUNG = 10_000  # updates


def units(steps, unit=UNIT_STEPS):
    """The schedules' time: published iterations seen, at least one."""
    return max(1.0, steps / unit)


def magnet_weight(cfg, steps):
    """Weight of the KL to the uniform policy: 0.05/t^0.3, at least 0.001."""
    return max(cfg.magnet_floor, cfg.magnet / units(steps, cfg.magnet_unit) ** cfg.magnet_power)


def learning_rate(cfg, steps, updates):
    """Adam's rate: the cap, then falling as t^-1.1, after a short linear start."""
    decay = min(1.0, cfg.rate_knee / units(steps) ** cfg.rate_power)
    warm = min(1.0, (updates + 1) / cfg.warmup_updates)
    return cfg.rate() * max(cfg.rate_floor, decay) * warm


def mean_decay(decay, updates):
    """A running mean's memory; a young run forgets its first weights sooner."""
    return min(decay, (1.0 + updates) / (10.0 + updates)) if updates < YOUNG else decay


def fading(cfg, steps):
    """What is left of the shaping: 1 at the start, 0 after shaping_steps."""
    return max(0.0, 1.0 - steps / cfg.shaping_steps)


def shaping_weight(cfg, steps):
    """Weight of the lead in material in what advantages are measured by."""
    return cfg.shaping * fading(cfg, steps)


def contempt_weight(cfg, steps):
    """How much worse than even a draw counts."""
    return cfg.contempt_floor + (cfg.contempt - cfg.contempt_floor) * fading(cfg, steps)
