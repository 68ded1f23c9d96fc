"""The network that looks at a whole board: a transformer over 92 square tokens and one value token.

Input: the tensor of docs/features.md, [B, 92, 192]. Output: policy logits over source x destination,
[B, 92, 92], and win/draw/loss logits from the mover's side, [B, 3]. A third head guesses ranks: [B, 92, 12].

Parameters by name; this is what a weight file holds and what the Go package nn reads (a Linear computes
x @ weight.T + bias, so a weight is [out, in]):

    embed.weight [d, 192], embed.bias [d]       token features to width d
    position [93, d]                            added to each token; row 92 alone is the value token
    blocks.I.ln1.weight, .bias [d]              LayerNorm before the attention of block I
    blocks.I.qkv.weight [3d, d], .bias [3d]     queries, then keys, then values; head H owns columns H*d/heads...
    blocks.I.out.weight [d, d], .bias [d]       heads back to width d
    blocks.I.ln2.weight, .bias [d]              LayerNorm before the feed-forward part
    blocks.I.up.weight [4d, d], .bias [4d]      then ReLU
    blocks.I.down.weight [d, 4d], .bias [d]
    ln.weight, ln.bias [d]                      the final LayerNorm
    query.weight, key.weight [d, d]             policy: logit[s, t] = (query h_s) . (key h_t) / sqrt(d)
    value.weight [3, d], value.bias [3]         win, draw, loss from the value token
    belief.weight [12, d], belief.bias [12]     optional: rank of the enemy piece on a token; adds to the logarithm of
                                                what counting gives, so that zeros mean counting
"""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from train.shared import weights

KIND = "transformer"
FEATURES_NAME = "observation-2"  # docs/features.md, version 2
OLDER_NAME, OLDER_FEATURES = "observation-1", 179  # what version 1 left at zero, nothing ever taught
TOKENS = 92
FEATURES = 192
RANKS = 12
LN_EPS = 1e-5
MASKED = -1e9  # logit of an entry that is no move: its probability is 0 and p*log(p) stays finite

SIZES = {
    "tiny": dict(width=16, layers=1, heads=1),  # for a CPU, to see that everything works
    "S": dict(width=128, layers=4, heads=4),
    "M": dict(width=256, layers=6, heads=8),
}


def plain_attention(q, k, v):
    """Softmax attention over [B, heads, tokens, d/heads]."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return scores.softmax(dim=-1) @ v


# PyTorch has the fused one from 2.0 on.
attention = getattr(F, "scaled_dot_product_attention", plain_attention)


class Block(nn.Module):
    """One pre-LN encoder block: attention, then a ReLU layer of four times the width."""

    def __init__(self, width, heads, layers):
        super().__init__()
        self.heads = heads
        self.ln1 = nn.LayerNorm(width, eps=LN_EPS)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.ln2 = nn.LayerNorm(width, eps=LN_EPS)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        # 2*layers terms are summed on the way through; scaled so, their sum starts at the scale of one.
        with torch.no_grad():
            self.out.weight /= math.sqrt(2 * layers)
            self.down.weight /= math.sqrt(2 * layers)

    def forward(self, x):
        b, t, d = x.shape
        qkv = self.qkv(self.ln1(x)).view(b, t, 3, self.heads, d // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind(0)
        x = x + self.out(attention(q, k, v).transpose(1, 2).reshape(b, t, d))
        return x + self.down(F.relu(self.up(self.ln2(x))))


class Transformer(nn.Module):
    def __init__(self, width, layers, heads, belief=True):
        super().__init__()
        if width % heads or (width // heads) % 16:
            raise ValueError(f"width {width} over {heads} heads is no multiple of 16 a head, as nn needs")
        self.sizes = dict(width=width, layers=layers, heads=heads)
        self.scale = 1 / math.sqrt(width)
        self.embed = nn.Linear(FEATURES, width)
        self.position = nn.Parameter(0.02 * torch.randn(TOKENS + 1, width))
        self.blocks = nn.ModuleList(Block(width, heads, layers) for _ in range(layers))
        self.ln = nn.LayerNorm(width, eps=LN_EPS)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.value = nn.Linear(width, 3)
        # Every position starts as equally won, drawn and lost.
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        # Every guess starts as what counting gives.
        self.belief = nn.Linear(width, RANKS) if belief else None
        if belief:
            nn.init.zeros_(self.belief.weight)
            nn.init.zeros_(self.belief.bias)

    def trunk(self, tokens):
        """tokens [B, 92, 192] -> what the heads read, [B, 93, d]."""
        x = F.pad(self.embed(tokens), (0, 0, 0, 1)) + self.position
        for block in self.blocks:
            x = block(x)
        return self.ln(x)

    def judge(self, h):
        """Policy logits [B, 92, 92] and value logits [B, 3], both float32."""
        squares = h[:, :TOKENS]
        policy = self.query(squares) @ self.key(squares).transpose(1, 2)
        return policy.float() * self.scale, self.value(h[:, TOKENS]).float()

    def guess(self, h, share=0.0):
        """Belief logits [B, 92, 12], float32; of their gradient a share reaches the trunk."""
        squares = h[:, :TOKENS]
        still = squares.detach()
        return self.belief(still + share * (squares - still) if share else still).float()

    def forward(self, tokens):
        """tokens [B, 92, 192] -> policy logits [B, 92, 92], value logits [B, 3]."""
        return self.judge(self.trunk(tokens))

    def forward_legal(self, tokens, legal):
        """The logits of the listed moves alone: legal [B, L] holds source*92+destination, a negative
        number filling up a row. -> policy logits [B, L] (MASKED where filled up), value logits [B, 3]."""
        policy, value = self(tokens)
        picked = policy.flatten(1).gather(1, legal.clamp(min=0).long())
        return picked.masked_fill(legal < 0, MASKED), value


def forget_spare(embed):
    """Empties the columns of an embedding [d, 192] that version 1 left unused: nothing taught the numbers in them."""
    embed[:, OLDER_FEATURES:] = 0


def build(size):
    """A fresh network of a named size."""
    if size not in SIZES:
        raise ValueError(f"no network size {size!r}: it is one of {', '.join(SIZES)}")
    return Transformer(**SIZES[size])


def save(path, network, provenance, dtype="f16", state=None):
    """Writes the network (or another state of it, such as an average of its weights) as a weight file."""
    header = dict(kind=KIND, features=FEATURES_NAME, sizes=network.sizes, provenance=provenance)
    weights.save(path, header, state if state is not None else network.state_dict(), dtype)


def load(path):
    """Reads a weight file into a network. -> network, header"""
    header, tensors = weights.load(path)
    if header["kind"] != KIND:
        raise weights.WeightsError(f"{path}: holds a {header['kind']}, not a {KIND}")
    if header["features"] not in (FEATURES_NAME, OLDER_NAME):
        raise weights.WeightsError(f"{path}: made for features {header['features']}, not {FEATURES_NAME}")
    if header["features"] == OLDER_NAME:
        forget_spare(tensors["embed.weight"])
    network = Transformer(**header["sizes"], belief="belief.weight" in tensors)
    try:
        network.load_state_dict({name: torch.from_numpy(t) for name, t in tensors.items()})
    except RuntimeError as e:
        raise weights.WeightsError(f"{path}: {e}") from e
    return network, header
