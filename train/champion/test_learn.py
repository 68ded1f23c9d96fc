"""The learner on made-up segments whose right answer is known, and the guards."""

import unittest

import torch

from train.champion import guards, model, schedule
from train.champion.actor import Segment, move_logits
from train.champion.config import UNIT_STEPS, Config
from train.champion.learn import STATS, Learner
from train.champion.loss import ENEMY_RANK, log_policy, policy_loss, value_loss
from train.champion.observe import observe
from train.champion.returns import WON
from train.champion.golden import golden_records

CPU = torch.device("cpu")


def small():
    return Config(size="tiny", games=24, plies=8, minibatch=48, rate_cap=3e-3, warmup_updates=1, guests="", endless_share=0.0)


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


def likeliest(records):
    """Labels as if every hidden piece were what counting holds for likeliest."""
    ranks = observe(records.flatten(0, 1))[..., ENEMY_RANK].argmax(-1).view(*records.shape[:2], -1)
    return torch.where(records[..., :92] == 16, 1 + ranks, 0)


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
        cfg.magnet, cfg.magnet_unit = 0.05, 5_200_000
        self.assertAlmostEqual(schedule.magnet_weight(cfg, 1_387_790_336), 0.0094, places=4)
        self.assertEqual(schedule.mean_decay(0.9999, 10**6), 0.9999)
        self.assertLess(schedule.mean_decay(0.9999, 90), 0.92)
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


class Guesses(unittest.TestCase):
    def gradients(self, share, weight):
        cfg = small()
        cfg.belief_weight, cfg.belief_share = weight, share
        teacher = learner(cfg)
        s = segment(cfg, teacher)
        s.labels[:] = likeliest(s.records)
        torch.manual_seed(2)
        for minibatch in teacher.begin(s)[:2]:
            minibatch()
        return {name: p.detach().clone() for name, p in teacher.net.named_parameters()}, teacher

    def test_the_trunk_is_untouched(self):
        """The guess learns, and no other weight changes otherwise than without it."""
        without, _ = self.gradients(0.0, 0.0)
        stopped, teacher = self.gradients(0.0, 1.0)
        let_through, _ = self.gradients(1.0, 1.0)
        for name in without:
            same = torch.equal(without[name], stopped[name])
            self.assertEqual(same, not name.startswith("belief."), name)
        self.assertFalse(torch.equal(let_through["embed.weight"], stopped["embed.weight"]))
        stats = dict(zip(STATS, teacher.stats.tolist()))
        self.assertLess(stats["belief_loss"], stats["counting_loss"])

    def test_it_learns_the_truth(self):
        cfg = small()
        cfg.belief_rate = 0.05
        teacher = learner(cfg)
        s = segment(cfg, teacher)
        s.labels[:] = likeliest(s.records)
        for _ in range(8):
            teacher.stats.zero_()
            for minibatch in teacher.begin(s):
                minibatch()
        stats = dict(zip(STATS, teacher.stats.tolist()))
        self.assertLess(stats["belief_loss"], 0.5 * stats["counting_loss"])


class Streams(unittest.TestCase):
    def test_only_own_steps_are_learnt(self):
        cfg = Config(size="tiny", games=24, plies=8, minibatch=16, guests="careful=0.25", older_share=0.5, endless_share=0.0)
        teacher = learner(cfg)
        self.assertEqual(int(teacher.own.sum()), cfg.taught())
        advantage = torch.where(teacher.own, 0.5, 9.0).flatten()
        chosen, others = teacher._filter(advantage)
        self.assertEqual((len(chosen), len(others)), (cfg.policy_steps(), cfg.value_steps()))
        self.assertTrue(teacher.own.flatten()[torch.cat([chosen, others])].all())


if __name__ == "__main__":
    unittest.main()
