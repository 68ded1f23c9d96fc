"""Trains StrAItego's three networks for positions (Schoenmakers 2021): moves (6.2.4), states (8.1.7), ranks (7.2.6).

    python3 -m train.straitego.networks moves POSITIONS agents/weights/straitego-moves.weights

POSITIONS is what `marengo dataset` wrote. One game in ten is held out; the figures on it go into the file's provenance.
The rank network has a shared core instead of the paper's forty branches of its own, which the paper tried as
well and which fits into a small file. A few hundred games have too few setups to learn setups from, so with --setups
(lines of count TAB setup) it sees what was known in a position of the games about another, human setup.
"""

import argparse
import datetime
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from train.straitego import perceptron
from train.straitego import network as fast
from train.straitego import classifier
from train.straitego import data

HIDDEN = [300] * 5
WON, LOST = 0, 1  # the outputs of the state network
BATCH = 512


class Task:
    """One network: its shape, inputs, loss and how often it is right."""

    def __init__(self, features, sizes, groups, inputs):
        self.features, self.sizes, self.groups, self.inputs = features, sizes, groups, inputs

    def varied(self, records):
        """What to learn from in place of the records."""
        return records


class Moves(Task):
    def __init__(self):
        super().__init__("channels-1", [data.CHANNELS, *HIDDEN, data.SLIDES], 1, data.channels)

    def usable(self, records):
        return records

    def judge(self, logits, records):
        target = torch.from_numpy(records["move"].astype(np.int64))
        return F.cross_entropy(logits, target), (logits.argmax(1) == target).float().mean()


class States(Task):
    def __init__(self):
        super().__init__("channels-1", [data.CHANNELS, *HIDDEN, 2], 1, data.channels)

    def usable(self, records):
        return records[records["result"] != 1]  # drawn games are left out, as in the paper

    def judge(self, logits, records):
        target = torch.from_numpy(np.where(records["result"] == 2, WON, LOST).astype(np.int64))
        return F.cross_entropy(logits, target), (logits.argmax(1) == target).float().mean()


class Ranks(Task):
    def __init__(self):
        super().__init__("possible-1", [data.SETUP * data.RANKS, 512, 512, data.SETUP * data.RANKS], data.SETUP, data.possible)
        self.setups, self.rng = None, np.random.default_rng(2)

    def usable(self, records):
        return records

    def use_setups(self, setups, held):
        """Takes human setups to learn from, but for those of held-out games, either way round."""
        known = {s.tobytes() for s in held["start"]} | {s.tobytes() for s in classifier.mirrored(held["start"])}
        self.setups = np.array([s for s in setups if s.tobytes() not in known])

    def varied(self, records):
        """The records with human setups in place of their own."""
        if self.setups is None:
            return records
        setups = self.setups[self.rng.integers(len(self.setups), size=len(records))]
        flip = self.rng.random(len(records)) < 0.5
        return data.with_setups(records, np.where(flip[:, None], classifier.mirrored(setups), setups))

    def judge(self, logits, records):
        """Loss over the pieces that are hidden; accuracy likewise."""
        target = torch.from_numpy(records["start"].astype(np.int64))
        may = data.spread(records["start_may"])
        hidden = may.sum(-1) > 1
        logits = logits.view(len(records), data.SETUP, data.RANKS)
        loss = F.cross_entropy(logits[hidden], target[hidden])
        right = logits.masked_fill(may == 0, -1e9).argmax(-1) == target
        return loss, right[hidden].float().mean()


TASKS = {"moves": Moves, "states": States, "ranks": Ranks}


def train(task, network, records, seconds, epochs, rate, decay):
    """Adam down a cosine, for a number of epochs or until so many seconds of this process are spent."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    network.train()
    rng = np.random.default_rng(1)
    start, steps = time.process_time(), len(records) // BATCH
    done = 0
    for epoch in range(epochs):
        order = rng.permutation(len(records))
        losses = rights = 0.0
        for step in range(steps):
            spent = max((time.process_time() - start) / seconds, done / (epochs * steps))
            if spent >= 1:
                return done * BATCH
            for group in optimizer.param_groups:
                group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * spent))
            batch = task.varied(records[order[step * BATCH : (step + 1) * BATCH]])
            loss, right = task.judge(network(task.inputs(batch)), batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            done += 1
            losses += loss.item()
            rights += right.item()
        print(f"epoch {epoch + 1}: loss {losses / steps:.4f}, right {rights / steps:.4f}", flush=True)
    return done * BATCH


@torch.no_grad()
def measure(task, network, records):
    """Loss and accuracy on held-out games."""
    losses, rights, n = 0.0, 0.0, 0
    for i in range(0, len(records), 4096):
        batch = records[i : i + 4096]
        loss, right = task.judge(network(task.inputs(batch)), batch)
        losses, rights, n = losses + loss.item() * len(batch), rights + right.item() * len(batch), n + len(batch)
    return dict(positions=n, loss=round(losses / n, 4), accuracy=round(rights / n, 4))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("network", choices=TASKS)
    parser.add_argument("positions")
    parser.add_argument("out")
    parser.add_argument("--games", default="", help="what the provenance says about the games")
    parser.add_argument("--setups", help="human setups for the rank network")
    parser.add_argument("--share", type=float, default=1.0, help="of the positions that are used")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=600, help="of the processor, at most")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--decay", type=float, default=0.01, help="of the weights")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    task = TASKS[args.network]()
    training, held = (task.usable(r) for r in data.load(args.positions, args.share, args.seed))
    if args.setups and args.network == "ranks":
        task.use_setups(classifier.read(args.setups), held)
    network = fast.Perceptron(task.sizes, "softmax", task.groups)
    print(f"{len(training)} positions to learn from, {len(held)} held out", flush=True)
    network.dropout = args.dropout
    seen = train(task, network, training, args.seconds, args.epochs, args.rate, args.decay)
    network.eval()
    provenance = dict(
        command=f"python3 -m train.straitego.networks {'--setups human-setups.tsv ' if args.setups else ''}--share {args.share} --epochs {args.epochs} --seconds {args.seconds} "
        f"--rate {args.rate} --dropout {args.dropout} --decay {args.decay} --seed {args.seed} {args.network} {os.path.basename(args.positions)} {os.path.basename(args.out)}",
        data=f"{len(training)} positions; {args.games}",
        positions_seen=seen,
        date=datetime.date.today().isoformat(),
        held_out=measure(task, network, held),
    )
    perceptron.save(args.out, network, task.features, provenance, "i8")
    saved, _ = perceptron.load(args.out)
    provenance["held_out_as_saved"] = measure(task, saved, held)
    print(provenance)


if __name__ == "__main__":
    main()
