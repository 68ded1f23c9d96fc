// Squares as the engine counts them: 10·row + file, a1 is 0 and k0 is 99.

import type { Color } from './wire.ts';

const FILES = 'abcdefghjk';
const ROWS = '1234567890';

export function squareName(square: number): string {
  return FILES.charAt(square % 10) + ROWS.charAt(Math.floor(square / 10));
}

export function parseSquare(text: string): number | undefined {
  const file = text.length === 2 ? FILES.indexOf(text.charAt(0)) : -1;
  const row = text.length === 2 ? ROWS.indexOf(text.charAt(1)) : -1;
  return file < 0 || row < 0 ? undefined : row * 10 + file;
}

export function moveName(from: number, to: number): string {
  return `${squareName(from)}-${squareName(to)}`;
}

export function parseMove(text: string): { from: number; to: number } | undefined {
  const [a, b] = text.split(/[-x]/).map((part) => parseSquare(part.slice(0, 2)));
  return a === undefined || b === undefined ? undefined : { from: a, to: b };
}

export function isLake(square: number): boolean {
  const row = Math.floor(square / 10);
  const file = square % 10;
  return (row === 4 || row === 5) && (file === 2 || file === 3 || file === 6 || file === 7);
}

/** The square as a player counts: its own left corner is 0. */
export function fromSide(square: number, side: Color): number {
  return side === 'red' ? square : 99 - square;
}

export function other(color: Color): Color {
  return color === 'red' ? 'blue' : 'red';
}
