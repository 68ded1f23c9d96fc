"""A perceptron that trains fast on a CPU whose PyTorch has no optimised BLAS.

A dense layer is a convolution with a kernel of size one over images of one pixel. PyTorch computes convolutions with
oneDNN, which builds without a good BLAS still have, ten times as fast as their matrix products.
"""

import torch.nn as nn
import torch.nn.functional as F

from train.straitego import perceptron


class Perceptron(perceptron.Perceptron):
    dropout = 0.0  # of the hidden layers while training

    def __init__(self, *args, **kwargs):
        """He's initialisation: PyTorch's own lets a signal fade over five layers, and learning start late."""
        super().__init__(*args, **kwargs)
        for layer in self.layers:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        flat = x.is_cuda  # a GPU multiplies matrices well
        x = x if flat else x[:, :, None, None]
        for i, layer in enumerate(self.layers):
            x = F.linear(x, layer.weight, layer.bias) if flat else F.conv2d(x, layer.weight[:, :, None, None], layer.bias)
            if i < len(self.layers) - 1:
                x = F.dropout(F.relu(x), self.dropout, self.training)
        return x if flat else x[:, :, 0, 0]
