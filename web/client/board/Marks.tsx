// What is under discussion, drawn in gold: heat, last move, selection, legal
// squares and arrows.

import type { Color } from '../model/wire.ts';
import { centre, corner, UNIT } from './geometry.ts';
import type { Shape } from './hand.ts';
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

/** The last move, or one that waits for its turn. */
export function LastMove({ from, to, side, waits = false }: { from: number; to: number; side: Color; waits?: boolean }) {
  const a = corner(from, side);
  const b = corner(to, side);
  return (
    <g class={waits ? 'last waits' : 'last'}>
      <rect class="origin" x={a.x + 4} y={a.y + 4} width={UNIT - 8} height={UNIT - 8} rx="8" />
      <rect class="arrival" x={b.x} y={b.y} width={UNIT} height={UNIT} />
    </g>
  );
}

/** Drawn above the pieces: the selection's frame and its legal squares. */
export function Selection(props: { ahead: boolean; selected?: number; targets: number[]; occupied: Set<number>; forbidden: number[]; marked?: number; side: Color }) {
  const { selected, targets, occupied, forbidden, marked, side } = props;
  return (
    <g class={props.ahead ? 'selection ahead' : 'selection'} aria-hidden="true">
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

/** How far beyond its destination's centre an arrow's label stands. */
const LABEL_BEYOND = 34;
const LABEL_HEIGHT = 32;

/**
 * Arrows with their labels. A label stands on the far side of the destination, so
 * that two moves to one square, which come from different sides, keep theirs apart.
 */
export function Arrows({ arrows, side }: { arrows: Arrow[]; side: Color }) {
  return (
    <g class="arrows" aria-hidden="true">
      {arrows.map(({ from, to, weight }) => {
        const { a, b, ux, uy } = direction(from, to, side);
        const tip = { x: b.x - ux * 4, y: b.y - uy * 4 };
        const neck = { x: b.x - ux * 30, y: b.y - uy * 30 };
        const width = 6 + weight * 8;
        const head = `${tip.x},${tip.y} ${neck.x - uy * width * 1.5},${neck.y + ux * width * 1.5} ${neck.x + uy * width * 1.5},${neck.y - ux * width * 1.5}`;
        return (
          <g key={`${from}-${to}`} class="arrow" style={{ opacity: 0.3 + weight * 0.6 }}>
            <path d={`M${a.x + ux * 34} ${a.y + uy * 34}L${neck.x} ${neck.y}`} style={{ strokeWidth: width }} />
            <polygon points={head} />
          </g>
        );
      })}
      {arrows.map(({ from, to, label }) => label && <Label key={`${from}-${to}`} at={direction(from, to, side)} text={label} />)}
    </g>
  );
}

/** What the right button drew: arrows, and circles. */
export function Drawing({ shapes, side }: { shapes: Shape[]; side: Color }) {
  return (
    <g class="drawing" aria-hidden="true">
      {shapes.map(({ from, to }, i) => {
        const { a, b, ux, uy } = direction(from, to, side);
        if (from === to) return <circle key={i} cx={a.x} cy={a.y} r="43" />;
        const neck = { x: b.x - ux * 30, y: b.y - uy * 30 };
        return (
          <g key={i}>
            <path d={`M${a.x + ux * 20} ${a.y + uy * 20}L${neck.x} ${neck.y}`} />
            <polygon points={`${b.x},${b.y} ${neck.x - uy * 20},${neck.y + ux * 20} ${neck.x + uy * 20},${neck.y - ux * 20}`} />
          </g>
        );
      })}
    </g>
  );
}

function direction(from: number, to: number, side: Color) {
  const a = centre(from, side);
  const b = centre(to, side);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { a, b, ux: (b.x - a.x) / length, uy: (b.y - a.y) / length };
}

function Label({ at, text }: { at: ReturnType<typeof direction>; text: string }) {
  const width = 14 + text.length * 14.5;
  const x = at.b.x + at.ux * LABEL_BEYOND;
  const y = at.b.y + at.uy * LABEL_BEYOND;
  return (
    <g class="arrow-label">
      <rect x={x - width / 2} y={y - LABEL_HEIGHT / 2} width={width} height={LABEL_HEIGHT} rx="9" />
      <text x={x} y={y + 8.5}>
        {text}
      </text>
    </g>
  );
}
