"""Plain multi-layer perceptrons: dense layers with ReLU between them.

The output is one softmax, several softmaxes side by side (`groups`, such as 40 pieces of 12 ranks), or sigmoids.

Parameters by name: layers.I.weight [out, in] and layers.I.bias [out], I from 0.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from train.shared import weights

KIND = "perceptron"
OUTPUTS = ("softmax", "sigmoid")


class Perceptron(nn.Module):
    def __init__(self, sizes, output="softmax", groups=1):
        """sizes: inputs, hidden layers, outputs, such as [480, 150, 150, 150, 150, 150, 2]."""
        super().__init__()
        if output not in OUTPUTS:
            raise ValueError(f"no output {output!r}: it is one of {', '.join(OUTPUTS)}")
        if sizes[-1] % groups:
            raise ValueError(f"{sizes[-1]} outputs do not divide into {groups} groups")
        self.sizes = dict(layers=list(sizes), output=output, groups=groups)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        """x [B, inputs] -> logits [B, outputs]."""
        for layer in self.layers[:-1]:
            x = F.relu(layer(x))
        return self.layers[-1](x)

    def probabilities(self, x):
        """x [B, inputs] -> what the Go side returns, [B, outputs]."""
        logits = self(x)
        if self.sizes["output"] == "sigmoid":
            return logits.sigmoid()
        return logits.view(len(x), self.sizes["groups"], -1).softmax(dim=-1).flatten(1)


def save(path, network, features, provenance, dtype="f16"):
    """Writes the network as a weight file; features names the input's encoding and its version."""
    header = dict(kind=KIND, features=features, sizes=network.sizes, provenance=provenance)
    weights.save(path, header, network.state_dict(), dtype)


def load(path):
    """Reads a weight file into a network. -> network, header"""
    header, tensors = weights.load(path)
    if header["kind"] != KIND:
        raise weights.WeightsError(f"{path}: holds a {header['kind']}, not a {KIND}")
    sizes = header["sizes"]
    network = Perceptron(sizes["layers"], sizes["output"], sizes["groups"])
    try:
        network.load_state_dict({name: torch.from_numpy(t) for name, t in tensors.items()})
    except RuntimeError as e:
        raise weights.WeightsError(f"{path}: {e}") from e
    return network, header
