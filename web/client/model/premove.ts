// A move thought of while the opponent thinks: wherever the piece might then go. What
// the rules say of it is known when its turn has come.

import { isLake } from './squares.ts';
import type { Color, Piece } from './wire.ts';

const IMMOBILE = 'FB';
const SCOUT = '2';
const WAYS = [
  { file: 0, row: 1 },
  { file: 0, row: -1 },
  { file: 1, row: 0 },
  { file: -1, row: 0 },
];

/**
 * Where each of one's own pieces may be sent ahead: a step any way, a scout as far as
 * nothing of one's own and no lake is in its way. An enemy in the way may be gone by then.
 */
export function premoves(pieces: readonly Piece[], you: Color): Map<number, number[]> {
  const own = new Set(pieces.filter((p) => p.color === you).map((p) => p.at));
  const found = new Map<number, number[]>();
  for (const piece of pieces) {
    if (piece.color !== you || piece.rank === '' || IMMOBILE.includes(piece.rank)) continue;
    const reach = WAYS.flatMap(({ file, row }) => ray(piece.at, file, row, piece.rank === SCOUT ? 9 : 1, own));
    if (reach.length > 0) found.set(piece.at, reach);
  }
  return found;
}

function ray(from: number, file: number, row: number, far: number, own: Set<number>): number[] {
  const squares: number[] = [];
  for (let n = 1; n <= far; n++) {
    const x = (from % 10) + file * n;
    const y = Math.floor(from / 10) + row * n;
    const square = y * 10 + x;
    if (x < 0 || x > 9 || y < 0 || y > 9 || isLake(square) || own.has(square)) break;
    squares.push(square);
  }
  return squares;
}
