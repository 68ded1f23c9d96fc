"""The learner on made-up segments whose right answer is known, the guards, and
the state: saved, taken up, and refused when damaged."""

import os
import tempfile
import unittest

import torch

from train.champion import guards, model, schedule, state
from train.champion.actor import Segment, move_logits
from train.champion.config import UNIT_STEPS, Config
from train.champion.learn import Learner
from train.champion.loss import log_policy, policy_loss, value_loss
from train.champion.returns import WON
from train.champion.golden import golden_records

CPU = torch.device("cpu")


def small():
    return Config(size="tiny", games=24, plies=8, minibatch=48, rate_cap=3e-3, warmup_updates=1)


def learner(cfg):
    torch.manual_seed(1)
    return Learner(model.Transformer(width=16, layers=1, heads=1), cfg, CPU, compiled=False)


def segment(cfg, learner):
    """Every game is in some golden position; whoever plays legal move 0 wins at
    once, any other move loses nothing."""
    s = Segment(cfg.plies, cfg.games, CPU)
    records, _ = golden_records()
    s.records[:] = records[:cfg.games]
    flat = s.records.flatten(0, 1)
    with torch.no_grad():
        logits, mask, value = move_logits(learner.net, flat)
    logp = log_policy(logits, mask)
    actions = torch.multinomial(logp.exp(), 1)[:, 0]
    s.actions[:] = actions.view(s.actions.shape)
    s.logits[:] = logits.half().view(s.logits.shape)
    s.values[:] = torch.softmax(value, 1).view(s.values.shape)
    s.reports[..., 0] = torch.where(actions == 0, WON, 0).view(s.actions.shape)
    return s


class Learns(unittest.TestCase):
    def test_winning_move_becomes_likely(self):
        cfg = small()
        teacher = learner(cfg)
        records, _ = golden_records()

        def chance():
            with torch.no_grad():
                logits, mask, _ = move_logits(teacher.net, records[:cfg.games])
            return log_policy(logits, mask).exp()[:, 0].mean().item()
        before = chance()
        for _ in range(25):
            for minibatch in teacher.begin(segment(cfg, teacher)):
                minibatch()
        self.assertGreater(chance(), 3 * before)
        self.assertTrue(all(torch.isfinite(p).all() for p in teacher.params))
        self.assertEqual(teacher.steps, 25 * cfg.steps())

    def test_absent_moves_take_no_part(self):
        logits = torch.randn(3, 250)
        mask = torch.arange(250)[None, :] < torch.tensor([[1], [7], [40]])
        logp = log_policy(logits, mask)
        self.assertLess((logp.exp().sum(1) - 1).abs().max().item(), 1e-5)
        other = log_policy(torch.where(mask, logits, torch.randn(3, 250)), mask)
        self.assertTrue(torch.equal(logp, other))
        loss, _, kl, spread = policy_loss(logp, logp, mask, torch.zeros(3, dtype=torch.long), torch.zeros(3), 0.2, 0.1, 0.05)
        self.assertLess(kl.abs().max().item(), 1e-6)
        self.assertLess(spread[0].abs().item(), 1e-6)
        self.assertTrue(torch.isfinite(loss).all())

    def test_policy_gradient_has_the_right_sign(self):
        for advantage in (1.0, -1.0):
            logits = torch.zeros(1, 250, requires_grad=True)
            mask = torch.arange(250)[None, :] < 5
            logp = log_policy(logits, mask)
            policy_loss(logp, logp.detach(), mask, torch.tensor([2]), torch.tensor([advantage]), 0.2, 0.1, 0.0)[0].sum().backward()
            self.assertLess(logits.grad[0, 2].item() * advantage, 0)
            self.assertEqual(logits.grad[0, 5:].abs().sum().item(), 0)

    def test_value_loss_is_least_at_the_target(self):
        target = torch.tensor([[0.7, 0.2, 0.1]])
        best = value_loss(target.log(), target)
        self.assertLess(best.item(), value_loss(torch.zeros(1, 3), target).item())


class Schedules(unittest.TestCase):
    def test_published_figures(self):
        cfg = Config()
        self.assertEqual(schedule.magnet_weight(cfg, 0), cfg.magnet)
        self.assertAlmostEqual(schedule.magnet_weight(cfg, 1024 * UNIT_STEPS), cfg.magnet / 8)
        self.assertEqual(schedule.magnet_weight(cfg, 10**15), 0.001)
        self.assertEqual(schedule.learning_rate(cfg, 0, 1000), cfg.rate())
        self.assertAlmostEqual(schedule.learning_rate(cfg, 10**12, 1000), cfg.rate() / 20)


class Guard(unittest.TestCase):
    def rows(self, draws, entropy=1.0):
        return [{"steps": str(60_000_000 + 1_000_000 * i), "draws": str(d), "entropy": str(entropy), "games": "9"}
                for i, d in enumerate(draws)]

    def test_collapse(self):
        cfg = Config()
        self.assertIsNone(guards.collapse(cfg, []))
        self.assertIsNone(guards.collapse(cfg, self.rows([0.3] * 20)))
        self.assertIsNone(guards.collapse(cfg, self.rows([0.9 - 0.01 * i for i in range(20)])))
        self.assertIsNotNone(guards.collapse(cfg, self.rows([0.6 + 0.01 * i for i in range(20)])))
        self.assertIsNotNone(guards.collapse(cfg, self.rows([0.1] * 20, entropy=0.001)))


class Saved(unittest.TestCase):
    def test_round_trip_and_damage(self):
        cfg = small()
        one = learner(cfg)
        for minibatch in one.begin(segment(cfg, one)):
            minibatch()
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                games = os.path.join(folder, "games.part")
                with open(games, "wb") as f:
                    f.write(b"games")
                state.save(folder, one, games, 1.5)
            self.assertEqual(len(os.listdir(folder)), 5)
            values = state.manifest(folder)
            two = learner(state.config(values))
            state.load(folder, values, two)
            self.assertTrue(all(torch.equal(a, b) for a, b in zip(one.params, two.params)))
            self.assertTrue(all((a - b).abs().max() < 1e-3 for a, b in zip(one.ema, two.ema)))
            self.assertEqual((one.steps, one.updates), (two.steps, two.updates))
            for minibatch in two.begin(segment(cfg, two)):
                minibatch()
            path = os.path.join(folder, values["files"]["ema"]["file"])
            with open(path, "r+b") as f:
                f.truncate(100)
            with self.assertRaisesRegex(state.StateError, "truncated"):
                state.load(folder, values, two)


if __name__ == "__main__":
    unittest.main()
