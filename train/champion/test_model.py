"""The network: its sizes, the logits of legal moves, and its weight files."""

import os
import tempfile
import unittest

import torch

from train.champion import model
from train.shared import weights
from train.straitego import perceptron


class ModelTest(unittest.TestCase):
    def test_sizes(self):
        counts = {size: sum(p.numel() for p in model.build(size).parameters()) for size in model.SIZES}
        self.assertEqual(counts, dict(tiny=8_655, S=864_655, M=4_947_215))

    def test_legal_logits(self):
        torch.manual_seed(1)
        network = model.Transformer(width=32, layers=1, heads=2)
        tokens = torch.rand(2, model.TOKENS, model.FEATURES)
        legal = torch.tensor([[0, 93, 8463], [5, -1, -1]])
        full, value = network(tokens)
        picked, same_value = network.forward_legal(tokens, legal)
        self.assertEqual(full.shape, (2, 92, 92))
        self.assertEqual(value.shape, (2, 3))
        self.assertTrue(torch.equal(value, same_value))
        self.assertTrue(torch.equal(picked[0], torch.stack([full[0, 0, 0], full[0, 1, 1], full[0, 91, 91]])))
        self.assertEqual(picked[1].softmax(0).tolist(), [1, 0, 0])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.weights")
            model.save(path, model.Transformer(width=32, layers=1, heads=2), dict(steps=0))
            network, header = model.load(path)
            self.assertEqual(header["sizes"], network.sizes)
            with self.assertRaisesRegex(weights.WeightsError, "holds a transformer"):
                perceptron.load(path)


if __name__ == "__main__":
    unittest.main()
