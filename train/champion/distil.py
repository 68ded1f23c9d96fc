"""Teaches a network what the look ahead chose (expert iteration): `marengo dataset think` makes the examples.

    marengo dataset think --player weights=m.weights,temperature=1 --evaluations 64 --out examples.bin
    python3 -m train.champion.distil examples.bin --weights m.weights --out n.weights --minutes 2

The policy learns the chances that the look ahead gave the moves it weighed, mixed with the policy that it began with,
which is kept for all other moves; the value stays what it was, or learns what the look ahead expected and how the games
ended; the guess learns the truth. Every fiftieth game is held out and says, before and after, how much was learnt.
"""

import sys
import time

STARTED = time.monotonic()

import argparse
import json

try:
    import numpy as np
    import torch
except ImportError:
    sys.exit("learning needs PyTorch, and this python3 has none")

from train.champion import model
from train.champion.actor import autocast, token_type
from train.champion.loss import belief_loss, divergence, log_policy, value_loss
from train.champion.observe import LEGAL, RECORD, TOKENS, legal_moves, observe
from train.shared.weights import WeightsError

# An example, as expert/expert.go writes it.
SIZE, MOVES = 1096, 9
LABELS = RECORD
GAME = LABELS + TOKENS
RESULT = GAME + 4
COUNT = RESULT + 2
EXPECTED = COUNT + 1
WEIGHED = EXPECTED + 1
VERSION = 2

HELD_OUT = 50          # one game of so many
MOST_HELD_OUT = 20000  # examples
WARMUP = 50            # updates
MEAN = 0.998           # memory of the running mean that is written, an update
RESERVE_SECONDS = 5


class ExamplesError(Exception):
    """A file that cannot be learnt from, in one sentence."""


def read(path):
    """-> the examples of a file [N,1096], uint8"""
    try:
        raw = np.fromfile(path, dtype=np.uint8)
    except OSError as err:
        raise ExamplesError(f"{path} cannot be read: {err.strerror}") from err
    whole = len(raw) // SIZE
    try:
        head = json.loads(raw[:SIZE].tobytes())
        version = head["version"]
    except (ValueError, KeyError, TypeError) as err:
        raise ExamplesError(f"{path} is no file of examples") from err
    if version != VERSION:
        raise ExamplesError(f"{path} has version {version}, expected {VERSION}")
    if whole < 2:
        raise ExamplesError(f"{path} holds no examples")
    return torch.from_numpy(raw[SIZE:whole * SIZE].reshape(-1, SIZE))


def words(examples, offset, count, stride):
    """16-bit numbers of each example, [B,count]."""
    low = examples[:, offset:offset + stride * count:stride].int()
    return low + 256 * examples[:, offset + 1:offset + 1 + stride * count:stride].int()


def games(examples):
    """The number of each example's game."""
    parts = words(examples, GAME, 2, 2)
    return parts[:, 0] + 65536 * parts[:, 1]


def chosen(examples):
    """The look ahead's shares over the legal moves [B,250], and which moves it weighed."""
    slots = words(examples, WEIGHED, MOVES, 4).long().clamp(max=LEGAL - 1)
    shares = words(examples, WEIGHED + 2, MOVES, 4).float()
    there = torch.arange(MOVES, device=examples.device)[None, :] < examples[:, COUNT, None].int()
    over = torch.zeros(len(examples), LEGAL, device=examples.device)
    weighed = torch.zeros_like(over).scatter_add_(1, slots, there.float()) > 0
    over.scatter_add_(1, slots, torch.where(there, shares, torch.zeros_like(shares)))
    return over / over.sum(1, keepdim=True).clamp(min=1e-9), weighed


def outcomes(examples):
    """How the games ended for the player to move [B,3]: win, draw, loss."""
    return torch.nn.functional.one_hot(2 - examples[:, RESULT].long(), 3).float()


def expected(examples, value, share):
    """The value [B,3] moved towards what the look ahead expects, win − loss; draws stay as likely as they were."""
    more = share * (examples[:, EXPECTED].float() / 127.5 - 1 - value[:, 0] + value[:, 2]) / 2
    moved = torch.stack([value[:, 0] + more, value[:, 1], value[:, 2] - more], 1).clamp(min=0)
    return moved / moved.sum(1, keepdim=True)


def look(net, records, share=0.0):
    """Log-policy over the legal moves, its mask, value logits, belief logits, tokens."""
    legal, mask = legal_moves(records)
    tokens = observe(records, token_type(records.device))
    with autocast(records.device):
        h = net.trunk(tokens)
        policy, value = net.judge(h)
        guess = net.guess(h, share)
    return log_policy(policy.flatten(1).gather(1, legal), mask), mask, value, guess, tokens


def wanted(examples, logp, value, args):
    """What policy [B,250] and value [B,3] are taught, given those of the network that the examples were made with."""
    search, weighed = chosen(examples)
    before = logp.exp()
    mass = (before * weighed).sum(1, keepdim=True)
    policy = torch.where(weighed, mass * search, before)
    worth = expected(examples, value.softmax(1), args.expectation)
    return args.trust * policy + (1 - args.trust) * before, args.outcome * outcomes(examples) + (1 - args.outcome) * worth


class Distiller:
    """A network that learns, and the one that it was."""

    def __init__(self, net, teacher, args):
        self.net, self.teacher, self.args = net.train(), teacher.eval().requires_grad_(False), args
        self.params = list(net.parameters())
        self.mean = [p.detach().clone() for p in self.params]
        self.adam = torch.optim.Adam(self.params, lr=args.rate, betas=(0.9, 0.99))
        self.updates = 0

    def learn(self, examples, left):
        """One update; left is the share of the time that is left."""
        records, labels = examples[:, :RECORD], examples[:, LABELS:GAME]
        with torch.no_grad():
            logp, _, value, _, _ = look(self.teacher, records)
            policy_target, value_target = wanted(examples, logp, value, self.args)
        logp, mask, value, guess, tokens = look(self.net, records, self.args.belief_share)
        policy = -(policy_target * logp).masked_fill(~mask, 0.0).sum(1).mean()
        loss = policy + value_loss(value, value_target).mean() + belief_loss(guess, tokens, labels)[0].mean()
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, self.args.gradient_norm)
        for group in self.adam.param_groups:
            group["lr"] = self.args.rate * min(1.0, (self.updates + 1) / WARMUP) * (0.1 + 0.9 * left)
        self.adam.step()
        self.updates += 1
        decay = min(MEAN, (1.0 + self.updates) / (10.0 + self.updates))
        with torch.no_grad():
            torch._foreach_mul_(self.mean, decay)
            torch._foreach_add_(self.mean, [p.detach() for p in self.params], alpha=1 - decay)

    def take_mean(self):
        """Makes the running mean the network's weights."""
        with torch.no_grad():
            for p, m in zip(self.params, self.mean):
                p.copy_(m)


@torch.no_grad()
def judge(net, examples, batch):
    """How a network stands to examples, in one line."""
    sums = torch.zeros(6)
    for part in examples.split(batch):
        logp, mask, value, guess, tokens = look(net, part[:, :RECORD])
        search, weighed = chosen(part)
        among = log_policy(logp, weighed & mask)  # the moves that were weighed alone
        kl = divergence(search.clamp(min=1e-9).log(), among, weighed & mask)
        same = among.argmax(1) == search.argmax(1)
        guessed, counted = belief_loss(guess, tokens, part[:, LABELS:GAME])
        sums += torch.stack([x.float().sum().cpu() for x in (torch.ones(len(part)), kl, same, value_loss(value, outcomes(part)), guessed, counted)])
    n, kl, same, value, guessed, counted = sums.tolist()
    return (f"{int(n):,} examples: {kl / n:.3f} nats from the look ahead, its first choice in {100 * same / n:.1f}%; results {value / n:.4f} nats; "
            f"guess {100 * (1 - guessed / counted):.1f}% below counting")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", nargs="+", help="files that `marengo dataset think` wrote")
    parser.add_argument("--weights", required=True, help="weight file of the network that made them")
    parser.add_argument("--out", required=True, help="weight file to write")
    parser.add_argument("--minutes", type=float, required=True, help="how long, from the start of this program to its end")
    parser.add_argument("--passes", type=float, default=3, help="passes over the examples at the most")
    parser.add_argument("--rate", type=float, default=1e-4, help="Adam's rate, falling to a tenth")
    parser.add_argument("--batch", type=int, default=4096, help="examples of an update")
    parser.add_argument("--trust", type=float, default=1.0, help="how far the look ahead is believed: 1 wholly, 0 not at all")
    parser.add_argument("--expectation", type=float, default=0.0, help="how far the value moves to what the look ahead expects; no match has tried it")
    parser.add_argument("--outcome", type=float, default=0.0, help="how far results count against the value that it began with: a few thousand games are learnt by heart")
    parser.add_argument("--belief-share", type=float, default=0.5, help="share of the guess's gradient that reaches the layers below")
    parser.add_argument("--gradient-norm", type=float, default=0.267)
    parser.add_argument("--device", default="cuda", help="cuda or cpu")
    parser.add_argument("--dtype", default="f16", choices=("f16", "i8", "f32"))
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main():
    args = arguments()
    if args.device == "cuda" and not torch.cuda.is_available():
        sys.exit("learning needs a CUDA GPU, and there is none; --device cpu tries everything out without one")
    torch.manual_seed(args.seed)
    try:
        device = torch.device(args.device)
        examples = torch.cat([read(path) for path in args.examples]).to(device)
        net, header = model.load(args.weights)
        if net.belief is None:
            raise ExamplesError(f"{args.weights} cannot guess, so that its guess cannot be taught")
        teacher = model.load(args.weights)[0].to(device)
    except (ExamplesError, WeightsError, OSError) as err:
        sys.exit(f"distil: {err}")
    out = games(examples) % HELD_OUT == 0
    tested, taught = examples[out][:MOST_HELD_OUT], examples[~out]
    if not len(tested) or len(taught) < args.batch:
        sys.exit(f"distil: {len(examples)} examples are too few for batches of {args.batch}")
    d = Distiller(net.to(device), teacher, args)
    print(f"distil: {len(taught):,} examples; before, {judge(d.net, tested, args.batch)}", flush=True)
    seconds, updates = args.minutes * 60 - RESERVE_SECONDS, int(args.passes * len(taught) / args.batch)
    began = time.monotonic() - STARTED
    order = torch.randperm(len(taught), device=device)
    at = 0
    while d.updates < updates:
        if at + args.batch > len(order):
            order, at = torch.randperm(len(taught), device=device), 0
        gone = (time.monotonic() - STARTED - began) / max(1e-9, seconds - began)
        if gone >= 1:
            break
        d.learn(taught[order[at:at + args.batch]], 1 - max(gone, d.updates / updates))
        at += args.batch
    d.take_mean()
    print(f"distil: {d.updates} updates in {time.monotonic() - STARTED - began:.0f} s; after, {judge(d.net, tested, args.batch)}", flush=True)
    learnt = {"command": "train.champion.distil", "updates": d.updates, "batch": args.batch, "examples": len(taught), "rate": args.rate, "trust": args.trust,
              "expectation": args.expectation, "outcome": args.outcome}
    model.save(args.out, d.net.cpu(), {**header["provenance"], "distilled": [*header["provenance"].get("distilled", []), learnt]}, args.dtype)


if __name__ == "__main__":
    main()
