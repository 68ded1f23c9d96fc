"""returns.py against a player-by-player reckoning of each game, ply by ply."""

import unittest

import torch

from train.champion.returns import DREW, GOES_ON, LOST, WON, advantages, value_targets


def slow(values, results, n, t, lam, stride=2):
    """The λ-return of ply t in game n: a mix of all k-step returns of the player
    who moved, by walking its own decisions one at a time."""
    plies = len(values) - 2
    total, weight = torch.zeros(3), 1.0
    while True:
        own, answer = int(results[t, n]), int(results[t + 1, n]) if stride == 2 else GOES_ON
        if own != GOES_ON or answer != GOES_ON:
            code = own if own != GOES_ON else {WON: LOST, DREW: DREW, LOST: WON}[answer]
            final = torch.zeros(3)
            final[code - 1] = 1
            return total + weight * final
        t += stride
        if t >= plies:
            return total + weight * values[t, n]
        total += weight * (1 - lam) * values[t, n]
        weight *= lam


class Returns(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(1)
        self.plies, self.games = 12, 50
        self.values = torch.softmax(torch.randn(self.plies + 2, self.games, 3), 2)
        ends = torch.rand(self.plies + 2, self.games) < 0.15
        self.results = torch.randint(1, 4, ends.shape) * ends

    def test_targets(self):
        for lam in (0.0, 0.5, 0.8, 1.0):
            got = value_targets(self.values, self.results, lam)
            for n in range(self.games):
                for t in range(self.plies):
                    want = slow(self.values, self.results, n, t, lam)
                    self.assertLess((got[t, n] - want).abs().max().item(), 1e-5)

    def test_streams_of_every_step(self):
        for lam in (0.0, 0.8, 1.0):
            got = value_targets(self.values, self.results, lam, stride=1)
            for n in range(self.games):
                for t in range(self.plies):
                    want = slow(self.values, self.results, n, t, lam, stride=1)
                    self.assertLess((got[t, n] - want).abs().max().item(), 1e-5)
            score = self.values[:self.plies, :, 0] - self.values[:self.plies, :, 2]
            want = got[..., 0] - got[..., 2] - score
            self.assertLess((advantages(self.values, self.results, lam, stride=1) - want).abs().max().item(), 1e-5)

    def test_advantage_is_the_return_less_the_value(self):
        for lam in (0.0, 0.5, 1.0):
            target = value_targets(self.values, self.results, lam)
            score = self.values[:self.plies, :, 0] - self.values[:self.plies, :, 2]
            want = target[..., 0] - target[..., 2] - score
            self.assertLess((advantages(self.values, self.results, lam) - want).abs().max().item(), 1e-5)

    def test_result_reaches_the_side_that_did_not_move_last(self):
        results = torch.zeros(6, 1, dtype=torch.long)
        results[1, 0] = WON  # the second ply wins
        values = torch.full((6, 1, 3), 1 / 3)
        target = value_targets(values, results, 0.8)
        self.assertEqual(target[0, 0].tolist(), [0, 0, 1])
        self.assertEqual(target[1, 0].tolist(), [1, 0, 0])
        self.assertLess((target[2, 0] - 1 / 3).abs().max().item(), 1e-6)  # another game


if __name__ == "__main__":
    unittest.main()
