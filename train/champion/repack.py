"""Writes a state anew in the form of this version, which is smaller than the first one's.

    python3 -m train.champion.repack OLD NEW
"""

import argparse
import os
import shutil
import sys

try:
    import torch
except ImportError:
    sys.exit("repacking needs PyTorch, and this python3 has none")

from train.champion import model, state
from train.champion.learn import Learner


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="folder of a state")
    parser.add_argument("new", help="folder to write to, without a state")
    args = parser.parse_args()
    try:
        if state.exists(args.new):
            raise ValueError(f"{args.new} holds a state already")
        values = state.manifest(args.old)
        cfg = state.config(values)
        learner = Learner(model.build(cfg.size), cfg, torch.device("cpu"), compiled=False)
        state.load(args.old, values, learner)
        os.makedirs(args.new, exist_ok=True)
        games = os.path.join(args.new, "games.part")
        shutil.copyfile(state.games_path(args.old, values), games)
        state.save(args.new, learner, games, values["minutes"])
        log = os.path.join(args.old, state.LOG)
        if os.path.exists(log):
            shutil.copyfile(log, os.path.join(args.new, state.LOG))
    except (state.StateError, ValueError, OSError) as err:
        sys.exit(f"repack: {err}")
    size = sum(os.path.getsize(os.path.join(args.new, name)) for name in os.listdir(args.new))
    print(f"repack: {args.new}, {learner.steps:,} steps, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
