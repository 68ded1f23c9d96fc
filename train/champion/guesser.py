"""Teaches a network of its own to guess hidden ranks, from games that the champion plays and does not learn from.

    python3 -m train.champion.guesser --weights agents/weights/marengo.weights --setups state/people.txt --minutes 9 --out $OUT

It begins as the champion's network; all its layers learn, and it learns to answer two questions. What are the hidden pieces, by all that
is seen? The truth of the games, which the gym hands over as a label, teaches that. And what are they, by the setup alone: which
pieces are known, which have moved? For that what is known in a position is shown of another setup, drawn anew each time
(observe.at_start), so that it holds for players whose habits the network never met.

The own hidden ranks are not shown, since they say nothing about the enemy's, half of the positions are mirrored, and only a part of
them are learnt from: games should not be learnt by heart. The games are played at several temperatures, by the champion, an
older network and guests. OUT gets guesser.weights in fp16 and guesser-i8.weights.
"""

import sys
import time

STARTED = time.monotonic()

import argparse
import contextlib
import math
import os

try:
    import torch
except ImportError:
    sys.exit("learning needs PyTorch, and this python3 has none")

from train.champion import compiler, model
from train.champion.actor import Actor, Segment, autocast, token_type
from train.champion.config import Config
from train.champion.gym import Gym, GymError
from train.champion.learn import Learning
from train.champion.loss import guess_errors
from train.champion.observe import ENEMY_DEAD, MIRROR, MIRROR_FEATURES, OWN_DEAD, START, at_start, knowledge, mirror, observe, public
from train.champion.pool import read
from train.champion.seats import Seats
from train.shared.strengths import RANK_LETTERS
from train.shared.weights import WeightsError

LOG_SECONDS = 30
RESERVE_SECONDS = 8

# Ours, as are the defaults of the flags; none of them was chosen by comparison.
BETAS, WEIGHT_DECAY = (0.9, 0.98), 0.01
WARMUP = 200          # updates
LEAST_RATE = 0.01     # of the rate, at the end
GRADIENT_NORM = 1.0
HEATS = (0.25, 0.25, 0.5, 1.0)  # temperatures of the games, in turn
PHASES = (12, 40)     # captured pieces that end opening and middle game, as in belief.Phases


def setups(paths):
    """The setups of some files as ranks [N,40]; each file counts by its lines."""
    return torch.tensor([[RANK_LETTERS.index(c) for c in setup] for path in paths for setup in read(path)], dtype=torch.uint8)


def phases(records):
    """The phase of each position: 0 opening, 1 middle game, 2 endgame."""
    dead = (records[:, OWN_DEAD:OWN_DEAD + START] > 0).sum(1) + (records[:, ENEMY_DEAD:ENEMY_DEAD + START] > 0).sum(1)
    return sum((dead >= least).long() for least in PHASES)


class Tally:
    """What guesses cost, by who is guessed at, by what, and phase."""

    def __init__(self, device):
        self.sums = torch.zeros(2 * 2 * 3, 3, device=device)

    def add(self, guest, by_setup, phase, errors):
        self.sums.index_add_(0, (2 * guest.long() + by_setup.long()) * 3 + phase, torch.stack([x.float() for x in errors], 1))

    def line(self):
        """Per cent below counting in opening, middle game and endgame, and empties itself."""
        s = self.sums.view(2, 2, 3, 3).cpu().clone()
        self.sums.zero_()
        lead = 100 * (s[..., 0] / s[..., 1].clamp(min=1e-9) - 1)
        nats = s[..., 0].sum() / s[..., 2].sum().clamp(min=1)
        names = ("networks", "guests"), ("seen", "setup")
        parts = [f"{names[0][g]} {names[1][b]} " + " ".join(f"{x:+.1f}" for x in lead[g, b].tolist()) for g in range(2) for b in range(2)]
        return f"{nats:.4f} nats; " + ", ".join(parts)


class Guesser:
    """The network that learns. It takes some of a segment's positions, whoever is to move in them."""

    def __init__(self, net, seats, pool, args, device, compiled):
        self.pool = pool.to(device)
        self.maps = MIRROR.to(device), MIRROR_FEATURES.to(device)
        self.net, self.args, self.device = net.train(), args, device
        self.params = list(net.parameters())
        fused = {"fused": True} if device.type == "cuda" else {}
        self.adam = torch.optim.AdamW(self.params, lr=args.rate, betas=BETAS, weight_decay=WEIGHT_DECAY, **fused)
        self.loss = torch.compile(self._loss, dynamic=False) if compiled else self._loss
        self.guests = seats.single().to(device)
        self.tally = Tally(device)
        self.updates = 0
        self.gone = 0.0  # the share of the time that is gone

    def begin(self, segment):
        """Returns the minibatches of a segment, as calls to be made in turn."""
        plies, games = segment.plies, segment.records.shape[1]
        rows = torch.randperm(plies * games, device=self.device)
        records, labels = segment.records[:plies].flatten(0, 1), segment.labels[:plies].flatten(0, 1)
        guests = self.guests.repeat(plies)
        batches = max(1, int(self.args.share * len(rows) / self.args.batch))
        parts = rows[:batches * self.args.batch].view(batches, -1)
        return [lambda part=part: self._minibatch(records[part], labels[part], guests[part]) for part in parts]

    def _loss(self, records, labels, flip):
        tokens = observe(records, token_type(self.device))
        mirrored, mirrored_labels = mirror(tokens, labels, self.maps)
        tokens, labels = torch.where(flip[:, None, None], mirrored, tokens), torch.where(flip[:, None], mirrored_labels, labels)
        with autocast(self.device):
            guess = self.net.guess(self.net.trunk(tokens), 1.0)
        errors = guess_errors(guess, tokens, labels)
        return (errors[0] / errors[2].clamp(min=1)).mean(), errors

    def examples(self, records, labels):
        """Records and labels to learn from; the first part of them by the setup alone."""
        alone = int(self.args.alone * len(records))
        how, _ = knowledge(records[:alone], labels[:alone])
        other = self.pool[torch.randint(len(self.pool), (alone,), device=self.device)].long()
        start, truth = at_start(how, other)
        return torch.cat([start, public(records[alone:])]), torch.cat([truth, labels[alone:]]), alone

    def _minibatch(self, records, labels, guests):
        with torch.no_grad():
            phase = phases(records)
            records, labels, alone = self.examples(records, labels)
            flip = torch.rand(len(records), device=self.device) < 0.5
        loss, errors = self.loss(records, labels, flip)
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, GRADIENT_NORM)
        rate = self.args.rate * min(1.0, (self.updates + 1) / WARMUP)
        cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, self.gone)))
        for group in self.adam.param_groups:
            group["lr"] = rate * (LEAST_RATE + (1 - LEAST_RATE) * cosine)
        self.adam.step()
        with torch.no_grad():
            by_setup = torch.arange(len(records), device=self.device) < alone
            self.tally.add(guests, by_setup, phase, [x.detach() for x in errors])
        self.updates += 1


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", required=True, help="weight file of the champion, who plays")
    parser.add_argument("--start", help="weight file that the guesser begins as, instead of the champion's")
    parser.add_argument("--older", help="weight file of a network that takes a seat in --older-share of the games")
    parser.add_argument("--older-share", type=float, default=0.2)
    parser.add_argument("--guests", default="invincible=0.1,lewis=0.08,careful=0.04", help="players in the gym, and their shares of the games")
    parser.add_argument("--setups", action="append", required=True, help="pool of setups (may be repeated)")
    parser.add_argument("--minutes", type=float, required=True, help="how long, from the start of this program to its end")
    parser.add_argument("--out", required=True, help="folder that gets the weights")
    parser.add_argument("--gym", default="bin/gym", help="the games' program")
    parser.add_argument("--rules", default="match")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--plies", type=int, default=64, help="of a segment")
    parser.add_argument("--share", type=float, default=0.375, help="share of the positions that are learnt from")
    parser.add_argument("--batch", type=int, default=4096, help="positions of an update")
    parser.add_argument("--alone", type=float, default=0.5, help="share of these that are guessed at by the setup alone")
    parser.add_argument("--rate", type=float, default=4e-4, help="AdamW's rate, falling to nothing along a cosine")
    parser.add_argument("--threads", type=int, default=0, help="threads of the gym (0: all processors but one)")
    parser.add_argument("--device", default="cuda", help="cuda or cpu")
    parser.add_argument("--no-compile", action="store_true", help="run PyTorch without its compiler")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def learn(args):
    """-> the Guesser, and how many plies were played"""
    device = torch.device(args.device)
    compiled = not args.no_compile and device.type == "cuda"
    torch.manual_seed(args.seed)
    compiler.prepare()
    champion = model.load(args.weights)[0].to(device)
    net = model.load(args.start or args.weights)[0].to(device)
    if net.belief is None:
        raise WeightsError(f"{args.start or args.weights} has no head that guesses")
    older = model.load(args.older)[0].to(device) if args.older else None
    cfg = Config(games=args.games, plies=args.plies, guests=args.guests, older_share=args.older_share if older else 0.0, endless_share=0.0,
                 rules=args.rules)
    seats = Seats(cfg)
    games = Gym(args.gym, cfg.games, cfg.groups, args.setups, args.seed, rules=cfg.rules, threads=args.threads, device=device.type,
                flags=[*seats.flags(), "--stored", str(cfg.stored_share), "--generate", "0"])
    heat = torch.tensor([HEATS[i % len(HEATS)] for i in range(seats.n)])
    actor = Actor(champion, games, seats, device, compiled, older, heat)
    guesser = Guesser(net, seats, setups(args.setups), args, device, compiled)
    learning = Learning(guesser, device, cfg.plies * cfg.groups, serial=False)
    segments = [Segment(cfg.plies, cfg.games, device) for _ in range(2)]

    def left():
        return args.minutes * 60 - (time.monotonic() - STARTED)

    whole = left() - RESERVE_SECONDS
    gpu = device.type == "cuda"
    k, steps, logged, longest = 0, 0, time.monotonic(), 0.0
    if gpu:
        torch.cuda.synchronize()
    with torch.cuda.stream(learning.acting) if gpu else contextlib.nullcontext():
        while left() > RESERVE_SECONDS + longest:
            started = time.monotonic()
            segment = segments[k % 2]
            if k:
                segment.begin_with_end_of(segments[(k + 1) % 2])
            actor.fill(segment, 2 if k else 0, learning.meanwhile)
            learning.finish()
            guesser.gone = 1 - (left() - RESERVE_SECONDS) / whole
            learning.begin(segment)
            k, steps = k + 1, steps + cfg.steps()
            if k > 2:  # the first segments compile
                longest = max(longest, time.monotonic() - started)
            if time.monotonic() - logged >= LOG_SECONDS:
                if gpu:
                    torch.cuda.synchronize()
                print(f"guesser: {left():.0f} s left, {steps:,} plies, {guesser.updates} updates, {guesser.tally.line()}", flush=True)
                logged = time.monotonic()
        learning.finish()
    if gpu:
        torch.cuda.synchronize()
    games.close()
    return guesser, steps


def main():
    args = arguments()
    if args.device == "cuda" and not torch.cuda.is_available():
        sys.exit("learning needs a CUDA GPU, and there is none; --device cpu tries everything out without one")
    os.makedirs(args.out, exist_ok=True)
    try:
        guesser, steps = learn(args)
    except (GymError, WeightsError, ValueError, OSError) as err:
        sys.exit(f"guesser: {err}")
    print(f"guesser: {guesser.updates} updates, {steps:,} plies; at the end {guesser.tally.line()}", flush=True)
    provenance = {"command": "train.champion.guesser", "updates": guesser.updates, "batch": args.batch, "plies": steps, "rate": args.rate,
                  "alone": args.alone, "share": args.share, "guests": args.guests, "minutes": args.minutes,
                  "champion": os.path.basename(args.weights), "start": os.path.basename(args.start or args.weights), "date": time.strftime("%Y-%m-%d")}
    net = guesser.net.cpu()
    for name, dtype in (("guesser.weights", "f16"), ("guesser-i8.weights", "i8")):
        model.save(os.path.join(args.out, name), net, provenance, dtype)


if __name__ == "__main__":
    main()
