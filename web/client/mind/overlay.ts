// What the mind window draws on the board: one rank's heat map, candidate moves
// as arrows.

import type { Arrow } from '../board/types.ts';
import { strings } from '../strings.ts';
import { LETTERS } from '../model/ranks.ts';
import { parseMove, parseSquare } from '../model/squares.ts';
import type { Belief, Candidate, Mind } from '../model/wire.ts';

export type Side = 'enemy' | 'own';

export function beliefRows(mind: Mind | undefined, side: Side): Belief[] {
  return (side === 'enemy' ? mind?.thoughts.belief : mind?.thoughts.exposed) ?? [];
}

export function heatOf(mind: Mind | undefined, side: Side, rank: string): Map<number, number> {
  const column = LETTERS.indexOf(rank);
  const heat = new Map<number, number>();
  for (const row of beliefRows(mind, side)) {
    const square = parseSquare(row.square);
    const p = row.p[column];
    if (square !== undefined && p !== undefined) heat.set(square, p);
  }
  return heat;
}

export function beliefAt(mind: Mind | undefined, square: number | undefined): (Belief & { side: Side }) | undefined {
  if (square === undefined) return undefined;
  for (const side of ['enemy', 'own'] as const) {
    const row = beliefRows(mind, side).find((r) => parseSquare(r.square) === square);
    if (row) return { ...row, side };
  }
  return undefined;
}

/** An expected score, of a hundred: how everything is told that a position is worth. */
export function ofHundred(score: number): number {
  return Math.round(score * 100);
}

/** Whether a player tells what moves are worth in units of its own only, such as plans' points. */
export function ownUnits(mind: Mind): boolean {
  const candidates = mind.thoughts.candidates ?? [];
  return candidates.some((c) => c.score !== undefined) && !(mind.thoughts.valued && candidates.some((c) => c.win !== undefined));
}

/** What is expected after a candidate; where its player does not tell, its own units, if any. */
export function candidateFigure(c: Candidate, mind: Mind): string {
  if (mind.thoughts.valued && c.win !== undefined) return String(ofHundred(c.win));
  return c.score === undefined ? '' : decimal(c.score);
}

/** A sentence with the names of plans in words. */
export function inWords(text: string): string {
  return text.replace(/\b[A-Za-z]+\b/g, (word) => (Object.hasOwn(strings.mind.plans, word) ? strings.mind.plans[word]! : word));
}

export function decimal(x: number): string {
  const text = Math.abs(x) >= 100 ? x.toFixed(0) : Math.abs(x) >= 10 ? x.toFixed(1) : x.toFixed(2);
  return text.replace('-', '−');
}

/**
 * The strongest candidates as arrows, the best the boldest. Of a scout's moves along
 * one line only the best is drawn: the others would lie on top of it.
 */
export function arrowsOf(mind: Mind | undefined, most = 4): Arrow[] {
  const drawn = new Set<string>();
  const arrows: Arrow[] = [];
  for (const c of mind?.thoughts.candidates ?? []) {
    const move = parseMove(c.move);
    if (!move || arrows.length === most) continue;
    const line = `${move.from} ${lineOf(move.from, move.to)}`;
    if (drawn.has(line)) continue;
    drawn.add(line);
    arrows.push({ ...move, weight: 1 - arrows.length / (most + 1), label: candidateFigure(c, mind!) });
  }
  return arrows;
}

/** Which of the four ways a move goes. */
function lineOf(from: number, to: number): string {
  const far = to - from;
  return far % 10 === 0 ? (far > 0 ? 'up' : 'down') : far > 0 ? 'right' : 'left';
}
