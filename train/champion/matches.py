"""Plays a list of matches, some at a time, with one evaluator for all, and prints a line for each.

    python3 -m train.champion.matches LIST --marengo bin/marengo --weights m=m.weights --minutes 5

A line of LIST is a name and what follows `marengo match`, an experiment, or a dataset to be made; {m} stands for the weights called m,
the evaluator and, where it is given, the network that guesses:

    eta40   marengo:{m},eta=40   marengo:{m}   --games 400 --evals 64 --seed 1
    truth   experiment lookahead-guess --player {m}
    lessons dataset think --player {m},temperature=1 --games 10000 --concurrency 250 --out examples.bin

--log=false, --concurrency and a seed are added to a match where they are not given. What is not finished when the time is up is
interrupted and printed as far as it came: games that last long are then missing.
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STARTED = time.monotonic()
OTHERS = ("experiment", "dataset")  # commands that are no matches
BUILT_IN_GUESSER = "agents/weights/marengo-guess.weights"
WINDING_UP = 8  # seconds kept at the end for interrupted matches and the evaluator to say what they have


def elapsed():
    return time.monotonic() - STARTED


def read_list(path, words):
    """-> [(name, arguments)]"""
    matches = []
    with sys.stdin if path == "-" else open(path) as f:
        for line in f:
            parts = shlex.split(line, comments=True)
            if not parts:
                continue
            if len(parts) < 3:
                raise SystemExit(f"matches: {line.strip()!r} is not a name and two players")
            try:
                matches.append((parts[0], [p.format(**words) for p in parts[1:]]))
            except (KeyError, IndexError) as err:
                raise SystemExit(f"matches: {line.strip()!r} names weights {err} that were not given") from err
    return matches


class Evaluator:
    """train/champion/evaluator.py as a child process."""

    def __init__(self, socket, weights, flags):
        self.log = tempfile.TemporaryFile("w+")
        self.child = subprocess.Popen([sys.executable, "-m", "train.champion.evaluator", socket, *weights, *flags],
                                      stdout=self.log, stderr=subprocess.STDOUT)
        while not os.path.exists(socket):
            if self.child.poll() is not None:
                raise SystemExit("matches: the evaluator ended:\n" + self.said())
            time.sleep(0.1)

    def said(self):
        self.log.seek(0)
        return self.log.read()[-3000:].strip()

    def close(self):
        self.child.send_signal(signal.SIGINT)
        try:
            self.child.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.child.kill()
        return self.said()


class Job:
    """A match or an experiment as a child process."""

    def __init__(self, name, arguments, program, folder, concurrency):
        self.match = arguments[0] not in OTHERS
        given = {a.split("=")[0] for a in arguments}
        defaults = {"--concurrency": concurrency}
        if self.match:
            defaults.update({"--log": "false", "--seed": "1", "--json": "true", "--db": os.path.join(folder, name + ".db")})
            arguments = ["match", *arguments]
        arguments = [*arguments, "--quiet", *(f"{flag}={value}" for flag, value in defaults.items() if flag not in given)]
        self.name, self.began = name, elapsed()
        self.out, self.err = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        self.child = subprocess.Popen([program, *arguments], stdout=self.out, stderr=self.err)

    def report(self):
        """What came of it."""
        self.out.seek(0)
        self.err.seek(0)
        text, said = self.out.read().strip(), self.err.read().strip()
        seconds = elapsed() - self.began
        if text and not self.match:
            return f"{self.name:14} {seconds:.0f} s\n{text[:1500]}"
        try:
            return f"{self.name:14} {line(json.loads(text))}, {seconds:.0f} s"
        except ValueError:
            return f"{self.name:14} no result after {seconds:.0f} s: {said[-300:]}"


def line(r):
    """A match's report in one line."""
    faults = "".join(f", {r[k]} faults of {k[-1]}" for k in ("faults_a", "faults_b") if r.get(k))
    for fault in (r.get("faults") or [])[:1]:
        faults += f" ({fault['reason']}: {fault['detail'][:120]})"
    unfinished = "" if r.get("finished") else " UNFINISHED"
    return (f"{100 * r['score']:5.1f}% ({100 * r['score_low']:.1f}-{100 * r['score_high']:.1f}) "
            f"+{r['wins']}={r['draws']}-{r['losses']} of {r['games']}{unfinished}, {r['plies']['mean']:.0f} plies, "
            f"{r['time_a']['mean_ms']:.0f}/{r['time_b']['mean_ms']:.0f} ms{faults}")


def play(matches, args, folder):
    """Keeps some matches going until all are played or the time is up."""
    waiting, going = list(matches), []
    while waiting or going:
        over = args.minutes * 60 - WINDING_UP < elapsed()
        while waiting and not over and len(going) < args.at_once:
            going.append(Job(*waiting.pop(0), args.marengo, folder, args.concurrency))
        if over:
            for m in going:
                m.child.send_signal(signal.SIGINT)
            for m in going:
                try:
                    m.child.wait(timeout=WINDING_UP / 2)
                except subprocess.TimeoutExpired:
                    m.child.kill()
        for m in [m for m in going if m.child.poll() is not None]:
            going.remove(m)
            print(m.report(), flush=True)
        if over:
            for name, _ in waiting:
                print(f"{name:14} not begun", flush=True)
            return
        time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", help="file of matches, - for standard input")
    parser.add_argument("--marengo", default="bin/marengo", help="the program")
    parser.add_argument("--weights", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--guesser", help="weight file of the network that guesses for all of them, instead of the built-in one")
    parser.add_argument("--minutes", type=float, default=9, help="how long, from the start of this program to its end")
    parser.add_argument("--at-once", type=int, default=3, help="matches at a time")
    parser.add_argument("--concurrency", type=int, default=400, help="games of a match at a time")
    parser.add_argument("--evaluator", default="", help="flags of train.champion.evaluator, in one word")
    args = parser.parse_args()
    files = dict(w.split("=", 1) for w in args.weights)
    folder = tempfile.mkdtemp(prefix="marengo-matches-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    socket = os.path.join(folder, "evaluator")
    guesser = f",guesser={os.path.abspath(args.guesser)}" if args.guesser else ""
    matches = read_list(args.list, {n: f"weights={os.path.abspath(p)},evaluator=shm:{socket}{guesser}" for n, p in files.items()})
    guessers = [args.guesser] if args.guesser else [BUILT_IN_GUESSER] if os.path.exists(BUILT_IN_GUESSER) else []
    served = [os.path.abspath(p) for p in dict.fromkeys([*files.values(), *guessers])]
    evaluator = Evaluator(socket, served, shlex.split(args.evaluator)) if files else None
    print(f"ready after {elapsed():.0f} s", flush=True)
    try:
        play(matches, args, folder)
    finally:
        if evaluator:
            print(evaluator.close(), flush=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
