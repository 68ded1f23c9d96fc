// A free position being edited: any pieces of both sides anywhere that is no lake.

import { counts } from './ranks.ts';
import { isLake } from './squares.ts';
import type { Color, Piece } from './wire.ts';

export interface Brush {
  color: Color;
  rank: string;
}

/** How many more pieces of a brush the variant allows. */
export function leftOf(pieces: readonly Piece[], brush: Brush, variant: string): number {
  const used = pieces.filter((p) => p.color === brush.color && p.rank === brush.rank).length;
  return (counts(variant)[brush.rank] ?? 0) - used;
}

function nextId(pieces: readonly Piece[]): number {
  return pieces.reduce((top, p) => Math.max(top, p.id), -1) + 1;
}

export function paint(pieces: readonly Piece[], square: number, brush: Brush, variant: string): Piece[] {
  const rest = pieces.filter((p) => p.at !== square);
  if (isLake(square) || leftOf(rest, brush, variant) <= 0) return [...pieces];
  return [...rest, { id: nextId(pieces), color: brush.color, at: square, rank: brush.rank, moved: false, shown: false }];
}

export function erase(pieces: readonly Piece[], square: number): Piece[] {
  return pieces.filter((p) => p.at !== square);
}

/** Moves a piece; one that stood there is replaced. */
export function shift(pieces: readonly Piece[], from: number, to: number): Piece[] {
  if (isLake(to)) return [...pieces];
  return pieces.filter((p) => p.at !== to).map((p) => (p.at === from ? { ...p, at: to } : p));
}

export function flag(pieces: readonly Piece[], square: number, key: 'moved' | 'shown', on: boolean): Piece[] {
  return pieces.map((p) => (p.at === square ? { ...p, [key]: on } : p));
}
