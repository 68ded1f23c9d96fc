"""Returns and advantages of a segment, one stream for each player.

The plies of a game alternate between the players, so a player's stream takes
every second ply: from its own decision at ply t to its own next one at t+2. A
game can end by the player's own ply t, or by the answer at t+1; either
ends the stream with the result as that player sees it. Draws by a limit are
results like any other. Where the segment ends, the value of the stream's next
position stands in for what is to come.

Where a guest answers inside the gym (seats.py), every step is the player's own, and
its result is already told with the answer: there a stream takes every step. The *stride*
says which it is, 2 or 1.
"""

import torch

# What a ply did, as the gym reports it, seen by the player who made it.
GOES_ON, WON, DREW, LOST = 0, 1, 2, 3


def outcome(results):
    """The result of a player's own ply [.] as win/draw/loss, one-hot [.,3]."""
    codes = torch.tensor([WON, DREW, LOST], device=results.device, dtype=results.dtype)
    return (results[..., None] == codes).float()


def stream_ends(results, plies, stride):
    """For each of the first `plies` plies of results [T+2,N]: whether its stream
    ends before the player's next decision [T,N], and with what [T,N,3]."""
    own, answer = results[:plies], results[1:plies + 1]
    if stride == 1:
        return own != GOES_ON, outcome(own)
    ended = (own != GOES_ON) | (answer != GOES_ON)
    by_answer = outcome(answer).flip(-1)  # the opponent's win is our loss
    final = torch.where((own != GOES_ON)[..., None], outcome(own), by_answer)
    return ended, final


def value_targets(values, results, lam, stride=2):
    """λ-returns as win/draw/loss [T,N,3], from values [T+2,N,3] and results [T+2,N]."""
    plies = values.shape[0] - 2
    ended, final = stream_ends(results, plies, stride)
    following = list(values[plies:plies + stride])  # of the plies t+1 and, if so, t+2
    targets = torch.empty_like(values[:plies])
    for t in range(plies - 1, -1, -1):
        ahead = (1 - lam) * values[t + stride] + lam * following[-1]
        targets[t] = torch.where(ended[t][:, None], final[t], ahead)
        following = [targets[t], *following[:-1]]
    return targets


def advantages(values, results, lam, contempt=0.0, lead=None, stride=2):
    """Generalised advantage estimates [T,N], from the same. A position is worth
    win − loss − contempt·draw to the player to move, and its lead [T+2,N] where
    that is given; an ended game is worth its result alone."""
    plies = values.shape[0] - 2
    ended, final = stream_ends(results, plies, stride)
    worth = values.new_tensor([1.0, -contempt, -1.0])
    score = values @ worth
    if lead is not None:
        score = score + lead
    ahead = torch.where(ended, final @ worth, score[stride:stride + plies])
    delta = ahead - score[:plies]
    keep = (~ended).float() * lam
    nothing = torch.zeros_like(delta[0])
    following = [nothing] * stride
    result = torch.empty_like(delta)
    for t in range(plies - 1, -1, -1):
        result[t] = delta[t] + keep[t] * following[-1]
        following = [result[t], *following[:-1]]
    return result
