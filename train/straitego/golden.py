"""Writes inputs of StrAItego's networks with PyTorch's outputs, which the Go side must reproduce.

    python3 -m train.straitego.golden POSITIONS setup/weights agents/weights agents/testdata/straitego-golden.json

Twenty-five vectors for each of the five networks: inputs by the numbers of their ones, outputs as number, value, ... of
the largest twelve. Positions come from a file that `marengo dataset` wrote, setups are random ones and those of the
literature in setup/named.tsv.
"""

import argparse
import json
import os

import numpy as np
import torch

from train.straitego import perceptron
from train.straitego import classifier
from train.straitego import data

VECTORS = 25
LARGEST = 12


def named(path):
    rank = {c: i for i, c in enumerate(classifier.LETTERS)}
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t")[1] for line in f if "\t" in line and not line.startswith("#")]
    return np.array([[rank[c] for c in s] for s in lines], dtype=np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions")
    parser.add_argument("setup_weights")
    parser.add_argument("agent_weights")
    parser.add_argument("out")
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    records = data.load(args.positions)
    records = records[torch.from_numpy(rng.choice(len(records), VECTORS, replace=False))]
    known = named(os.path.join(os.path.dirname(args.setup_weights.rstrip("/")), "named.tsv"))
    setups = np.concatenate([known[: VECTORS // 2], classifier.shuffled(VECTORS - len(known[: VECTORS // 2]), rng)])
    inputs = {
        os.path.join(args.setup_weights, "straitego-human.weights"): classifier.encode(setups),
        os.path.join(args.setup_weights, "straitego-good.weights"): classifier.encode(setups),
        os.path.join(args.agent_weights, "straitego-moves.weights"): data.channels(records),
        os.path.join(args.agent_weights, "straitego-states.weights"): data.channels(records),
        os.path.join(args.agent_weights, "straitego-ranks.weights"): data.spread(data.sets(records, "start_may")).flatten(1),
    }
    golden = {}
    for path, x in inputs.items():
        network, _ = perceptron.load(path)
        with torch.no_grad():
            y = network.probabilities(x)
        golden[os.path.basename(path)] = [vector(a, b) for a, b in zip(x, y)]
    with open(args.out, "w") as f:
        json.dump(golden, f, separators=(",", ":"))


def vector(x, y):
    top = y.topk(min(LARGEST, len(y))).indices.tolist()
    return dict(ones=x.nonzero().flatten().tolist(), outputs=[v for i in top for v in (i, round(y[i].item(), 7))])


if __name__ == "__main__":
    main()
