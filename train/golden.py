"""Writes weight files with inputs and PyTorch's outputs, which the Go package nn must reproduce.

The vectors kept in nn/testdata come from

    python3 train/golden.py nn/testdata

and other sizes are compared once, without being kept, by

    python3 train/golden.py --size M DIR && go test ./nn -run Golden -golden DIR
"""

import argparse
import json
import os

import torch

import model
import perceptron

SEED = 1
POSITIONS = 3
MOVES = 40
# Small enough to keep, and with two of everything that is counted.
TINY = dict(width=32, layers=2, heads=2)
# Hidden layers that are no multiple of 16, and an output of several groups.
PERCEPTRONS = {
    "softmax": dict(sizes=[48, 21, 21, 12], output="softmax", groups=3),
    "sigmoid": dict(sizes=[48, 21, 5], output="sigmoid"),
}


def sharpen(network):
    """Fresh networks answer almost uniformly; larger random weights make every part of one matter."""
    with torch.no_grad():
        for name, p in network.named_parameters():
            if name.endswith("bias") or ".ln" in name or name.startswith("ln"):
                p += 0.2 * torch.randn_like(p)
            elif name == "value.weight":
                p += torch.randn_like(p) / p.shape[1] ** 0.5
            elif name in ("query.weight", "key.weight", "embed.weight") or "qkv" in name:
                p *= 3
    return network


def random_features(rows, width, share):
    """Mostly zeros and ones with a few fractions, as observations are, written with three decimals."""
    kind = torch.rand(rows, width)
    x = torch.zeros(rows, width)
    x[kind < share] = 1
    x[kind < share / 4] = -1
    fraction = kind < share / 8
    x[fraction] = (torch.rand(int(fraction.sum())) * 1000).round() / 1000
    return x


def sparse(row):
    """[feature, value, feature, value, ...] of the nonzeros."""
    return [v for i in row.nonzero().flatten().tolist() for v in (i, round(row[i].item(), 3))]


def transformer_vectors(folder, sizes):
    network = sharpen(model.Transformer(**sizes))
    tokens = torch.stack([random_features(model.TOKENS, model.FEATURES, 0.04) for _ in range(POSITIONS)])
    legal = torch.stack([torch.randperm(model.TOKENS**2)[:MOVES] for _ in range(POSITIONS)])
    vectors = dict(
        positions=[dict(tokens=[sparse(row) for row in t], legal=l.tolist()) for t, l in zip(tokens, legal)],
        outputs={},
    )
    for dtype in ("f16", "i8"):
        path = os.path.join(folder, f"transformer-{dtype}.weights")
        model.save(path, network, dict(command="train/golden.py", data="random weights"), dtype)
        dequantised, _ = model.load(path)
        with torch.no_grad():
            policy, value = dequantised.forward_legal(tokens, legal)
        vectors["outputs"][dtype] = [
            dict(policy=p.tolist(), value=v.tolist()) for p, v in zip(policy.softmax(-1), value.softmax(-1))
        ]
    write_json(os.path.join(folder, "transformer.json"), vectors)


def perceptron_vectors(folder):
    vectors = {}
    for name, shape in PERCEPTRONS.items():
        network = perceptron.Perceptron(**shape)
        path = os.path.join(folder, f"perceptron-{name}.weights")
        perceptron.save(path, network, "golden-1", dict(command="train/golden.py", data="random weights"), "f32")
        x = random_features(POSITIONS, network.sizes["layers"][0], 0.3)
        dequantised, _ = perceptron.load(path)
        with torch.no_grad():
            y = dequantised.probabilities(x)
        vectors[name] = [dict(input=sparse(a), output=b.tolist()) for a, b in zip(x, y)]
    write_json(os.path.join(folder, "perceptron.json"), vectors)


def write_json(path, value):
    with open(path, "w") as f:
        json.dump(value, f, separators=(",", ":"))
        f.write("\n")


def main():
    parser = argparse.ArgumentParser(description="Writes golden vectors for the Go package nn.")
    parser.add_argument("folder", help="where to write, such as nn/testdata")
    parser.add_argument("--size", choices=sorted(model.SIZES), help="a full network instead of the tiny one")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    torch.manual_seed(SEED)
    transformer_vectors(args.folder, model.SIZES[args.size] if args.size else TINY)
    perceptron_vectors(args.folder)


if __name__ == "__main__":
    main()
