"""The observation, version 2: raw records to tensors (docs/features.md).

Written as plain arithmetic over fixed shapes, so that torch.compile makes a
kernel or two of it. nn/features is the same in Go; golden vectors bind the two.
"""

import torch

VERSION = 2
RECORD = 960   # bytes of a record
TOKENS = 92    # squares that are no lake
FEATURES = 192
LEGAL = 250    # legal moves that a record has room for
RANKS = 12
BOMB, FLAG = 11, 0
START = 40     # squares of a setup
HISTORY = 32   # last moves
DEEDS = 6      # what a piece has done, bits of its flags
DEEDS_SHIFT = 2

# Offsets of the record's fields.
PIECES, FLAGS, STARTS = 0, 92, 184
OWN_DEAD, ENEMY_DEAD = 276, 316
ENEMY_HIDDEN, OWN_HIDDEN = 356, 368
ENEMY_MOVED, OWN_MOVED, ENEMY_STILL, OWN_STILL = 380, 381, 382, 383
PLIES, QUIET = 384, 386
SOURCES, TARGETS = 388, 420
COUNT, MOVES = 452, 454
PLY_LIMIT, QUIET_LIMIT = 954, 956

HIDDEN_ENEMY = 16    # piece code; revealed enemies follow at 17+rank


def word(records, offset):
    """A 16-bit little-endian number of each record."""
    return records[:, offset].int() + 256 * records[:, offset + 1].int()


def plies(records):
    """Plies played; red is to move when it is even."""
    return word(records, PLIES)


def legal_moves(records):
    """The legal moves [B,250] as source·92 + destination, and the mask of those
    that exist. Room left over holds different numbers in bounds, so that a gather
    is safe and its gradient never meets itself."""
    low = records[:, MOVES:MOVES + 2 * LEGAL:2].int()
    high = records[:, MOVES + 1:MOVES + 2 * LEGAL:2].int()
    slots = torch.arange(LEGAL, device=records.device, dtype=torch.int32)
    mask = slots[None, :] < word(records, COUNT)[:, None]
    return torch.where(mask, low + 256 * high, slots[None, :]).long(), mask


def counting(counts, moved, still):
    """Rank probabilities of one side's hidden pieces: of those that have moved
    [B,12], and of those that have not. Every assignment in which no bomb or flag
    has moved is equally likely."""
    counts = counts.float()
    moved = moved.float()[:, None]
    still = still.float()[:, None].clamp(min=1)
    ranks = torch.arange(RANKS, device=counts.device)
    movable = ((ranks != FLAG) & (ranks != BOMB)).float()
    total = (counts * movable).sum(1, keepdim=True).clamp(min=1)
    of_moved = counts * movable / total
    of_still = counts * torch.where(movable > 0, 1 - moved / total, torch.ones_like(total)) / still
    return of_moved, of_still


def _mirror():
    """Where each token and each feature goes when left and right are exchanged."""
    files = [[f for f in range(10) if row not in (4, 5) or f not in (2, 3, 6, 7)] for row in range(10)]
    squares = [(row, f) for row in range(10) for f in files[row]]
    at = {square: token for token, square in enumerate(squares)}
    feature = list(range(FEATURES))
    for first in OWN_START, ENEMY_START:
        for i in range(START):
            feature[first + i] = first + i // 10 * 10 + 9 - i % 10
    return torch.tensor([at[row, 9 - f] for row, f in squares]), torch.tensor(feature)


OWN_START, ENEMY_START = 99, 139  # the features that say where a piece began
MIRROR, MIRROR_FEATURES = _mirror()


def mirror(tokens, labels, maps=(MIRROR, MIRROR_FEATURES)):
    """Tensors [B,92,192] and labels [B,92] with left and right exchanged. maps are those constants on the tensors' device."""
    token, feature = maps
    return tokens[:, token][:, :, feature], labels[:, token]


MOVED = 1  # the bit of a piece's flags that says that it has moved
SEEN = 2   # that its rank is known to its enemy; the others are deeds
NO_TOKEN = 255
OWN_UNKNOWN = 13  # piece code of an own piece whose rank is not shown


def public(records):
    """Records without the ranks of own pieces that the enemy does not know: they say nothing about his pieces, and a network
    may know games again by them."""
    piece = records[:, PIECES:PIECES + TOKENS]
    hidden = (piece > 0) & (piece < HIDDEN_ENEMY) & (records[:, FLAGS:FLAGS + TOKENS] & SEEN == 0)
    shown = records.clone()
    shown[:, PIECES:PIECES + TOKENS] = torch.where(hidden, OWN_UNKNOWN, piece)
    return shown


# How an enemy's piece is known, by the square of the setup where it began.
NOWHERE, STILL_HIDDEN, MOVED_HIDDEN, KNOWN = 0, 1, 2, 3


def knowledge(records, labels):
    """Of each square of the enemy's setup [B,40] how the piece that began there is known, and its rank."""
    piece, flags = records[:, PIECES:PIECES + TOKENS].long(), records[:, FLAGS:FLAGS + TOKENS]
    start = records[:, STARTS:STARTS + TOKENS].long()
    there = (piece >= HIDDEN_ENEMY) & (start < START)
    hidden = piece == HIDDEN_ENEMY
    known = torch.where(hidden, torch.where(flags & MOVED > 0, MOVED_HIDDEN, STILL_HIDDEN), KNOWN)
    rank = torch.where(hidden, labels.long() - 1, piece - HIDDEN_ENEMY - 1).clamp(min=0)
    room = torch.zeros(len(records), START + 1, dtype=torch.long, device=records.device)  # one more for what goes nowhere
    slot = torch.where(there, start, START)
    how = room.scatter(1, slot, torch.where(there, known, NOWHERE))[:, :START]
    what = room.scatter(1, slot, torch.where(there, rank, 0))[:, :START]
    dead = records[:, ENEMY_DEAD:ENEMY_DEAD + START].long()
    return torch.where(dead > 0, KNOWN, how), torch.where(dead > 0, dead - 1, what)


def at_start(how, rank):
    """Records and labels that show no more than how the pieces of a setup are known, each where it began: [B,40] of either
    to [B,960] and [B,92]. A piece that cannot move has not."""
    can_move = (rank != FLAG) & (rank != BOMB)
    moved = (how == MOVED_HIDDEN) & can_move
    hidden = (how == STILL_HIDDEN) | (how == MOVED_HIDDEN)
    records = torch.zeros(len(how), RECORD, dtype=torch.uint8, device=how.device)
    first = TOKENS - START  # the enemy's start index i is token 91 - i

    def put(field, values):
        records[:, field + first:field + TOKENS] = values.flip(1).to(torch.uint8)
    put(PIECES, torch.where(hidden, HIDDEN_ENEMY, torch.where(how == KNOWN, HIDDEN_ENEMY + 1 + rank, 0)))
    put(FLAGS, moved.long() * MOVED)
    left = (torch.nn.functional.one_hot(rank, RANKS) * hidden[..., None]).sum(1)
    records[:, ENEMY_HIDDEN:ENEMY_HIDDEN + RANKS] = left.to(torch.uint8)
    records[:, ENEMY_MOVED] = moved.sum(1).to(torch.uint8)
    records[:, ENEMY_STILL] = (hidden & ~moved).sum(1).to(torch.uint8)
    records[:, STARTS:STARTS + TOKENS] = NO_TOKEN
    records[:, SOURCES:SOURCES + 2 * HISTORY] = NO_TOKEN
    labels = torch.zeros(len(how), TOKENS, dtype=torch.uint8, device=how.device)
    labels[:, first:] = torch.where(hidden, 1 + rank, 0).flip(1).to(torch.uint8)
    return records, labels


def share(records, clock, limit):
    """A clock as a share of its limit [B], at most 1; 0 where there is no limit."""
    full = word(records, limit)
    return torch.where(full > 0, word(records, clock) / full.clamp(min=1), 0.0).clamp(max=1)


# What a piece of each rank is worth to the shaping (config.py), flag to bomb, after the
# values that the papers' evaluations agree on: high pieces double, miners and the spy
# stand out, and all of an army is 1.
WORTH = (0, 100, 30, 60, 30, 40, 60, 90, 140, 220, 400, 50)
ARMY = sum(n * w for n, w in zip((1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6), WORTH))
LEAD_SCALE = 2.0  # a lead of half an army is as good as won


def material_lead(records):
    """The mover's lead in material [B], -1 to 1. All of it is public: what is hidden
    are places, not numbers."""
    worth = torch.zeros(256, device=records.device)
    own = torch.tensor(WORTH, dtype=torch.float32, device=records.device)
    worth[1:1 + RANKS] = own
    worth[HIDDEN_ENEMY + 1:HIDDEN_ENEMY + 1 + RANKS] = -own
    board = worth[records[:, PIECES:PIECES + TOKENS].long()].sum(1)
    hidden = (records[:, ENEMY_HIDDEN:ENEMY_HIDDEN + RANKS].float() * own).sum(1)
    return (LEAD_SCALE * (board - hidden) / ARMY).clamp(-1, 1)


def observe(records, dtype=torch.float32):
    """Records [B,960] uint8 to tokens [B,92,192]."""
    device, batch = records.device, records.shape[0]
    records = records.int()
    ranks = torch.arange(RANKS, device=device, dtype=torch.int32)
    starts = torch.arange(START, device=device, dtype=torch.int32)
    tokens = torch.arange(TOKENS, device=device, dtype=torch.int32)

    piece = records[:, PIECES:PIECES + TOKENS, None]
    flags = records[:, FLAGS:FLAGS + TOKENS, None]
    start = records[:, STARTS:STARTS + TOKENS, None]
    empty = piece == 0
    own = (piece > 0) & (piece < HIDDEN_ENEMY)
    enemy = piece >= HIDDEN_ENEMY
    moved = (flags & 1) > 0
    seen = (flags & 2) > 0
    own_hidden = own & ~seen
    enemy_hidden = piece == HIDDEN_ENEMY

    enemy_of_moved, enemy_of_still = counting(records[:, ENEMY_HIDDEN:ENEMY_HIDDEN + RANKS],
                                              records[:, ENEMY_MOVED], records[:, ENEMY_STILL])
    own_of_moved, own_of_still = counting(records[:, OWN_HIDDEN:OWN_HIDDEN + RANKS],
                                          records[:, OWN_MOVED], records[:, OWN_STILL])
    own_rank = (piece == ranks + 1).to(dtype)
    enemy_rank = (piece == ranks + HIDDEN_ENEMY + 1).to(dtype)
    enemy_posterior = torch.where(moved, enemy_of_moved[:, None, :], enemy_of_still[:, None, :]).to(dtype)
    own_posterior = torch.where(moved, own_of_moved[:, None, :], own_of_still[:, None, :]).to(dtype)

    def everywhere(x):
        return x.to(dtype)[:, None, None].expand(batch, TOKENS, 1)

    clock = everywhere(share(records, PLIES, PLY_LIMIT))
    quiet = everywhere(share(records, QUIET, QUIET_LIMIT))
    endless = everywhere(word(records, QUIET_LIMIT) == 0)
    bits = torch.arange(DEEDS_SHIFT, DEEDS_SHIFT + DEEDS, device=device, dtype=torch.int32)
    done = (flags >> bits) & 1

    # Start squares: own index i is token i, the enemy's is token 91−i.
    rest = records.new_zeros(batch, TOKENS - START)
    own_dead = torch.cat([records[:, OWN_DEAD:OWN_DEAD + START], rest], 1)[:, :, None]
    enemy_dead = torch.cat([rest, records[:, ENEMY_DEAD:ENEMY_DEAD + START].flip(1)], 1)[:, :, None]

    sources = records[:, None, SOURCES:SOURCES + HISTORY]
    targets = records[:, None, TARGETS:TARGETS + HISTORY]
    history = (targets == tokens[None, :, None]).to(dtype) - (sources == tokens[None, :, None]).to(dtype)

    return torch.cat([
        own_rank,
        torch.where(enemy_hidden, enemy_posterior, enemy_rank),
        torch.where(own_hidden, own_posterior, own_rank),
        empty.to(dtype),
        own_hidden.to(dtype),
        (own & moved).to(dtype),
        enemy_hidden.to(dtype),
        (enemy & moved).to(dtype),
        clock,
        quiet,
        (own_dead == ranks + 1).to(dtype),
        (enemy_dead == ranks + 1).to(dtype),
        history,
        ((start == starts) & own).to(dtype),
        ((start == starts) & enemy).to(dtype),
        (done * own).to(dtype),
        (done * enemy).to(dtype),
        endless,
    ], 2)
