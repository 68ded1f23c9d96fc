"""Weight files: written, read back, and refused when damaged."""

import os
import tempfile
import unittest

import numpy as np
from train.shared import weights


class WeightsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "test.weights")
        self.header = dict(kind="test", features="test-1", sizes={}, provenance=dict(steps=7))

    def test_round_trip(self):
        rng = np.random.default_rng(1)
        tensors = dict(matrix=rng.normal(size=(5, 7)).astype(np.float32), vector=np.zeros(3, np.float32))
        tensors["matrix"][2] = 0
        for dtype, bound in (("f32", 0), ("f16", 2e-3), ("i8", 2e-2)):
            weights.save(self.path, self.header, tensors, dtype)
            header, got = weights.load(self.path)
            self.assertEqual(header["provenance"], dict(steps=7))
            self.assertEqual(list(got), list(tensors))
            for name in tensors:
                self.assertEqual(got[name].shape, tensors[name].shape)
                self.assertLessEqual(np.abs(got[name] - tensors[name]).max(), bound)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["test.weights"])

    def test_refuses_what_it_cannot_hold(self):
        for bad in (np.inf, np.nan, 1e6):
            with self.assertRaisesRegex(ValueError, "tensor x"):
                weights.save(self.path, self.header, dict(x=np.array([bad])))
        self.assertFalse(os.path.exists(self.path))

    def test_damage_is_named(self):
        weights.save(self.path, self.header, dict(x=np.ones((4, 4))))
        with open(self.path, "rb") as f:
            good = f.read()
        flipped = good[:-40] + bytes([good[-40] ^ 1]) + good[-39:]
        for raw, reason in (
            (good[:9], "truncated"),
            (good[:-1], "truncated"),
            (good + b"x", "too many"),
            (b"X" + good[1:], "magic"),
            (good[:8] + b"\x09" + good[9:], "version 9"),
            (flipped, "checksum"),
        ):
            with open(self.path, "wb") as f:
                f.write(raw)
            with self.assertRaisesRegex(weights.WeightsError, f"test.weights: .*{reason}"):
                weights.load(self.path)


if __name__ == "__main__":
    unittest.main()
