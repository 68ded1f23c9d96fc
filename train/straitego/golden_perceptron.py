"""Writes small perceptrons with inputs and PyTorch's outputs, which the Go package nn must reproduce.

    python3 -m train.straitego.golden_perceptron nn/testdata
"""

import argparse
import os

import torch

from train.shared.vectors import POSITIONS, SEED, random_features, sparse, write_json
from train.straitego import perceptron

# Hidden layers that are no multiple of 16, and an output of several groups.
PERCEPTRONS = {
    "softmax": dict(sizes=[48, 21, 21, 12], output="softmax", groups=3),
    "sigmoid": dict(sizes=[48, 21, 5], output="sigmoid"),
}


def vectors(folder):
    kept = {}
    for name, shape in PERCEPTRONS.items():
        network = perceptron.Perceptron(**shape)
        path = os.path.join(folder, f"perceptron-{name}.weights")
        perceptron.save(path, network, "golden-1", dict(command="train.straitego.golden_perceptron", data="random weights"), "f32")
        x = random_features(POSITIONS, network.sizes["layers"][0], 0.3)
        dequantised, _ = perceptron.load(path)
        with torch.no_grad():
            y = dequantised.probabilities(x)
        kept[name] = [dict(input=sparse(a), output=b.tolist()) for a, b in zip(x, y)]
    write_json(os.path.join(folder, "perceptron.json"), kept)


def main():
    parser = argparse.ArgumentParser(description="Writes golden perceptrons for the Go package nn.")
    parser.add_argument("folder", help="where to write, such as nn/testdata")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    torch.manual_seed(SEED)
    vectors(args.folder)


if __name__ == "__main__":
    main()
