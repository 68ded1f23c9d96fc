// A board the size of a stamp: whose pieces stand where, and nothing else.

import type { Color } from '../model/wire.ts';
import { corner, SIZE, UNIT } from './geometry.ts';

export function SmallBoard({ board, side, size = 84 }: { board: string; side: Color; size?: number }) {
  return (
    <svg class="small-board" viewBox={`0 0 ${SIZE} ${SIZE}`} width={size} height={size} aria-hidden="true">
      <rect class="ground" width={SIZE} height={SIZE} rx="60" />
      {[200, 600].map((x) => (
        <rect key={x} class="lake" x={x + 10} y={410} width={180} height={180} rx="40" />
      ))}
      {[...board].map((whose, square) => {
        if (whose === '.') return null;
        const { x, y } = corner(square, side);
        return <rect key={square} class={whose === 'r' ? 'red' : 'blue'} x={x + 14} y={y + 14} width={UNIT - 28} height={UNIT - 28} rx="16" />;
      })}
    </svg>
  );
}
