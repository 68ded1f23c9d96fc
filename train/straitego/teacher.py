"""A teacher of StrAItego's setup classifier: a convolutional network, used in training only.

What makes a setup human is mostly which pieces stand beside which. A network that sees the board through windows of
three squares by three learns that from far fewer setups than a plain perceptron does.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

CHANNELS, HIDDEN = 48, 128
DROPOUT = 0.3


class Teacher(nn.Module):
    def __init__(self):
        super().__init__()
        self.place = nn.Parameter(torch.zeros(1, CHANNELS, 4, 10))  # tells the squares apart
        self.near = nn.Conv2d(12, CHANNELS, 3, padding=1)
        self.far = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.whole = nn.Conv2d(CHANNELS, HIDDEN, (4, 10))
        self.out = nn.Conv2d(HIDDEN, 2, 1)
        for layer in (self.near, self.far, self.whole):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        """x [B, 480] as the perceptron's -> logits [B, 2]."""
        x = x.view(-1, 4, 10, 12).permute(0, 3, 1, 2)
        x = F.relu(self.near(x) + self.place)
        x = F.dropout(F.relu(self.far(x)), DROPOUT, self.training)
        x = F.dropout(F.relu(self.whole(x)), DROPOUT, self.training)
        return self.out(x)[:, :, 0, 0]
