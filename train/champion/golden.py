"""Writes small transformers with inputs and PyTorch's outputs, which the Go package nn must reproduce.

The vectors kept in nn/testdata come from

    python3 -m train.champion.golden nn/testdata

and other sizes are compared once, without being kept, by

    python3 -m train.champion.golden --size M DIR && go test ./nn -run TransformerGolden -golden DIR
"""

import argparse
import os
import struct

import numpy as np
import torch

from train.champion import model
from train.champion.observe import FEATURES, RECORD, TOKENS
from train.shared.vectors import POSITIONS, SEED, random_features, sparse, write_json

MOVES = 40
BELIEF_TOKENS = (0, 7, 50, 91)
# Small enough to keep, and with two of everything that is counted.
TINY = dict(width=32, layers=2, heads=2)

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "..", "nn", "features", "testdata", "observation-2.bin")
SHOWN = os.path.join(os.path.dirname(GOLDEN), "shown-2.bin")


def golden_records(path=GOLDEN):
    """The golden records of nn/features [B,960] and their tensors [B,92,192]. SHOWN has public and at-start records in turn."""
    with open(path, "rb") as f:
        raw = f.read()
    records, tensors, at = [], [], 0
    while at < len(raw):
        records.append(np.frombuffer(raw, np.uint8, RECORD, at))
        count, = struct.unpack_from("<H", raw, at + RECORD)
        at += RECORD + 2
        dense = np.zeros(TOKENS * FEATURES, np.float32)
        for index, value in struct.iter_unpack("<Hf", raw[at:at + 6 * count]):
            dense[index] = value
        at += 6 * count
        tensors.append(dense.reshape(TOKENS, FEATURES))
    return torch.from_numpy(np.stack(records)), torch.from_numpy(np.stack(tensors))


def sharpen(network):
    """Fresh networks answer almost uniformly; larger random weights make every part of one matter."""
    with torch.no_grad():
        for name, p in network.named_parameters():
            if name.endswith("bias") or ".ln" in name or name.startswith("ln"):
                p += 0.2 * torch.randn_like(p)
            elif name in ("value.weight", "belief.weight"):
                p += torch.randn_like(p) / p.shape[1] ** 0.5
            elif name in ("query.weight", "key.weight", "embed.weight") or "qkv" in name:
                p *= 3
    return network


def transformer_vectors(folder, sizes):
    network = sharpen(model.Transformer(**sizes))
    tokens = torch.stack([random_features(model.TOKENS, model.FEATURES, 0.04) for _ in range(POSITIONS)])
    legal = torch.stack([torch.randperm(model.TOKENS**2)[:MOVES] for _ in range(POSITIONS)])
    vectors = dict(
        positions=[dict(tokens=[sparse(row) for row in t], legal=l.tolist()) for t, l in zip(tokens, legal)],
        belief_tokens=BELIEF_TOKENS,
        outputs={},
    )
    for dtype in ("f16", "i8"):
        path = os.path.join(folder, f"transformer-{dtype}.weights")
        model.save(path, network, dict(command="train.champion.golden", data="random weights"), dtype)
        dequantised, _ = model.load(path)
        with torch.no_grad():
            policy, value = dequantised.forward_legal(tokens, legal)
            belief = dequantised.guess(dequantised.trunk(tokens))[:, BELIEF_TOKENS]
        vectors["outputs"][dtype] = [
            dict(policy=p.tolist(), value=v.tolist(), belief=b.tolist())
            for p, v, b in zip(policy.softmax(-1), value.softmax(-1), belief)
        ]
    write_json(os.path.join(folder, "transformer.json"), vectors)


def main():
    parser = argparse.ArgumentParser(description="Writes golden transformers for the Go package nn.")
    parser.add_argument("folder", help="where to write, such as nn/testdata")
    parser.add_argument("--size", choices=sorted(model.SIZES), help="a full network instead of the tiny one")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    torch.manual_seed(SEED)
    transformer_vectors(args.folder, model.SIZES[args.size] if args.size else TINY)


if __name__ == "__main__":
    main()
