// A person's private notes, pinned to pieces: a colour, and a rank with a question mark.

import type { Numbering } from '../model/ranks.ts';
import { figure } from '../model/ranks.ts';
import type { Color } from '../model/wire.ts';
import { corner, UNIT } from './geometry.ts';
import type { Note } from './types.ts';

export function Notes({ notes, side, numbering }: { notes: Map<number, Note>; side: Color; numbering: Numbering }) {
  return (
    <g class="notes" aria-hidden="true">
      {[...notes].map(([square, { rank, tone }]) => {
        const { x, y } = corner(square, side);
        const text = rank && `${figure(rank, numbering)}?`;
        const width = 14 + 15 * text.length;
        return (
          <g key={square} class={`note-on tone-${tone || 'none'}`}>
            {tone && <rect class="tint" x={x + 5} y={y + 5} width={UNIT - 10} height={UNIT - 10} rx="12" />}
            {text && <rect class="tag" x={x + UNIT / 2 - width / 2} y={y + 44} width={width} height="34" rx="9" />}
            {text && (
              <text x={x + UNIT / 2} y={y + 70}>
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
