// The board's ground: field, grid, lakes and coordinates.

import type { ComponentChildren } from 'preact';
import type { Color } from '../model/wire.ts';
import { squareName } from '../model/squares.ts';
import { rowsOf, SIZE, UNIT } from './geometry.ts';

const GRID = Array.from({ length: 9 }, (_, i) => `M${(i + 1) * UNIT} 0V${SIZE}M0 ${(i + 1) * UNIT}H${SIZE}`).join('');

/** Every other square. */
const CHECKS = Array.from({ length: 100 }, (_, i) => ({ x: i % 10, y: Math.floor(i / 10) }))
  .filter(({ x, y }) => (x + y) % 2 === 1)
  .map(({ x, y }) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`)
  .join('');

/** A shore is drawn around its two-by-two squares, a little uneven. */
function Lake({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path class="lake" d="M36 9Q104-3 168 12Q197 34 190 96Q199 160 170 186Q96 203 33 189Q2 166 11 102Q3 38 36 9Z" />
      <path class="wave" d="M46 62q14-9 28 0t28 0M98 108q14-9 28 0t28 0M54 150q14-9 28 0t28 0" />
    </g>
  );
}

export function Ground({ side, children }: { side: Color; children?: ComponentChildren }) {
  const rows = rowsOf(side);
  return (
    <g aria-hidden="true">
      <rect class="field" width={SIZE} height={SIZE} rx="14" />
      <g class="carpet">
        <path class="field2" d={CHECKS} />
        {children}
      </g>
      <path class="grid" d={GRID} />
      <Lake x={200} y={400} />
      <Lake x={600} y={400} />
      {rows.map((row, y) => (
        <text key={`r${y}`} class="coordinate" x="-15" y={y * UNIT + 56}>
          {squareName(row[0]!).charAt(1)}
        </text>
      ))}
      {rows[9]!.map((square, x) => (
        <text key={`f${x}`} class="coordinate" x={x * UNIT + 50} y={SIZE + 22}>
          {squareName(square).charAt(0)}
        </text>
      ))}
    </g>
  );
}
