"""Strengths of setups: found again from games that were drawn from known ones, and shrunk."""

import unittest

import numpy as np

from train.shared.strengths import promise, strengths


class Strengths(unittest.TestCase):
    def games(self, truth, count, rng):
        red, blue = rng.integers(len(truth), size=(2, count))
        chance = 0.52 + truth[red] - truth[blue]
        return np.stack([red, blue, rng.random(count) < chance], 1).astype(float)

    def test_they_are_found(self):
        rng = np.random.default_rng(1)
        truth = 0.08 * rng.standard_normal(200)
        mean, error, advantage, spread = strengths(self.games(truth, 20_000, rng), len(truth))
        self.assertGreater(np.corrcoef(mean, truth)[0, 1], 0.85)
        self.assertAlmostEqual(advantage, 0.02, delta=0.02)
        self.assertAlmostEqual(spread, 0.08, delta=0.02)
        self.assertAlmostEqual(np.mean(((mean - truth) / error) ** 2), 1, delta=0.35)  # the errors are honest
        best = np.argsort(-mean)[:30]
        self.assertAlmostEqual(mean[best].mean(), truth[best].mean(), delta=0.02)  # and so is the choice

    def test_luck_is_shrunk_away(self):
        rng = np.random.default_rng(2)
        mean, _, _, spread = strengths(self.games(np.zeros(200), 4_000, rng), 200)
        self.assertLess(np.abs(mean).max(), 0.04)
        self.assertLess(spread, 0.03)

    def test_where_pieces_stand_promises(self):
        rng = np.random.default_rng(3)
        pieces = list("F" + "S" + 8 * "2" + 5 * "3" + 4 * "4" + 4 * "5" + 4 * "6" + 3 * "7" + 2 * "8" + "9" + "M" + 6 * "B")
        setups = ["".join(rng.permutation(pieces)) for _ in range(600)]
        truth = np.array([0.1 * (s.index("F") < 10) - 0.05 * s[30:].count("B") for s in setups])
        expected = promise(setups[:400], truth[:400] + 0.05 * rng.standard_normal(400), setups[400:])
        self.assertGreater(np.corrcoef(expected, truth[400:])[0, 1], 0.7)


if __name__ == "__main__":
    unittest.main()
