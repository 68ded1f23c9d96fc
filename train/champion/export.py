"""Exports one of a run's running means as a weight file.

    python3 -m train.champion.export state/run weights.marengo --mean 0.9998
"""

import argparse
import sys
import time

try:
    import torch  # noqa: F401
except ImportError:
    sys.exit("exporting needs PyTorch, and this python3 has none")

from train.champion import model, state


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("state", help="folder of the run's state")
    parser.add_argument("out", help="weight file to write")
    parser.add_argument("--mean", type=float, default=0.999, help="memory of the running mean, one of config.py's")
    parser.add_argument("--dtype", default="f16", choices=("f16", "i8", "f32"))
    args = parser.parse_args()
    try:
        saved = state.manifest(args.state)
        net = model.build(state.config(saved).size)
        _, means, _ = state.numbers(args.state, saved, net)
        if args.mean not in means:
            raise ValueError(f"the state has no running mean {args.mean:g}, only {', '.join(f'{m:g}' for m in means)}")
        state.fill(net.parameters(), means[args.mean])
        provenance = {"command": "train.champion.export", "size": state.config(saved).size, "steps": saved["steps"],
                      "updates": saved["updates"], "minutes": saved["minutes"], "weights": f"running mean {args.mean:g}",
                      "date": time.strftime("%Y-%m-%d")}
        model.save(args.out, net, provenance, args.dtype)
    except (state.StateError, ValueError, OSError) as err:
        sys.exit(f"export: {err}")
    print(f"export: {args.out}, {saved['steps']:,} steps")


if __name__ == "__main__":
    main()
