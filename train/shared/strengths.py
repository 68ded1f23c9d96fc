"""What setups are worth, found from games between them, and from where their pieces stand.

Games are lines of red's setup, blue's (numbers from 0) and red's score, as `train.champion.setups play` writes them.
"""

import numpy as np

RANK_LETTERS = "FS23456789MB"  # by the numbers of docs/features.md
HOME, FILES = 40, 10
RED_ADVANTAGE, SPREAD = 0.0, 0.06  # where the fit begins
RIDGE = 30.0  # of the fit to where pieces stand; 3 to 100 predict setups left out as well


def read(path):
    """The setups of a file, 40 letters a line, after a count and a tab if there is one."""
    with open(path) as f:
        setups = [line.rstrip("\n").split("\t")[-1] for line in f if line.strip() and not line.startswith("#")]
    for number, setup in enumerate(setups, 1):
        if len(setup) != HOME or not set(setup) <= set(RANK_LETTERS):
            raise ValueError(f"{path}, setup {number}: no setup of 40 characters: {setup!r}")
    return setups


def strengths(games, count, rounds=30):
    """Strength of each candidate and its standard error, shrunk: a linear model whose spread is found with it."""
    red, blue, score = games[:, 0].astype(int), games[:, 1].astype(int), games[:, 2]
    advantage, spread = RED_ADVANTAGE, SPREAD
    noise = max(score.var(), 1e-3)
    product = np.zeros((count, count))
    np.add.at(product, (red, red), 1)
    np.add.at(product, (blue, blue), 1)
    np.add.at(product, (red, blue), -1)
    np.add.at(product, (blue, red), -1)
    for _ in range(rounds):
        target = np.zeros(count)
        np.add.at(target, red, score - 0.5 - advantage)
        np.add.at(target, blue, -(score - 0.5 - advantage))
        covariance = np.linalg.inv(product / noise + np.eye(count) / spread ** 2)
        mean = covariance @ (target / noise)
        rest = score - 0.5 - mean[red] + mean[blue]
        advantage = rest.mean()
        noise = max(((rest - advantage) ** 2).mean(), 1e-4)
        spread = max(np.sqrt((mean ** 2 + np.diag(covariance)).mean()), 1e-3)
    return mean, np.sqrt(np.diag(covariance)), advantage, spread


def standing(setup):
    """Where the pieces stand, as the fit sees it: ranks by row and distance from the edge, and the flag's bombs."""
    at = np.zeros((HOME // FILES, FILES // 2, len(RANK_LETTERS)))
    for i, letter in enumerate(setup):
        row, file = divmod(i, FILES)
        at[row, min(file, FILES - 1 - file), RANK_LETTERS.index(letter)] += 1
    row, file = divmod(setup.index("F"), FILES)
    beside = [setup[FILES * r + f] for r, f in ((row, file - 1), (row, file + 1), (row - 1, file), (row + 1, file))
              if 0 <= r < HOME // FILES and 0 <= f < FILES]
    bombs = beside.count("B") / len(beside)
    return np.append(at.ravel(), [bombs, bombs == 1])


def promise(known, strength, others):
    """What a linear fit of strengths to where pieces stand expects of other setups."""
    x = np.array([standing(s) for s in known])
    mean = x.mean(0)
    x -= mean
    weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ (strength - strength.mean()))
    return (np.array([standing(s) for s in others]) - mean) @ weights + strength.mean()


def table(path, columns):
    with open(path) as f:
        return np.array([[float(x) for x in line.split("\t")] for line in f]).reshape(-1, columns)
