"""Tests of StrAItego's data: python3 -m unittest train.straitego.test_data"""

import unittest

import numpy as np
import torch

from train.straitego import classifier
from train.straitego import data
from train.straitego import tasks


class Setups(unittest.TestCase):
    def test_shuffled_setups_have_the_army(self):
        setups = classifier.shuffled(50, np.random.default_rng(1))
        for s in setups:
            self.assertEqual(np.bincount(s, minlength=12).tolist(), classifier.ARMY)

    def test_mirror_twice_is_nothing(self):
        setups = classifier.shuffled(5, np.random.default_rng(1))
        self.assertTrue((classifier.mirrored(classifier.mirrored(setups)) == setups).all())
        self.assertEqual(classifier.mirrored(setups)[0, 0], setups[0, 9])

    def test_a_turned_setup_has_its_flag_on_the_left(self):
        setups = classifier.shuffled(50, np.random.default_rng(1))
        turned = classifier.turned(setups)
        self.assertTrue(((turned == classifier.FLAG).argmax(1) % 10 < 5).all())
        self.assertTrue((turned == classifier.turned(classifier.mirrored(setups))).all())
        for a, b in zip(setups, turned):
            self.assertTrue((a == b).all() or (classifier.mirrored(a[None])[0] == b).all())

    def test_mirror_images_are_held_out_together(self):
        setups = classifier.shuffled(400, np.random.default_rng(1))
        setups = np.concatenate([setups, classifier.mirrored(setups)])
        parts = classifier.parts(setups, np.arange(len(setups)))
        self.assertEqual(sorted(np.concatenate([counts for _, counts in parts])), list(range(len(setups))))
        for s, counts in parts:
            self.assertTrue((setups[counts] == s).all())
            self.assertEqual({t.tobytes() for t in s}, {t.tobytes() for t in classifier.mirrored(s)})

    def test_walking_setups_stay_adversarial(self):
        class FlagAtHome(classifier.torch.nn.Module):
            def forward(self, x):
                home = x[:, classifier.FLAG :: 12][:, :10].sum(1)
                return classifier.torch.stack([10 * home, 10 * (1 - home)], 1)

        rng = np.random.default_rng(1)
        found = classifier.adversaries(FlagAtHome(), 100, rng)
        moved = classifier.walk(FlagAtHome(), found, 10, rng)
        self.assertFalse((moved == found).all(1).any())
        self.assertTrue(((moved == classifier.FLAG).argmax(1) < 10).all())


class OtherSetups(unittest.TestCase):
    def test_what_is_known_stays_true_and_counted(self):
        rng = np.random.default_rng(1)
        setups, own = classifier.shuffled(64, rng), classifier.shuffled(64, rng)
        known, moved = rng.random((64, 40)) < 0.3, rng.random((64, 40)) < 0.4
        may = np.where(known, 1 << own.astype(int), np.where(moved & (own != 0) & (own != 11), data.MOVABLE, 0xFFF))
        out = data.other_setups(torch.from_numpy(may).int(), torch.from_numpy(setups)).numpy()
        self.assertTrue((out >> setups & 1).all(), "a setup that is not possible")
        self.assertTrue((out[known] == 1 << setups[known].astype(int)).all(), "a known piece is not known")
        for may, s, k in zip(out, setups, known):
            gone = [r for r in range(12) if (s[k] == r).sum() == data.ARMY[r]]
            for r in gone:
                self.assertFalse((may[~k] >> r & 1).any(), "a rank that is used up is possible")


def record(own=None, enemy=(), move=0, result=data.WON, player=0, game=0):
    """One record: own pieces as token: rank, enemy pieces as tokens, of which nothing is known."""
    x = np.zeros(data.SIZE, np.uint8)
    for at, rank in (own or {}).items():
        x[at] = 1 + rank
    may = np.zeros(data.SQUARES, "<u2")
    may[list(enemy)] = 0xFFF
    x[276:460] = may.view(np.uint8)
    x[580:582] = np.array([move], "<u2").view(np.uint8)
    x[582], x[583] = result, player
    x[584:588] = np.array([game], "<u4").view(np.uint8)
    return x


def batch(*records):
    return torch.from_numpy(np.stack(records))


def slide(a, b):
    return int(((data.SOURCE == a) & (data.TARGET == b)).nonzero()[0, 0])


class Records(unittest.TestCase):
    def test_fields(self):
        x = batch(record({0: 3, 5: 11}, [40], 1367, data.LOST, 7, 70000))
        self.assertEqual((data.moves(x).item(), data.results(x).item(), data.movers(x).item(), data.games(x).item()), (1367, 0, 7, 70000))
        self.assertEqual((data.captured(x).item(), data.material(x).item()), (77, 1))
        channels = data.channels(x)[0].view(3, data.SQUARES, data.RANKS)
        self.assertEqual(channels[0].nonzero().tolist(), [[0, 3], [5, 11]])
        self.assertEqual(channels[1].sum(), 0)
        self.assertEqual(channels[2].nonzero().tolist(), [[40, r] for r in range(12)])

    def test_legal_moves(self):
        # A scout on a1, a captain on b1, a bomb on c1 and an enemy on a5.
        legal = data.legal(batch(record({0: 2, 1: 6, 2: 11}, [40])))[0]
        want = {slide(0, 10), slide(0, 20), slide(0, 30), slide(0, 40), slide(1, 11)}
        self.assertEqual(set(legal.nonzero()[:, 0].tolist()), want)

    def test_openings(self):
        x = batch(record(game=0, player=1), record(game=0, player=1), record(game=0, player=1), record(game=1, player=1), record(game=1, player=2), record(game=2))
        rows, same = data.openings(x)
        self.assertEqual((rows.tolist(), same.tolist()), ([0, 3], [True, False]))

    def test_validation_is_by_game(self):
        x = batch(*[record(game=g) for g in range(60) for _ in range(3)])
        held = data.held_out(x)
        self.assertEqual(held.sum(), 9)
        self.assertEqual(set(data.games(x[held]).tolist()), {19, 39, 59})


class Tasks(unittest.TestCase):
    def test_piece_count_is_half_right_where_counts_are_equal(self):
        class Yes(torch.nn.Module):
            def forward(self, x):
                return torch.tensor([[1.0, 0.0]]).repeat(len(x), 1)

        x = batch(
            record({0: 2, 1: 3}, [40], result=data.WON), record({0: 2}, [40], result=data.LOST),
            record({0: 2}, [40, 41], result=data.WON), record({0: 2}, [40], result=data.WON),
        )
        task = tasks.States()
        rows = task.rows(x)
        out = task.yardsticks(x, rows, rows, Yes(), [])["all_games"]
        self.assertEqual((out["positions"], out["right"], out["piece_count"]), (4, 0.75, 0.5))


if __name__ == "__main__":
    unittest.main()
