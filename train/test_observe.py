"""observe.py makes of the golden records what nn/features makes of them."""

import os
import struct
import unittest

import numpy as np
import torch

from observe import FEATURES, LEGAL, RECORD, TOKENS, legal_moves, observe, plies

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "nn", "features", "testdata", "observation-1.bin")


def golden():
    """The records [B,960] and their tensors [B,92,192]."""
    with open(GOLDEN, "rb") as f:
        raw = f.read()
    records, tensors, at = [], [], 0
    while at < len(raw):
        records.append(np.frombuffer(raw, np.uint8, RECORD, at))
        count, = struct.unpack_from("<H", raw, at + RECORD)
        at += RECORD + 2
        dense = np.zeros(TOKENS * FEATURES, np.float32)
        for index, value in struct.iter_unpack("<Hf", raw[at:at + 6 * count]):
            dense[index] = value
        at += 6 * count
        tensors.append(dense.reshape(TOKENS, FEATURES))
    return torch.from_numpy(np.stack(records)), torch.from_numpy(np.stack(tensors))


class Observe(unittest.TestCase):
    def test_golden(self):
        records, want = golden()
        self.assertGreater(len(records), 20)
        self.assertLess((observe(records) - want).abs().max().item(), 1e-6)

    def test_legal(self):
        records, _ = golden()
        moves, mask = legal_moves(records)
        self.assertEqual(tuple(moves.shape), (len(records), LEGAL))
        for i, record in enumerate(records.numpy()):
            count, = struct.unpack_from("<H", record.tobytes(), 452)
            self.assertEqual(mask[i].sum().item(), count)
            self.assertEqual(moves[i, :count].tolist(), list(struct.unpack_from(f"<{count}H", record.tobytes(), 454)))
            self.assertLess(moves[i].max().item(), TOKENS * TOKENS)

    def test_plies(self):
        records, _ = golden()
        self.assertEqual(plies(records)[1].item(), 31)


if __name__ == "__main__":
    unittest.main()
