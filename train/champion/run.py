"""Learns by self-play for some minutes, from where the state left off.

    python3 -m train.champion.run --minutes 8 --state state/run --out $OUT
"""

import sys
import time

STARTED = time.monotonic()

import argparse
import os
import signal

try:
    import torch
except ImportError:
    sys.exit("learning needs PyTorch, and this python3 has none")

from train.champion import compiler, model, state
from train.champion.actor import Actor, Segment
from train.champion.config import Config
from train.champion.guards import Log, collapse
from train.champion.gym import Gym, GymError
from train.champion.learn import Learner, Learning
from train.champion.seats import Seats
from train.champion.versus import against_random

SAVE_SECONDS = 240     # between saves
LOG_SECONDS = 60
RESERVE_SECONDS = 20   # kept at the end for the last save and the sign of life
# The figures that can be given here.
FIGURES = ("size", "rules", "games", "plies", "minibatch", "rate_cap", "warm_plies", "contempt_floor", "magnet", "magnet_unit",
           "guests", "older_share", "endless_share", "stored_share", "belief_weight", "belief_rate", "belief_share")


def arguments():
    figures = Config()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, required=True, help="how long, from the start of this program to its end")
    parser.add_argument("--state", required=True, help="folder of the run's state; taken up where there is one")
    parser.add_argument("--out", help="folder to copy the state to at every save")
    parser.add_argument("--gym", default="bin/gym", help="the games' program")
    parser.add_argument("--setups", action="append", default=[], help="pool of setups (may be repeated)")
    parser.add_argument("--device", default="cuda", help="cuda or cpu")
    parser.add_argument("--weights", help="start a fresh run from the weights of this file")
    parser.add_argument("--older", help="weight file of an older network that takes a seat in --older-share of the games")
    parser.add_argument("--serial", action="store_true", help="learn and act in turn, not side by side")
    parser.add_argument("--no-compile", action="store_true", help="run PyTorch without its compiler")
    parser.add_argument("--profile", action="store_true", help="log every 10 seconds and time the parts at the end")
    parser.add_argument("--threads", type=int, default=0, help="threads of the gym (0: all processors but one)")
    parser.add_argument("--seed", type=int, default=1)
    for name in FIGURES:
        parser.add_argument("--" + name.replace("_", "-"), type=type(getattr(figures, name)),
                            help=f"as in config.py (there {getattr(figures, name)})")
    return parser.parse_args()


def configure(args):
    """The figures of the run: those given, over saved or default ones. -> Config, manifest or None"""
    given = {k: getattr(args, k) for k in FIGURES if getattr(args, k) is not None}
    saved = state.manifest(args.state) if state.exists(args.state) else None
    cfg = state.config(saved) if saved else Config()
    for name, value in given.items():
        if saved and name == "size" and value != cfg.size:
            raise ValueError(f"the state in {args.state} is of size {cfg.size}, not {value}")
        setattr(cfg, name, value)
    if not args.older:
        cfg.older_share = 0.0
    elif not cfg.older_share:
        raise ValueError("an older network is given, but no share of the games (--older-share)")
    cfg.check()
    return cfg, saved


class Run:
    """Everything that one call of this program holds."""

    def __init__(self, args):
        self.args = args
        self.cfg, saved = configure(args)
        self.device = torch.device(args.device)
        self.compiled = not args.no_compile and self.device.type == "cuda"
        os.makedirs(args.state, exist_ok=True)
        torch.manual_seed(args.seed + (saved["steps"] if saved else 0))
        compiler.prepare()
        if self.compiled:
            compiler.load(args.state)
        net = model.build(self.cfg.size).to(self.device)
        if args.weights and not saved:
            net.load_state_dict(model.load(args.weights)[0].state_dict(), strict=False)
        self.learner = Learner(net, self.cfg, self.device, self.compiled)
        if saved:
            state.load(args.state, saved, self.learner)
        seats = Seats(self.cfg)
        self.games_file = os.path.join(args.state, "games.part")
        self.games = Gym(args.gym, self.cfg.games, self.cfg.groups, args.setups, args.seed + self.learner.steps,
                         rules=self.cfg.rules, warm=0 if saved else self.cfg.warm_plies, save=self.games_file,
                         resume=state.games_path(args.state, saved) if saved else None,
                         threads=args.threads, device=self.device.type,
                         flags=[*seats.flags(), "--stored", str(self.cfg.stored_share)])
        older = model.load(args.older)[0].to(self.device) if args.older else None
        self.actor = Actor(model.build(self.cfg.size).to(self.device), self.games, seats, self.device, self.compiled, older)
        calls = self.cfg.plies * self.cfg.groups
        self.learning = Learning(self.learner, self.device, calls, args.serial)
        self.segments = [Segment(self.cfg.plies, self.cfg.games, self.device) for _ in range(2)]
        self.log = Log(os.path.join(args.state, state.LOG), self.learner.steps, saved["minutes"] if saved else 0.0)
        self.stopping = None

    def left(self):
        """Seconds until this program must end."""
        return self.args.minutes * 60 - (time.monotonic() - STARTED)

    def learn(self):
        """Segments until the time is up or the guard stops the run."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
            with torch.cuda.stream(self.learning.acting):
                self._learn()
        else:
            self._learn()

    def _learn(self):
        every = 10 if self.args.profile else LOG_SECONDS
        logged = saved = time.monotonic()
        start, k, longest = 0, 0, 0.0
        self.actor.take(self.learner.params)
        while self.left() > RESERVE_SECONDS + longest and not self.stopping:
            began = time.monotonic()
            segment, before = self.segments[k % 2], self.segments[(k + 1) % 2]
            if start:
                segment.begin_with_end_of(before)
            self.actor.fill(segment, start, self.learning.meanwhile)
            self.learning.finish()
            self.actor.take(self.learner.params)
            self.learning.begin(segment)
            if self.args.serial:
                self.actor.take(self.learner.params)
            start, k = 2, k + 1
            if time.monotonic() - logged >= every:
                self.note()
                self.stopping = self.stopping or collapse(self.cfg, self.log.rows)
                logged = time.monotonic()
            if time.monotonic() - saved >= SAVE_SECONDS:
                self.save()
                start, saved = 0, time.monotonic()
            elif k > 2:  # the first segments compile
                longest = max(longest, time.monotonic() - began)
        self.save()
        self.note()
        if self.args.out:
            state.copy(self.args.state, self.args.out)

    def note(self):
        """Writes a line of the log, with both streams at rest."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        self.log.minute(self.learner, self.actor, self.learning)
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def save(self):
        """Learns what is left, and saves with no game under way."""
        self.learning.finish()
        self.actor.take(self.learner.params)
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        self.actor.settle()
        self.games.save()
        state.save(self.args.state, self.learner, self.games_file, self.log.elapsed())
        if self.args.out:
            state.copy(self.args.state, self.args.out)

    def finish(self):
        if self.compiled:
            compiler.save(self.args.state)
        self.games.close()
        if self.left() > RESERVE_SECONDS / 3:
            net = model.build(self.cfg.size).to(self.device).eval()
            for p, mean in zip(net.parameters(), self.learner.means[0]):
                p.data.copy_(mean)
            boards = 400 if self.device.type == "cuda" else 64
            score = against_random(net, self.args.gym, self.args.setups, boards, self.device, self.cfg.rules,
                                   seconds=self.left() - RESERVE_SECONDS / 6)
            print(f"run: {score}", flush=True)
        print(f"run: {self.learner.steps:,} steps, {self.learner.updates:,} updates, {self.log.elapsed():.1f} minutes in all"
              + (f"; stopped: {self.stopping}" if self.stopping else ""), flush=True)


def main():
    args = arguments()
    if args.device == "cuda" and not torch.cuda.is_available():
        sys.exit("learning needs a CUDA GPU, and there is none; --device cpu --size tiny tries everything out without one")
    try:
        run = Run(args)

        def stop(*_):
            run.stopping = "asked to"
        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        run.learn()
        run.finish()
    except (GymError, state.StateError, model.weights.WeightsError, ValueError) as err:
        sys.exit(f"run: {err}")


if __name__ == "__main__":
    main()
