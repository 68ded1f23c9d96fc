// One piece, drawn in a hundred-unit square: a castle-topped tower with a
// number or a drawn sign.

import { figure, isSign, type Numbering } from '../model/ranks.ts';
import type { Color } from '../model/wire.ts';

const SQUARE_TOWER =
  'M16 14h14v9h12v-9h16v9h12v-9h14v19q0 4-3 6l-3 3L80 79h3q4 0 4 4v4q0 4-4 4H17q-4 0-4-4v-4q0-4 4-4h3L22 42l-3-3q-3-2-3-6Z';
const ROUND_TOWER =
  'M16 24a8 10 0 0 1 16 0h10a8 10 0 0 1 16 0h10a8 10 0 0 1 16 0v9q0 4-3 6l-3 3L80 79h3q4 0 4 4v4q0 4-4 4H17q-4 0-4-4v-4q0-4 4-4h3L22 42l-3-3q-3-2-3-6Z';

const SIGN: Record<string, { stroke: string; fill?: string }> = {
  F: { stroke: 'M38 75V38', fill: 'M38 38q9-6 17 0t15 0v19q-7 6-15 0t-17 0Z' },
  B: { stroke: 'M58 50l7-7q4-4 9-1', fill: 'M47 47a14 14 0 1 0 .1 0Z' },
  S: { stroke: 'M27 58q23-23 46 0q-23 23-46 0Z', fill: 'M50 50a8 8 0 1 0 .1 0Z' },
};

export interface PieceLook {
  color: Color;
  rank: string;
  moved?: boolean;
  shown?: boolean;
}

export function PieceArt({ piece, numbering, shapes }: { piece: PieceLook; numbering: Numbering; shapes: boolean }) {
  const round = shapes && piece.color === 'blue';
  return (
    <g class={`piece ${piece.color}`}>
      <path class="tower" d={round ? ROUND_TOWER : SQUARE_TOWER} />
      <path class="edge" d="M22 42H78M20 79H80" />
      <Face rank={piece.rank} numbering={numbering} />
      {piece.moved && <circle class="moved" cx="79" cy="85" r="4.5" />}
      {piece.shown && <path class="shown" d="M20 85h18" />}
    </g>
  );
}

function Face({ rank, numbering }: { rank: string; numbering: Numbering }) {
  if (rank === '') return <path class="hidden" d="M50 51v20" />;
  if (isSign(rank)) {
    const sign = SIGN[rank]!;
    return (
      <g class="sign">
        <path class="line" d={sign.stroke} />
        {sign.fill && <path class="solid" d={sign.fill} />}
      </g>
    );
  }
  const text = figure(rank, numbering);
  return (
    <text class={text.length > 1 ? 'figure two' : 'figure'} x="50" y="75">
      {text}
    </text>
  );
}

/** A piece on its own, for trays, help and palettes. */
export function PieceIcon(props: PieceLook & { numbering: Numbering; shapes: boolean; size?: number; title?: string }) {
  const { numbering, shapes, size = 40, title, ...piece } = props;
  return (
    <svg class="piece-icon" viewBox="6 6 88 92" width={size} height={size} role={title ? 'img' : undefined} aria-label={title} aria-hidden={title ? undefined : 'true'}>
      <PieceArt piece={piece} numbering={numbering} shapes={shapes} />
    </svg>
  );
}
