#!/bin/sh
# One round of learning from the look ahead, on a machine with a GPU: games at 64
# evaluations a move, a lesson from them, and 800 games of the pupil against its teacher,
# both without thinking. Leaves next.weights in $OUT (or state/out):
#
#   sh train/champion/lesson.sh MINUTES WEIGHTS SETUPS [flags of train.champion.distil]
#
# It needs, beside the working tree, bin/marengo. Three minutes go to the lesson and the
# match, the others to games. Examples stay in state/examples.bin, and a second round
# with the same weights goes on with them.
set -e
cd "$(dirname "$0")/../.."
if [ $# -lt 3 ]; then
	echo "usage: sh train/champion/lesson.sh MINUTES WEIGHTS SETUPS [flags of train.champion.distil]" >&2
	exit 2
fi
minutes=$1 weights=$2 setups=$3
shift 3
out=${OUT:-state/out}
mkdir -p state "$out"
list=$(mktemp)
trap 'rm -f "$list"' EXIT

# Fewer games at a time waste fewer when the time is up; at 160 the GPU is nearly always at work.
echo "games dataset think --player {m},temperature=1 --games 1000000 --evaluations 64 --setups $setups --concurrency 160 --out state/examples.bin" > "$list"
python3 -m train.champion.matches "$list" --weights m="$weights" --minutes "$(awk "BEGIN { print $minutes - 3 }")"

python3 -m train.champion.distil state/examples.bin --weights "$weights" --out "$out/next.weights" --minutes 2 "$@"

echo "pupil marengo:{n},think=off marengo:{m},think=off --games 800 --evals 1" > "$list"
python3 -m train.champion.matches "$list" --weights n="$out/next.weights" --weights m="$weights" --minutes 1
