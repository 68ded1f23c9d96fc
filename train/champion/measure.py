"""Times the parts of the learner on this machine, each by itself.

    python3 -m train.champion.measure --size S [--kernels]
"""

import argparse
import time

import torch

from train.champion import compiler, model
from train.champion.actor import Actor, Segment, token_type
from train.champion.config import Config
from train.champion.gym import Gym
from train.champion.learn import Learner
from train.champion.observe import observe
from train.champion.seats import Seats


def sync(device):
    if device.type == "cuda":
        torch.cuda.synchronize()


def timed(name, device, count, f, repeat=10):
    """Prints how long f takes, after a first call that may compile."""
    started = time.perf_counter()
    f()
    sync(device)
    first = time.perf_counter() - started
    f()
    sync(device)
    started = time.perf_counter()
    for _ in range(repeat):
        f()
    launched = time.perf_counter()
    sync(device)
    each = (time.perf_counter() - started) / repeat
    launch = (launched - started) / repeat
    print(f"{name:24} {each * 1e3:9.3f} ms  launch {launch * 1e3:8.3f} ms  {count / each:12,.0f}/s  first {first:6.1f} s", flush=True)


def kernels(name, f):
    """Prints the kernels that take most of f's time."""
    from torch.profiler import ProfilerActivity, profile
    with profile(activities=[ProfilerActivity.CUDA]) as p:
        f()
        torch.cuda.synchronize()
    print(f"-- {name}")
    print(p.key_averages().table(sort_by="cuda_time_total", row_limit=16, max_name_column_width=70), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="S")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--plies", type=int, default=16)
    parser.add_argument("--minibatch", type=int, default=8192)
    parser.add_argument("--gym", default="bin/gym")
    parser.add_argument("--setups", action="append", default=[])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--no-compile", action="store_true")
    parser.add_argument("--kernels", action="store_true", help="also list the kernels by time")
    args = parser.parse_args()
    device = torch.device(args.device)
    cfg = Config(size=args.size, games=args.games, plies=args.plies, minibatch=args.minibatch)
    cfg.check()
    compiled = not args.no_compile and device.type == "cuda"
    compiler.prepare()
    seats = Seats(cfg)
    games = Gym(args.gym, cfg.games, cfg.groups, args.setups, 1, warm=cfg.warm_plies, device=device.type, flags=seats.flags())
    learner = Learner(model.build(cfg.size).to(device), cfg, device, compiled)
    actor = Actor(model.build(cfg.size).to(device), games, seats, device, compiled)
    segment = Segment(cfg.plies, cfg.games, device)

    records = segment.records[0, :games.n]
    timed("records to the GPU", device, games.n, lambda: records.copy_(games.records[0], non_blocking=True))
    expand = torch.compile(observe, dynamic=False) if compiled else observe
    timed("observe", device, games.n, lambda: expand(records, token_type(device)))
    noise = torch.rand(games.n, 250, device=device) + 0.01
    with torch.no_grad():
        timed("choose moves", device, games.n, lambda: actor.choose(records, noise))
        if args.kernels:
            kernels("choose moves", lambda: actor.choose(records, noise))

    def step():
        games.go(0)
        games.wait(0)
    games.actions[0].zero_()
    timed("step games", device, games.n, step)

    started = time.perf_counter()
    actor.fill(segment, 0, lambda: None)
    sync(device)
    wall = time.perf_counter() - started
    print(f"a segment of {cfg.plies + 2} plies: {cfg.games * (cfg.plies + 2) / wall:,.0f} steps/s, of {wall:.2f} s "
          f"{actor.seconds['gym']:.2f} waiting for games, {actor.seconds['act']:.2f} for moves", flush=True)
    timed("returns and filter", device, cfg.steps(), lambda: learner.begin(segment), repeat=3)
    minibatch = learner.begin(segment)[0]
    timed("learn a minibatch", device, cfg.minibatch, minibatch)
    if args.kernels:
        kernels("learn a minibatch", minibatch)
    actor.settle()
    games.close()


if __name__ == "__main__":
    main()
