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
    (unused)    byte
    game        uint32       the game's number in the file
"""

import numpy as np
import torch

SQUARES, RANKS, SETUP = 92, 12, 40
CHANNELS = 3 * SQUARES * RANKS
SLIDES = 1368

RECORD = np.dtype(
    [
        ("own", "u1", SQUARES),
        ("own_may", "<u2", SQUARES),
        ("enemy_may", "<u2", SQUARES),
        ("start_may", "<u2", SETUP),
        ("start", "u1", SETUP),
        ("move", "<u2"),
        ("result", "u1"),
        ("unused", "u1"),
        ("game", "<u4"),
    ]
)

_BITS = torch.arange(RANKS)


def load(path, share=1.0, seed=1):
    """The file's records, or a random share of them, split into training and held-out games (one in ten)."""
    records = np.fromfile(path, RECORD)
    if share < 1:
        records = records[np.random.default_rng(seed).random(len(records)) < share]
    held = records["game"] % 10 == 9
    return records[~held], records[held]


def spread(sets):
    """Sets of ranks [B, N] -> zeros and ones [B, N, 12]."""
    return (torch.from_numpy(sets.astype(np.int32))[..., None] >> _BITS & 1).float()


def channels(records):
    """The three channels of a position, [B, 3312] (Schoenmakers 6.2.4)."""
    own = torch.nn.functional.one_hot(torch.from_numpy(records["own"].astype(np.int64)), RANKS + 1)[..., 1:].float()
    parts = [own, spread(records["own_may"]), spread(records["enemy_may"])]
    return torch.cat([p.flatten(1) for p in parts], dim=1)


def possible(records):
    """What the enemy's pieces can be by where they began, [B, 480] (Schoenmakers 7.2.6)."""
    return spread(records["start_may"]).flatten(1)


MOVABLE = np.uint16(0xFFF & ~(1 << 0 | 1 << 11))  # all ranks but flag and bomb
ARMY = np.array([1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6])


def with_setups(records, setups):
    """Copies of the records in which other setups [B, 40] are as well known as their own were.

    A square whose piece was known stays known, one whose piece had moved has moved if the new piece can."""
    may = records["start_may"]
    known = (may & (may - 1)) == 0
    moved = ~known & (may & ~MOVABLE == 0) & (setups != 0) & (setups != 11)
    hidden = np.zeros((len(records), RANKS), dtype=np.int64)
    for r in range(RANKS):
        hidden[:, r] = ARMY[r] - (known & (setups == r)).sum(1)
    left = ((hidden > 0) << np.arange(RANKS)).sum(1).astype(np.uint16)
    movable = hidden[:, 1:11].sum(1)
    # Where all movable pieces that are hidden have moved, the others are bombs and flag.
    still = np.where(movable == moved.sum(1), left & ~MOVABLE, left)
    out = records.copy()
    out["start"] = setups
    out["start_may"] = np.where(
        known, np.uint16(1) << setups.astype(np.uint16), np.where(moved, (left & MOVABLE)[:, None], still[:, None])
    )
    return out
