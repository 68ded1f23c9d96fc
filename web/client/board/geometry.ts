// Where squares lie on the drawing: a hundred units each, the near side at the bottom.

import type { Color } from '../model/wire.ts';

export const UNIT = 100;
export const SIZE = 10 * UNIT;

/** The drawing with its margin for the file letters and row numbers. */
export const VIEW_BOX = '-30 -8 1038 1038';
const VIEW = { x: -30, y: -8, size: 1038 };

export interface Point {
  x: number;
  y: number;
}

/** The upper left corner of a square for the side that sits at the bottom. */
export function corner(square: number, side: Color): Point {
  const seen = side === 'red' ? square : 99 - square;
  return { x: (seen % 10) * UNIT, y: (9 - Math.floor(seen / 10)) * UNIT };
}

export function centre(square: number, side: Color): Point {
  const { x, y } = corner(square, side);
  return { x: x + UNIT / 2, y: y + UNIT / 2 };
}

/** The square that covers a point of the drawing. */
export function squareAt(point: Point, side: Color): number | undefined {
  const file = Math.floor(point.x / UNIT);
  const row = 9 - Math.floor(point.y / UNIT);
  if (file < 0 || file > 9 || row < 0 || row > 9) return undefined;
  const seen = row * 10 + file;
  return side === 'red' ? seen : 99 - seen;
}

/** A point of the page in the drawing's units. */
export function toDrawing(svg: SVGSVGElement, clientX: number, clientY: number): Point {
  const box = svg.getBoundingClientRect();
  const scale = VIEW.size / box.width;
  return { x: (clientX - box.left) * scale + VIEW.x, y: (clientY - box.top) * scale + VIEW.y };
}

const STEPS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The square that an arrow key leads to, or the same one at the edge. */
export function arrow(square: number, key: string, side: Color): number {
  const step = STEPS[key];
  if (!step) return square;
  const { x, y } = centre(square, side);
  return squareAt({ x: x + step.x * UNIT, y: y + step.y * UNIT }, side) ?? square;
}

export function isArrow(key: string): boolean {
  return key in STEPS;
}

/** The squares in the order of the drawing's rows, from the far left corner. */
export function rowsOf(side: Color): number[][] {
  return Array.from({ length: 10 }, (_, y) =>
    Array.from({ length: 10 }, (_, x) => squareAt({ x: x * UNIT + 1, y: y * UNIT + 1 }, side)!),
  );
}
