// What is under discussion, drawn in gold: heat, last move, selection, legal
// squares and arrows.

import type { Color } from '../model/wire.ts';
import { centre, corner, UNIT } from './geometry.ts';
import type { Arrow } from './types.ts';

export function Heat({ heat, side }: { heat: Map<number, number>; side: Color }) {
  return (
    <g class="heat">
      {[...heat].map(([square, p]) => {
        const { x, y } = corner(square, side);
        return p > 0.004 ? <rect key={square} x={x} y={y} width={UNIT} height={UNIT} style={{ opacity: heatOpacity(p) }} /> : null;
      })}
    </g>
  );
}

/** Small chances must be told apart too, so the scale is a root. */
function heatOpacity(p: number): number {
  return 0.05 + 0.85 * Math.sqrt(p);
}

export function LastMove({ from, to, side }: { from: number; to: number; side: Color }) {
  const a = corner(from, side);
  const b = corner(to, side);
  return (
    <g class="last">
      <rect class="origin" x={a.x + 4} y={a.y + 4} width={UNIT - 8} height={UNIT - 8} rx="8" />
      <rect class="arrival" x={b.x} y={b.y} width={UNIT} height={UNIT} />
    </g>
  );
}

/** Drawn above the pieces: the selection's frame and its legal squares. */
export function Selection(props: { selected?: number; targets: number[]; occupied: Set<number>; forbidden: number[]; marked?: number; side: Color }) {
  const { selected, targets, occupied, forbidden, marked, side } = props;
  return (
    <g class="selection" aria-hidden="true">
      {[selected, marked].map((square, i) => {
        if (square === undefined) return null;
        const { x, y } = corner(square, side);
        return <rect key={i} class={i === 0 ? 'frame' : 'frame marked'} x={x + 4} y={y + 4} width={UNIT - 8} height={UNIT - 8} rx="12" />;
      })}
      {targets.map((square) => {
        const { x, y } = centre(square, side);
        return <circle key={square} class={occupied.has(square) ? 'target attack' : 'target'} cx={x} cy={y} r={occupied.has(square) ? 44 : 15} />;
      })}
      {forbidden.map((square) => {
        const { x, y } = centre(square, side);
        return <path key={square} class="forbidden" d={`M${x - 13} ${y - 13}l26 26m0-26l-26 26`} />;
      })}
    </g>
  );
}

export function Arrows({ arrows, side }: { arrows: Arrow[]; side: Color }) {
  return (
    <g class="arrows" aria-hidden="true">
      {arrows.map(({ from, to, weight, label }) => {
        const a = centre(from, side);
        const b = centre(to, side);
        const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
        const ux = (b.x - a.x) / length;
        const uy = (b.y - a.y) / length;
        const tip = { x: b.x - ux * 14, y: b.y - uy * 14 };
        const neck = { x: b.x - ux * 36, y: b.y - uy * 36 };
        const width = 6 + weight * 8;
        const head = `${tip.x},${tip.y} ${neck.x - uy * width * 1.5},${neck.y + ux * width * 1.5} ${neck.x + uy * width * 1.5},${neck.y - ux * width * 1.5}`;
        return (
          <g key={`${from}-${to}`} class="arrow" style={{ opacity: 0.3 + weight * 0.6 }}>
            <path d={`M${a.x + ux * 20} ${a.y + uy * 20}L${neck.x} ${neck.y}`} style={{ strokeWidth: width }} />
            <polygon points={head} />
            {label && (
              <text x={a.x + ux * length * 0.5 + 8} y={a.y + uy * length * 0.5 - 8}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
