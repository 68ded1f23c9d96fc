"""The state: saved, taken up, refused when damaged, and carried over from version 1."""

import hashlib
import json
import os
import tempfile
import unittest

import torch

from train.champion import model, state
from train.champion.golden import golden_records
from train.champion.observe import observe
from train.champion.test_learn import learner, segment, small


def outputs(net, tokens):
    with torch.no_grad():
        return net.eval()(tokens)


def write_older(folder, net, mean, cfg):
    """A state as version 1 wrote it."""
    params = [p.detach() for p in net.parameters()]
    raw = torch.cat([p.flatten() for p in params]).numpy().tobytes()
    contents = {
        "weights-0": raw[:1000], "weights-1": raw[1000:],
        "ema": torch.cat([p.flatten() for p in mean]).half().numpy().tobytes(),
        "moments": torch.cat([p.flatten() ** 2 for p in params]).to(torch.bfloat16).view(torch.int16).numpy().tobytes(),
        "games": b"games",
    }
    files = {}
    for name, part in contents.items():
        state.write(folder, f"g3-{name}", part)
        files[name] = {"file": f"g3-{name}", "bytes": len(part), "sha256": hashlib.sha256(part).hexdigest()}
    figures = dict(vars(cfg), ema=0.999)
    for name in ("means", "guests", "magnet_unit", "belief_weight"):
        del figures[name]
    values = {"version": 1, "features": 1, "number": 3, "steps": 7, "updates": 20_000, "minutes": 2.5, "config": figures, "files": files}
    state.write(folder, state.MANIFEST, json.dumps(values).encode())


class Saved(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def save(self, taught):
        games = os.path.join(self.folder, "games.part")
        state.write(self.folder, "games.part", b"games")
        state.save(self.folder, taught, games, 1.5)

    def test_round_trip_and_damage(self):
        cfg = small()
        one = learner(cfg)
        for minibatch in one.begin(segment(cfg, one)):
            minibatch()
        for _ in range(2):
            self.save(one)
        self.assertEqual(len(os.listdir(self.folder)), 5)
        values = state.manifest(self.folder)
        two = learner(state.config(values))
        state.load(self.folder, values, two)
        for a, b in zip(one.params, two.params):
            self.assertLess(((a - b).abs() / (a.abs() + 1e-6)).max().item(), 1.6e-5)
        self.assertEqual(len(two.means), 3)
        for mean, again in zip(one.means, two.means):
            for a, b, w in zip(mean, again, one.params):
                self.assertLessEqual((a - b).abs().max().item(), (a - w).abs().max().item() / 200 + 1e-5)
        for p, q in zip(one.params, two.params):
            a, b = one.adam.state[p]["exp_avg_sq"], two.adam.state[q]["exp_avg_sq"]
            self.assertTrue(((a == 0) == (b == 0)).all())
            self.assertLess(((a - b).abs() / (a + 1e-30))[a > 0].max().item() if (a > 0).any() else 0.0, 0.3)
        self.assertEqual((one.steps, one.updates), (two.steps, two.updates))
        for minibatch in two.begin(segment(cfg, two)):
            minibatch()
        path = os.path.join(self.folder, values["files"]["means"]["file"])
        with open(path, "r+b") as f:
            f.truncate(100)
        with self.assertRaisesRegex(state.StateError, "truncated"):
            state.load(self.folder, values, two)

    def test_large_contents_come_in_pieces(self):
        whole, state.PIECE = state.PIECE, 1000
        self.addCleanup(setattr, state, "PIECE", whole)
        one = learner(small())
        self.save(one)
        values = state.manifest(self.folder)
        self.assertIn("weights-25", values["files"])
        self.assertTrue(all(entry["bytes"] <= 1000 for entry in values["files"].values()))
        two = learner(small())
        state.load(self.folder, values, two)
        self.assertLess(max((a - b).abs().max().item() for a, b in zip(one.params, two.params)), 1e-5)

    def test_version_1_is_carried_over(self):
        """What the network computes stays as it was, though its spare columns held random
        numbers and the features there have a meaning now."""
        torch.manual_seed(3)
        old = model.Transformer(**model.SIZES["tiny"], belief=False)
        with torch.no_grad():
            old.value.weight += torch.randn_like(old.value.weight)
        mean = [p.detach() + 0.01 * torch.randn_like(p) for p in old.parameters()]
        write_older(self.folder, old, mean, small())
        values = state.manifest(self.folder)
        self.assertEqual(state.config(values).means, (0.999, 0.9998, 0.9999))
        new = learner(state.config(values))
        state.load(self.folder, values, new)
        self.assertEqual((new.steps, new.updates), (7, 20_000))
        records, _ = golden_records()
        tokens = observe(records)
        self.assertGreater(tokens[..., model.OLDER_FEATURES:].sum().item(), 10)
        before = tokens.clone()
        before[..., model.OLDER_FEATURES:] = 0
        for got, want in zip(outputs(new.net, tokens), outputs(old, before)):
            self.assertLess((got - want).abs().max().item(), 1e-6)
        for kept in new.means:
            for (name, _), a, b in zip(old.named_parameters(), kept, mean):
                if name == "embed.weight":
                    self.assertEqual(a[:, model.OLDER_FEATURES:].abs().max().item(), 0)
                    a, b = a[:, :model.OLDER_FEATURES], b[:, :model.OLDER_FEATURES]
                self.assertLess((a - b).abs().max().item(), 2e-3)
        for p in new.params[:2]:
            self.assertGreater(new.adam.state[p]["exp_avg_sq"].max().item(), 0)
        embed = dict(new.net.named_parameters())["embed.weight"]
        self.assertEqual(new.adam.state[embed]["exp_avg_sq"][:, model.OLDER_FEATURES:].max().item(), 0)
        self.save(new)
        self.assertEqual(state.manifest(self.folder)["version"], state.VERSION)

    def test_an_older_weight_file_computes_the_same(self):
        torch.manual_seed(3)
        old = model.Transformer(**model.SIZES["tiny"], belief=False)
        path = os.path.join(self.folder, "old.weights")
        name, model.FEATURES_NAME = model.FEATURES_NAME, model.OLDER_NAME
        try:
            model.save(path, old, {}, "f32")
        finally:
            model.FEATURES_NAME = name
        new, _ = model.load(path)
        self.assertIsNone(new.belief)
        records, _ = golden_records()
        tokens = observe(records)
        before = tokens.clone()
        before[..., model.OLDER_FEATURES:] = 0
        for got, want in zip(outputs(new, tokens), outputs(old, before)):
            self.assertLess((got - want).abs().max().item(), 1e-6)


if __name__ == "__main__":
    unittest.main()
