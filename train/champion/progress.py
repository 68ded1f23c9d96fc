"""The curve: measures the run's weights with the arena, adds lines to train/PROGRESS.md, and plots them all.

    python3 -m train.champion.progress measure --state state/run --opponent random --opponent lewis
    python3 -m train.champion.progress add --state state/run --opponent lewis --games 400 --score 0.81 --low 0.77 --high 0.85
    python3 -m train.champion.progress plot train/progress.svg
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

TRAIN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(TRAIN, "PROGRESS.md")
COLUMNS = ("date", "size", "steps", "minutes", "opponent", "games", "score", "interval", "notes")
COLOURS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")
UNTIMED = ("random", "careful", "lewis")  # players that answer at once
WIDTH, HEIGHT, MARGIN = 720, 420, 60


def rows():
    """The table's measurements, as dictionaries."""
    found = []
    with open(TABLE) as f:
        for line in f:
            cells = [c.strip() for c in line.strip().strip("|").split("|")]
            if line.startswith("|") and len(cells) == len(COLUMNS) and cells[0] != "date" and not cells[0].startswith("-"):
                found.append(dict(zip(COLUMNS, cells)))
    return found


def measure(args):
    """Exports the running-mean weights, plays matches and adds a line for each."""
    with tempfile.TemporaryDirectory() as folder:
        weights = os.path.join(folder, "measured.weights")
        subprocess.run([sys.executable, "-m", "train.champion.export", os.path.abspath(args.state), weights], check=True,
                       cwd=os.path.dirname(TRAIN))
        for opponent in args.opponent:
            command = [args.program, "match", f"marengo:weights={weights}", opponent, "--games", str(args.games),
                       "--seed", str(args.seed), "--time", args.time, "--db", os.path.join(folder, "measured.db"),
                       "--log=false", "--quiet", "--json"]
            report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
            args.score, args.low, args.high = report["score"], report["score_low"], report["score_high"]
            note = f"seed {args.seed}" + ("" if opponent in UNTIMED else f", {args.time} a move")
            append(args.state, opponent, report["games"], args, f"{note}; {args.notes}" if args.notes else note)
    args.out = os.path.join(TRAIN, "progress.svg")
    plot(args)


def add(args):
    append(args.state, args.opponent, args.games, args, args.notes)


def append(state, opponent, games, result, notes):
    """Adds a line to the table."""
    with open(os.path.join(state, "state.json")) as f:
        saved = json.load(f)
    cells = (time.strftime("%Y-%m-%d"), saved["config"]["size"], f"{saved['steps']:,}", f"{saved['minutes']:.1f}",
             opponent, str(games), f"{result.score:.3f}", f"{result.low:.3f}–{result.high:.3f}", notes)
    with open(TABLE, "a") as f:
        f.write("| " + " | ".join(cells) + " |\n")


def plot(args):
    """Score by steps, one line for each network size and opponent, as an SVG."""
    points = {}
    for row in rows():
        low, _, high = row["interval"].partition("–")
        point = (int(row["steps"].replace(",", "")) / 1e6, float(row["score"]), float(low), float(high))
        points.setdefault(f"{row['size']} against {row['opponent']}", []).append(point)
    most = max((p[0] for line in points.values() for p in line), default=1.0)

    def x(steps):
        return MARGIN + (WIDTH - 2 * MARGIN) * steps / most

    def y(score):
        return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * score
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for tick in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#ddd"/>'
                   f'<text x="{MARGIN - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>'
                   f'<text x="{x(most * tick):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{most * tick:.0f}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 15}" text-anchor="middle">million steps</text>'
               f'<text x="{MARGIN}" y="{MARGIN - 20}" text-anchor="middle">score</text>')
    for k, (name, line) in enumerate(sorted(points.items())):
        colour = COLOURS[k % len(COLOURS)]
        line.sort()
        path = " ".join(f"{x(p[0]):.1f},{y(p[1]):.1f}" for p in line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for steps, score, low, high in line:
            out.append(f'<line x1="{x(steps):.1f}" x2="{x(steps):.1f}" y1="{y(low):.1f}" y2="{y(high):.1f}" stroke="{colour}"/>'
                       f'<circle cx="{x(steps):.1f}" cy="{y(score):.1f}" r="3" fill="{colour}"/>')
        out.append(f'<text x="{MARGIN + 15}" y="{HEIGHT - MARGIN - 12 - 16 * k}" fill="{colour}">{name}</text>')
    with open(args.out, "w") as f:
        f.write("\n".join(out) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    measuring = commands.add_parser("measure", help="play matches with the run's weights and append them to the table")
    measuring.add_argument("--state", required=True)
    measuring.add_argument("--opponent", action="append", required=True, help="agent string (may be repeated)")
    measuring.add_argument("--games", type=int, default=400)
    measuring.add_argument("--seed", type=int, default=11)
    measuring.add_argument("--time", default="100ms", help="a move")
    measuring.add_argument("--program", default="bin/marengo")
    measuring.add_argument("--notes", default="")
    measuring.set_defaults(do=measure)
    adding = commands.add_parser("add", help="append a measurement to the table")
    adding.add_argument("--state", required=True)
    adding.add_argument("--opponent", required=True)
    adding.add_argument("--games", type=int, required=True)
    for name in ("score", "low", "high"):
        adding.add_argument("--" + name, type=float, required=True)
    adding.add_argument("--notes", default="")
    adding.set_defaults(do=add)
    plotting = commands.add_parser("plot", help="draw all measurements")
    plotting.add_argument("out")
    plotting.set_defaults(do=plot)
    args = parser.parse_args()
    try:
        args.do(args)
    except (OSError, ValueError, KeyError, subprocess.CalledProcessError) as err:
        sys.exit(f"progress: {err}")


if __name__ == "__main__":
    main()
