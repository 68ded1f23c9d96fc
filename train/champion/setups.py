"""Judges setups by games of a frozen network from both sides, and keeps the best.

    bin/gym setups --generator human-like --games 1000 > state/candidates.txt
    python3 -m train.champion.setups play WEIGHTS state/candidates.txt state/setups --minutes 3
    python3 -m train.champion.setups choose state/candidates.txt state/setups best.txt --keep 150
    python3 -m train.champion.setups vary best.txt --count 1000 > state/near.txt
    python3 -m train.champion.setups propose state/candidates.txt state/setups MANY --count 400 > state/more.txt

play has rounds: the first gives every candidate games against all others, each next one only the better of the one
before. Both sides draw from the same candidates, mirrored at random, and each game counts for both. It writes

    games.tsv    a line a game: red's candidate, blue's (line numbers from 0), red's score
    hidden.tsv   a line a candidate: how many nats more than counting the network's guess knew of its hidden pieces, a mean
                 over positions, and the number of positions

choose fits score = ½ + advantage of red + strength of red's setup − strength of blue's, shrinks the strengths by as much
as their spread says is luck, and of the best keeps those that are hardest to read. propose fits the strengths to where pieces
stand, and of many setups prints those that should be best: candidates for another play.
"""

import argparse
import os
import sys
import time

import numpy as np

try:
    import torch
except ImportError:
    sys.exit("setups are judged with PyTorch, and this python3 has none")

from train.champion import compiler, model
from train.champion.actor import autocast, token_type
from train.champion.gym import Gym, GymError
from train.champion.loss import belief_loss, log_policy
from train.champion.observe import LEGAL, legal_moves, observe, plies
from train.champion.pool import mirror
from train.champion.returns import DREW, GOES_ON, WON
from train.shared.strengths import HOME, RANK_LETTERS, promise, read, strengths, table
from train.shared.weights import WeightsError

TOKENS = 92
ROUNDS = ((1.0, 0.4), (0.4, 0.3), (0.2, 0.3))  # share of the candidates, share of the time
GUESS_EVERY = 8  # plies between two looks at what the guess knows
GAMES, HIDDEN = "games.tsv", "hidden.tsv"


class Player:
    """The frozen network: moves of all games, and what it knows beyond counting of the mover's enemy."""

    def __init__(self, net, temperature, compiled):
        self.net, self.temperature = net, temperature
        self.choose = torch.compile(self._choose, dynamic=False) if compiled else self._choose

    def _choose(self, records, labels, noise):
        legal, mask = legal_moves(records)
        tokens = observe(records, token_type(records.device))
        with autocast(records.device):
            h = self.net.trunk(tokens)
            policy, _ = self.net.judge(h)
            guess = self.net.guess(h) if self.net.belief is not None else torch.zeros(len(records), TOKENS, 12, device=records.device)
        logits = policy.flatten(1).gather(1, legal) / self.temperature
        choice = (log_policy(logits, mask) - noise.log()).argmax(1)
        guessed, counted = belief_loss(guess, tokens, labels)
        return choice.to(torch.int16), counted - guessed


class Tournament:
    """One round: games from some of the candidates, all on one gym."""

    def __init__(self, player, setups, allowed, args, device, seed):
        self.player, self.device, self.args = player, device, args
        self.numbers = {}
        pool = os.path.join(args.out, "round.txt")
        with open(pool, "w") as f:
            for k in allowed:
                self.numbers[setups[k]] = self.numbers[mirror(setups[k])] = k
                f.write(setups[k] + "\n")
        self.games = Gym(args.gym, args.games, 2, [pool], seed, rules=args.rules, threads=args.threads, device=device.type,
                         flags=["--generate", "0"])
        n = self.games.n
        self.who = [np.zeros((n, 2), np.int64) for _ in range(2)]  # red's and blue's candidates
        for g in range(2):
            self._meet(g, np.arange(n))
        self.results = []
        self.known = torch.zeros(len(setups), 2, dtype=torch.float64, device=device)  # nats, positions
        self.noise = [torch.empty(n, LEGAL, device=device) for _ in range(2)]

    def _meet(self, g, boards):
        """Reads off which candidates stand on boards where a game begins."""
        records, labels = self.games.records[g].numpy(), self.games.labels[g].numpy()
        for i in boards:
            red = "".join(RANK_LETTERS[c - 1] for c in records[i, :HOME])
            blue = "".join(RANK_LETTERS[c - 1] for c in labels[i, :TOKENS - 1 - HOME:-1])
            self.who[g][i] = self.numbers[red], self.numbers[blue]

    @torch.no_grad()
    def _step(self, g, look):
        records = self.games.records[g].to(self.device, non_blocking=True)
        labels = self.games.labels[g].to(self.device, non_blocking=True)
        noise = self.noise[g].exponential_().clamp_(min=1e-20)
        choice, known = self.player.choose(records, labels, noise)
        if look:
            enemy = 1 - plies(records).long() % 2
            number = torch.from_numpy(self.who[g]).to(self.device).gather(1, enemy[:, None])[:, 0]
            self.known.index_add_(0, number, torch.stack([known, torch.ones_like(known)], 1).double())
        self.games.actions[g].copy_(choice)
        self.games.go(g)

    def _note(self, g):
        """Writes down the games that have ended."""
        reports = self.games.reports[g].numpy()
        ended = np.nonzero(reports[:, 0] != GOES_ON)[0]
        for i in ended:
            code, length = int(reports[i, 0]), int(reports[i, 2]) + 256 * int(reports[i, 3])
            score = 0.5 if code == DREW else float((code == WON) == (length % 2 == 1))
            self.results.append((*self.who[g][i], score))
        self._meet(g, ended)

    def play(self, seconds):
        until, step = time.monotonic() + seconds, 0
        for g in range(2):
            self._step(g, False)
        while time.monotonic() < until:
            step += 1
            for g in range(2):
                self.games.wait(g)
                self._note(g)
                self._step(g, step % GUESS_EVERY == 0)
        for g in range(2):
            self.games.wait(g)
            self._note(g)
        self.games.close()
        print(f"setups: {len(self.numbers) // 2} candidates, {len(self.results):,} games, {step * self.args.games / seconds:,.0f} steps/s", flush=True)


def play(args):
    device = torch.device(args.device)
    compiler.prepare()
    net = model.load(args.weights)[0].to(device).eval().requires_grad_(False)
    player = Player(net, args.temperature, device.type == "cuda" and not args.no_compile)
    setups = read(args.candidates)
    os.makedirs(args.out, exist_ok=True)
    allowed, results = np.arange(len(setups)), []
    known = torch.zeros(len(setups), 2, dtype=torch.float64)
    for k, (share, part) in enumerate(ROUNDS):
        if results:
            mean = strengths(np.array(results), len(setups))[0]
            allowed = np.sort(np.argsort(-mean)[:max(2, round(share * len(setups)))])
        left = args.minutes * 60 - (time.monotonic() - STARTED)
        seconds = left * part / sum(p for _, p in ROUNDS[k:])
        field = Tournament(player, setups, allowed, args, device, args.seed + k)
        field.play(max(1.0, seconds))
        results += field.results
        known += field.known.cpu()
        with open(os.path.join(args.out, GAMES), "w") as f:
            f.writelines(f"{a}\t{b}\t{s:g}\n" for a, b, s in results)
        with open(os.path.join(args.out, HIDDEN), "w") as f:
            f.writelines(f"{nats / max(1, n):.5f}\t{n:.0f}\n" for nats, n in known.tolist())
    os.unlink(os.path.join(args.out, "round.txt"))


def choose(args):
    """The best, after a line of what each column means: strength, its error, what is known of it, games, setup."""
    setups = read(args.candidates)
    games = table(os.path.join(args.results, GAMES), 3)
    known = table(os.path.join(args.results, HIDDEN), 2)
    if len(games) == 0 or len(known) != len(setups) or games[:, :2].max() >= len(setups):
        raise ValueError(f"{args.results} holds {len(games)} games of {len(known)} candidates, {args.candidates} has {len(setups)}")
    mean, error, advantage, spread = strengths(games, len(setups))
    played = np.bincount(games[:, :2].astype(int).ravel(), minlength=len(setups))
    best = np.argsort(-mean)[:round(args.keep * args.among)]
    kept = best[np.argsort(known[best, 0], kind="stable")[:args.keep]]
    kept = kept[np.argsort(-mean[kept])]
    with open(args.best, "w") as f:
        f.write("# strength\terror\tread\tgames\tsetup\n")
        f.writelines(f"{mean[k]:+.4f}\t{error[k]:.4f}\t{known[k, 0]:.4f}\t{played[k]}\t{setups[k]}\n" for k in kept)
    print(f"setups: {len(games):,} games of {len(setups)} candidates, spread {spread:.3f}, red's advantage {advantage:+.3f}; the {len(kept)} kept "
          f"have {mean[kept].mean():+.3f} on average, from {mean[kept].min():+.3f} to {mean[kept].max():+.3f}; "
          f"the guess knows {known[kept, 0].mean():.3f} nats of them, {known[:, 0].mean():.3f} of all")


def propose(args):
    """The setups of a file that should be best by where their pieces stand, and are no candidates yet."""
    setups = read(args.candidates)
    games = table(os.path.join(args.results, GAMES), 3)
    known = set(setups) | {mirror(s) for s in setups}
    others = [s for s in dict.fromkeys(read(args.file)) if s not in known]
    expected = promise(setups, strengths(games, len(setups))[0], others)
    print("\n".join(others[k] for k in np.argsort(-expected, kind="stable")[:args.count]))


def vary(args):
    """Candidates near good ones: the setups of a file with two pieces exchanged, at random."""
    rng = np.random.default_rng(args.seed)
    setups, seen = read(args.file), set()
    while len(seen) < args.count:
        s = list(setups[rng.integers(len(setups))])
        i, j = rng.integers(HOME, size=2)
        s[i], s[j] = s[j], s[i]
        s = "".join(s)
        if s not in setups and mirror(s) not in seen and "F" not in s[30:]:
            seen.add(s)
    print("\n".join(sorted(seen)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="play the candidates against each other")
    playing.add_argument("weights")
    playing.add_argument("candidates")
    playing.add_argument("out", help="folder for the results")
    playing.add_argument("--minutes", type=float, default=3.0, help="from this program's start to its end")
    playing.add_argument("--games", type=int, default=4096, help="side by side")
    playing.add_argument("--temperature", type=float, default=0.25, help="of both sides: setups are worth what they are at that of play")
    playing.add_argument("--rules", default="match")
    playing.add_argument("--gym", default="bin/gym")
    playing.add_argument("--threads", type=int, default=0)
    playing.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    playing.add_argument("--no-compile", action="store_true")
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(do=play)
    choosing = commands.add_parser("choose", help="keep the best")
    choosing.add_argument("candidates")
    choosing.add_argument("results", help="folder that play wrote")
    choosing.add_argument("best", help="file to write")
    choosing.add_argument("--keep", type=int, default=150)
    choosing.add_argument("--among", type=float, default=1.33, help="the hardest to read of so many times as many")
    choosing.set_defaults(do=choose)
    proposing = commands.add_parser("propose", help="print those of many setups that should be best")
    proposing.add_argument("candidates")
    proposing.add_argument("results", help="folder that play wrote")
    proposing.add_argument("file", help="many setups")
    proposing.add_argument("--count", type=int, default=400)
    proposing.set_defaults(do=propose)
    varying = commands.add_parser("vary", help="print candidates near good setups")
    varying.add_argument("file")
    varying.add_argument("--count", type=int, default=1000)
    varying.add_argument("--seed", type=int, default=1)
    varying.set_defaults(do=vary)
    return parser.parse_args()


def main():
    args = arguments()
    try:
        args.do(args)
    except (GymError, WeightsError, ValueError, OSError) as err:
        sys.exit(f"setups: {err}")


STARTED = time.monotonic()

if __name__ == "__main__":
    main()
