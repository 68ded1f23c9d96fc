"""Widens and deepens a network without changing what it computes, to learn on from there.

    python3 -m train.champion.widen S.weights M M.weights
    python3 -m train.champion.run --size M --weights M.weights ...

The width doubles. The residual stream is written twice, so that LayerNorm's mean and
variance stay as they were; a matrix that reads it shares each weight between the two
copies in random unequal parts, which breaks the symmetry between them. Old heads and
hidden units keep their weights; new ones start as usual, with nothing on their way
out. Attention scores stay as they are, since heads keep their width; the policy's are
divided by the root of a width that is twice as large, so query and key each grow by the fourth
root of 2. Depth grows by blocks whose two outputs start at zero.
"""

import argparse
import sys
import time

try:
    import torch
except ImportError:
    sys.exit("widening needs PyTorch, and this python3 has none")

from train.champion import model
from train.shared.weights import WeightsError

UNEQUAL = 0.2  # how far from a half the parts of a weight lie, a standard deviation


def shared(weight, generator):
    """A matrix that reads the doubled stream as `weight` [out, in] read the single one."""
    part = 0.5 + UNEQUAL * torch.randn(weight.shape, generator=generator)
    return torch.cat([part * weight, (1 - part) * weight], 1)


def twice(tensor):
    """What writes to the stream, written to both copies: rows, or a vector."""
    return torch.cat([tensor, tensor], 0)


def widen(old, size, seed=1):
    """A network of a larger size that computes the same."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    sizes = model.SIZES[size]
    d, wide, layers = old.sizes["width"], sizes["width"], old.sizes["layers"]
    if wide != 2 * d or wide // sizes["heads"] != d // old.sizes["heads"] or sizes["layers"] < layers:
        raise ValueError(f"size {size} is {sizes}, expected twice the width of {old.sizes}, heads of the same width and no fewer layers")
    new = model.Transformer(**sizes, belief=old.belief is not None)
    with torch.no_grad():
        new.embed.weight.copy_(twice(old.embed.weight))
        new.embed.bias.copy_(twice(old.embed.bias))
        new.position.copy_(torch.cat([old.position, old.position], 1))
        for mine, theirs in zip(new.blocks, old.blocks):
            widen_block(mine, theirs, d, generator)
        for block in new.blocks[layers:]:
            for layer in (block.out, block.down):
                torch.nn.init.zeros_(layer.weight)
                torch.nn.init.zeros_(layer.bias)
        norm(new.ln, old.ln)
        for mine, theirs in ((new.query, old.query), (new.key, old.key)):
            mine.weight[d:] = 0  # new rows of the query speak to new rows of the key: nothing yet
            mine.weight[:d] = 2 ** 0.25 * shared(theirs.weight, generator)
        torch.nn.init.xavier_uniform_(new.key.weight[d:])
        heads = [(new.value, old.value)] + ([(new.belief, old.belief)] if old.belief is not None else [])
        for mine, theirs in heads:
            mine.weight.copy_(shared(theirs.weight, generator))
            mine.bias.copy_(theirs.bias)
    return new


def norm(mine, theirs):
    mine.weight.copy_(twice(theirs.weight))
    mine.bias.copy_(twice(theirs.bias))


def widen_block(mine, theirs, d, generator):
    """The old heads and hidden units come first, the new ones after them."""
    norm(mine.ln1, theirs.ln1)
    norm(mine.ln2, theirs.ln2)
    for part in range(3):  # queries, keys, values
        mine.qkv.weight[2 * d * part:2 * d * part + d] = shared(theirs.qkv.weight[d * part:d * part + d], generator)
        mine.qkv.bias[2 * d * part:2 * d * part + d] = theirs.qkv.bias[d * part:d * part + d]
    mine.up.weight[:4 * d] = shared(theirs.up.weight, generator)
    mine.up.bias[:4 * d] = theirs.up.bias
    for mine, theirs, known in ((mine.out, theirs.out, d), (mine.down, theirs.down, 4 * d)):
        mine.weight[:, :known] = twice(theirs.weight)
        mine.weight[:, known:] = 0
        mine.bias.copy_(twice(theirs.bias))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="weight file")
    parser.add_argument("size", choices=sorted(model.SIZES))
    parser.add_argument("new", help="weight file to write, f32")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    try:
        old, header = model.load(args.old)
        new = widen(old, args.size, args.seed)
        provenance = {"command": "train.champion.widen", "seed": args.seed, "date": time.strftime("%Y-%m-%d"), "from": header["provenance"]}
        model.save(args.new, new, provenance, "f32")
    except (WeightsError, ValueError, OSError) as err:
        sys.exit(f"widen: {err}")
    print(f"widen: {args.new}, {sum(p.numel() for p in new.parameters()):,} weights that compute what {args.old} does")


if __name__ == "__main__":
    main()
