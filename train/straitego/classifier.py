"""Trains the network that tells human setups from random ones (Schoenmakers 2021, 5.2.2).

    python3 -m train.straitego.classifier SETUPS setup/weights/straitego-human.weights

SETUPS has lines of count TAB setup, 40 letters each. The network is 480-5x150-2: an input for each square and rank, and
two outputs, human and random. Left and right are alike, so it sees every setup turned such that the flag stands left.

Training takes two rounds. The first sets human against random setups. The second goes on from there with human setups
against random and adversarial ones in equal parts, the latter being random ones that the first round's network is 90%
sure are human. On these three kinds teachers are trained (teacher.py), and the network learns their opinion
of them and of setups in between: of those there is no end, whereas of human ones there are too few for it.

The distinct setups fall into three parts, mirror images into the same one: one to train on, one to choose by, and one
to test on, each with random and adversarial setups of its own. The main figure weighs human setups one half, random
and adversarial ones a quarter each, and counts each distinct human setup once.
"""

import argparse
import copy
import datetime
import os

import numpy as np
import torch
import torch.nn.functional as F

from train.straitego import perceptron
from train.straitego import network as fast
from train.straitego import teacher as teaching

FEATURES = "setup-2"  # 12 * square + rank, squares in the setup's order once turned, ranks F S 2 3 4 5 6 7 8 9 M B
LETTERS = "FS23456789MB"
ARMY = [1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6]
SIZES = [480, 150, 150, 150, 150, 150, 2]
HUMAN, RANDOM = 0, 1
FLAG, SERGEANT, MAJOR = 0, 4, 7
ADVERSARY = 0.9  # how sure of a human the first network must be
TEST, VALIDATION = 0.10, 0.05  # shares of the distinct setups
SPLIT = 20261115  # the split's seed
HELD_RANDOM, HELD_ADVERSARIES = 20000, 4000  # that go with the validation part, and with the test part
VARIATIONS = 2  # exchanges that are tried on a human setup
CHAINS, MIXING = 4, 30  # that walk on from each adversarial setup found, and their steps before the first is taken
POOLS, STEPS = 15, 8  # how often all chains' setups are taken, and steps between
NEAR = (1, 2, 3, 5, 1, 2, 3, 5)  # exchanges that lead from human setups to those in between
LESSON = (0.2, 0.4, 0.3, 0.1)  # of an epoch under the teachers: human setups, those in between, adversarial, random
BATCH, WARM_UP = 512, 300


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


def turned(setups):
    """The setups, mirrored where that brings the flag into the left half."""
    right = (setups == FLAG).argmax(1) % 10 >= 5
    return np.where(right[:, None], mirrored(setups), setups)


def encode(setups):
    return F.one_hot(torch.from_numpy(turned(setups).astype(np.int64)), 12).flatten(1).float()


def parts(setups, counts):
    """Splits setups into those to train on, to choose by and to test on, each with its counts."""
    keys = [s.tobytes() for s in turned(setups)]  # mirror images have the same
    number = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    place = np.random.default_rng(SPLIT).permutation(len(number)) / len(number)
    place = place[[number[key] for key in keys]]
    test, train = place < TEST, place >= TEST + VALIDATION
    return [(setups[m], counts[m]) for m in (train, ~train & ~test, test)]


@torch.no_grad()
def leaning(network, setups):
    """How much more the network's logits speak for human than for random."""
    out = [network(encode(setups[i : i + 512])) for i in range(0, len(setups), 512)]
    return torch.cat([y[:, HUMAN] - y[:, RANDOM] for y in out])


def human_share(network, setups):
    """The network's probability that each setup is human."""
    return leaning(network, setups).sigmoid().numpy()


def adversaries(network, n, rng):
    """n random setups that the network takes for human."""
    found, tried = [], 0
    while sum(map(len, found)) < n:
        batch = shuffled(65536, rng)
        tried += len(batch)
        found.append(batch[human_share(network, batch) > ADVERSARY])
    found = np.concatenate(found)
    print(f"{len(found)} adversarial setups among {tried} random ones", flush=True)
    return found[:n]


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
        proposal = exchanged(setups, np.not_equal, rng)
        stays = human_share(network, proposal) > ADVERSARY
        setups = np.where(stays[:, None], proposal, setups)
    return setups


def many_adversaries(network, n, rng):
    """n * CHAINS * POOLS adversarial setups: n found, the rest walked to from them."""
    pools = [walk(network, np.repeat(adversaries(network, n, rng), CHAINS, axis=0), MIXING, rng)]
    while len(pools) < POOLS:
        pools.append(walk(network, pools[-1], STEPS, rng))
    return np.concatenate(pools)


def varied(human, rng):
    """Human setups with a few exchanges among sergeants to majors."""
    for _ in range(VARIATIONS):
        human = exchanged(human, lambda a, b: (np.minimum(a, b) >= SERGEANT) & (np.maximum(a, b) <= MAJOR), rng)
    return human


def near(human, rng):
    """Setups in between human and random ones: human ones with any two pieces exchanged, once or a few times."""
    out = []
    for exchanges in NEAR:
        setups = human
        for _ in range(exchanges):
            setups = exchanged(setups, np.not_equal, rng)
        out.append(setups)
    return np.concatenate(out)


def fit(network, epochs, rate, samples, rng):
    """Trains a network. samples(): an epoch's setups, and how human each is said to be, 0 to 1."""
    network.train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-2)
    done = 0
    for epoch in range(epochs):
        setups, targets = samples()
        order = rng.permutation(len(setups))
        steps = len(order) // BATCH
        losses = 0.0
        for batch in np.split(order[: steps * BATCH], steps):
            for group in optimizer.param_groups:  # up at first, then down to nothing along a cosine
                group["lr"] = rate * min(1, done / WARM_UP) * 0.5 * (1 + np.cos(np.pi * done / (epochs * steps)))
            logits = network(encode(setups[batch]))
            loss = F.binary_cross_entropy_with_logits(logits[:, HUMAN] - logits[:, RANDOM], targets[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses += loss.item()
            done += 1
        print(f"epoch {epoch + 1}/{epochs}: loss {losses / steps:.4f}", flush=True)
    network.eval()


def labelled(human, others, rng):
    """A maker of epochs: each human setup once, varied, and as many others."""

    def samples():
        setups = np.concatenate([varied(human, rng), others(len(human))])
        return setups, (torch.arange(len(setups)) < len(human)).float()

    return samples


def taught(teachers, kinds, size, rng):
    """A maker of epochs: size setups, a LESSON's share from each kind, with the teachers' mean opinion of them."""
    opinions = [sum(leaning(teacher, setups) for teacher in teachers).div(len(teachers)).sigmoid() for setups in kinds]

    def samples():
        drawn = [rng.integers(len(setups), size=int(share * size)) for setups, share in zip(kinds, LESSON)]
        return (
            np.concatenate([setups[i] for setups, i in zip(kinds, drawn)]),
            torch.cat([opinion[i] for opinion, i in zip(opinions, drawn)]),
        )

    return samples


def seeded(args, *stage):
    """Makes a stage of training depend on nothing random that went before it."""
    torch.manual_seed(args.seed + sum(stage))
    return np.random.default_rng([args.seed, *stage])


def first_round(human, args):
    rng = seeded(args)
    network = fast.Perceptron(SIZES, "softmax")
    network.dropout = args.dropout
    fit(network, args.epochs, args.rate, labelled(human, lambda n: shuffled(n, rng), rng), rng)
    return network


def train_teacher(human, pool, args, rng):
    def others(n):
        return np.concatenate([pool[rng.integers(len(pool), size=n // 2)], shuffled(n - n // 2, rng)])

    teacher = teaching.Teacher()
    fit(teacher, args.epochs_teacher, args.rate, labelled(human, others, rng), rng)
    return teacher


def second_round(first, human, pool, teachers, args, rng):
    """The first round's network trained on under the teachers."""
    network = copy.deepcopy(first)
    network.dropout = 0.0
    kinds = [human, near(human, rng), pool, shuffled(2 * len(human), rng)]
    fit(network, args.epochs_two, args.rate, taught(teachers, kinds, 2 * len(human), rng), rng)
    return network


def accuracies(network, part, random, adversarial=None):
    """The shares recognised, and the main figure: all. The played ones count setups as often as they were played."""
    setups, counts = part
    right = human_share(network, setups) > 0.5
    figures = dict(human=right.mean(), played=(right * counts).sum() / counts.sum())
    others = figures["random"] = (human_share(network, random) <= 0.5).mean()
    if adversarial is not None:
        figures["adversarial"] = (human_share(network, adversarial) <= 0.5).mean()
        others = (others + figures["adversarial"]) / 2
    figures["all"] = (figures["human"] + others) / 2
    figures["all_played"] = (figures["played"] + others) / 2
    return {name: round(float(value), 4) for name, value in figures.items()}


def measured(first, network, part, rng):
    """The figures of both rounds on a held-out part."""
    random, adversarial = shuffled(HELD_RANDOM, rng), adversaries(first, HELD_ADVERSARIES, rng)
    return dict(
        first_round=accuracies(first, part, random),
        second_round=accuracies(network, part, random, adversarial),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("setups")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=8, help="of the first round")
    parser.add_argument("--teachers", type=int, default=2)
    parser.add_argument("--epochs-teacher", type=int, default=14, help="of each")
    parser.add_argument("--epochs-two", type=int, default=50, help="of the second round")
    parser.add_argument("--adversaries", type=int, default=8000, help="to find for the second round")
    parser.add_argument("--dropout", type=float, default=0.1, help="of the first round")
    parser.add_argument("--rate", type=float, default=2e-3, help="the learning rate")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    setups, counts = read_counted(args.setups)
    train, validation, test = parts(setups, counts)
    human = train[0]
    first = first_round(human, args)
    pool = many_adversaries(first, args.adversaries, seeded(args, 3))
    teachers = [train_teacher(human, pool, args, seeded(args, 4, i)) for i in range(args.teachers)]
    network = second_round(first, human, pool, teachers, args, seeded(args, 5))

    command = "python3 -m train.straitego.classifier " + " ".join(
        f"--{name.replace('_', '-')} {value}" for name, value in vars(args).items() if name not in ("setups", "out")
    )
    provenance = dict(
        command=f"{command} {os.path.basename(args.setups)} {os.path.basename(args.out)}",
        data=f"{len(setups)} distinct human setups from Gravon 2003-2015, {len(train[0])} of them to train on, "
        f"{len(validation[0])} to choose by and {len(test[0])} to test on; random setups without end",
        date=datetime.date.today().isoformat(),
        validation=measured(first, network, validation, seeded(args, 1)),
        test=measured(first, network, test, seeded(args, 2)),
    )
    perceptron.save(args.out, network, FEATURES, provenance, "f32")
    print(provenance)


if __name__ == "__main__":
    main()
