"""The guesser learns the ranks that it is shown, and is shown of a record what it may see."""

import argparse
import unittest

import torch

from train.champion import model
from train.champion.actor import Segment
from train.champion.config import Config
from train.champion.golden import SHOWN, golden_records
from train.champion.guesser import Guesser, Tally, phases
from train.champion.observe import (ENEMY_DEAD, ENEMY_HIDDEN, ENEMY_MOVED, ENEMY_STILL, FLAGS, PIECES, STARTS, TOKENS, at_start, knowledge, mirror,
                                    observe, public)
from train.champion.seats import Seats

CPU = torch.device("cpu")


def hidden_labels(records):
    """Any ranks for the hidden pieces of records."""
    hidden = records[:, PIECES:PIECES + TOKENS] == 16
    return torch.where(hidden, 2 + torch.arange(TOKENS) % 10, 0).to(torch.uint8)


class Shows(unittest.TestCase):
    def test_as_the_program_does(self):
        records = golden_records()[0]
        shown, tensors = golden_records(SHOWN)
        self.assertTrue(torch.equal(public(records), shown[0::2]))
        start, _ = at_start(*knowledge(records, hidden_labels(records)))
        counts = slice(ENEMY_HIDDEN, ENEMY_HIDDEN + 12)  # these depend on the ranks, which nobody knows here
        start[:, counts] = records[:, counts]
        self.assertTrue(torch.equal(start, shown[1::2]))
        self.assertLess((observe(shown) - tensors).abs().max().item(), 1e-6)

    def test_public_records_hide_own_ranks(self):
        records = golden_records()[0]
        shown, plain = observe(public(records)), observe(records)
        own_hidden = plain[..., 37] > 0
        self.assertTrue(own_hidden.any())
        self.assertEqual(shown[..., :12][own_hidden].abs().sum().item(), 0)
        shown[..., :12][own_hidden] = plain[..., :12][own_hidden]
        self.assertTrue(torch.equal(shown, plain))

    def test_what_is_known_lies_where_it_began(self):
        records = golden_records()[0]
        labels = hidden_labels(records)
        how, rank = knowledge(records, labels)
        start, truth = at_start(how, rank)
        for k in range(len(records)):
            r = records[k]
            hidden = 0
            for t in range(TOKENS):
                begun = r[STARTS + t].item()
                if r[PIECES + t] < 16 or begun >= 40:
                    continue
                at = TOKENS - 1 - begun
                if r[PIECES + t] == 16:
                    hidden += 1
                    self.assertEqual(start[k, PIECES + at].item(), 16)
                    self.assertEqual(truth[k, at].item(), labels[k, t].item())
                    self.assertEqual(start[k, FLAGS + at].item(), r[FLAGS + t].item() & 1)
                else:
                    self.assertEqual(start[k, PIECES + at].item(), r[PIECES + t].item())
            self.assertEqual(start[k, ENEMY_MOVED].item() + start[k, ENEMY_STILL].item(), hidden)
            self.assertEqual(start[k, ENEMY_HIDDEN:ENEMY_HIDDEN + 12].sum().item(), hidden)
            for i in range(40):
                dead = r[ENEMY_DEAD + i].item()
                if dead:
                    self.assertEqual(start[k, PIECES + TOKENS - 1 - i].item(), 16 + dead)

    def test_a_bomb_has_not_moved(self):
        how, rank = torch.full((1, 40), 2), torch.full((1, 40), 5)
        rank[0, 3] = 11
        start, _ = at_start(how, rank)
        self.assertEqual(start[0, FLAGS + TOKENS - 1 - 3].item(), 0)
        self.assertEqual(start[0, ENEMY_MOVED].item(), 39)

    def test_mirroring_twice_changes_nothing(self):
        records = golden_records()[0]
        tokens, labels = observe(records), hidden_labels(records)
        once = mirror(tokens, labels)
        self.assertFalse(torch.equal(once[0], tokens))
        twice = mirror(*once)
        self.assertTrue(torch.equal(twice[0], tokens) and torch.equal(twice[1], labels))

    def test_what_has_not_moved_stands_where_it_began_in_the_mirror_too(self):
        tokens, _ = mirror(observe(golden_records()[0][:1]), torch.zeros(1, TOKENS))
        for first, moved, at in (99, 38, lambda i: i), (139, 40, lambda i: TOKENS - 1 - i):
            begun = tokens[0, :, first:first + 40]
            still = (begun.sum(1) > 0) & (tokens[0, :, moved] == 0)
            self.assertTrue(still.any())
            for t in still.nonzero()[:, 0].tolist():
                self.assertEqual(at(begun[t].argmax().item()), t)


class Learns(unittest.TestCase):
    def guesser(self, segment):
        cfg = Config(size="tiny", games=segment.records.shape[1], plies=segment.plies, minibatch=8, guests="careful=0.25", endless_share=0.0)
        args = argparse.Namespace(rate=5e-2, share=1.0, batch=16, alone=0.25)
        return Guesser(model.build("tiny"), Seats(cfg), torch.full((5, 40), 3, dtype=torch.uint8), args, CPU, compiled=False)

    def test_the_truth(self):
        torch.manual_seed(1)
        segment = Segment(4, 8, CPU)
        segment.records.copy_(golden_records()[0][:1].expand(6, 8, -1))
        hidden = segment.records[..., PIECES:PIECES + TOKENS] == 16
        segment.labels.copy_(torch.where(hidden, 1 + 3, 0))  # all of them are miners
        guesser = self.guesser(segment)
        losses = []
        for _ in range(60):
            for call in guesser.begin(segment):
                call()
            sums = guesser.tally.sums.sum(0)
            losses.append((sums[0] / sums[2]).item())
            guesser.tally.line()
        self.assertEqual(guesser.updates, 120)
        self.assertGreater(losses[0], 1.0)
        self.assertLess(losses[-1], 0.1)

    def test_the_tally_tells_who_and_when(self):
        tally = Tally(CPU)
        records = golden_records()[0][:2].clone()
        records[0, ENEMY_DEAD:ENEMY_DEAD + 40] = 0
        records[1, ENEMY_DEAD:ENEMY_DEAD + 40] = 1
        phase = phases(records)
        self.assertEqual(phase[1].item(), 2)
        tally.add(torch.tensor([True, False]), torch.tensor([False, True]), torch.tensor([0, 2]),
                  [torch.tensor([1.0, 3.0]), torch.tensor([2.0, 4.0]), torch.tensor([1, 1])])
        line = tally.line()
        self.assertIn("networks setup -100.0 -100.0 -25.0", line)
        self.assertIn("guests seen -50.0 -100.0 -100.0", line)
        self.assertEqual(tally.sums.abs().sum().item(), 0)


if __name__ == "__main__":
    unittest.main()
