"""What golden vectors are made of: inputs like observations, and how they are written for the Go side."""

import json

import torch

SEED = 1
POSITIONS = 3


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


def write_json(path, value):
    with open(path, "w") as f:
        json.dump(value, f, separators=(",", ":"))
        f.write("\n")
