"""Acting: at every ply each network is asked for its own games, and answers land where they belong."""

import unittest

import torch

from train.champion import model
from train.champion.actor import Actor, Segment
from train.champion.config import Config
from train.champion.golden import golden_records
from train.champion.observe import LEGAL, legal_moves
from train.champion.seats import Seats

CPU = torch.device("cpu")


class Boards:
    """A gym that stands still and counts what it is asked."""

    def __init__(self, n, groups):
        self.n = n
        self.records = [golden_records()[0][:n].clone() for _ in range(groups)]
        self.labels = [torch.full((n, 92), g, dtype=torch.uint8) for g in range(groups)]
        self.reports = [torch.full((n, 4), 1 + g, dtype=torch.uint8) for g in range(groups)]
        self.actions = [torch.zeros(n, dtype=torch.int16) for _ in range(groups)]
        self.seen = []

    def go(self, g):
        self.seen.append((g, self.actions[g].clone()))

    def wait(self, g):
        pass


class Plays(unittest.TestCase):
    def test_each_is_asked_for_its_games(self):
        cfg = Config(size="tiny", games=40, plies=4, minibatch=8, guests="careful=0.1", older_share=0.4, endless_share=0.1)
        seats = Seats(cfg)
        boards = Boards(seats.n, cfg.groups)
        actor = Actor(model.build("tiny"), boards, seats, CPU, compiled=False, older=model.build("tiny"))

        def choose(records, noise):
            n = len(records)
            return torch.full((n,), 7, dtype=torch.int16), torch.ones(n, LEGAL), torch.full((n, 3), 0.5), torch.zeros(())
        actor.choose = choose
        actor.choose_older = lambda records, noise: torch.full((len(records),), 9, dtype=torch.int16)
        segment = Segment(cfg.plies, cfg.games, CPU)
        actor.fill(segment, 0, lambda: None)
        own = seats.own(cfg.plies + 2)
        for k, (g, actions) in enumerate(boards.seen):
            mine = own[k // cfg.groups, g * seats.n:(g + 1) * seats.n]
            self.assertTrue(torch.equal(actions, torch.where(mine, 7, 9).to(torch.int16)))
        self.assertTrue(torch.equal(segment.actions == 7, own))
        self.assertTrue(torch.equal(segment.values[..., 0] == 0.5, own))
        self.assertTrue((segment.labels[:, seats.n:] == 1).all() and (segment.labels[:, :seats.n] == 0).all())
        self.assertTrue((segment.reports[:cfg.plies + 1, seats.n:] == 2).all())

    def test_alone_it_is_asked_for_all(self):
        cfg = Config(size="tiny", games=8, plies=2, minibatch=8, guests="", endless_share=0.0)
        seats = Seats(cfg)
        boards = Boards(seats.n, cfg.groups)
        actor = Actor(model.build("tiny"), boards, seats, CPU, compiled=False)
        segment = Segment(cfg.plies, cfg.games, CPU)
        actor.fill(segment, 0, lambda: None)
        self.assertEqual(len(boards.seen), 2 * (cfg.plies + 2))
        legal = boards.records[0][:, 452].int() + 256 * boards.records[0][:, 453].int()
        self.assertTrue((segment.actions[:, :seats.n] < legal).all())

    def test_cold_games_take_the_likeliest(self):
        cfg = Config(size="tiny", games=8, plies=8, minibatch=8, guests="", endless_share=0.0)
        seats = Seats(cfg)
        boards = Boards(seats.n, cfg.groups)
        net = model.build("tiny")
        with torch.no_grad():
            net.query.weight *= 20
        actor = Actor(net, boards, seats, CPU, compiled=False, heat=torch.tensor([1e-6, 1.0, 1e-6, 1e-6]))
        segment = Segment(cfg.plies, cfg.games, CPU)
        actor.fill(segment, 0, lambda: None)
        mask = legal_moves(segment.records.flatten(0, 1))[1].view(segment.logits.shape)
        best = segment.logits.float().masked_fill(~mask, -1e9).argmax(2)
        likeliest = segment.actions == best
        self.assertTrue(likeliest[:, [0, 2, 3]].all())
        self.assertFalse(likeliest[:, 1::4].all())


if __name__ == "__main__":
    unittest.main()
