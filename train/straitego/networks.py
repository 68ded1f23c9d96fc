"""Teaches StrAItego's networks for positions, one after the other, on a GPU or a CPU.

    marengo dataset play AGENTS... --games N --setups human.txt --out games.bin
    marengo dataset games.bin --out positions.bin
    python3 -m train.straitego.networks positions.bin OUT --minutes 3.5 --setups human-setups.tsv

OUT gets straitego-moves.weights and so on, and learnt.json with all figures. One game in twenty is held out to choose by;
the figures on a file of fresh games are for `marengo experiment straitego-networks --played fresh.bin`, once, when all is
chosen. It measures the program's own networks, or with `--player weights=OUT` those of moves, states and ranks in OUT.
"""

import argparse
import copy
import datetime
import json
import os
import sys
import time

import torch

from train.straitego import classifier
from train.straitego import data
from train.straitego import network as fast
from train.straitego import perceptron
from train.straitego import tasks

# What part of the time each network gets.
SHARES = dict(moves=0.5, states=0.22, ranks=0.28)
LOOKS = 8  # at the held-out games while learning; the network that was best then is kept
LOOK_ROWS = 200_000
FEWEST = 512  # examples
STEPS = 64  # batches in a pass at least
JUST_LEARNT = 20  # batches at the end that are looked at again right after they were learnt


class Settings:
    """How a network learns; the figures that differ by network."""

    rate = dict(moves=1e-3, states=5e-4, ranks=1e-3)
    dropout = dict(moves=0.0, states=0.3, ranks=0.0)
    decay = dict(moves=0.01, states=0.1, ranks=0.01)
    # Passes over the positions at most. All positions of a game have one result, so that the network comes to know games: of a sixth of
    # the positions of 17,000 games a quarter of the first pass was best on games held out, 0.58 nats, and seven eighths of it 0.65.
    passes = dict(moves=float("inf"), states=0.25, ranks=float("inf"))


def learn(task, network, records, training, held, seconds, batch):
    """AdamW down a cosine until the time or the passes are spent. -> how many examples it saw, how many of the last it gets right"""
    device = records.device
    optimizer = torch.optim.AdamW(network.parameters(), lr=Settings.rate[task.name], weight_decay=Settings.decay[task.name])
    lesson = getattr(task, "lesson", task.example)
    start, seen, looks = time.time(), 0, 0
    best, least = None, float("inf")
    recent = []
    order = training[torch.randperm(len(training), device=device)]
    at = 0
    while True:
        spent = min(1.0, max((time.time() - start) / seconds, seen / (Settings.passes[task.name] * len(training))))
        if spent * LOOKS >= looks + 1 or best is None and spent >= 1:
            looks += 1
            loss, right = measure(task, network, records, held[:LOOK_ROWS])
            print(f"{task.name}: {100 * spent:3.0f}%, {seen} examples, held out: loss {loss:.4f}, right {right:.4f}", flush=True)
            if loss < least:
                best, least = copy.deepcopy(network.state_dict()), loss
        if spent >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = Settings.rate[task.name] * 0.5 * (1 + torch.cos(torch.tensor(torch.pi * spent)).item())
        if at + batch > len(order):
            order, at = training[torch.randperm(len(training), device=device)], 0
        rows = order[at : at + batch]
        at += batch
        network.train()
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            x, target = lesson(records[rows])
            loss, _ = task.judge(network(x).float(), target)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        seen += len(rows)
        recent = (recent + [rows])[-JUST_LEARNT:]
    _, learnt = measure(task, network, records, torch.cat(recent))
    network.load_state_dict(best)
    return seen, learnt


@torch.no_grad()
def measure(task, network, records, rows):
    """Mean loss and accuracy."""
    network.eval()
    losses, rights = [], []
    for r in tasks.chunks(rows):
        x, target = task.example(records[r])
        loss, right = task.judge(network(x).float(), target)
        losses.append(loss * len(r))
        rights.append(right)
    return float(sum(losses)) / len(rows), float(torch.cat(rights).mean())


def teach(task, records, names, args, seconds):
    """Learns one network and writes it. -> its figures"""
    torch.manual_seed(args.seed)
    usable = task.rows(records)
    out = data.held_out(records)[usable]
    training, held = usable[~out], usable[out]
    if len(training) < FEWEST or len(held) == 0:
        raise SystemExit(f"{task.name}: {len(training)} examples to learn from and {len(held)} held out are too few")
    if task.name == "ranks" and args.setups:
        task.setups = human_setups(args.setups, records, held)
    network = fast.Perceptron(task.sizes, "softmax", task.groups).to(records.device)
    network.dropout = Settings.dropout[task.name]
    seen, learnt = learn(task, network, records, training, held, seconds, min(args.batch, len(training) // STEPS))
    network.eval()
    loss, right = measure(task, network, records, held)
    figures = dict(
        examples=len(training),
        seen=seen,
        just_learnt=round(learnt, 4),
        held_out=dict(examples=len(held), loss=round(loss, 4), right=round(right, 4)),
    )
    with torch.no_grad():
        figures["yardsticks"] = task.yardsticks(records, training, held, network, names)
    provenance = dict(
        command="python3 -m train.straitego.networks " + " ".join(os.path.basename(a) for a in sys.argv[1:]),
        data=f"{args.note}; players: {', '.join(names) or 'not known'}",
        date=datetime.date.today().isoformat(),
        **figures,
    )
    path = os.path.join(args.out, f"straitego-{task.name}.weights")
    perceptron.save(path, network.cpu(), task.features, provenance, task.dtype)
    saved, _ = perceptron.load(path)
    loss, right = measure(task, saved.to(records.device), records, held)
    figures["held_out_as_saved"] = dict(loss=round(loss, 4), right=round(right, 4))
    print(task.name, json.dumps(figures, indent=1), flush=True)
    return figures


def human_setups(path, records, held):
    """Human setups to learn from, but for those of held-out games, either way round."""
    start = data.part(records[held], "start").cpu().numpy()
    known = {s.tobytes() for s in start} | {s.tobytes() for s in classifier.mirrored(start)}
    kept = [s for s in classifier.read(path) if s.tobytes() not in known]
    return torch.tensor(classifier.np.array(kept), device=records.device)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions")
    parser.add_argument("out", help="the folder that gets the weights")
    parser.add_argument("--networks", default="moves,states,ranks")
    parser.add_argument("--minutes", type=float, default=3.5, help="for all of them together")
    parser.add_argument("--setups", help="human setups for the rank network, lines of count TAB setup")
    parser.add_argument("--note", default="games between our own players", help="what the provenance says about the games")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--batch", type=int, default=0, help="examples a step; 0 for what suits the device")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wanted = args.networks.split(",")
    unknown = [n for n in wanted if n not in tasks.TASKS]
    if unknown:
        raise SystemExit(f"no network is named {unknown[0]!r}, expected some of {', '.join(tasks.TASKS)}")
    start = time.time()
    device = torch.device(args.device)
    args.batch = args.batch or (16384 if device.type == "cuda" else 512)
    os.makedirs(args.out, exist_ok=True)
    records, names = data.load(args.positions, device), data.players(args.positions)
    print(f"{len(records)} positions of {int(data.games(records[-1:]).item()) + 1} games, {time.time() - start:.1f} s to read", flush=True)
    figures = dict(positions=len(records), players=names)
    left = sum(SHARES[n] for n in wanted)
    for n in wanted:
        seconds = (60 * args.minutes - (time.time() - start)) * SHARES[n] / left
        left -= SHARES[n]
        figures[n] = teach(tasks.TASKS[n](), records, names, args, max(1.0, seconds))
        with open(os.path.join(args.out, "learnt.json"), "w") as f:
            json.dump(figures, f, indent=1)


if __name__ == "__main__":
    main()
