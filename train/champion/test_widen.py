"""A widened network computes what the narrow one did, and its new parts can learn."""

import unittest

import torch

from train.champion import model
from train.champion.golden import golden_records, sharpen
from train.champion.observe import observe
from train.champion.widen import widen


class Widened(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(5)
        self.narrow = sharpen(model.build("S"))
        self.wide = widen(self.narrow, "M")
        self.tokens = observe(golden_records()[0][:3])

    def test_it_computes_the_same(self):
        with torch.no_grad():
            before, after = self.narrow.trunk(self.tokens), self.wide.trunk(self.tokens)
            pairs = [*zip(self.narrow.judge(before), self.wide.judge(after)), (self.narrow.guess(before), self.wide.guess(after))]
        for want, got in pairs:
            self.assertGreater(want.std().item(), 0.1)
            self.assertLess((want - got).abs().max().item(), 1e-4)

    def test_the_copies_differ(self):
        """What writes to the stream learns other things for the two copies, which would
        stay alike forever otherwise."""
        policy, value = self.wide(self.tokens)
        (policy.mean() + value[:, 0].sum()).backward()
        for layer in (self.wide.embed, self.wide.blocks[0].out, self.wide.blocks[0].down):
            one, other = layer.weight.grad.chunk(2, 0)
            self.assertGreater((one - other).abs().max().item(), 0.1 * one.abs().max().item())
        for name in ("query", "key"):
            new_rows = getattr(self.wide, name).weight.grad[128:]
            self.assertEqual(name == "query", bool(new_rows.abs().max() > 0), name)

    def test_other_shapes_are_refused(self):
        with self.assertRaisesRegex(ValueError, "twice the width"):
            widen(self.narrow, "S")


if __name__ == "__main__":
    unittest.main()
