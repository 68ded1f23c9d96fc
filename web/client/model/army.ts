// An army as a row: every piece it began with, those that have fallen marked.

import { counts, TRAY_ORDER } from './ranks.ts';
import type { Color, Dead, Piece } from './wire.ts';

export interface Token {
  rank: string;
  fallen: boolean;
}

/**
 * All pieces of a side, the highest first. Of an army that was not whole at the start,
 * as in a free position, only the fallen are known.
 */
export function armyOf(color: Color, pieces: readonly Piece[], dead: readonly Dead[], variant: string): Token[] {
  const fallen = fallenOf(color, dead);
  const whole = counts(variant);
  const began = pieces.filter((p) => p.color === color).length + dead.filter((d) => d.color === color).length;
  const known = began === Object.values(whole).reduce((a, b) => a + b, 0);
  return [...TRAY_ORDER].flatMap((rank) => {
    const gone = fallen.get(rank) ?? 0;
    const all = known ? (whole[rank] ?? 0) : gone;
    return Array.from({ length: all }, (_, i) => ({ rank, fallen: i < gone }));
  });
}

/** How many of each rank a side has lost. */
export function fallenOf(color: Color, dead: readonly Dead[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const d of dead) if (d.color === color) numbers.set(d.rank, (numbers.get(d.rank) ?? 0) + 1);
  return numbers;
}
