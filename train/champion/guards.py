"""What is watched while a run learns: one line a minute, and the collapse guard.

The log is a CSV file beside the state. It goes on where a resumed run goes on:
lines past the saved steps are dropped.
"""

import csv
import os
import time

from train.champion.learn import STATS, TALLY
from train.champion.schedule import learning_rate, magnet_weight

COLUMNS = ("date", "steps", "minutes", "rate", "games", "draws", "length", "attacks", "red", "entropy", "value_loss",
           "policy_loss", "kl", "clipped", "gradient", "filtered", "certainty", "advantage", "learning_rate", "magnet",
           "belief_loss", "counting_loss", "guest_games", "guest_score",
           "older_games", "older_score", "gym_share", "act_share", "learn_share")


class Log:
    """Gathers a minute's figures and writes them down."""

    def __init__(self, path, steps, minutes):
        self.path, self.minutes, self.steps = path, minutes, steps
        self.rows = self._read(steps)
        with open(path, "w", newline="") as f:
            writer = csv.DictWriter(f, COLUMNS)
            writer.writeheader()
            writer.writerows(self.rows)
        self.started = self.last = time.monotonic()

    def _read(self, steps):
        if not os.path.exists(self.path):
            return []
        with open(self.path, newline="") as f:
            return [row for row in csv.DictReader(f) if int(row["steps"]) <= steps]

    def elapsed(self):
        """Minutes of learning in all, earlier runs included."""
        return self.minutes + (time.monotonic() - self.started) / 60

    def minute(self, learner, actor, learning):
        """Writes a line for what happened since the last one, and prints it."""
        now = time.monotonic()
        wall, self.last = now - self.last, now
        stats = dict(zip(STATS, learner.stats.tolist()))
        tally = dict(zip(TALLY, learner.tally.tolist()))
        calls = max(1, actor.calls)
        entropy = actor.entropy.item() / calls
        learner.stats.zero_()
        learner.tally.zero_()
        actor.entropy.zero_()
        actor.calls = 0
        updates, games, seen = max(1, stats["updates"]), max(1, tally["games"]), max(1, tally["steps"])
        steps, self.steps = learner.steps - self.steps, learner.steps
        row = {
            "date": time.strftime("%Y-%m-%dT%H:%M:%S"), "steps": learner.steps, "minutes": f"{self.elapsed():.2f}",
            "rate": f"{steps / wall:.0f}", "games": f"{tally['games']:.0f}", "draws": f"{tally['draws'] / games:.4f}",
            "length": f"{tally['plies'] / games:.1f}", "attacks": f"{tally['attacks'] / seen:.4f}",
            "red": f"{tally['red_wins'] / max(1, tally['games'] - tally['draws']):.4f}", "entropy": f"{entropy:.4f}",
            "value_loss": f"{stats['value_loss'] / updates:.4f}", "policy_loss": f"{stats['policy_loss'] / updates:.5f}",
            "kl": f"{stats['kl'] / updates:.5f}", "clipped": f"{stats['clipped'] / updates:.4f}",
            "gradient": f"{stats['gradient'] / updates:.4f}", "filtered": f"{stats['filtered'] / updates:.4f}",
            "certainty": f"{tally['certainty'] / seen:.4f}", "advantage": f"{tally['advantage'] / seen:.4f}",
            "learning_rate": f"{learning_rate(learner.cfg, learner.steps, learner.updates):.3g}",
            "magnet": f"{magnet_weight(learner.cfg, learner.steps):.5f}",
            "belief_loss": f"{stats['belief_loss'] / updates:.4f}", "counting_loss": f"{stats['counting_loss'] / updates:.4f}",
            "guest_games": f"{tally['guest_games']:.0f}", "guest_score": f"{tally['guest_score'] / max(1, tally['guest_games']):.3f}",
            "older_games": f"{tally['older_games']:.0f}", "older_score": f"{tally['older_score'] / max(1, tally['older_games']):.3f}",
            "gym_share": f"{actor.seconds['gym'] / wall:.2f}", "act_share": f"{actor.seconds['act'] / wall:.2f}",
            "learn_share": f"{learning.seconds / wall:.2f}",
        }
        actor.seconds = dict.fromkeys(actor.seconds, 0.0)
        learning.seconds = 0.0
        self.rows.append(row)
        with open(self.path, "a", newline="") as f:
            csv.DictWriter(f, COLUMNS).writerow(row)
        print(" ".join(f"{k} {v}" for k, v in row.items() if k not in ("date", "filtered", "learning_rate")), flush=True)


def collapse(cfg, rows):
    """Says why the run must stop, or nothing: after the first steps, draws over
    half and rising for a long time, or a policy without any choice left."""
    if not rows or int(rows[-1]["steps"]) < cfg.guard_after:
        return None
    now = int(rows[-1]["steps"])
    if float(rows[-1]["entropy"]) < cfg.guard_entropy:
        return f"the policy's entropy is {rows[-1]['entropy']} nats"
    window = [float(r["draws"]) for r in rows if int(r["steps"]) >= now - cfg.guard_window and int(r["games"]) > 0]
    covered = any(int(r["steps"]) < now - cfg.guard_window for r in rows)
    half = len(window) // 2
    if covered and half and min(window) > cfg.guard_draws and sum(window[-half:]) > sum(window[:half]):
        return f"over {cfg.guard_draws:.0%} of games are drawn and rising, for {cfg.guard_window:,} steps"
    return None
