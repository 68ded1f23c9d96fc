"""Trains the network that tells human setups from random ones (Schoenmakers 2021, 5.2.2).

    python3 train/straitego_classifier.py SETUPS setup/weights/human.weights

SETUPS has lines of count TAB setup, 40 letters each. The network is 480-5x150-2: an input for each square and rank, and
two outputs, human and random. Training takes two rounds: human against random setups, and then human against random
and adversarial setups in equal parts, the latter being random ones that the first round's network takes for human.

A few ten thousand human setups are soon learnt by heart. So they are varied: mirrored, and with pieces of neighbouring
ranks exchanged; hidden units drop out; and between epochs the adversarial setups walk on, by exchanges of two pieces
after which the first network still takes them for human, which leaves their distribution as it is.

A tenth of the distinct setups is held out, together with random and adversarial setups of its own, and the figures
on it go into the file's provenance.
"""

import argparse
import copy
import datetime
import os

import numpy as np
import torch
import torch.nn.functional as F

import perceptron
import straitego_network

FEATURES = "setup-1"  # 12 * square + rank, squares in the setup's order, ranks F S 2 3 4 5 6 7 8 9 M B
LETTERS = "FS23456789MB"
ARMY = [1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6]
SIZES = [480, 150, 150, 150, 150, 150, 2]
HUMAN, RANDOM = 0, 1
ADVERSARY = 0.9  # how sure of a human the first network must be
SERGEANT, MAJOR = 4, 7
VARIATIONS = 2  # exchanges that are tried on a human setup
CHAINS = 4  # that walk on from each adversarial setup found
MIXING, STEPS = 40, 12  # of a chain at first, and between epochs
BATCH = 512


def read(path):
    """The distinct setups as ranks, [N, 40]."""
    return read_counted(path)[0]


def read_counted(path):
    """The distinct setups as ranks, [N, 40], and how often each was played, [N]."""
    rank = {c: i for i, c in enumerate(LETTERS)}
    with open(path) as f:
        lines = [line.split("\t") for line in f if line.strip()]
    setups = np.array([[rank[c] for c in text.strip()] for _, text in lines], dtype=np.uint8)
    return setups, np.array([int(count) for count, _ in lines])


def shuffled(n, rng):
    """n setups drawn uniformly, [n, 40]."""
    army = np.repeat(np.arange(12, dtype=np.uint8), ARMY)
    return rng.permuted(np.tile(army, (n, 1)), axis=1)


def mirrored(setups):
    """The setups with left and right exchanged."""
    return setups.reshape(-1, 4, 10)[:, :, ::-1].reshape(-1, 40)


def encode(setups):
    return F.one_hot(torch.from_numpy(setups.astype(np.int64)), 12).flatten(1).float()


@torch.no_grad()
def human_share(network, setups):
    """The network's probability that each setup is human."""
    parts = [network.probabilities(encode(setups[i : i + 8192]))[:, HUMAN] for i in range(0, len(setups), 8192)]
    return torch.cat(parts).numpy()


def adversaries(network, n, rng):
    """n random setups that the network takes for human."""
    found, tried = [], 0
    while sum(map(len, found)) < n:
        batch = shuffled(65536, rng)
        tried += len(batch)
        found.append(batch[human_share(network, batch) > ADVERSARY])
    found = np.concatenate(found)[:n]
    print(f"{len(found)} adversarial setups among {tried} random ones", flush=True)
    return found


def exchanged(setups, allowed, rng):
    """Copies in which two random squares are exchanged wherever allowed(a, b) says so of their ranks."""
    rows = np.arange(len(setups))
    i, j = rng.integers(40, size=(2, len(setups)))
    a, b = setups[rows, i], setups[rows, j]
    swap = allowed(a, b)
    out = setups.copy()
    out[rows[swap], i[swap]], out[rows[swap], j[swap]] = b[swap], a[swap]
    return out


def walk(network, setups, steps, rng):
    """Moves adversarial setups on: a Markov chain whose limit is uniform over all there are."""
    for _ in range(steps):
        proposal = exchanged(setups, lambda a, b: a != b, rng)
        stays = human_share(network, proposal) > ADVERSARY
        setups = np.where(stays[:, None], proposal, setups)
    return setups


def varied(human, rng):
    """Human setups, mirrored every other time, with a few exchanges among sergeants to majors."""
    flip = rng.random(len(human)) < 0.5
    out = np.where(flip[:, None], mirrored(human), human)
    for _ in range(VARIATIONS):
        out = exchanged(out, lambda a, b: (a >= SERGEANT) & (b >= SERGEANT) & (a <= MAJOR) & (b <= MAJOR), rng)
    return out


def fit(network, epochs, rate, samples, rng):
    """One round of training. samples(): this epoch's setups and labels."""
    network.train()
    optimizer = torch.optim.Adam(network.parameters(), lr=rate, weight_decay=1e-6)
    total = None
    for epoch in range(epochs):
        setups, labels = samples()
        order = rng.permutation(len(setups))
        steps = len(order) // BATCH
        total = total or epochs * steps
        losses = 0.0
        for step in range(steps):
            for group in optimizer.param_groups:  # down to nothing along a cosine
                group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * min(1, (epoch * steps + step) / total)))
            batch = order[step * BATCH : (step + 1) * BATCH]
            loss = F.cross_entropy(network(encode(setups[batch])), torch.from_numpy(labels[batch]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses += loss.item()
        print(f"epoch {epoch + 1}/{epochs}: loss {losses / steps:.4f}", flush=True)
    network.eval()


def mixed(human, others, rng):
    """A maker of epochs: each human setup once, varied, and as many others."""

    def samples():
        mine = varied(human, rng)
        other = others(len(human))
        labels = np.concatenate([np.full(len(mine), HUMAN), np.full(len(other), RANDOM)]).astype(np.int64)
        return np.concatenate([mine, other]), labels

    return samples


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("setups")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=8, help="of the first round")
    parser.add_argument("--epochs-two", type=int, default=16, help="of the second round")
    parser.add_argument("--adversaries", type=int, default=8000, help="to find for the second round")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stem", default="human-setups.tsv", help="how the provenance calls the setups")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    setups, counts = read_counted(args.setups)
    order = rng.permutation(len(setups))
    setups, counts = setups[order], counts[order]
    held = len(setups) // 10
    test, train = (setups[:held], counts[:held]), setups[held:]

    network = straitego_network.Perceptron(SIZES, "softmax")
    network.dropout = args.dropout
    fit(network, args.epochs, args.rate, mixed(train, lambda n: shuffled(n, rng), rng), rng)
    first = accuracies(network, test, shuffled(held // 2, rng), None)

    judge = copy.deepcopy(network).eval()
    test_adversaries = adversaries(judge, held // 2, rng)
    pool = walk(judge, np.repeat(adversaries(judge, args.adversaries, rng), CHAINS, axis=0), MIXING, rng)

    def others(n):
        nonlocal pool
        pool = walk(judge, pool, STEPS, rng)
        half = n // 2
        return np.concatenate([pool[rng.integers(len(pool), size=half)], shuffled(n - half, rng)])

    fit(network, args.epochs_two, args.rate, mixed(train, others, rng), rng)
    second = accuracies(network, test, shuffled(held // 2, rng), test_adversaries)

    provenance = dict(
        command=f"python3 train/straitego_classifier.py --epochs {args.epochs} --epochs-two {args.epochs_two} --adversaries {args.adversaries} --dropout {args.dropout} --rate {args.rate} --seed {args.seed} "
        f"{args.stem} {os.path.basename(args.out)}",
        data=f"{len(setups)} distinct human setups from Gravon 2003-2015, a tenth held out; random setups without end",
        date=datetime.date.today().isoformat(),
        first_round=first,
        second_round=second,
    )
    perceptron.save(args.out, network, FEATURES, provenance, "f32")
    print(provenance)


def accuracies(network, human, random, adversarial):
    """Shares recognised on held-out setups; all weighs human one half, the rest the other. Human setups count as
    often as they were played; distinct counts each once."""
    setups, counts = human
    right = human_share(network, setups) > 0.5
    figures = dict(
        human=float((right * counts).sum() / counts.sum()),
        distinct=float(right.mean()),
        random=float((human_share(network, random) <= 0.5).mean()),
    )
    others = figures["random"]
    if adversarial is not None:
        figures["adversarial"] = float((human_share(network, adversarial) <= 0.5).mean())
        others = (others + figures["adversarial"]) / 2
    figures["all"] = (figures["human"] + others) / 2
    print(figures, flush=True)
    return figures


if __name__ == "__main__":
    main()
