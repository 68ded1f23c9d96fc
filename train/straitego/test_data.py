"""Tests of StrAItego's data: python3 -m unittest train.straitego.test_data"""

import unittest

import numpy as np

from train.straitego import classifier
from train.straitego import data


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
        setups = classifier.shuffled(64, rng)
        records = np.zeros(64, data.RECORD)
        own = classifier.shuffled(64, rng)
        known, moved = rng.random((64, 40)) < 0.3, rng.random((64, 40)) < 0.4
        records["start_may"] = np.where(known, 1 << own.astype(int), np.where(moved & (own != 0) & (own != 11), data.MOVABLE, 0xFFF))
        out = data.with_setups(records, setups)
        self.assertTrue((out["start_may"] >> setups & 1).all(), "a setup that is not possible")
        self.assertTrue((out["start_may"][known] == 1 << setups[known].astype(int)).all(), "a known piece is not known")
        for may, s, k in zip(out["start_may"], setups, known):
            gone = [r for r in range(12) if (s[k] == r).sum() == data.ARMY[r]]
            for r in gone:
                self.assertFalse((may[~k] >> r & 1).any(), "a rank that is used up is possible")


if __name__ == "__main__":
    unittest.main()
