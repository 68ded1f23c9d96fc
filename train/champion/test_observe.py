"""observe.py makes of the golden records what nn/features makes of them."""

import struct
import unittest

from train.champion.golden import golden_records
from train.champion.observe import LEGAL, TOKENS, legal_moves, observe, plies


class Observe(unittest.TestCase):
    def test_golden(self):
        records, want = golden_records()
        self.assertGreater(len(records), 20)
        self.assertLess((observe(records) - want).abs().max().item(), 1e-6)

    def test_legal(self):
        records, _ = golden_records()
        moves, mask = legal_moves(records)
        self.assertEqual(tuple(moves.shape), (len(records), LEGAL))
        for i, record in enumerate(records.numpy()):
            count, = struct.unpack_from("<H", record.tobytes(), 452)
            self.assertEqual(mask[i].sum().item(), count)
            self.assertEqual(moves[i, :count].tolist(), list(struct.unpack_from(f"<{count}H", record.tobytes(), 454)))
            self.assertLess(moves[i].max().item(), TOKENS * TOKENS)

    def test_plies(self):
        records, _ = golden_records()
        self.assertEqual(plies(records)[1].item(), 31)


if __name__ == "__main__":
    unittest.main()
