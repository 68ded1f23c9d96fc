"""Tests of the lists of matches."""

import glob
import os
import tempfile
import unittest

from train.champion import matches


class Lists(unittest.TestCase):
    def test_the_lists_beside_the_program_can_be_read(self):
        words = {"m": "weights=m.weights", "s": "weights=s.weights"}
        for path in glob.glob(os.path.join(os.path.dirname(matches.__file__), "*.list")):
            names = [name for name, _ in matches.read_list(path, words)]
            self.assertEqual(len(names), len(set(names)), path)
            self.assertGreater(len(names), 2, path)

    def test_weights_that_were_not_given(self):
        with tempfile.NamedTemporaryFile("w", suffix=".list") as f:
            f.write("a marengo:{x} marengo\n")
            f.flush()
            with self.assertRaisesRegex(SystemExit, "'x'"):
                matches.read_list(f.name, {"m": "weights=m"})


if __name__ == "__main__":
    unittest.main()
