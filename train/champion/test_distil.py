"""Examples whose right answer is known: what the look ahead chose becomes likely."""

import argparse
import copy
import json
import os
import tempfile
import unittest

import numpy as np
import torch

from train.champion import distil, model
from train.champion.golden import golden_records
from train.champion.observe import RECORD


def examples(count):
    """Golden positions in which the look ahead weighed the first two moves, chose the second nine times of ten, and lost."""
    records, _ = golden_records()
    records = records[:count]
    raw = np.zeros((len(records), distil.SIZE), np.uint8)
    raw[:, :RECORD] = records.numpy()
    raw[:, distil.COUNT] = 2
    moves = raw[:, distil.WEIGHED:distil.WEIGHED + 8].view("<u2")
    moves[:] = (0, 6553, 1, 58982)
    return torch.from_numpy(raw)


def learner(trust, expectation=0.0, outcome=0.5):
    torch.manual_seed(1)
    net = model.Transformer(width=16, layers=1, heads=1)
    args = argparse.Namespace(rate=1e-2, trust=trust, expectation=expectation, outcome=outcome, belief_share=0.5, gradient_norm=1.0)
    return distil.Distiller(net, copy.deepcopy(net), args)


class Distils(unittest.TestCase):
    def test_what_was_chosen_becomes_likely(self):
        made, d = examples(16), learner(1.0)
        records = made[:, :RECORD]
        before = distil.look(d.teacher, records)
        for k in range(60):
            d.learn(made, 1 - k / 60)
        d.take_mean()
        after = distil.look(d.net, records)
        share = (after[0][:, 1].exp() / after[0][:, :2].exp().sum(1)).mean().item()
        self.assertGreater(share, 0.8)
        # What was not weighed keeps its chances.
        rest = [x[0][:, :2].exp().sum(1).mean().item() for x in (before, after)]
        self.assertAlmostEqual(*rest, delta=0.05)
        lost = [x[2].softmax(1)[:, 2].mean().item() for x in (before, after)]
        self.assertGreater(lost[1], lost[0] + 0.1)

    def test_trust(self):
        made, d = examples(8), learner(0.5)
        logp, _, value, _, _ = distil.look(d.teacher, made[:, :RECORD])
        for trust, of_search in ((0.0, 0.0), (1.0, 1.0)):
            policy, _ = distil.wanted(made, logp, value, learner(trust).args)
            self.assertTrue(torch.allclose(policy.sum(1), torch.ones(8), atol=1e-4))
            among = policy[:, 1] / policy[:, :2].sum(1)
            expected = of_search * 0.9 + (1 - of_search) * logp[:, 1].exp() / logp[:, :2].exp().sum(1)
            self.assertTrue(torch.allclose(among, expected, atol=1e-3))

    def test_expectation(self):
        made, d = examples(8), learner(1.0)
        made[:, distil.EXPECTED] = 191  # about half
        logp, _, value, _, _ = distil.look(d.teacher, made[:, :RECORD])
        before = value.softmax(1)
        for share in (0.0, 1.0):
            _, after = distil.wanted(made, logp, value, learner(1.0, share, 0.0).args)
            self.assertTrue(torch.allclose(after.sum(1), torch.ones(8), atol=1e-5))
            self.assertTrue(torch.allclose(after[:, 1], before[:, 1], atol=1e-5))
            said = (1 - share) * (before[:, 0] - before[:, 2]) + share * (191 / 127.5 - 1)
            self.assertTrue(torch.allclose(after[:, 0] - after[:, 2], said, atol=1e-4))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "examples.bin")
            made = examples(4).numpy().tobytes()
            for head, rest, said in ((b"{}", made, "no file of examples"), (b'{"version": 9}', made, "version 9"),
                                     (b'{"version": 2}', b"", "holds no examples")):
                with open(path, "wb") as f:
                    f.write(head.ljust(distil.SIZE) + rest)
                with self.assertRaisesRegex(distil.ExamplesError, said):
                    distil.read(path)
            with open(path, "wb") as f:
                f.write(json.dumps({"version": 2}).encode().ljust(distil.SIZE) + made + b"cut off")
            self.assertEqual(len(distil.read(path)), 4)


if __name__ == "__main__":
    unittest.main()
