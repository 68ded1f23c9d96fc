"""A bot that plays any legal move."""
import random
import sys

PIECES = "F" + 6 * "B" + "s" + 8 * "9" + 5 * "8" + 4 * "7" + 4 * "6" + 4 * "5" + 3 * "4" + 2 * "3" + "21"
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def hear():
    """Read a line; leave when the game is over."""
    line = sys.stdin.readline()
    if not line or line.startswith("QUIT"):
        sys.exit()
    return line.rstrip()


def say(line):
    """Write a line at once: a line that waits in a buffer is a line too late."""
    print(line, flush=True)


def moves(board):
    """List every step of an own piece onto an empty square or an enemy."""
    for y in range(10):
        for x in range(10):
            if board[y][x] in "123456789s":
                for word, (dx, dy) in STEPS.items():
                    if 0 <= x + dx < 10 and 0 <= y + dy < 10 and board[y + dy][x + dx] in ".#":
                        yield f"{x} {y} {word}"


hear()  # our colour, the opponent's name, the board's size
pieces = random.sample(PIECES, 40)
for row in range(0, 40, 10):
    say("".join(pieces[row:row + 10]))
while True:
    hear()  # START, or the opponent's move and its outcome
    board = [hear() for _ in range(10)]
    choices = list(moves(board))
    say(random.choice(choices) if choices else "SURRENDER")
    hear()  # our own move and its outcome
