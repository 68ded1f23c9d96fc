"""Builds the pool of setups that games start from, and a held-out one.

    python3 -m train.champion.pool state/pool.txt state/heldout.txt FILE...

Each FILE is a list of setups, 40 characters a line, after a count and a tab if
there is one. Every file gets the same weight in all, whatever its length. A
setup and its mirror image count as one; a tenth of them, chosen by a hash, is
held out for evaluation.
"""

import argparse
import hashlib
import sys

LETTERS = set("FBS23456789M")


def mirror(setup):
    return "".join(setup[row:row + 10][::-1] for row in range(0, 40, 10))


def read(path):
    """The distinct setups of a file, each as the lesser of itself and its mirror image."""
    found = set()
    with open(path) as f:
        for number, line in enumerate(f, 1):
            setup = line.rstrip("\n").split("\t")[-1]
            if not setup or line.startswith("#"):
                continue
            if len(setup) != 40 or not set(setup) <= LETTERS:
                raise ValueError(f"{path}, line {number}: no setup of 40 characters: {setup!r}")
            found.add(min(setup, mirror(setup)))
    return sorted(found)


def held_out(setup):
    return hashlib.sha256(setup.encode()).digest()[0] * 10 < 256


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pool")
    parser.add_argument("heldout")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    try:
        sources = [read(path) for path in args.files]
    except (OSError, ValueError) as err:
        sys.exit(f"pool: {err}")
    most = max(len(s) for s in sources)
    seen = set()
    with open(args.pool, "w") as pool, open(args.heldout, "w") as heldout:
        for source in sources:
            weight = max(1, round(most / len(source)))
            for setup in source:
                if setup not in seen:
                    (heldout if held_out(setup) else pool).write(f"{weight}\t{setup}\n")
                    seen.add(setup)
    print(f"pool: {len(seen)} setups")


if __name__ == "__main__":
    main()
