"""Trains the network that tells good setups from bad ones, which Schoenmakers (2021, chapter 12) suggests.

    python3 -m train.straitego.good setup/weights/straitego-good.weights --games state/candidates.txt state/setups/games.tsv

The games are between setups, as `train.champion.setups play` writes them. The network learns as Bradley and Terry would: its
lean is the logit of good less that of bad, and red wins with the chance sigmoid(lean of red's setup - lean of blue's +
red's advantage). So its softmax says how likely a setup beats an average one.

There are few setups with games, and a plain perceptron would have to learn on each square anew what stands well beside what. So each
hidden unit sees three squares by three, with weights that are the same all over the board but for a bias, and the board is
looked at both ways round. Written out, that is a perceptron of one hidden layer.

Setups that differ by an exchange or two are a family, as are mirror images. A tenth of the families is held out to choose by
and a tenth to test on: games in which a setup of either took part are not learnt from. The test part is shown with --test.
"""

import argparse
import datetime
import json
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from train.shared import strengths as worth
from train.straitego import classifier
from train.straitego import perceptron

GOOD, BAD = classifier.HUMAN, classifier.RANDOM  # the outputs: those of the classifier, as its `leaning` reads them
HELD = 0.1  # share of the families to choose by, and to test on
KIN = 4  # squares in which the setups of a family differ at most from the next
WINDOWS, DROPOUT = 32, 0.3  # kinds of hidden units
RATE, DECAY, WARM_UP = 3e-3, 6.0, 20
ROUNDS = 6  # of the fit of strengths, of which each takes seconds
DTYPE = "i8"
HUMAN_WEIGHTS = "setup/weights/straitego-human.weights"


class Windows(nn.Module):
    """Adds up what is worth having within three squares by three, here or anywhere; left and right are alike to it."""

    def __init__(self):
        super().__init__()
        self.near = nn.Conv2d(12, WINDOWS, 3, padding=1)
        self.place = nn.Parameter(torch.zeros(1, WINDOWS, 4, 10))
        self.here = nn.Parameter(torch.zeros(1, WINDOWS, 4, 10))
        self.anywhere = nn.Parameter(0.01 * torch.randn(1, WINDOWS, 1, 1))
        nn.init.kaiming_normal_(self.near.weight, nonlinearity="relu")
        nn.init.zeros_(self.near.bias)

    def forward(self, x):
        """x [B, 480] as the perceptron's -> logits [B, 2]; while learning it sees each setup one way round only, at random."""
        x = x.view(-1, 4, 10, 12).permute(0, 3, 1, 2)
        if self.training:
            lean = self.judge(torch.where(torch.rand(len(x), 1, 1, 1) < 0.5, x, x.flip(3)))
        else:
            lean = (self.judge(x) + self.judge(x.flip(3))) / 2
        return torch.stack([lean, torch.zeros_like(lean)], 1)

    def judge(self, x):
        h = F.dropout(F.relu(self.near(x) + self.place), DROPOUT, self.training)
        return (h * (self.here + self.anywhere)).sum((1, 2, 3))

    @torch.no_grad()
    def perceptron(self, average):
        """The same written out, less an average setup's lean: a unit for each window, square and way round."""
        squares = torch.eye(480).view(480, 4, 10, 12).permute(0, 3, 1, 2)
        ways = [F.conv2d(x, self.near.weight, padding=1).flatten(1).T for x in (squares, squares.flip(3))]
        bias, out = (self.near.bias.view(1, -1, 1, 1) + self.place).flatten(), (self.here + self.anywhere).flatten() / 2
        network = perceptron.Perceptron([480, 2 * len(out), 2])
        network.layers[0].weight.copy_(torch.cat(ways))
        network.layers[0].bias.copy_(bias.repeat(2))
        network.layers[1].weight.zero_()
        network.layers[1].weight[GOOD] = out.repeat(2)
        network.layers[1].bias.zero_()
        network.layers[1].bias[GOOD] = -average
        return network.eval()


def letters(setups):
    return ["".join(classifier.LETTERS[r] for r in s) for s in setups]


def ranks(texts):
    return np.array([[classifier.LETTERS.index(c) for c in s] for s in texts], dtype=np.uint8)


def gather(files):
    """The distinct setups, turned, and all games between them. files: pairs of candidates and games."""
    number, games = {}, []
    for candidates, results in files:
        own = [number.setdefault(s.tobytes(), len(number)) for s in classifier.turned(ranks(worth.read(candidates)))]
        table = worth.table(results, 3)
        if len(table) == 0 or table[:, :2].max() >= len(own):
            raise SystemExit(f"{results} has {len(table)} games, some of them of setups that {candidates} has not")
        red, blue = np.array(own)[table[:, :2].astype(int)].T
        games.append(np.column_stack([red, blue, table[:, 2]]))
    return np.array([np.frombuffer(s, np.uint8) for s in number]), np.concatenate(games)


def families(setups):
    """The number of each setup's family."""
    family = np.arange(len(setups))
    mirrored = classifier.mirrored(setups)
    for s in setups:
        kin = np.minimum((setups != s).sum(1), (mirrored != s).sum(1)) <= KIN
        family[np.isin(family, family[kin])] = family[kin].min()
    return np.unique(family, return_inverse=True)[1]


def parts(setups):
    """Which setups are to train on, to choose by and to test on."""
    family = families(setups)
    count = family.max() + 1
    place = (np.random.default_rng(classifier.SPLIT).permutation(count) / count)[family]
    return place >= 2 * HELD, (place >= HELD) & (place < 2 * HELD), place < HELD


def between(games, members):
    """The games in which both setups are members, by the members' own numbers."""
    own = np.cumsum(members) - 1
    both = games[members[games[:, :2].astype(int)].all(1)]
    return np.column_stack([own[both[:, 0].astype(int)], own[both[:, 1].astype(int)], both[:, 2]])


def fit_pairs(network, setups, games, steps):
    """Bradley and Terry's likelihood of all games at once, down a cosine; a draw is half a win."""
    x = classifier.encode(setups)
    red, blue, score = (torch.from_numpy(column.copy()) for column in games.T)
    red, blue, score = red.long(), blue.long(), score.float()
    advantage = nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.AdamW([*network.parameters(), advantage], lr=RATE, weight_decay=DECAY)
    network.train()
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * 0.5 * (1 + np.cos(np.pi * step / steps))
        logits = network(x)
        lean = logits[:, GOOD] - logits[:, BAD]
        loss = F.binary_cross_entropy_with_logits(lean[red] - lean[blue] + advantage, score)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network.eval()
    print(f"loss {loss.item():.4f} after {steps} steps, a coin's is {np.log(2):.4f}", flush=True)


def learn(setups, games, args):
    """The network, whose mean lean over the setups is 0."""
    torch.manual_seed(args.seed)
    windows = Windows()
    fit_pairs(windows, setups, games, args.steps)
    return windows.perceptron(classifier.leaning(windows, setups).mean())


def linear(setups, games, training):
    """What where pieces stand promises, fitted to the strengths that the games to learn from show."""
    known, strength = setups[training], worth.strengths(between(games, training), training.sum(), ROUNDS)[0]
    return worth.promise(letters(known), strength, letters(setups))


def figures(part, judges, strength, error, games):
    """How each judge's opinions go with strengths, and how often the better of two in its opinion wins a game of the part that is not drawn."""
    fitted = (strength[part] ** 2).mean()
    played = games[part[games[:, :2].astype(int)].all(1) & (games[:, 2] != 0.5)]
    red, blue, won = played[:, 0].astype(int), played[:, 1].astype(int), played[:, 2] == 1
    out = dict(setups=int(part.sum()), games=len(played), noise_allows=round(float(np.sqrt(fitted / (fitted + (error[part] ** 2).mean()))), 3))
    for name, opinion in judges.items():
        more = opinion[red] - opinion[blue]
        right = np.where(more == 0, 0.5, (more > 0) == won).mean()
        out[name] = dict(correlation=round(float(np.corrcoef(opinion[part], strength[part])[0, 1]), 3), better_of_two=round(float(right), 3))
    return out


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--games", nargs=2, action="append", required=True, metavar=("CANDIDATES", "GAMES"))
    parser.add_argument("--judged", help="what `marengo setups judge` says of the candidates, for De Boer's points")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", action="store_true", help="show the test part too, once all is chosen")
    return parser.parse_args()


def points(path, setups):
    """De Boer's points, by the setup at the end of each line; a mirror image has the same."""
    with open(path) as f:
        lines = [line.rstrip("\n").split("\t") for line in f if not line.startswith("#")]
    known = dict(zip(letters(classifier.turned(ranks([line[-1] for line in lines]))), (float(line[0]) for line in lines)))
    missing = [s for s in letters(setups) if s not in known]
    if missing:
        raise SystemExit(f"{path} says nothing of {missing[0]}")
    return np.array([known[s] for s in letters(setups)])


def main():
    args = arguments()
    setups, games = gather(args.games)
    train, validation, test = parts(setups)
    print(f"{len(games)} games between {len(setups)} setups, {train.sum()} of them to train on", flush=True)
    network = learn(setups[train], between(games, train), args)

    perceptron.save(args.out, network, classifier.FEATURES, {}, DTYPE)
    saved, _ = perceptron.load(args.out)
    human, _ = perceptron.load(HUMAN_WEIGHTS)
    judges = dict(
        network=classifier.leaning(saved, setups).numpy(),
        linear_fit=linear(setups, games, train),
        human=classifier.leaning(human, setups).numpy(),
    )
    if args.judged:
        judges["de_boer"] = points(args.judged, setups)
    strength, error, advantage, spread = worth.strengths(games, len(setups), ROUNDS)
    shown = dict(validation=figures(validation, judges, strength, error, games))
    if args.test:
        shown["test"] = figures(test, judges, strength, error, games)
    provenance = dict(
        command=f"python3 -m train.straitego.good --steps {args.steps} --seed {args.seed} {os.path.basename(args.out)}",
        data=f"{len(games)} games of the champion's policy against itself between {len(setups)} setups, {train.sum()} of them to train on, "
        f"{validation.sum()} to choose by and {test.sum()} to test on",
        date=datetime.date.today().isoformat(),
        spread=round(float(spread), 3),
        red_advantage=round(float(advantage), 4),
        **shown,
    )
    perceptron.save(args.out, network, classifier.FEATURES, provenance, DTYPE)
    print(json.dumps(provenance, indent=1))


if __name__ == "__main__":
    main()
