"""Reads the positions that `marengo dataset` writes, for StrAItego's networks.

Each record is 588 bytes, little endian, from the side of the player to move. Squares are the 92 that are no lake, from
the player's left corner; sets of ranks have bit r for rank r, ranks being F S 2 3 4 5 6 7 8 9 M B.

    own         92 bytes     the player's piece, 1 + rank, or 0
    own_may     92 uint16    what the enemy must think it can be
    enemy_may   92 uint16    what an enemy piece can be as far as the player knows
    start_may   40 uint16    the same by the square of the enemy's setup where the piece began, captured ones too
    start       40 bytes     the enemy's setup
    move        uint16       the move played, numbered as nn/features numbers slides
    result      byte         how the game ended for the player: 0 lost, 1 drawn, 2 won
    player      byte         who the player is, by number; 255 if that is not known
    game        uint32       the game's number in the file

Beside the file stands another with ".json" added to its name: the players by number. Records are kept as they are, as
bytes on the device that learns, and taken apart batch by batch.
"""

import json
import os

import numpy as np
import torch
import torch.nn.functional as F

SQUARES, RANKS, SETUP = 92, 12, 40
CHANNELS = 3 * SQUARES * RANKS
SLIDES = 1368
SIZE = 588
LOST, DRAWN, WON = 0, 1, 2
FLAG, SCOUT, BOMB = 0, 2, 11
VALIDATION = 20  # one game of so many is held out to choose by
ARMY = [1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6]
MOVABLE = 0xFFF & ~(1 << FLAG | 1 << BOMB)

_AT = dict(own=(0, 92), own_may=(92, 276), enemy_may=(276, 460), start_may=(460, 540), start=(540, 580), move=(580, 582))


def load(path, device="cpu"):
    """The file's records as bytes, [N, 588], on a device."""
    size = os.path.getsize(path)
    if size == 0 or size % SIZE:
        raise SystemExit(f"{path} has {size} bytes, which is no number of records of {SIZE}")
    return torch.from_numpy(np.fromfile(path, np.uint8).reshape(-1, SIZE)).to(device)


def players(path):
    """The players' names by number, or none."""
    try:
        with open(path + ".json") as f:
            return json.load(f)["players"]
    except FileNotFoundError:
        return []


def part(records, name):
    a, b = _AT[name]
    return records[:, a:b]


def sets(records, name):
    """Sets of ranks, [B, N]."""
    return part(records, name).contiguous().view(torch.int16).int()


def moves(records):
    return part(records, "move").contiguous().view(torch.int16)[:, 0].long()


def results(records):
    return records[:, 582]


def movers(records):
    return records[:, 583]


def games(records):
    return records[:, 584:588].contiguous().view(torch.int32)[:, 0].long()


def spread(may):
    """Sets of ranks [B, N] -> zeros and ones [B, N, 12]."""
    return (may[..., None] >> torch.arange(RANKS, device=may.device) & 1).float()


def channels(records):
    """The three channels of a position, [B, 3312] (Schoenmakers 6.2.4)."""
    own = F.one_hot(part(records, "own").long(), RANKS + 1)[..., 1:].float()
    parts = [own, spread(sets(records, "own_may")), spread(sets(records, "enemy_may"))]
    return torch.cat([p.flatten(1) for p in parts], dim=1)


def held_out(records):
    """Which records are of games to choose by."""
    return games(records) % VALIDATION == VALIDATION - 1


def openings(records):
    """The rows of every game's first record, and which of its games has the same player on both sides.

    The first record is red's and has blue's setup, the one after it is blue's."""
    numbers = games(records)
    first = torch.ones_like(numbers, dtype=torch.bool)
    first[1:] = numbers[1:] != numbers[:-1]
    rows = first.nonzero()[:, 0]
    rows = rows[(rows + 1 < len(numbers))]
    rows = rows[numbers[rows + 1] == numbers[rows]]
    return rows, movers(records)[rows] == movers(records)[rows + 1]


def captured(records):
    """How many pieces of both sides are gone."""
    own, enemy = (part(records, "own") > 0).sum(1), (sets(records, "enemy_may") > 0).sum(1)
    return 80 - own - enemy


def material(records):
    """The player's pieces less the enemy's."""
    return (part(records, "own") > 0).sum(1) - (sets(records, "enemy_may") > 0).sum(1)


def other_setups(may, setups):
    """What would be known, [B, 40], of other setups [B, 40] that are as well known as the real ones are.

    A square whose piece was known stays known, one whose piece had moved has moved if the new piece can."""
    setups = setups.int()
    known = (may & (may - 1)) == 0
    can_move = (setups != FLAG) & (setups != BOMB)
    moved = ~known & (may & ~MOVABLE == 0) & can_move
    army = torch.tensor(ARMY, device=may.device)
    ranks = torch.arange(RANKS, device=may.device)
    hidden = army - (known[..., None] & (setups[..., None] == ranks)).sum(1)
    left = ((hidden > 0).int() << ranks.int()).sum(1).int()
    movable = hidden[:, 1:11].sum(1)
    # Where all movable pieces that are hidden have moved, the others are bombs and flag.
    still = torch.where(movable == moved.sum(1), left & ~MOVABLE, left)
    open_ = torch.where(moved, (left & MOVABLE)[:, None], still[:, None])
    return torch.where(known, torch.ones_like(may) << setups, open_.int())


def _slides():
    """Source and destination of every slide, and the squares between them, as nn/features numbers them."""
    lakes = {(4, 2), (4, 3), (5, 2), (5, 3), (4, 6), (4, 7), (5, 6), (5, 7)}
    squares = [(r, f) for r in range(10) for f in range(10) if (r, f) not in lakes]
    token = {s: i for i, s in enumerate(squares)}
    source, target, between = [], [], []
    for a, (ra, fa) in enumerate(squares):
        for b, (rb, fb) in enumerate(squares):
            if a == b or (ra != rb and fa != fb):
                continue
            steps = max(abs(ra - rb), abs(fa - fb))
            dr, df = (rb - ra) // steps, (fb - fa) // steps
            path = [(ra + k * dr, fa + k * df) for k in range(1, steps)]
            if any(s in lakes for s in path):
                continue
            source.append(a)
            target.append(b)
            between.append([token[s] for s in path])
    assert len(source) == SLIDES
    gaps = torch.zeros(SQUARES, SLIDES)
    for k, path in enumerate(between):
        gaps[path, k] = 1
    return torch.tensor(source), torch.tensor(target), gaps


SOURCE, TARGET, BETWEEN = _slides()


def legal(records):
    """Which slides are moves of the player, [B, 1368], but for the rules about repetition."""
    device = records.device
    own = part(records, "own").long()
    taken = ((own > 0) | (sets(records, "enemy_may") > 0)).float()
    mover, goal = own[:, SOURCE.to(device)], own[:, TARGET.to(device)]
    one_step = (BETWEEN.sum(0) == 0).to(device)
    clear = taken @ BETWEEN.to(device) == 0
    movable = (mover > 1 + FLAG) & (mover < 1 + BOMB)
    return movable & (goal == 0) & (one_step | (mover == 1 + SCOUT) & clear)
