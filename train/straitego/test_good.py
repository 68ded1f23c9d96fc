"""Good setups: games taken together, families kept apart, worth found from games."""

import os
import tempfile
import unittest

import numpy as np
import torch

from train.straitego import classifier, good


def some(n, seed=1):
    return classifier.turned(classifier.shuffled(n, np.random.default_rng(seed)))


def written(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w") as f:
        f.writelines(line + "\n" for line in lines)
    return path


def encode_as_they_stand(setups):
    return torch.nn.functional.one_hot(torch.from_numpy(setups.astype(np.int64)), 12).flatten(1).float()


class Games(unittest.TestCase):
    def test_a_setup_of_two_lists_is_one(self):
        a, b, c = setups = some(3)
        with tempfile.TemporaryDirectory() as folder:
            one = [written(folder, "one", good.letters([a, b])), written(folder, "one.tsv", ["0\t1\t1"])]
            two = [written(folder, "two", good.letters([c, classifier.mirrored(a)[0]])), written(folder, "two.tsv", ["1\t0\t0.5"])]
            together, games = good.gather([one, two])
            self.assertTrue((together == setups).all())
            self.assertEqual(games.tolist(), [[0, 1, 1], [0, 2, 0.5]])
            with self.assertRaises(SystemExit):
                good.gather([[one[0], written(folder, "more.tsv", ["0\t2\t1"])]])

    def test_members_are_numbered_among_themselves(self):
        games = np.array([[0, 1, 1], [1, 3, 0], [3, 0, 0.5]])
        self.assertEqual(good.between(games, np.array([True, False, True, True])).tolist(), [[2, 0, 0.5]])


class Families(unittest.TestCase):
    def test_kin_is_found_over_steps_and_mirrors(self):
        setups = some(40)
        rng = np.random.default_rng(2)
        near = classifier.turned(classifier.exchanged(setups, np.not_equal, rng))
        nearer = classifier.turned(classifier.exchanged(near, np.not_equal, rng))
        family = good.families(np.concatenate([setups, near, nearer]))
        self.assertEqual(family.max() + 1, 40)
        self.assertTrue((family[:40] == family[40:80]).all() and (family[:40] == family[80:]).all())
        train, validation, test = good.parts(np.concatenate([setups, near, nearer]))
        self.assertTrue(((train.astype(int) + validation + test) == 1).all())
        for part, families in ((train, 32), (validation, 4), (test, 4)):
            self.assertEqual(len(set(family[part])), families)


class Worth(unittest.TestCase):
    def test_windows_find_what_decides_games(self):
        """Scouts beside scouts decide, wherever they stand."""
        torch.manual_seed(1)
        rng = np.random.default_rng(3)
        setups = some(1000, seed=4)
        scouts = setups.reshape(-1, 4, 10) == classifier.LETTERS.index("2")
        truth = (scouts[:, :, 1:] & scouts[:, :, :-1]).sum((1, 2)) / 2
        red, blue = rng.integers(800, size=(2, 40_000))
        won = rng.random(len(red)) < 1 / (1 + np.exp(truth[blue] - truth[red]))
        windows = good.Windows()
        good.fit_pairs(windows, setups[:800], np.column_stack([red, blue, won]), 100)
        lean = classifier.leaning(windows, setups).numpy()
        self.assertGreater(np.corrcoef(lean[800:], truth[800:])[0, 1], 0.5)
        written_out = windows.perceptron(torch.tensor(0.25))
        np.testing.assert_allclose(classifier.leaning(written_out, setups).numpy(), lean - 0.25, atol=1e-4)
        right = encode_as_they_stand(classifier.mirrored(setups))
        np.testing.assert_allclose((written_out(right)[:, good.GOOD] - written_out(right)[:, good.BAD]).detach().numpy(), lean - 0.25, atol=1e-4)

    def test_figures(self):
        strength = np.array([0.1, -0.1, 0.2, 0.3])
        part = np.array([True, True, False, False])
        games = np.array([[0, 1, 1.0], [1, 0, 1.0], [0, 1, 0.5], [0, 2, 1.0]])
        out = good.figures(part, dict(right=strength, wrong=-strength), strength, np.full(4, 0.1), games)
        self.assertEqual((out["setups"], out["games"], out["noise_allows"]), (2, 2, 0.707))
        self.assertEqual((out["right"]["correlation"], out["wrong"]["correlation"]), (1.0, -1.0))
        self.assertEqual(out["right"]["better_of_two"], 0.5)


if __name__ == "__main__":
    unittest.main()
