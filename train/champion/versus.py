"""Games of a network against random play, through the gym: a quick sign of
life. Strength is measured with the arena (train/README.md)."""

import argparse
import time

import torch

from train.champion.actor import move_logits
from train.champion.gym import Gym
from train.champion.loss import log_policy
from train.champion.observe import LEGAL, plies
from train.champion.returns import DREW, GOES_ON, WON

MAX_PLIES = 4000


@torch.no_grad()
def against_random(net, program, setups, games, device, rules="match", seed=1, seconds=600.0):
    """Plays one game on each board, red in every other one, and says how they
    went in a phrase. Games that outlast the time are left out."""
    until = time.monotonic() + seconds
    boards = Gym(program, games, 1, setups, seed, rules=rules, device=device.type)
    side = torch.arange(games, device=device) % 2
    result = torch.zeros(games, dtype=torch.long)
    for _ in range(MAX_PLIES):
        records = boards.records[0].to(device)
        logits, mask, _ = move_logits(net, records)
        mine = plies(records) % 2 == side
        logp = torch.where(mine[:, None], log_policy(logits, mask), log_policy(torch.zeros_like(logits), mask))
        noise = torch.empty(games, LEGAL, device=device).exponential_().clamp_(min=1e-20)
        boards.actions[0].copy_((logp - noise.log()).argmax(1).to(torch.int16))
        boards.go(0)
        boards.wait(0)
        code = boards.reports[0][:, 0].long()
        # A result is seen by the player who moved; turn it to the network's side.
        own = torch.where(mine.cpu(), code, torch.where(code == GOES_ON, code, 4 - code))
        result = torch.where(result == GOES_ON, own, result)
        if (result != GOES_ON).all() or time.monotonic() > until:
            break
    boards.close()
    wins, draws, ended = (result == WON).sum().item(), (result == DREW).sum().item(), (result != GOES_ON).sum().item()
    score = (wins + draws / 2) / max(1, ended)
    return f"against random {score:.3f} in {ended} games: {wins} won, {draws} drawn; {games - ended} unfinished"


def main():
    from train.champion import model
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", help="a weight file")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--gym", default="bin/gym")
    parser.add_argument("--setups", action="append", default=[])
    parser.add_argument("--rules", default="match")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    device = torch.device(args.device)
    net, _ = model.load(args.weights)
    print(against_random(net.to(device).eval(), args.gym, args.setups, args.games, device, args.rules))


if __name__ == "__main__":
    main()
