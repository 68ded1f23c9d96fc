"""What each of StrAItego's networks learns from a record (Schoenmakers 2021), and what it is held against.

A task names the network's shape, picks the records it can use, makes an example of each, and judges outputs. Its
yardsticks are what one would do without a network, on the same records.
"""

import torch
import torch.nn.functional as F

from train.straitego import data

HIDDEN = [300] * 5
# The phases of a game, by captured pieces: from, up to.
PHASES = dict(opening=(0, 12), middle=(12, 40), endgame=(40, 80))
CHUNK = 16384


def chunks(rows, size=CHUNK):
    return rows.split(size)


class Moves:
    """Which move is played (6.2.4)."""

    name, features, sizes, groups, dtype = "moves", "channels-1", [data.CHANNELS, *HIDDEN, data.SLIDES], 1, "i8"

    def rows(self, records):
        return torch.arange(len(records), device=records.device)

    def example(self, records):
        return data.channels(records), data.moves(records)

    def judge(self, logits, target):
        return F.cross_entropy(logits, target), (logits.argmax(1) == target).float()

    def yardsticks(self, records, training, held, network, names):
        """The most frequent of the legal moves, and the network among legal moves, over all and by player."""
        counts = sum(torch.bincount(data.moves(records[r]), minlength=data.SLIDES) for r in chunks(training))
        frequent, among, right, mover = [], [], [], []
        for r in chunks(held):
            x, target = self.example(records[r])
            legal, logits = data.legal(records[r]), network(x)
            frequent.append((torch.where(legal, counts, -1).argmax(1) == target).float())
            among.append((logits.masked_fill(~legal, -1e9).argmax(1) == target).float())
            right.append((logits.argmax(1) == target).float())
            mover.append(data.movers(records[r]))
        frequent, among, right, mover = map(torch.cat, (frequent, among, right, mover))
        out = dict(most_frequent_legal_move=share(frequent), among_legal_moves=share(among), by_player={})
        for k in mover.unique().tolist():
            m = mover == k
            name = names[k] if k < len(names) else str(k)
            out["by_player"][name] = dict(
                positions=int(m.sum()), right=share(right[m]), among_legal_moves=share(among[m]), most_frequent=share(frequent[m])
            )
        return out


class States:
    """Who wins (8.1.7). Drawn games are left out, as in the paper."""

    name, features, sizes, groups, dtype = "states", "channels-1", [data.CHANNELS, *HIDDEN, 2], 1, "i8"
    WON, LOST = 0, 1

    def rows(self, records):
        return (data.results(records) != data.DRAWN).nonzero()[:, 0]

    def example(self, records):
        return data.channels(records), torch.where(data.results(records) == data.WON, self.WON, self.LOST)

    def judge(self, logits, target):
        return F.cross_entropy(logits, target), (logits.argmax(1) == target).float()

    def yardsticks(self, records, training, held, network, names):
        """The count of pieces, in every phase, over all games and those between equals; equal counts are half right."""
        first, same = data.openings(records)
        equal = torch.zeros(int(data.games(records).max()) + 1, dtype=torch.bool, device=records.device)
        equal[data.games(records[first])] = same
        right, count, gone, fair = [], [], [], []
        for r in chunks(held):
            x, target = self.example(records[r])
            more = data.material(records[r])
            right.append((network(x).argmax(1) == target).float())
            count.append(torch.where(more == 0, 0.5, ((more > 0) == (target == self.WON)).float()))
            gone.append(data.captured(records[r]))
            fair.append(equal[data.games(records[r])])
        right, count, gone, fair = map(torch.cat, (right, count, gone, fair))
        out = {}
        for group, of in dict(all_games=torch.ones_like(fair), equal_opponents=fair).items():
            for phase, (a, b) in PHASES.items():
                m = of & (gone >= a) & (gone < b)
                out[f"{group}, {phase}"] = dict(positions=int(m.sum()), right=share(right[m]), piece_count=share(count[m]))
            out[group] = dict(positions=int(of.sum()), right=share(right[of]), piece_count=share(count[of]))
        return out


class Ranks:
    """What the hidden pieces are, by where they began (7.2.6).

    A shared core stands for the paper's forty branches, which the paper tried as well and which fits into a small file. Games
    have too few setups to learn setups from, so what was known in a position is shown of another, human setup."""

    name, features, groups, dtype = "ranks", "possible-1", data.SETUP, "i8"
    sizes = [data.SETUP * data.RANKS, 512, 512, data.SETUP * data.RANKS]
    setups = None  # human ones, [N, 40]

    def rows(self, records):
        return torch.arange(len(records), device=records.device)

    def lesson(self, records):
        """An example to learn from: the record's own setup, or a human one in its place."""
        may, start = data.sets(records, "start_may"), data.part(records, "start").long()
        if self.setups is not None:
            start = self.setups[torch.randint(len(self.setups), (len(records),), device=records.device)].long()
            flip = torch.rand(len(records), device=records.device) < 0.5
            start = torch.where(flip[:, None], start.view(-1, 4, 10).flip(2).flatten(1), start)
            may = data.other_setups(may, start)
        return self.shown(may), (start, may)

    def example(self, records):
        may = data.sets(records, "start_may")
        return self.shown(may), (data.part(records, "start").long(), may)

    def shown(self, may):
        return data.spread(may).flatten(1)

    def judge(self, logits, target):
        """Loss over the pieces that are hidden; accuracy likewise."""
        start, may = target
        may = data.spread(may)
        hidden = may.sum(-1) > 1
        logits = logits.view(len(start), data.SETUP, data.RANKS)
        right = logits.masked_fill(may == 0, -1e9).argmax(-1) == start
        return F.cross_entropy(logits[hidden], start[hidden]), right[hidden].float()

    def yardsticks(self, records, training, held, network, names):
        """The likeliest of the ranks that are left, by counting; better ones are in `marengo experiment straitego-networks`."""
        right = []
        for r in chunks(held):
            may, start = data.sets(records[r], "start_may"), data.part(records[r], "start").long()
            known = (may & (may - 1)) == 0
            ranks = torch.arange(data.RANKS, device=records.device)
            left = torch.tensor(data.ARMY, device=records.device) - (known[..., None] & (start[..., None] == ranks)).sum(1)
            guess = torch.where(data.spread(may) > 0, left[:, None], -1).argmax(-1)
            right.append((guess == start)[~known].float())
        return dict(counting=share(torch.cat(right)))


def share(x):
    return round(float(x.mean()), 4) if len(x) else None


TASKS = {t.name: t for t in (Moves, States, Ranks)}
