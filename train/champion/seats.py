"""Who plays whom: the places of the games in a group, fixed by their index.

    [ older, learner first | guests | endless | plain | older, older first ]

In most games the learner plays both sides. In the games at both ends it plays an
older network: in those on the left it moves at even plies and the older one at odd
plies, in those on the right the other way round, so that each network is asked for
the same number of games at every ply, side by side. A game that ends starts
over with red to move, so who is red follows from the ply. Guests are
players inside the gym; the learner sees their games at its own turns only. The endless
games have no limits.
"""

import torch


def parse_guests(text):
    """"name=share,name=share" as pairs."""
    pairs = [part.split("=") for part in text.split(",") if part]
    try:
        return [(name, float(share)) for name, share in pairs]
    except ValueError as err:
        raise ValueError(f"bad guests {text!r}, expected name=share,name=share") from err


class Seats:
    """The places for a Config's shares, in groups of n games."""

    def __init__(self, cfg):
        self.groups, self.n = cfg.groups, cfg.games // cfg.groups
        self.older = 2 * round(self.n * cfg.older_share / 4)  # at each end; even, which keeps memory aligned
        self.names = [(name, round(self.n * share)) for name, share in parse_guests(cfg.guests)]
        self.guests = sum(count for _, count in self.names)
        self.endless = round(self.n * cfg.endless_share)
        if 2 * self.older + self.guests + self.endless > self.n:
            raise ValueError(f"a group of {self.n} games has no room for {2 * self.older} older, {self.guests} guests "
                             f"and {self.endless} endless")

    def flags(self):
        """What the gym is told."""
        names = ",".join(f"{name}={count}" for name, count in self.names)
        return ["--ahead", str(self.older), "--guests", names, "--endless", str(self.endless)]

    def asked(self, ply):
        """The games in which the learner moves at a ply."""
        return slice(0, self.n - self.older) if ply % 2 == 0 else slice(self.older, self.n)

    def asked_older(self, ply):
        """The games in which the older network does."""
        return slice(self.n - self.older, self.n) if ply % 2 == 0 else slice(0, self.older)

    def _mask(self, *slices):
        mask = torch.zeros(self.n, dtype=torch.bool)
        for s in slices:
            mask[s] = True
        return mask.repeat(self.groups)

    def single(self):
        """The games whose every step is the learner's own [N]."""
        return self._mask(slice(self.older, self.older + self.guests))

    def against_older(self):
        return self._mask(self.asked_older(0), self.asked_older(1))

    def plain(self):
        """The games of the learner against itself under the rules of the run [N]."""
        return self._mask(slice(self.older + self.guests + self.endless, self.n - self.older))

    def own(self, plies):
        """The steps that are the learner's [plies,N]."""
        return torch.stack([self._mask(self.asked(ply)) for ply in range(plies)])

    def own_steps(self, plies):
        """How many they are."""
        return self.groups * (self.n - self.older) * plies
